"""Perft: how many different sequences of steps there are, by their length.

As in chess programs, these numbers change with almost every mistake in the rules, so they are kept and compared.
The explored states form a graph whose edges say which steps begin. Sequences are counted on sets of its places: two
ways that begin the same steps are in one set, so each sequence is counted once.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..edition import load_edition, naming
from ..errors import InputError
from ..game import Event
from ..scenario import Scenario
from .explore import BEFORE, BOUNDS, searched
from .report import CUTS
from .search import Bounds

Labels = tuple[tuple[int, str], ...]
"""The steps that begin, each with the seat of the active player; a phase without steps counts as one."""

Position = tuple[Labels, int]
"""A place between two states: the steps that are still to begin, and the next state."""


def perft(scenario: Scenario, depth: int, edition: str | None = None, bounds: Bounds = BOUNDS) -> tuple[int, ...]:
    """The numbers of different sequences of 1, 2, ... ``depth`` steps with which the ways of a scenario begin.

    ``InputError`` if not every way could be walked within the bounds.
    """
    rules = load_edition(edition or scenario.editions[0])
    graph = _Graph()
    with naming([scenario.kinds, rules.kinds]):
        search = searched(scenario, rules, bounds, edge=graph.add)
    if search.cut:
        raise InputError(f"{scenario.name}: {CUTS[search.cut]}; raise it, or leave less open", scenario.file)
    return tuple(graph.counts(depth))


class _Graph:
    """What was explored: for each state by number, the positions to which its actions lead."""

    def __init__(self) -> None:
        self._edges: dict[int, set[Position]] = {}
        self._closed: dict[int, frozenset[Position]] = {}

    def add(self, before: int, after: int, events: list[Event]) -> None:
        self._edges.setdefault(before, set()).add((_labels(events), after))

    def counts(self, depth: int) -> list[int]:
        sets = {self._reached([((), BEFORE)]): 1}
        found: list[int] = []
        for _ in range(depth):
            following: dict[frozenset[Position], int] = {}
            for positions, count in sets.items():
                for after in self._steps(positions):
                    following[after] = following.get(after, 0) + count
            sets = following
            found.append(sum(sets.values()))
        return found

    def _steps(self, positions: Iterable[Position]) -> list[frozenset[Position]]:
        """The sets of positions after one more step, one for each step that may begin."""
        by_step: dict[tuple[int, str], list[Position]] = {}
        for (first, *rest), after in positions:
            by_step.setdefault(first, []).append((tuple(rest), after))
        return [self._reached(after) for after in by_step.values()]

    def _reached(self, positions: Iterable[Position]) -> frozenset[Position]:
        """The positions before a next step, where none is still to begin."""
        found: set[Position] = set()
        for position in positions:
            found.update((position,) if position[0] else self._from(position[1]))
        return frozenset(found)

    def _from(self, state: int) -> frozenset[Position]:
        """The positions before the next step to which the ways from a state lead."""
        if state not in self._closed:
            found: set[Position] = set()
            seen, todo = {state}, [state]
            while todo:
                for labels, after in self._edges.get(todo.pop(), ()):
                    if labels:
                        found.add((labels, after))
                    elif after not in seen:
                        seen.add(after)
                        todo.append(after)
            self._closed[state] = frozenset(found)
        return self._closed[state]


def _labels(events: Iterable[Event]) -> Labels:
    return tuple(
        (event.state.active, event.state.graph.node(event.node).kind)
        for event in events
        if event.kind == "step.begin" or (event.kind == "phase.begin" and not event.state.graph.children(event.node))
    )
