"""Turns, phases and steps by the names that an edition has for them; and how a game ended."""

from __future__ import annotations

from ..edition import MAINS, Edition
from ..game import State
from ..turn import TurnGraph
from ..words import listed, ordinal, shown


def kind_name(edition: Edition, kind: str) -> str:
    """A turn, phase or step by its kind: ``end step``, ``combat phase``, ``extra turn``."""
    if kind == "main" and edition.has(MAINS[0]):
        return edition.phase(MAINS[0]).name.removeprefix("precombat ")
    if not edition.has(kind):
        return kind.replace("_", " ")
    return edition.phase(kind).name if kind in edition.kinds.steps_of else edition.step(kind).name


def place_name(graph: TurnGraph, id: str) -> str:
    """A phase or step of a turn: ``upkeep step``."""
    return kind_name(graph.edition, graph.node(id).kind)


def numbered_place(graph: TurnGraph, id: str) -> str:
    """A phase or step with its number in the turn: ``the second upkeep step``."""
    number = graph.numbers[id][0]
    return f"the {ordinal(number) + ' ' if number > 1 else ''}{place_name(graph, id)}"


def winners(state: State) -> str:
    """Who wins, with the verb: ``Ann and Bob win``; empty if the game is a draw or goes on."""
    if state.outcome is None or state.outcome.winner is None:
        return ""
    names = [shown(state.name(seat)) for seat in state.team(state.outcome.winner)]
    return f"{listed(names)} {'win' if len(names) > 1 else 'wins'}"
