"""The limits of a run: events, objects, work, memory, actions; checked when objects are created.

A scenario of a few lines can need more than any machine has: a trigger on drawing that draws ten
thousand cards. A run that exceeds a limit raises ``LimitReached``, with the name of the cause. The
rules have no such limits; users can raise them.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NoReturn

import msgspec

from ...errors import LimitReached
from .piles.pile import PILES

if TYPE_CHECKING:
    from collections.abc import Sized

    from .event import Event
    from .state import State

MEGABYTE = 1_000_000


class Limits(msgspec.Struct, frozen=True):
    """The limits of one run; ``times`` raises all of them.

    ``events``: how many are recorded. ``objects``: how many there may be at one time of each sort:
    permanents, spells and abilities, effects that last, skips, delayed triggers, and ten times as many
    extra turns to come. ``work``: things done and looked at, since the last decision and in all.
    ``memory``: bytes of the recording, roughly. ``actions``: answers to decisions, passes included.
    ``shared``: other runs of the same file have had their part.

    >>> Limits().times(2).events
    600000
    """

    events: int = 300_000
    objects: int = 2_000
    work: int = 1_000_000
    memory: int = 250 * MEGABYTE
    actions: int = 100_000
    shared: bool = False

    def times(self, factor: float) -> Limits:
        """The limits, multiplied by a factor."""
        return msgspec.structs.replace(self, **{field: int(getattr(self, field) * factor) for field in COUNTED})

    def less(self, spent: Limits) -> Limits:
        """The rest of the limits for further runs; the number of objects at one time stays the same."""
        left = {f: max(0, getattr(self, f) - getattr(spent, f)) for f in COUNTED if f != "objects"}
        return msgspec.structs.replace(self, shared=True, **left)


COUNTED = ("events", "objects", "work", "memory", "actions")

LIMITS = Limits()
"""The default limits: some seconds, and half the memory of a small machine."""

EVENT_BYTES = 500
"""The approximate bytes of an event with its state, besides what the state does not share with the one before."""

AUDIT = 61
"""The number of events between two measurements: a prime, so that no repeating pattern of events is missed."""

POINTER = 8
"""The bytes of a reference."""

_STANDS = attrgetter("delayed", "lasting", "skips", "covered", "concealed")
_RUNS = attrgetter(*(f"{pile}.runs" for pile in PILES))
_AHEAD = attrgetter("controls", "in_force", "first_things", "after_skip")


def over(what: str, most: int, by: str = "") -> NoReturn:
    """Raises ``LimitReached``: the kind of object, the limit, and the name of the cause."""
    raise LimitReached(f"more than {most:,} {what}", by, can_be_raised=True)


def check_count(state: State, count: int, what: str, by: str, times: int = 1) -> None:
    """Checks the number of objects of a kind at one time; ``LimitReached`` if there are too many.

    ``times`` multiplies the limit, for small objects.
    """
    most = times * state.game.limits.objects
    if count > most:
        over(f"{what} at one time", most, by)


def size_of(state: State) -> int:
    """The number of objects that are examined at each priority, step and phase."""
    stands = state.standing
    return len(state.battlefield) + len(state.stack) + len(stands.lasting) + len(stands.skips) + len(stands.delayed)


class Ledger(list["Event"]):
    """The events of a whole run; their bytes are counted when an upper bound of them comes near a limit.

    ``bytes`` are those of the first ``weighed`` events; ``most`` is the bound for the first ``audited`` events.
    """

    bytes = 0
    weighed = 0
    most = 0
    audited = 0

    def within(self, limit: int, state: State) -> bool:
        """Whether the events, the last of them with a state, take no more bytes than a limit."""
        self.most += (len(self) - self.audited) * (EVENT_BYTES + POINTER * _references(state))
        self.audited = len(self)
        if self.most > limit:
            before = self[self.weighed - 1] if self.weighed else None
            self.bytes += weight(self[self.weighed :], before)
            self.weighed, self.most = len(self), self.bytes
        return self.most <= limit


def audit(log: list[Event], state: State) -> None:
    """Checks that the recording is within the limits; called from time to time.

    The events of a single step are in a plain list, which a pass makes at no cost; the last of them stand for all.
    """
    limits = state.game.limits
    if len(log) > limits.events:
        over("events", limits.events)
    if isinstance(log, Ledger):
        fits = log.within(limits.memory, state)
    else:
        fits = weight(log[-AUDIT:]) * len(log) // AUDIT <= limits.memory
    if not fits:
        over("MB to record", limits.memory // MEGABYTE)


def weight(events: list[Event], last: Event | None = None) -> int:
    """The approximate bytes of events and their states, without what a state shares with the one before."""
    if not events:
        return 0
    pointers, before = 0, (last or events[0]).state
    for event in events:
        after = event.state
        if after is not before:
            pointers += _copied(before, after)
            before = after
    return EVENT_BYTES * len(events) + POINTER * pointers


def _copied(before: State, after: State) -> int:
    """The number of references in a state that it does not share with the state before."""
    count = 0
    if after.battlefield is not before.battlefield:
        count += len(after.battlefield)
    if after.stack is not before.stack:
        count += len(after.stack)
    if after.waiting is not before.waiting:
        count += len(after.waiting)
    if after.agenda is not before.agenda:
        count += len(after.agenda)
    if after.players is not before.players:
        for old, new in zip(before.players, after.players, strict=True):
            count += _unshared(_RUNS(old), _RUNS(new)) if new is not old else 0
    if after.standing is not before.standing:
        count += _unshared(_STANDS(before.standing), _STANDS(after.standing))
        count += _unshared(_AHEAD(before.ahead), _AHEAD(after.ahead))
    if after.combat is not before.combat and after.combat is not None:
        count += len(after.combat.attackers) + len(after.combat.blocks)
    return count


def _references(state: State) -> int:
    """The number of references in a state, shared or not."""
    count = len(state.battlefield) + len(state.stack) + len(state.waiting) + len(state.agenda)
    for player in state.players:
        count += _count(_RUNS(player))
    count += _count(_STANDS(state.standing)) + _count(_AHEAD(state.ahead))
    return count + (len(state.combat.attackers) + len(state.combat.blocks) if state.combat is not None else 0)


def _count(parts: tuple[Sized, ...]) -> int:
    return sum(map(len, parts))


def _unshared(before: tuple[Sized, ...], after: tuple[Sized, ...]) -> int:
    return sum([len(new) for old, new in zip(before, after, strict=True) if new is not old])
