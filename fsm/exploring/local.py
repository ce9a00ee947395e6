"""The search of one process."""

from __future__ import annotations

from collections.abc import Callable

from ..game import Event, State
from ..turn import Address
from .checks import Checks, Found
from .keys import Keys
from .options import Options
from .search import ROUND, Bounds, Progress, Search
from .successors import Successors

BEYOND = -1
"""The number of every state past the horizon."""

SeeEdge = Callable[[int, int, list[Event]], None]
"""What sees every action: the numbers of the states before and after it, and its events."""

Reached = tuple[int, State, int]
"""A state with its number, and how many acts of the script are done."""


class LocalSearch(Search[Reached]):
    """The search of one process; ``edge`` sees every action."""

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
        self.edge, self._keys, self._successors = edge, Keys(), Successors(options, horizon)

    def _first(self) -> Reached:
        start = self._keys.start(self.start)
        return self._begin(self._keys.of(start, 0)), start, 0

    def _level(self, frontier: list[Reached], following: list[Reached]) -> None:
        for at, reached in enumerate(frontier):
            self._expand(reached, following)
            if not at & ROUND:
                self._look(len(frontier) - at + len(following))
            if self.cut:
                return

    def _expand(self, reached: Reached, following: list[Reached]) -> None:
        """Takes every action in a state; what was not visited before joins the next frontier."""
        number, state, done = reached
        keys, which = self._keys, -1
        if state.outcome is None:
            logged = bool(self.checks.events) or self.edge is not None
            for which, (after, done_then, address, end, events) in enumerate(self._successors(state, done, logged)):
                self.transitions += 1
                there = BEYOND
                if not end:
                    after = keys.interned(after, state)  # noqa: PLW2901  # the same state
                    there = self._meet(keys.of(after, done_then))
                if events is not None:
                    self._see(events, (number, which), there)
                if end:
                    self.ends[end] += 1
                elif there == len(self.parents) and self._has_room():
                    self._admit((number, which), address)
                    following.append((there, after, done_then))
                    if self.checks.states:
                        self._decide_state(self.checks.verdicts(after), there)
                if self.cut:
                    return
        if which < 0:
            self.ends[self._successors.end(state, done)] += 1

    def _see(self, events: list[Event], found: Found, there: int) -> None:
        """Checks the events of an action, and shows them to ``edge``."""
        self._decide_events(self.checks.matched(events), found)
        if self.edge is not None:
            self.edge(found[0], there, events)
