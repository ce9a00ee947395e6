"""The search shared out: ``grow`` continues some states, anywhere; ``SharedSearch`` hands them out and numbers them.

The states of one depth are handed out in shares, in their order. Who grows a share says what was found: digests, which
tell new states from old ones, and the states themselves, pickled; only those who continue them unpickle them. ``grow``
is a pure function, so a share that was lost is grown again. The search takes what was found in the order of the states:
so its numbers, counts and counterexamples are those of a search in one process.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from threading import Lock
from typing import Protocol

import msgspec

from ..edition import Kinds, load_edition, naming
from ..errors import LimitReached
from ..game import State
from ..scenario import Scenario
from ..scenario.reading.openness import Exploration, Statement
from ..scenario.running.beginning import begin
from ..turn import Address
from .checks import Checks, Told
from .digests import Digests
from .options import Options
from .packets import Reached, Unpacker, pack
from .search import Bounds, Progress, Search
from .successors import Successor, Successors

SMALLEST, LARGEST = 16, 512
"""How many states a share has, at least and at most, if there are enough."""

PACKET = 256
"""How many new states are pickled together."""

Taken = tuple[str, bytes, int, str, tuple[int, ...], Told]
"""An action: how the way ends, or else the digest of the state after it, its number among the new states of its share
(-1 if it was met before) and its address; the statements that its events match, and those that speak of the state."""

Continued = tuple[str, list[Taken]]
"""A state: how the way ends in it if there are no actions, and its actions."""


class Setting(msgspec.Struct, frozen=True):
    """What all shares of a search have in common: what is explored, how far, and whether statements are checked."""

    scenario: Scenario
    edition: str
    horizon: Address
    checked: bool


class Share(msgspec.Struct, frozen=True):
    """States to continue: of each packet those with these numbers. ``setting`` is a pickled ``Setting``."""

    setting: bytes
    undecided: tuple[int, ...]
    packets: tuple[tuple[bytes, tuple[int, ...]], ...]


class Grown(msgspec.Struct, frozen=True):
    """What was found in a share: its states in order, the new states in packets, and the limit that stopped it."""

    states: list[Continued]
    packets: tuple[bytes, ...]
    limit: LimitReached | None = None


class Crew(Protocol):
    """Those who grow shares: so many ``workers``."""

    @property
    def workers(self) -> int:
        """How many shares are grown at the same time."""
        ...

    def each(self, shares: Sequence[Share]) -> Generator[Grown]:
        """What was found in each share, in their order; every share is grown until it is done."""
        ...


def grow(share: Share) -> Grown:
    """Takes every action in the states of a share. The same share always gives the same."""
    with _GROWING:
        ground = _ground(share.setting)
        with naming(ground.kinds):
            return ground.grow(share)


_GROWING = Lock()
"""Threads of one process take turns: they share what is remembered of parts of states."""


@lru_cache(maxsize=4)
def _ground(setting: bytes) -> _Ground:
    return _Ground(pickle.loads(setting))  # noqa: S301  # it comes from the search


class _Ground:
    """What is kept of a setting from share to share."""

    def __init__(self, setting: Setting) -> None:
        scenario, rules = setting.scenario, load_edition(setting.edition)
        self.kinds: list[Kinds] = [scenario.kinds, rules.kinds]
        said = scenario.explore or Exploration()
        self.statements: tuple[Statement, ...] = said.statements if setting.checked else ()
        self.successors, self.digests = Successors(Options(scenario), setting.horizon), Digests()
        with naming(self.kinds):
            self.unpack = Unpacker(begin(scenario, rules)[0])

    def grow(self, share: Share) -> Grown:
        checks = Checks(self.statements, share.undecided)
        states: list[Continued] = []
        met: dict[bytes, int] = {}
        new: list[Reached] = []
        limit = None
        try:
            for packet, wanted in share.packets:
                for state, done in self.unpack(packet, wanted):
                    taken: list[Taken] = []
                    states.append((self.successors.end(state, done), taken))
                    if state.outcome is None:
                        for edge in self.successors(state, done, bool(checks.events)):
                            taken.append(self._taken(edge, checks, met, new))  # noqa: PERF401  # some before a limit
        except LimitReached as reached:
            limit = reached
        packets = (pack(new[at : at + PACKET]) for at in range(0, len(new), PACKET))
        return Grown(states, tuple(packets), limit)

    def _taken(self, edge: Successor, checks: Checks, met: dict[bytes, int], new: list[Reached]) -> Taken:
        state, done, address, end, log = edge
        matched = checks.matched(log) if log else ()
        if end:
            return end, b"", -1, address, matched, ()
        digest = self.digests.digest(state, done)
        if met.setdefault(digest, len(new)) != len(new):
            return "", digest, -1, address, matched, ()
        new.append((state, done))
        return "", digest, len(new) - 1, address, matched, checks.told(state) if checks.states else ()


Packed = tuple[int, bytes, int]
"""A state by its number, the packet in which it is, and its number in there."""


class SharedSearch(Search[Packed]):
    """The search of a crew."""

    def __init__(
        self,
        start: State,
        setting: Setting,
        checks: Checks,
        bounds: Bounds,
        progress: Callable[[Progress], None] | None,
        crew: Crew,
    ) -> None:
        super().__init__(start, Options(setting.scenario), setting.horizon, checks, bounds, progress)
        self._crew, self._setting = crew, pickle.dumps(setting)

    def _first(self) -> Packed:
        self._begin(Digests().digest(self.start, 0))
        return 0, pack([(self.start, 0)]), 0

    def _level(self, frontier: list[Packed], following: list[Packed]) -> None:
        shares, at = self._shares(frontier), 0
        with closing(_grown(self._crew, shares)) as results:
            for grown in results:
                for state in grown.states:
                    self._continue(frontier[at][0], state, grown.packets, following)
                    at += 1
                    if self.cut:
                        return
                if grown.limit is not None:
                    raise grown.limit
                self._look(len(frontier) - at + len(following))
                if self.cut:
                    return

    def _shares(self, frontier: list[Packed]) -> list[Share]:
        """The states of one depth in shares, a few for each worker."""
        size = max(SMALLEST, min(LARGEST, len(frontier) // (4 * self._crew.workers)))
        parts = (frontier[at : at + size] for at in range(0, len(frontier), size))
        return [Share(self._setting, self.checks.undecided, tuple(_packets(part))) for part in parts]

    def _continue(self, number: int, state: Continued, packets: tuple[bytes, ...], following: list[Packed]) -> None:
        """Takes what was found in a state; what was not seen before is to be continued."""
        ended, actions = state
        if not actions:
            self.ends[ended] += 1
        for which, (end, digest, new, address, matched, told) in enumerate(actions):
            self.transitions += 1
            there = -1 if end else self._meet(digest)
            if matched:
                self._decide_events(matched, (number, which))
            if end:
                self.ends[end] += 1
            elif there == len(self.parents) and self._has_room():
                self._admit((number, which), address)
                following.append((there, packets[new // PACKET], new % PACKET))
                if told:
                    self._decide_state(told, there)
            if self.cut:
                return


def _packets(part: list[Packed]) -> Iterator[tuple[bytes, tuple[int, ...]]]:
    """The packets of some states, with the numbers of the states in them; one after the other come from one packet."""
    for _, states in groupby(part, key=lambda state: id(state[1])):
        together = list(states)
        yield together[0][1], tuple(map(itemgetter(2), together))


def _grown(crew: Crew, shares: Sequence[Share]) -> Generator[Grown]:
    """What was found in each share; a single one is not worth being handed out."""
    yield from crew.each(shares) if len(shares) > 1 else map(grow, shares)
