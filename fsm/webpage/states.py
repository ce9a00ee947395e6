"""Tables: each different value once, and a column of numbers that says which of them an event has."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import compress
from operator import is_not, itemgetter
from typing import Any

import msgspec

from ..game import State
from ..recording.view import FACTS, player_view


class Table:
    """Values by number, each different one once; ``key`` tells apart what Python takes for equal, as 1 and True."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.numbers: dict[Hashable, int] = {}

    def index(self, value: Any, key: Hashable | None = None) -> int:
        """The number of a value; a new one if it was not seen before."""
        key = value if key is None else key
        found = self.numbers.get(key)
        if found is None:
            found = self.numbers[key] = len(self.values)
            self.values.append(value)
        return found


class Leaves:
    """A state as numbers: for each path to a fact (``players``, ``Ann``, ``life``) the number of its value."""

    def __init__(self) -> None:
        self.paths, self.values = Table(), Table()
        self.absent = self.values.index(None, ("absent",))

    def of(self, value: Any, path: tuple[str, ...]) -> dict[int, int]:
        """The leaves of a value below a path; a list is one leaf, and so is a mapping without anything in it."""
        if isinstance(value, dict) and value:
            found: dict[int, int] = {}
            for key, inner in value.items():
                found |= self.of(inner, (*path, str(key)))
            return found
        return {self.paths.index(path): self.value(value)}

    def value(self, value: Any) -> int:
        """The number of a value that is one leaf."""
        return self.values.index(value, value if type(value) is str else (type(value).__name__, repr(value)))


READS: dict[str, tuple[str, ...]] = {
    "turn": ("turn",),
    "active": ("active",),
    "phase": ("at",),
    "step": ("at",),
    "address": ("turn", "at"),
    "priority": ("decision",),
    "passes": ("passes",),
    "decision": ("decision",),
    "stack": ("stack",),
    "waiting": ("waiting",),
    "extra_turns": ("rotation",),
    "extra": ("this_turn",),
    "controlled_by": ("standing",),
    "turn_order": ("rotation",),
    "lasting": ("standing", "battlefield"),
    "skips": ("standing",),
    "piles": ("standing", "players"),
    "delayed": ("standing",),
    "defending": ("combat",),
    "attacking": ("combat", "battlefield"),
    "blocking": ("combat", "battlefield"),
    "daytime": ("standing",),
    "titles": ("standing",),
    "winner": ("outcome",),
    "over": ("outcome",),
}
"""Which fields of a state each fact of its view reads, besides the game itself; players are looked at one by one."""
DEEP = ("decision", "titles")
"""The facts that are mappings, of which each entry is a leaf; each reads one field."""


class Fact:
    """One fact of the view as a leaf: the number of its path, and of its value as it was last."""

    def __init__(self, name: str, leaves: Leaves) -> None:
        self.make = FACTS[name]
        self.path = leaves.paths.index((name,))
        self.last = leaves.absent
        self.made: dict[Hashable, int] = {}


class States:
    """Follows the states of a recording, and keeps what changed in each: path and value by turns, as numbers.

    Values are made once for the same objects; a recording keeps all its states, so ids stay theirs.
    """

    def __init__(self) -> None:
        self.leaves = Leaves()
        self.flat: list[int] = []
        self.touched: tuple[int, ...] = ()
        self.before: State | None = None
        self.fields: tuple[Any, ...] = (None,) * len(_FIELDS)
        self.plans: dict[tuple[int, ...], Plan] = {}
        self.facts = {name: Fact(name, self.leaves) for name in READS if name not in DEEP}
        self.deep: dict[Hashable, dict[int, int]] = {}
        self.known: dict[Hashable, dict[int, int]] = {}

    def changes(self, state: State) -> int:
        """Keeps what is new in a state; how many numbers that is."""
        if self.before is state:
            self.touched = ()
            return 0
        start, fields = len(self.flat), msgspec.structs.astuple(state)
        changed = self._changed(state, fields)
        facts, deep, players = self.plans.get(changed) or self._plan(changed)
        for fact, place, reads in facts:
            key = tuple(map(id, reads(fields))) if reads else id(fields[place])
            value = fact.made.get(key)
            if value is None:
                value = fact.made[key] = self.leaves.value(fact.make(state))
            if value != fact.last:
                fact.last = value
                self.flat += (fact.path, value)
        for name, place in deep:
            new = self.deep.get((name, id(fields[place])))
            if new is None:
                new = self.deep[name, id(fields[place])] = self.leaves.of(FACTS[name](state), (name,))
            self._difference(name, new)
        for seat in self._seats(state, changed) if players else ():
            path = ("players", state.name(seat))
            self._difference(path, self.leaves.of(player_view(state, seat), path))
        self.before, self.fields, self.touched = state, fields, changed
        return len(self.flat) - start

    def _changed(self, state: State, fields: tuple[Any, ...]) -> tuple[int, ...]:
        """The places of the fields that are other objects than before; all of them as a game begins."""
        if self.before is None or self.before.game is not state.game:
            for fact in self.facts.values():
                fact.made.clear()
            self.deep.clear()
            return _PLACES
        return tuple(compress(_PLACES, map(is_not, self.fields, fields)))

    def _plan(self, changed: tuple[int, ...]) -> Plan:
        """What may be other if these fields are: facts with the place of the one field they read, or all; players."""
        names = [name for name, reads in READS.items() if not set(map(_FIELDS.index, reads)).isdisjoint(changed)]
        facts: list[tuple[Fact, int, Reads | None]] = []
        for name in names:
            if name not in DEEP:
                places = [_FIELDS.index(field) for field in READS[name]]
                facts.append((self.facts[name], places[0], itemgetter(*places) if len(places) > 1 else None))
        deep = [(name, _FIELDS.index(READS[name][0])) for name in names if name in DEEP]
        plan = self.plans[changed] = facts, deep, not (_WIDELY | {_PLAYERS}).isdisjoint(changed)
        return plan

    def _seats(self, state: State, changed: tuple[int, ...]) -> Sequence[int]:
        """The players who may look otherwise."""
        seats = range(len(state.players))
        if self.before is None or not _WIDELY.isdisjoint(changed):
            return seats
        before = self.before.players
        return [seat for seat in seats if before[seat] is not state.players[seat]]

    def _difference(self, path: Hashable, new: dict[int, int]) -> None:
        """Keeps the leaves that are new, and that some are no more."""
        old = self.known.get(path, _NOTHING)
        self.known[path] = new
        if old is new or old == new:
            return
        self.flat += [number for leaf in new.items() if old.get(leaf[0]) != leaf[1] for number in leaf]
        for leaf in old:
            if leaf not in new:
                self.flat += (leaf, self.leaves.absent)


Reads = Callable[[tuple[Any, ...]], tuple[Any, ...]]
Plan = tuple[list[tuple[Fact, int, Reads | None]], list[tuple[str, int]], bool]
_NOTHING: dict[int, int] = {}
_FIELDS = State.__struct_fields__
_PLACES = tuple(range(len(_FIELDS)))
_PLAYERS = _FIELDS.index("players")


def places_of(*names: str) -> frozenset[int]:
    """The places of some fields of a state."""
    return frozenset(map(_FIELDS.index, names))


_WIDELY = places_of("game", "battlefield", "standing")
"""The fields besides their own that the view of a player reads."""
