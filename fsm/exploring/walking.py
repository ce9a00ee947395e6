"""Where the actions in a state lead, and the search that continues every state itself."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property

from ..game import Action, Event, State
from ..game.engine import carry_out
from ..scenario.running.goal import is_past
from ..turn import Address, Configuration
from .checks import Checks, Found
from .keys import Keys
from .options import Options
from .search import Bounds, Node, Progress, Search

ROUND = 0xFF
"""How many states are continued between two looks at the clock, a power of two less one."""

BEYOND = -1
"""The number of every state past the horizon."""

SeeEdge = Callable[[int, int, list[Event]], None]
"""What is told of every action: the numbers of the states before and after it, and its events."""


Edge = tuple[State, int, str, str, list[Event] | None]
"""An action taken: the state after it, how many acts of the script are done, where that is, how the way ends if it
does, and the events, without those past the horizon, if somebody asks for them."""

Taken = tuple[State, str, str, list[Event] | None]
"""The state after an action, where that is, how the way ends if it does, and the events as above."""


class Walk:
    """Takes every action that is open in a state, as far as the horizon."""

    def __init__(self, options: Options, horizon: Address) -> None:
        self.options, self.horizon = options, horizon
        self._places: dict[tuple[int, Configuration], tuple[str, bool]] = {}

    def edges(self, state: State, done: int, logged: bool) -> Iterator[Edge]:
        """All actions in a state, and where each leads."""
        actions, done = self.options(state, done)
        for action in actions:
            child, address, end, log = self.taken(state, action, done, logged)
            yield child, done, address, end, log

    def taken(self, state: State, action: Action, done: int, logged: bool) -> Taken:
        """Where an action leads; so many acts of the script are done after it."""
        log: list[Event] | None = [] if logged else None
        child = carry_out(state, action, log)
        address, beyond = self._places.get((child.turn, child.at)) or self._place(child)
        if not beyond:
            return child, address, "", log
        if log is not None:
            log = [event for event in log if not is_past(event.state, self.horizon)]  # those past it do not count
        return child, address, "script" if self.options.left_over(done) else "horizon", log

    def end(self, state: State, done: int) -> str:
        """How the way ends in a state in which the game is over, or nothing can be done."""
        return "over" if state.outcome is not None and not self.options.left_over(done) else "script"

    def _place(self, state: State) -> tuple[str, bool]:
        """The address of a state, and whether it is past the horizon."""
        found = self._places[state.turn, state.at] = (state.address, is_past(state, self.horizon))
        return found


class OneProcess(Search[Node]):
    """A search of one process, which continues the states of a level one after the other."""

    @cached_property
    def walk(self) -> Walk:
        """What takes the actions."""
        return Walk(self.options, self.horizon)

    @abstractmethod
    def _continue(self, found: Node, following: list[Node]) -> None:
        """Takes every action in a state; what was not seen before is to be continued."""

    def _level(self, frontier: list[Node], following: list[Node]) -> None:
        for at, node in enumerate(frontier):
            self._continue(node, following)
            if not at & ROUND:
                self._look(len(frontier) - at + len(following))
            if self.cut:
                return


Reached = tuple[int, State, int]
"""A state with its number, and how many acts of the script are done."""


class LocalSearch(OneProcess[Reached]):
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
        self.edge, self._keys = edge, Keys()

    def _first(self) -> Reached:
        return self._begin(self._keys(self.start, 0)), self.start, 0

    def _continue(self, found: Reached, following: list[Reached]) -> None:
        """Takes every action in a state; what was not seen before is to be continued."""
        number, state, done = found
        which = -1
        if state.outcome is None:
            logged = bool(self.checks.events) or self.edge is not None
            for which, (child, after, address, end, log) in enumerate(self.walk.edges(state, done, logged)):
                self.transitions += 1
                there = BEYOND if end else self._meet(self._keys(child, after))
                if log is not None:
                    self._tell(log, (number, which), there)
                if end:
                    self.ends[end] += 1
                elif there == len(self.parents) and self._has_room():
                    self._admit((number, which), address)
                    following.append((there, child, after))
                    if self.checks.states:
                        self._decide_state(self.checks.told(child), there)
                if self.cut:
                    return
        if which < 0:
            self.ends[self.walk.end(state, done)] += 1

    def _tell(self, log: list[Event], found: Found, there: int) -> None:
        """Checks the events of an action, and tells of it."""
        self._decide_events(self.checks.matched(log), found)
        if self.edge is not None:
            self.edge(found[0], there, log)
