"""The legal declarations of blockers: searched for on a board of numbers (cr2006 500.3-500.5, later 509.1b-c).

A declaration is legal if it breaks no restriction and meets as many requirements as one that costs nothing can. The
search goes from creature to creature. It knows of the ones before only what still counts: how many creatures block
each attacker for which that matters, up to the number at which it no longer does.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

import msgspec

from ..state.budget import over

Pair = tuple[int, int]


class Blocker(msgspec.Struct, frozen=True, gc=False):
    """A creature that may block ``most`` of the attackers at these positions.

    ``wants``: how many effects let it block if able; ``shy``: it can't block alone; ``price``: the mana that blocking
    costs; ``free``: it costs nothing. ``drawn``: how many effects let it block each of the attackers if able.
    """

    id: int
    able: tuple[int, ...]
    most: int = 1
    wants: int = 0
    shy: bool = False
    price: int = 0
    free: bool = True
    drawn: tuple[int, ...] = ()

    def gains(self, attacker: int) -> int:
        """The number of requirements of its own that it meets if it blocks the attacker at this position."""
        return self.drawn[attacker] if self.drawn else 0


class Blocked(msgspec.Struct, frozen=True, gc=False):
    """An attacker that, if it is blocked, is blocked by ``least`` creatures or more, and by ``most`` at most.

    ``wants``: how many effects let it be blocked if able; ``lures``: how many let each creature block it if able.
    ``price`` and ``free`` are about each block of it.
    """

    id: int
    least: int = 1
    most: int | None = None
    wants: int = 0
    lures: int = 0
    price: int = 0
    free: bool = True


class Board(msgspec.Struct, frozen=True, gc=False):
    """The creatures that may block, the attackers, and the number of creatures that can block, if one is set."""

    blockers: tuple[Blocker, ...]
    attackers: tuple[Blocked, ...]
    most: int | None = None

    @property
    def asks(self) -> bool:
        """Whether there is any requirement."""
        return any(b.wants or b.drawn for b in self.blockers) or any(a.wants or a.lures for a in self.attackers)

    def for_nothing(self, others: bool) -> Board:
        """The board without blocks that cost something; without ``others`` only creatures with requirements block."""
        free = {at for at, attacker in enumerate(self.attackers) if attacker.free}
        wanted = {at for at, attacker in enumerate(self.attackers) if attacker.wants or attacker.lures}
        return Board(
            tuple(
                msgspec.structs.replace(b, able=tuple(at for at in b.able if at in free) if b.free else ())
                for b in self.blockers
                if others or b.wants or wanted.intersection(b.able)
            ),
            self.attackers,
            self.most,
        )


def met(board: Board, pairs: tuple[Pair, ...]) -> int:
    """The number of requirements that a declaration meets; ``pairs`` are of ids, of blocker and attacker."""
    blocking, blocked = {blocker for blocker, _ in pairs}, {attacker for _, attacker in pairs}
    lures = {attacker.id: attacker.lures for attacker in board.attackers}
    own = sum(b.wants for b in board.blockers if b.id in blocking)
    return own + sum(a.wants for a in board.attackers if a.id in blocked) + sum(lures[id] for _, id in pairs)


Counts = tuple[tuple[int, ...], int, bool]
"""How many block each attacker that counts, how many creatures block, and whether the one that does can't alone."""


class _TooMany(Exception):
    """There are more ways to block than are looked at."""


