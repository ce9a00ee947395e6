"""Finds in one pass where turns, phases and steps begin in a recording, and what happened in each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ..turn import Address, TurnGraph
from ..turn.graph import ROOT

if TYPE_CHECKING:
    from ..game import State
    from ..turn import Configuration
    from .frames import Frame

PlaceInTurn = tuple[str, int, str, int]
"""An address without its turn: phase and its number, step and its number; parts left out are empty and 0."""

TURN: PlaceInTurn = ("", 0, "", 0)
"""The key of a turn, and of the time before the first one."""

BEGINNINGS = ("turn.begin", "phase.begin", "step.begin")


def key_of(address: Address) -> PlaceInTurn:
    """The key of an address; a part without a number is the first."""
    phase, step = address.phase or "", address.step or ""
    return phase, (address.phase_number or 1) if phase else 0, step, (address.step_number or 1) if step else 0


@lru_cache(maxsize=4096)
def keys_of(graph: TurnGraph, node: str) -> tuple[PlaceInTurn, ...]:
    """The keys that name a place: a turn and a phase have one, a step has two."""
    if node == ROOT:
        return (TURN,)
    kind, (in_turn, in_phase) = graph.node(node).kind, graph.numbers[node]
    if graph.node(node).level == "phase":
        return ((kind, in_turn, "", 0),)
    phase = graph.phase_of(node)
    return ("", 0, kind, in_turn), (graph.node(phase).kind, graph.numbers[phase][0], kind, in_phase)


class Places:
    """The positions of the frames at each place, by its address, and those of each kind of event."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self._frames = frames
        kinds: defaultdict[str, list[int]] = defaultdict(list)
        for position, frame in enumerate(frames):
            kinds[frame.event.kind].append(position)
        self.kinds: Mapping[str, list[int]] = kinds

    @cached_property
    def _moves(self) -> list[tuple[int, State]]:
        """The positions where play came to another configuration, and the states there."""
        moves: list[tuple[int, State]] = []
        at, turn = None, 0
        for position, frame in enumerate(self._frames):
            state = frame.event.state
            if state.at is not at or state.turn != turn:
                moves.append((position, state))
                at, turn = state.at, state.turn
        return moves

    @cached_property
    def graphs(self) -> dict[int, TurnGraph]:
        """The final graphs of the turns, by number."""
        return {state.turn: state.graph for _, state in self._moves}

    @cached_property
    def _begins(self) -> dict[PlaceInTurn, dict[int, list[int]]]:
        begins: dict[PlaceInTurn, dict[int, list[int]]] = {}
        for position in self.kinds.get("game.begin", ()):
            begins[TURN] = {0: [position]}
        for position in sorted(at for kind in BEGINNINGS for at in self.kinds.get(kind, ())):
            event = self._frames[position].event
            for key in keys_of(event.state.graph, event.node):
                begins.setdefault(key, {}).setdefault(event.state.turn, []).append(position)
        return begins

    @cached_property
    def _stays(self) -> dict[int, list[tuple[range, Configuration]]]:
        """By turn, the configurations that play was in, each with the positions of the frames there."""
        stays: dict[int, list[tuple[range, Configuration]]] = {}
        ends = [position for position, _ in self._moves[1:]] + [len(self._frames)]
        for (since, state), end in zip(self._moves, ends, strict=True):
            stays.setdefault(state.turn, []).append((range(since, end), state.at))
        return stays

    def by_turn(self, address: Address) -> dict[int, list[int]]:
        """The positions where a place begins, by turn number; only in one turn, if the address names it."""
        turns = self._begins.get(key_of(address), {})
        if address.turn is None:
            return turns
        return {address.turn: turns[address.turn]} if address.turn in turns else {}

    def inside(self, turn: int, node: str, start: int) -> list[int]:
        """The positions of the events in a part of a turn, from its beginning."""
        return [
            position
            for stay, at in self._stays.get(turn, ())
            if node in (at.stop, at.phase, ROOT)
            for position in stay
            if position >= start
        ]
