"""Where the actions in a state lead, and the search that continues every state itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..game import Event, State, play
from ..scenario.goal import is_past
from ..turn import Address, Configuration
from .checks import Checks, Found
from .keys import Keys
from .options import Options
from .search import Bounds, Progress, Search

ROUND = 0xFF
"""How many states are continued between two looks at the clock, a power of two less one."""

BEYOND = -1
"""The number of every state past the horizon."""

SeeEdge = Callable[[int, int, list[Event]], None]
"""What is told of every action: the numbers of the states before and after it, and its events."""


class Edge(NamedTuple):
    """An action taken: the state after it, how many acts of the script are done, where that is, and its events.

    ``end`` says how the way ends, if it does. The events are kept if somebody asks for them, without those past the
    horizon.
    """

    state: State
    done: int
    address: str
    end: str
    log: list[Event] | None


class Walk:
    """Takes every action that is open in a state, as far as the horizon."""

    def __init__(self, options: Options, horizon: Address) -> None:
        self.options, self.horizon = options, horizon
        self._places: dict[tuple[int, Configuration], tuple[bool, str]] = {}

    def edges(self, state: State, done: int, logged: bool) -> Iterator[Edge]:
        """All actions in a state, and where each leads."""
        actions, done = self.options(state, done)
        for action in actions:
            log: list[Event] | None = [] if logged else None
            child = play(state, action, log)
            beyond, address = self._place(child)
            if beyond:
                yield self._ended(child, done, address, log)
            else:
                yield Edge(child, done, address, "", log)

    def end(self, state: State, done: int) -> str:
        """How the way ends in a state in which the game is over, or nothing can be done."""
        return "over" if state.outcome is not None and not self.options.left_over(done) else "script"

    def _ended(self, state: State, done: int, address: str, log: list[Event] | None) -> Edge:
        """The way ends at the horizon; events past it do not count."""
        if log is not None:
            log = [event for event in log if not is_past(event.state, self.horizon)]
        return Edge(state, done, address, "script" if self.options.left_over(done) else "horizon", log)

    def _place(self, state: State) -> tuple[bool, str]:
        """Whether a state is past the horizon, and its address."""
        place = (state.turn, state.at)
        found = self._places.get(place)
        if found is None:
            found = self._places[place] = (is_past(state, self.horizon), state.address)
        return found


Reached = tuple[int, State, int]
"""A state with its number, and how many acts of the script are done."""


class LocalSearch(Search[Reached]):
    """The search of one process; it tells ``edge`` of every action."""

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
        super().__init__(start, options, horizon, checks, bounds, progress)
        self.edge, self._keys, self._walk = edge, Keys(), Walk(options, horizon)

    def _first(self) -> Reached:
        self._meet(self._keys(self.start, 0))
        return 0, self.start, 0

    def _level(self, frontier: list[Reached], following: list[Reached]) -> None:
        for at, node in enumerate(frontier):
            self._continue(node, following)
            if not at & ROUND:
                self._look(len(frontier) - at + len(following))
            if self.cut:
                return

    def _continue(self, node: Reached, following: list[Reached]) -> None:
        """Takes every action in a state; what was not seen before is to be continued."""
        number, state, done = node
        taken = self.transitions
        if state.outcome is None:
            logged = bool(self.checks.events) or self.edge is not None
            for edge in self._walk.edges(state, done, logged):
                self._take(edge, (number, self.transitions - taken), following)
                self.transitions += 1
                if self.cut:
                    return
        if self.transitions == taken:
            self.ends[self._walk.end(state, done)] += 1

    def _take(self, edge: Edge, found: Found, following: list[Reached]) -> None:
        state, done, address, end, log = edge
        there = BEYOND if end else self._meet(self._keys(state, done))
        if log is not None:
            self._decide_events(self.checks.matched(log), found)
            if self.edge is not None:
                self.edge(found[0], there, log)
        if end:
            self.ends[end] += 1
        elif self._is_new(there):
            self._admit(found, address)
            following.append((there, state, done))
            if self.checks.states:
                self._decide_state(self.checks.told(state), there)