class Search:
    """What can still follow on a board, from each situation that can come up.

    If that is more than ``limit`` (situations, times the attackers that count), ``LimitReached`` says so where
    something is required; otherwise nothing is looked at in advance, and a broken restriction is found at the end.
    """

    def __init__(self, board: Board, limit: int, ways: str = "ways to block") -> None:
        self.board, self._limit, self._size = board, limit, 0
        self._counted = [n for n, a in enumerate(board.attackers) if a.least > 1 or a.most is not None or a.wants]
        self._place = {n: place for place, n in enumerate(self._counted)}
        shy = any(blocker.shy for blocker in board.blockers)
        self._total = max(board.most or 0, 2 if shy else 0)
        self._alike = self._classes()
        self.start: Counts = ((0,) * len(self._counted), 0, False)
        self.plain = not (self._counted or shy or board.most is not None)
        try:
            self._best = self._backward()
        except _TooMany:
            if board.asks:
                over(ways, limit)
            self._best = []

    def _classes(self) -> list[list[int]]:
        """The places of counted attackers that are alike for each creature that may block them."""
        found: dict[object, list[int]] = {}
        drawn = [blocker.drawn for blocker in self.board.blockers if blocker.drawn]
        drawing = [tuple(one[n] for one in drawn) for n in range(len(self.board.attackers))]
        self._kind: dict[int, object] = {n: (a.lures, drawing[n]) for n, a in enumerate(self.board.attackers)}
        for n in self._counted:
            a = self.board.attackers[n]
            able = tuple(n in blocker.able for blocker in self.board.blockers)
            kind = self._kind[n] = (a.least, a.most, a.wants, a.lures, drawing[n], able)
            found.setdefault(kind, []).append(self._place[n])
        return [places for places in found.values() if len(places) > 1]

    def _different(self, key: Counts, blocker: Blocker) -> tuple[int, ...]:
        """One of several attackers that are alike now, for a creature that may block only one."""
        if blocker.most != 1:
            return blocker.able
        counts, place = key[0], self._place
        alike = {(self._kind[n], counts[place[n]] if n in place else 0): n for n in reversed(blocker.able)}
        return tuple(alike.values())

    def _known_as(self, key: Counts) -> Counts:
        """The situation that stands for all that differ only in which of several attackers is which."""
        if not self._alike:
            return key
        counts = list(key[0])
        for places in self._alike:
            for place, count in zip(places, sorted(counts[place] for place in places), strict=True):
                counts[place] = count
        return tuple(counts), key[1], key[2]

    def after(self, key: Counts, blocker: Blocker, blocked: tuple[int, ...]) -> tuple[Counts, int] | None:
        """The situation once a creature blocks these, and how many requirements that meets; None if it cannot."""
        if not blocked:
            return key, 0
        counts, gained = key[0], blocker.wants
        for n in blocked:
            more = self._blocked_once_more(counts, n)
            if more is None:
                return None
            counts, gained = more[0], gained + more[1] + blocker.gains(n)
        joined = self._joined(key, blocker)
        return None if joined is None else ((counts, *joined), gained)

    def _blocked_once_more(self, counts: tuple[int, ...], n: int) -> tuple[tuple[int, ...], int] | None:
        attacker, place = self.board.attackers[n], self._place.get(n)
        if place is None:
            return counts, attacker.lures
        count = counts[place]
        if attacker.most is not None and count >= attacker.most:
            return None
        gained = attacker.lures + (attacker.wants if not count else 0)
        enough = max(attacker.least, attacker.most or 1)
        return (*counts[:place], min(count + 1, enough), *counts[place + 1 :]), gained

    def _joined(self, key: Counts, blocker: Blocker) -> tuple[int, bool] | None:
        """How many creatures block with one more, and whether that one can't alone."""
        _, total, _ = key
        if self.board.most is not None and total >= self.board.most:
            return None
        return min(total + 1, self._total), blocker.shy and not total

    def ends_well(self, key: Counts) -> bool:
        """Whether no restriction on the number of blockers is broken, if nobody else blocks."""
        counts, total, alone = key
        enough = all(not c or c >= self.board.attackers[n].least for c, n in zip(counts, self._counted, strict=True))
        return enough and not (alone and total == 1)

    def _choices(self, key: Counts, blocker: Blocker) -> dict[Counts, int]:
        """The situations that one creature can lead to, each with the most requirements that are met on the way."""
        unbound = blocker.most >= len(blocker.able)
        found = {(key[0], 0): 0}
        for n in self._different(key, blocker):
            for (counts, used), gained in tuple(found.items()):
                more = self._blocked_once_more(counts, n) if used < blocker.most or unbound else None
                if more is not None:
                    now = (more[0], 1 if unbound else used + 1)
                    total = gained + more[1] + blocker.gains(n) + (0 if used else blocker.wants)
                    found[now] = max(found.get(now, 0), total)
            if self._size + len(found) * (1 + len(self._counted)) > self._limit:
                raise _TooMany
        self._size += len(found) * (1 + len(self._counted))
        choices: dict[Counts, int] = {}
        joined = self._joined(key, blocker)
        for (counts, used), gained in found.items():
            rest = joined if used else key[1:]
            if rest is not None:
                known = self._known_as((counts, *rest))
                choices[known] = max(choices.get(known, 0), gained)
        return choices

    def _backward(self) -> list[dict[Counts, int]]:
        """For each creature and each situation before it: the most requirements that can be met from there on."""
        if self.plain and not self.board.asks:
            return []
        reached: list[Counts] = [self.start]
        ways: list[dict[Counts, dict[Counts, int]]] = []
        for blocker in self.board.blockers:
            ways.append({key: self._choices(key, blocker) for key in reached})
            reached = list(dict.fromkeys(key for choices in ways[-1].values() for key in choices))
        best = [{key: 0 for key in reached if self.ends_well(key)}]
        for steps in reversed(ways):
            after, before = best[-1], {}
            for key, choices in steps.items():
                totals = [gained + after[then] for then, gained in choices.items() if then in after]
                if totals:
                    before[key] = max(totals)
            best.append(before)
        return best[::-1]

    @property
    def most_met(self) -> int:
        """The largest number of requirements that a declaration can meet."""
        return self._best[0][self.start] if self._best else 0

    def still(self, at: int, key: Counts) -> int | None:
        """The requirements that creatures from this position on can meet; None if no legal declaration is left."""
        return self._best[at].get(self._known_as(key)) if self._best else 0


