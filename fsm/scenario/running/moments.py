"""The moments of a script: whether what an entry says is done now, and how far a scenario runs."""

from __future__ import annotations

from collections.abc import Iterator

from ...game import State
from ...game.state.decision import ChoosePayment, Priority
from ...turn import Address, parse_address
from ...turn.graph import ROOT
from ..model import Act, Entry, Expect, Sight
from ..reading.reader import Scenario
from .actions import asks, makes_mana


def is_now(state: State, entry: Entry, name: str, act: Act) -> bool:
    """Whether an entry's moment is now: its player can be asked for that kind of action."""
    decision = state.decision
    if decision is None or not is_there(state, entry):
        return False
    if act.concede:
        return True
    if decision.player != state.game.seat(name) or not asks(decision, act):
        return False
    if isinstance(decision, ChoosePayment) and act.activate is not None:
        return entry.responding_to is None and makes_mana(state, decision.player, act)
    if not isinstance(decision, Priority):
        return True
    top = state.stack[-1].name if state.stack else None
    return top == entry.responding_to


def is_there(state: State, entry: Entry) -> bool:
    """Whether play is at the place of an entry."""
    at = state.at
    return state.turn == entry.at.turn and entry.at.locate(at.graph) in (at.stop, at.phase, ROOT)


def is_unasked(state: State, entry: Entry, act: Act) -> bool:
    """Whether play is past an attack or block that must be refused, without a decision about it."""
    if not act.refused or (act.attack is None and act.block is None) or not is_there(state, entry):
        return False
    step = "declare_attackers" if act.attack is not None else "declare_blockers"
    here = entry.at.locate(state.graph) == state.at.stop or state.at.node.kind == step
    return here and isinstance(state.decision, Priority)


NO_TURN = 10_000_000
"""A turn number that is never reached: the goal if only the end of the game is expected."""


def is_past(state: State, place: Address) -> bool:
    """Whether play is past a place: a turn, or a phase or step of it."""
    turn = 1 if place.turn is None else place.turn
    if state.turn != turn:
        return state.turn > turn
    if place.phase is None and place.step is None:
        return False
    graph = state.graph
    node = place.locate(graph)
    if node is None or node == ROOT:
        return False
    if state.at.stop == ROOT:
        return True
    inside = graph.children(node) or (node,)
    return graph.stops.index(inside[-1]) < graph.stops.index(state.at.stop)


def goal_of(scenario: Scenario, edition: str) -> Address:
    """The place to run to: that of ``until``, or the last turn that the script or an expectation names."""
    if scenario.until is not None:
        return scenario.until
    turns = [1, *(entry.at.turn or 1 for entry in scenario.script)]
    for expect, _ in scenario.expected(edition):
        turns += [*_turns_of(expect), *([NO_TURN] if expect.winner is not None else [])]
    return Address(max(turns))


def horizon_of(scenario: Scenario, edition: str) -> Address:
    """The place to which a scenario is explored: its goal, or the last turn that a statement names."""
    goal = goal_of(scenario, edition)
    if scenario.until is not None or scenario.explore is None:
        return goal
    named = (getattr(s.item, "at", s.item) for s in scenario.explore.statements)
    return Address(max([goal.turn or 1, *(place.turn or 1 for place in named if isinstance(place, Address))]))


def _turns_of(expect: Expect) -> list[int]:
    places = [*(expect.steps or {})]
    places += [part.strip() for text in expect.order or () for part in text.split("<")]
    addresses = [parse_address(text) for text in places]
    addresses += _seen_at(expect)
    for sight in (expect.sees or {}).values():
        addresses += _seen_at(sight)
    return [len(expect.turns or ()), *(address.turn or 0 for address in addresses)]


def _seen_at(expect: Expect | Sight) -> Iterator[Address]:
    yield from (parse_address(text) for text in expect.state or {})
    for item in (*(expect.happens or ()), *(expect.never or ())):
        at = item if isinstance(item, Address) else getattr(item, "at", None)
        if isinstance(at, Address):
            yield at
