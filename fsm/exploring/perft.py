"""Perft: how many different sequences of steps there are, by their length.

As in chess programs, these numbers change with almost every mistake in the rules, so they are kept and compared.
The explored states form a graph whose edges say which steps begin. Sequences are counted on sets of its places: two
ways that begin the same steps are in one set, so each sequence is counted once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..edition import load_edition, naming
from ..errors import InputError
from ..game import Event
from ..scenario import Scenario
from .explore import BEFORE, BOUNDS, searched
from .local import BEYOND
from .report import CUTS
from .search import Bounds

Step = tuple[int, int, str]
"""A step, or a phase without steps: the number of its turn, the seat of the active player, and its kind."""

Labels = tuple[Step, ...]
"""The steps that begin."""

Position = tuple[Labels, int]
"""A place between two states: the steps that are still to begin, and the next state."""

END: Position = ((), BEYOND)
"""Where a way ends."""


def perft(scenario: Scenario, depth: int, edition: str | None = None, bounds: Bounds = BOUNDS) -> tuple[int, ...]:
    """The numbers of different sequences of 1, 2, ... ``depth`` steps with which the ways of a scenario begin.

    ``InputError`` if not every way could be walked within the bounds.
    """
    return tuple(_graph(scenario, edition, bounds).counts(depth))


def sequences(
    scenario: Scenario, most: int, edition: str | None = None, bounds: Bounds = BOUNDS
) -> tuple[tuple[tuple[int, str, str], ...], ...]:
    """The different sequences of steps of whole ways, or none of them if there are more than ``most``.

    Each step has the number of its turn, its player, and its kind. ``InputError`` as for ``perft``.
    """
    found = list(islice(_graph(scenario, edition, bounds).sequences(), most + 1))
    named = ([(turn, scenario.players[seat], kind) for turn, seat, kind in one] for one in found)
    return () if len(found) > most else tuple(tuple(one) for one in named)


def _graph(scenario: Scenario, edition: str | None, bounds: Bounds) -> _Graph:
    rules = load_edition(edition or scenario.editions[0])
    graph = _Graph()
    with naming([scenario.kinds, rules.kinds]):
        search = searched(scenario, rules, bounds, whole=True, edge=graph.add)
    if search.cut:
        raise InputError(f"{scenario.name}: {CUTS[search.cut]}; raise it, or leave less open", scenario.file)
    return graph


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
                for after in self._steps(positions).values():
                    following[after] = following.get(after, 0) + count
            sets = following
            found.append(sum(sets.values()))
        return found

    def sequences(self) -> Iterator[Labels]:
        """All sequences of whole ways."""
        todo: list[tuple[Labels, frozenset[Position]]] = [((), self._reached([((), BEFORE)]))]
        while todo:
            so_far, positions = todo.pop()
            if END in positions:
                yield so_far
            todo += [((*so_far, step), after) for step, after in reversed(self._steps(positions).items())]

    def _steps(self, positions: Iterable[Position]) -> dict[Step, frozenset[Position]]:
        """The sets of positions after one more step, by the step that begins, in a fixed order."""
        by_step: dict[Step, list[Position]] = {}
        for labels, after in sorted(positions):
            if labels:
                by_step.setdefault(labels[0], []).append((labels[1:], after))
        return {step: self._reached(after) for step, after in by_step.items()}

    def _reached(self, positions: Iterable[Position]) -> frozenset[Position]:
        """The positions before the next steps, without states between."""
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
                here = todo.pop()
                if here not in self._edges:
                    found.add(END)
                for labels, after in self._edges.get(here, ()):
                    if labels:
                        found.add((labels, after))
                    elif after not in seen:
                        seen.add(after)
                        todo.append(after)
            self._closed[state] = frozenset(found)
        return self._closed[state]


def _labels(events: Iterable[Event]) -> Labels:
    return tuple(
        (event.state.turn, event.state.active, event.state.graph.node(event.node).kind)
        for event in events
        if event.kind == "step.begin" or (event.kind == "phase.begin" and not event.state.graph.children(event.node))
    )
