"""Breadth-first search through the open choices, with a map from each state to the one before it.

``Search`` numbers the states, keeps the bounds and decides the statements. ``LocalSearch`` in ``local`` expands the
frontier in this process, ``SharedSearch`` in ``sharing`` in several processes or machines.
"""

from __future__ import annotations

import gc
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from itertools import islice
from time import perf_counter
from typing import Generic, TypeVar

import msgspec

from ..game import Action, State, play
from ..turn import Address
from .checks import Checks, Found, Verdicts
from .options import Options

ROUND = 0xFF
"""How many states are expanded between two looks at the clock, a power of two less one."""

EVERY = 0.5
"""How many seconds pass between two reports of progress."""


class Bounds(msgspec.Struct, frozen=True):
    """How far is explored: so many states, so many actions deep, and so many seconds (None: any number)."""

    states: int = 100_000
    depth: int = 10_000
    seconds: float | None = None


class Progress(msgspec.Struct, frozen=True):
    """How far a search is: states found, states still to be continued, actions deep, and seconds."""

    states: int
    frontier: int
    depth: int
    seconds: float


@contextmanager
def not_collecting() -> Iterator[None]:
    """Looks for no cycles meanwhile: states hold none, and there are many of them."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


Node = TypeVar("Node")


class Search(ABC, Generic[Node]):
    """A search in progress: for each state by its number the one before and the action between.

    ``counts`` are the states by depth, ``places`` those by address; ``ends`` are ways that ended: with
    the game (``over``), at the horizon (``horizon``), or before the script was done (``script``). ``cut`` is the bound
    that stopped the search, or ``decided``; it is empty if every way was walked to its end. ``Node`` is what stands
    for a state that is to be continued.
    """

    def __init__(
        self,
        start: State,
        options: Options,
        horizon: Address,
        checks: Checks,
        bounds: Bounds,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.start, self.options, self.horizon, self.checks, self.bounds = start, options, horizon, checks, bounds
        self.progress = progress
        self.parents, self.taken = array("q", [-1]), array("l", [-1])
        self.counts, self.places = [1], {start.address: 1}
        self.ends = {"over": 0, "horizon": 0, "script": 0}
        self.transitions, self.cut, self.seconds = 0, "", 0.0
        self._seen: dict[Hashable, int] = {}
        self._begun = self._reported = 0.0

    def run(self) -> None:
        """Searches until every way has ended, every statement is decided, or a bound is reached."""
        with not_collecting():
            self._run()

    def _run(self) -> None:
        self._begun, frontier = perf_counter(), [self._first()]
        self._decide_state(self.checks.verdicts(self.start), 0)
        while frontier and not self.cut:
            if len(self.counts) > self.bounds.depth:
                self.cut = "depth"
                break
            before = len(self.parents)
            following: list[Node] = []
            self._level(frontier, following)
            self.counts.append(len(self.parents) - before)
            frontier = following
        if not self.counts[-1]:
            self.counts.pop()
        self.seconds = perf_counter() - self._begun

    @abstractmethod
    def _first(self) -> Node:
        """The first state, which is seen."""

    @abstractmethod
    def _level(self, frontier: list[Node], following: list[Node]) -> None:
        """Continues the states of one depth, in their order; new ones follow."""

    def _look(self, frontier: int) -> None:
        """Looks at the clock."""
        seconds = perf_counter() - self._begun
        if self.bounds.seconds is not None and seconds > self.bounds.seconds:
            self.cut = self.cut or "seconds"
        if self.progress is not None and seconds - self._reported > EVERY:
            self._reported = seconds
            self.progress(Progress(len(self.parents), frontier, len(self.counts), seconds))

    def _begin(self, key: Hashable) -> int:
        """The number of the first state."""
        return self._seen.setdefault(key, 0)

    def _meet(self, key: Hashable) -> int:
        """The number of a state; the next one if it is new."""
        return self._seen.setdefault(key, len(self.parents))

    def _has_room(self) -> bool:
        """Whether a new state is to be admitted."""
        if len(self.parents) == self.bounds.states:
            self.cut = self.cut or "states"
        return not self.cut

    def _admit(self, found: Found, address: str) -> None:
        """Gives a new state the next number."""
        self.parents.append(found[0])
        self.taken.append(found[1])
        self.places[address] = self.places.get(address, 0) + 1

    def _decide_events(self, matched: tuple[int, ...], found: Found) -> None:
        self.checks.decide_events(matched, found)
        if self.checks.all_decided:
            self.cut = "decided"

    def _decide_state(self, verdicts: Verdicts, number: int) -> None:
        self.checks.decide_state(verdicts, (number, -1))
        if self.checks.all_decided:
            self.cut = "decided"

    def way_to(self, found: Found) -> tuple[list[tuple[State, int, Action]], State]:
        """The shortest way to a state and perhaps one action further, and the state at its end.

        Each state before comes with the number of acts of the script that are done, and the action taken in it.
        """
        number, last = found
        way: list[tuple[State, int, Action]] = []
        state, done = self.start, 0
        for which in (*self._choices(number), last) if last >= 0 else self._choices(number):
            actions, after = self.options(state, done)
            action = next(islice(actions, which, None))
            way.append((state, done, action))
            state, done = play(state, action), after
        return way, state

    def _choices(self, number: int) -> list[int]:
        """The numbers of the actions on the shortest way to a state."""
        choices = []
        while number:
            choices.append(self.taken[number])
            number = self.parents[number]
        return choices[::-1]
