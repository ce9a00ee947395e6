"""Breadth-first search through the open choices, with a map from each state to the one before it."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Callable, Hashable
from itertools import islice
from time import perf_counter

import msgspec

from ..game import Action, Event, State, play
from ..scenario.goal import is_past
from ..turn import Address, Configuration
from .checks import Checks, Found
from .keys import Keys
from .options import Options

ROUND = 0xFF
"""How many states are continued between two looks at the clock, a power of two less one."""

EVERY = 0.5
"""How many seconds pass between two reports of progress."""

BEYOND = -1
"""The number of every state past the horizon."""


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


Node = tuple[int, State, int]
"""A state with its number, and how many acts of the script are done."""

SeeEdge = Callable[[int, int, list[Event]], None]
"""What is told of every action: the numbers of the states before and after it, and its events."""


class Search:
    """A search in progress: for each state by its number the one before and the action between.

    ``counts`` are the states by depth, ``places`` those by turn and configuration; ``ends`` are ways that ended: with
    the game (``over``), at the horizon (``horizon``), or before the script was done (``script``). ``cut`` is the bound
    that stopped the search, or ``decided``; it is empty if every way was walked to its end.
    """

    def __init__(
        self,
        start: State,
        options: Options,
        horizon: Address,
        checks: Checks,
        bounds: Bounds,
        progress: Callable[[Progress], None] | None = None,
        edge: SeeEdge | None = None,
    ) -> None:
        self.start, self.options, self.horizon, self.checks, self.bounds = start, options, horizon, checks, bounds
        self.parents, self.taken = array("q", [-1]), array("l", [-1])
        self.edge, self.progress = edge, progress
        self.counts, self.places = [1], {(start.turn, start.at): 1}
        self.ends = {"over": 0, "horizon": 0, "script": 0}
        self.transitions, self.cut, self.seconds = 0, "", 0.0
        self._keys = Keys()
        self._seen: dict[Hashable, int] = {self._keys(start, 0): 0}
        self._past: dict[tuple[int, Configuration], bool] = {}
        self._told = 0.0

    def run(self) -> None:
        """Searches until every way has ended, every statement is decided, or a bound is reached."""
        collects = gc.isenabled()
        gc.disable()  # states hold no cycles, and there are many of them
        try:
            self._run()
        finally:
            if collects:
                gc.enable()

    def _run(self) -> None:
        begun, frontier = perf_counter(), [(0, self.start, 0)]
        self.checks.see_state(self.start, (0, -1))
        if self.checks.all_decided:
            self.cut = "decided"
        while frontier and not self.cut:
            if len(self.counts) > self.bounds.depth:
                self.cut = "depth"
                break
            before = len(self.parents)
            following: list[Node] = []
            self._level(frontier, following, begun)
            self.counts.append(len(self.parents) - before)
            frontier = following
        if not self.counts[-1]:
            self.counts.pop()
        self.seconds = perf_counter() - begun

    def _level(self, frontier: list[Node], following: list[Node], begun: float) -> None:
        for at, node in enumerate(frontier):
            self._continue(node, following)
            if not at & ROUND:
                self._look(perf_counter() - begun, len(frontier) - at + len(following))
            if self.cut:
                return

    def _look(self, seconds: float, frontier: int) -> None:
        if self.bounds.seconds is not None and seconds > self.bounds.seconds:
            self.cut = "seconds"
        if self.progress is not None and seconds - self._told > EVERY:
            self._told = seconds
            self.progress(Progress(len(self.parents), frontier, len(self.counts), seconds))

    def _continue(self, node: Node, following: list[Node]) -> None:
        """Takes every action in a state; what was not seen before is to be continued."""
        number, state, done = node
        if state.outcome is not None:
            self.ends["script" if self.options.left_over(done) else "over"] += 1
            return
        taken, which = self.transitions, -1
        actions, done = self.options(state, done)
        for which, action in enumerate(actions):
            log: list[Event] | None = [] if self.checks.events or self.edge is not None else None
            child = play(state, action, log)
            self.transitions += 1
            if self._is_beyond(child):
                self._end(number, log, done, which)
            else:
                self._meet(child, done, (number, which), log, following)
            if self.cut:
                return
        if self.transitions == taken:
            self.ends["script"] += 1

    def _is_beyond(self, state: State) -> bool:
        """Whether a state is past the horizon."""
        place = (state.turn, state.at)
        beyond = self._past.get(place)
        if beyond is None:
            beyond = self._past[place] = is_past(state, self.horizon)
        return beyond

    def _meet(self, state: State, done: int, found: Found, log: list[Event] | None, following: list[Node]) -> None:
        """Sees where an action leads; a new state is to be continued."""
        new = len(self.parents)
        there = self._seen.setdefault(self._keys(state, done), new)
        if log is not None:
            self._see_events(log, found)
            if self.edge is not None:
                self.edge(found[0], there, log)
        if there != new or self.cut:
            return
        if there == self.bounds.states:
            self.cut = "states"
            return
        self._admit(state, found)
        following.append((there, state, done))

    def _admit(self, state: State, found: Found) -> None:
        """Gives a new state the next number."""
        self.parents.append(found[0])
        self.taken.append(found[1])
        place = (state.turn, state.at)
        self.places[place] = self.places.get(place, 0) + 1
        if self.checks.states:
            self.checks.see_state(state, (len(self.parents) - 1, -1))
            if self.checks.all_decided:
                self.cut = "decided"

    def _see_events(self, log: list[Event], found: Found) -> None:
        self.checks.see_events(log, found)
        if self.checks.all_decided:
            self.cut = "decided"

    def _end(self, number: int, log: list[Event] | None, done: int, which: int) -> None:
        """Ends a way at the horizon; events past it do not count."""
        self.ends["script" if self.options.left_over(done) else "horizon"] += 1
        if log is not None:
            log = [event for event in log if not is_past(event.state, self.horizon)]
            self._see_events(log, (number, which))
            if self.edge is not None:
                self.edge(number, BEYOND, log)

    def way_to(self, found: Found) -> tuple[list[tuple[State, int, Action]], State]:
        """The shortest way to a state and perhaps one action further, and the state at its end.

        Each state before comes with the number of acts of the script that are done, and the action taken in it.
        """
        number, last = found
        choices = [last] if last >= 0 else []
        while number:
            choices.append(self.taken[number])
            number = self.parents[number]
        way: list[tuple[State, int, Action]] = []
        state, done = self.start, 0
        for which in reversed(choices):
            actions, after = self.options(state, done)
            action = next(islice(actions, which, None))
            way.append((state, done, action))
            state, done = play(state, action), after
        return way, state
