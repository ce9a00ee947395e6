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
    """The positions of the frames at each place, by its address."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self._begins: dict[Key, dict[int, list[int]]] = {}
        self._held: dict[tuple[int, str], list[range]] = {}
        here, since = (0, "", ""), 0
        for position, frame in enumerate(frames):
            event, state = frame.event, frame.event.state
            if event.kind in BEGINNINGS:
                for key in keys_of(state.graph, event.node):
                    self._begins.setdefault(key, {}).setdefault(state.turn, []).append(position)
            now = (state.turn, state.at.phase, state.at.stop)
            if now != here:
                self._hold(here, range(since, position))
                here, since = now, position
        self._hold(here, range(since, len(frames)))

    def _hold(self, here: tuple[int, str, str], positions: range) -> None:
        turn, phase, stop = here
        for node in dict.fromkeys((ROOT, phase, stop)) if positions else ():
            self._held.setdefault((turn, node), []).append(positions)

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
