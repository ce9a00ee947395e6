"""What a worker does: it expands batches of states, and holds what it finds until the next depth.

States stay in the process that found them. Between processes go their digests, which tell new states from visited
ones. A worker that does not hold a state, since it was another's or a worker was lost, plays the way to it again.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from threading import Lock

import msgspec

from ..edition import Kinds, load_edition, naming
from ..errors import LimitReached
from ..game import State
from ..game.engine import carry_out
from ..scenario import Scenario
from ..scenario.reading.openness import Exploration, Statement
from ..scenario.running.beginning import begin
from ..turn import Address
from .checks import Checks, Verdicts
from .digests import Digests
from .keys import Key
from .options import Options
from .search import not_collecting
from .successors import Successor, Successors

Way = tuple[int, ...]
"""The way to a state: of the actions in each state before it, the number of the one that is taken."""

Taken = tuple[int, int, str | LimitReached, bytes, str, tuple[int, ...], Verdicts]
"""An action: the place of its state in the frontier, and its number there, -1 if that state has none; how the way ends,
or what limit stopped it; or else the digest of the state after it, and its address; the statements that its events
match, and those that speak of the state after it."""


class Setting(msgspec.Struct, frozen=True):
    """What all batches of a search have in common: what is explored, how far, and whether statements are checked.

    ``search`` tells searches apart.
    """

    search: bytes
    scenario: Scenario
    edition: str
    horizon: Address
    checked: bool


class Batch(msgspec.Struct, frozen=True):
    """States to expand, all of one depth: their places in the frontier, and their digests, or the ways to them.

    ``setting`` is a pickled ``Setting``.
    """

    setting: bytes
    depth: int
    undecided: tuple[int, ...]
    places: tuple[int, ...]
    states: tuple[bytes | Way, ...]


class Expanded(msgspec.Struct, frozen=True):
    """What was found: how many actions each state has, and those that are not known to lead to a visited state.

    ``missing``: the worker does not hold one of the states.
    """

    actions: list[int]
    taken: list[Taken]
    missing: bool = False


def expand(batch: Batch) -> Expanded:
    """Takes every action in the states of a batch. A batch that is expanded again gives the same."""
    with _ONE_BY_ONE, not_collecting():
        worker = _worker(batch.setting)
        with naming(worker.kinds):
            return worker.expand(batch)


_ONE_BY_ONE = Lock()
"""Threads of one process take turns: they share the states."""


@lru_cache(maxsize=2)
def _worker(setting: bytes) -> _Worker:
    return _Worker(pickle.loads(setting))  # noqa: S301  # it comes from the search


class _Worker:
    """What a process keeps of a search: the states found at a depth, and where each state was found first."""

    def __init__(self, setting: Setting) -> None:
        scenario, rules = setting.scenario, load_edition(setting.edition)
        self.kinds: list[Kinds] = [scenario.kinds, rules.kinds]
        exploration = scenario.explore or Exploration()
        self.statements: tuple[Statement, ...] = exploration.statements if setting.checked else ()
        self.successors, self.digests = Successors(Options(scenario), setting.horizon), Digests()
        with naming(self.kinds):
            start = self.digests.start(begin(scenario, rules)[0])
        self.way: Way = ()
        self.path = [(start, 0)]
        self.depth = -1
        self.held: dict[bytes, tuple[State, int]] = {}
        self.found: dict[bytes, tuple[State, int]] = {}
        self.visited: dict[Key, tuple[int, int, int]] = {}

    def expand(self, batch: Batch) -> Expanded:
        if batch.depth != self.depth:
            self.held = self.found if batch.depth == self.depth + 1 else {}
            self.depth, self.found = batch.depth, {}
        states = list(self._states(batch.states))
        if len(states) < len(batch.states):
            return Expanded([], [], missing=True)
        checks, actions, taken = Checks(self.statements, batch.undecided), list[int](), list[Taken]()
        for place, (state, done) in zip(batch.places, states, strict=True):
            which = -1
            try:
                if state.outcome is None:
                    for which, after in enumerate(self.successors(state, done, bool(checks.events))):
                        self._take(state, after, (place, which), checks, taken)
            except LimitReached as limit:
                taken.append((place, which + 1, limit, b"", "", (), ()))
                actions.append(which + 1)
                break
            if which < 0:
                taken.append((place, -1, self.successors.end(state, done), b"", "", (), ()))
            actions.append(which + 1)
        return Expanded(actions, taken)

    def _take(
        self,
        before: State,
        after: Successor,
        at: tuple[int, int],
        checks: Checks,
        taken: list[Taken],
    ) -> None:
        matched = checks.matched(after.events) if after.events else ()
        if after.end:
            taken.append((*at, after.end, b"", after.address, matched, ()))
            return
        state = self.digests.interned(after.state, before)
        key = self.digests.of(state, after.done)
        here = self.depth, *at
        if self.visited.setdefault(key, here) >= here:
            self.visited[key] = here
            digest = self.digests.of_key(key)
            self.found[digest] = state, after.done
            verdicts = checks.verdicts(state) if checks.states else ()
            taken.append((*at, "", digest, after.address, matched, verdicts))
        elif matched:
            taken.append((*at, "", b"", after.address, matched, ()))

    def _states(self, wanted: Sequence[bytes | Way]) -> Iterator[tuple[State, int]]:
        """The states with these digests, or at the end of these ways; up to the first that is not held."""
        for state in wanted:
            if isinstance(state, tuple):
                self._go(state)
                yield self.path[-1]
            elif state in self.held:
                yield self.held[state]
            else:
                return

    def _go(self, way: Way) -> None:
        """Goes a way; what it has in common with the last one is not played again."""
        both = enumerate(zip(self.way, way, strict=False))
        in_common = next((n for n, (one, other) in both if one != other), min(len(self.way), len(way)))
        del self.path[in_common + 1 :]
        for which in way[in_common:]:
            state, done = self.path[-1]
            actions, done = self.successors.options(state, done)
            action = next(islice(actions, which, None))
            self.path.append((self.digests.interned(carry_out(state, action), state), done))
        self.way = way
