"""Finds in one pass where turns, phases and steps begin in a recording, and what happened in each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ..turn import Address, TurnGraph
from ..turn.graph import ROOT

if TYPE_CHECKING:
    from .recording import Frame

Key = tuple[str, int, str, int]
"""An address without its turn: phase and its number, step and its number; parts left out are empty and 0."""

BEGINNINGS = ("turn.begin", "phase.begin", "step.begin")


def key_of(address: Address) -> Key:
    """The key of an address; a part without a number is the first."""
    phase, step = address.phase or "", address.step or ""
    return phase, (address.phase_number or 1) if phase else 0, step, (address.step_number or 1) if step else 0


@lru_cache(maxsize=4096)
def keys_of(graph: TurnGraph, node: str) -> tuple[Key, ...]:
    """The keys that name a place: a turn and a phase have one, a step has two."""
    if node == ROOT:
        return (("", 0, "", 0),)
    kind, (in_turn, in_phase) = graph.node(node).kind, graph.numbers[node]
    if graph.node(node).level == "phase":
        return ((kind, in_turn, "", 0),)
    phase = graph.phase_of(node)
    return ("", 0, kind, in_turn), (graph.node(phase).kind, graph.numbers[phase][0], kind, in_phase)


class Places:
    """The positions of the frames at each place, by its address, and those of each kind of event.

    ``graphs`` are the final graphs of the turns, by number.
    """

    def __init__(self, frames: Sequence[Frame]) -> None:
        self.kinds: dict[str, list[int]] = {}
        self.graphs: dict[int, TurnGraph] = {}
        self._begins: dict[Key, dict[int, list[int]]] = {}
        self._held: dict[tuple[int, str], list[range]] = {}
        self._scan(frames)
        for position in sorted(at for kind in BEGINNINGS for at in self.kinds.get(kind, ())):
            event = frames[position].event
            for key in keys_of(event.state.graph, event.node):
                self._begins.setdefault(key, {}).setdefault(event.state.turn, []).append(position)

    def _scan(self, frames: Sequence[Frame]) -> None:
        kinds = self.kinds
        here, since, at, turn = (0, "", ""), 0, None, 0
        for position, frame in enumerate(frames):
            event = frame.event
            state = event.state
            if event.kind in kinds:
                kinds[event.kind].append(position)
            else:
                kinds[event.kind] = [position]
            if state.at is at and state.turn == turn:
                continue
            at, turn = state.at, state.turn
            self.graphs[turn] = at.graph
            now = (turn, at.phase, at.stop)
            if now != here:
                self._hold(here, range(since, position))
                here, since = now, position
        self._hold(here, range(since, len(frames)))

    def _hold(self, here: tuple[int, str, str], positions: range) -> None:
        turn, phase, stop = here
        if not positions:
            return
        held = self._held
        held.setdefault((turn, ROOT), []).append(positions)
        if phase != ROOT:
            held.setdefault((turn, phase), []).append(positions)
        if stop != phase:
            held.setdefault((turn, stop), []).append(positions)

    def by_turn(self, address: Address) -> dict[int, list[int]]:
        """The positions where a place begins, by turn number; only in one turn, if the address names it."""
        turns = self._begins.get(key_of(address), {})
        if address.turn is None:
            return turns
        return {address.turn: turns[address.turn]} if address.turn in turns else {}

    def inside(self, turn: int, node: str, start: int) -> list[int]:
        """The positions of the events in a part of a turn, from its beginning."""
        held = self._held.get((turn, node), [])
        return [position for positions in held for position in positions if position >= start]
