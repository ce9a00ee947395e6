"""The search of several workers: it hands out the frontier in batches, and numbers what they find.

What was found is taken in the order of the frontier: so numbers, counts and counterexamples are those of a search in
one process.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from heapq import merge
from typing import Protocol

from msgspec.structs import replace

from ..errors import LimitReached
from ..game import State
from ..scenario import Scenario
from ..turn import Address
from .checks import Checks
from .digests import Digests
from .expanding import Batch, Expanded, Setting, Taken, Way, expand
from .options import Options
from .search import ROUND, Bounds, Progress, Search

BATCH = 2_048
"""How many states a batch has, at most."""

ENOUGH = 32
"""How many states there are for each worker before they are handed out for the first time."""

UNEVEN = 1.1
"""How many times its part of a frontier a worker may hold; of more, the rest goes to others."""

HERE = -1
"""Instead of the number of a worker: this process."""

Held = tuple[int, bytes, int]
"""A state by its number, its digest, and the worker that holds it."""


class Workers(Protocol):
    """Those who expand batches."""

    @property
    def count(self) -> int:
        """How many they are."""
        ...

    def expand(self, worker: int, batches: Sequence[Batch]) -> Generator[Expanded]:
        """Hands batches to one of them, by number, at once; then what was found in each, in their order."""
        ...


class SharedSearch(Search[Held]):
    """The search of several workers."""

    def __init__(
        self,
        start: State,
        scenario: Scenario,
        edition: str,
        horizon: Address,
        checks: Checks,
        bounds: Bounds,
        progress: Callable[[Progress], None] | None,
        workers: Workers,
    ) -> None:
        super().__init__(start, Options(scenario), horizon, checks, bounds, progress)
        setting = Setting(os.urandom(8), scenario, edition, horizon, bool(checks.statements))
        self._workers, self._setting = workers, pickle.dumps(setting)

    def _first(self) -> Held:
        digest = Digests().digest(self.start)
        self._begin(digest)
        return 0, digest, HERE

    def _level(self, frontier: list[Held], following: list[Held]) -> None:
        workers, actions = self._handed_out(frontier), [0] * len(frontier)
        with ExitStack() as stack:
            streams = []
            for worker in sorted(set(workers)):
                places = [place for place, one in enumerate(workers) if one == worker]
                batches = self._batches(frontier, places, worker)
                results = stack.enter_context(closing(self._expanded(worker, batches)))
                streams.append(self._taken(frontier, worker, batches, results, actions))
            for taken in merge(*streams):
                place, which, *_ = taken
                self._take(frontier[place][0], workers[place], taken, following)
                if not place & ROUND:
                    self._look(len(frontier) - place + len(following))
                if self.cut:
                    self.transitions += sum(actions[:place]) + which + 1
                    return
        self.transitions += sum(actions)

    def _take(self, number: int, worker: int, taken: Taken, following: list[Held]) -> None:
        """Takes what a worker found; what was not visited before joins the next frontier."""
        _, which, end, digest, address, matched, verdicts = taken
        there = self._meet(digest) if digest else -1
        if matched:
            self._decide_events(matched, (number, which))
        if isinstance(end, LimitReached):
            raise end
        if end:
            self.ends[end] += 1
        elif there == len(self.parents) and self._has_room():
            self._admit((number, which), address)
            following.append((there, digest, worker))
            if verdicts:
                self._decide_state(verdicts, there)

    def _taken(
        self,
        frontier: list[Held],
        worker: int,
        batches: Sequence[Batch],
        results: Iterator[Expanded],
        actions: list[int],
    ) -> Iterator[Taken]:
        """What a worker finds, in the order of the frontier, and how many actions each state has."""
        for batch, expanded in zip(batches, results, strict=True):
            found = expanded
            if found.missing:
                ways = tuple(self._way(frontier[place][0]) for place in batch.places)
                with closing(self._expanded(worker, [replace(batch, states=ways)])) as again:
                    found = next(again)
            for place, count in zip(batch.places, found.actions, strict=False):
                actions[place] = count
            yield from found.taken

    def _handed_out(self, frontier: list[Held]) -> list[int]:
        """The worker for each state: the one that holds it, as long as all have about as many."""
        workers, count = [worker for _, _, worker in frontier], self._workers.count
        if workers[0] == HERE:
            few = len(frontier) < ENOUGH * count
            return workers if few else [place * count // len(frontier) for place in range(len(frontier))]
        part = -(-len(frontier) // count)
        spare = {worker: part - workers.count(worker) for worker in range(count)}
        if min(spare.values()) > part - UNEVEN * part - 1:
            return workers
        for place in range(len(frontier) - 1, -1, -1):
            if spare[workers[place]] < 0:
                poorest = max(spare, key=spare.__getitem__)
                spare[workers[place]] += 1
                spare[poorest] -= 1
                workers[place] = poorest
        return workers

    def _batches(self, frontier: list[Held], places: list[int], worker: int) -> list[Batch]:
        """What a worker is to expand; it gets the ways to states that it does not hold."""
        found = []
        for at in range(0, len(places), BATCH):
            part = tuple(places[at : at + BATCH])
            states = tuple(
                digest if holder == worker else self._way(number)
                for number, digest, holder in (frontier[place] for place in part)
            )
            found.append(Batch(self._setting, len(self.counts), self.checks.undecided, part, states))
        return found

    def _way(self, number: int) -> Way:
        """The way to a state."""
        return tuple(self._choices(number))

    def _expanded(self, worker: int, batches: Sequence[Batch]) -> Generator[Expanded]:
        if worker != HERE:
            return self._workers.expand(worker, batches)
        return (expand(batch) for batch in batches)