def declarations(search: Search, needed: int, budget: int) -> Iterator[tuple[Pair, ...]]:
    """All declarations that meet so many requirements and cost no more mana, as pairs of ids.

    Each creature blocks nothing, one attacker, or as many as it may; the last creature changes first.
    """
    board, trail = search.board, [(search.start, 0, 0)]
    if not board.blockers:
        yield ()
        return
    choice, parts = [_options(board, 0)], list[tuple[int, ...]]()
    while choice:
        at = len(choice) - 1
        del parts[at:], trail[at + 1 :]
        blocked = next(choice[-1], None)
        if blocked is None:
            choice.pop()
            continue
        now = _advanced(search, at, trail[-1], blocked, needed, budget)
        if now is None:
            continue
        parts.append(blocked)
        if len(parts) == len(board.blockers):
            if search.ends_well(now[0]):
                yield _named(board, parts)
        else:
            trail.append(now)
            choice.append(_options(board, at + 1))


def _advanced(
    search: Search, at: int, here: tuple[Counts, int, int], blocked: tuple[int, ...], needed: int, budget: int
) -> tuple[Counts, int, int] | None:
    """The situation after one more creature, the requirements met and the mana spent; None if nothing legal follows."""
    key, so_far, spent = here
    blocker = search.board.blockers[at]
    if blocked:
        spent += blocker.price + sum(search.board.attackers[n].price for n in blocked)
    following = search.after(key, blocker, blocked) if spent <= budget else None
    if following is None:
        return None
    then, gained = following
    still = search.still(at + 1, then)
    return None if still is None or so_far + gained + still < needed else (then, so_far + gained, spent)


def _options(board: Board, at: int) -> Iterator[tuple[int, ...]]:
    blocker = board.blockers[at]
    return chain.from_iterable(combinations(blocker.able, size) for size in range(blocker.most + 1))


def _named(board: Board, parts: list[tuple[int, ...]]) -> tuple[Pair, ...]:
    pairs = zip(board.blockers, parts, strict=True)
    return tuple((blocker.id, board.attackers[n].id) for blocker, many in pairs for n in many)
