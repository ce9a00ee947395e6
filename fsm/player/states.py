"""The states of a recording as what changed from each to the next, as numbers in tables.

Only what an event touched is looked at: a fact of the view is made again if a field of the state that
it reads is another object than before. So long recordings cost what happens in them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import msgspec

from ..game import State
from ..game.state.state import Standing
from ..recording.view import FACTS, player_view
from .tables import Leaves

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
    "controlled_by": ("ahead",),
    "turn_order": ("rotation",),
    "lasting": ("lasting", "battlefield"),
    "skips": ("skips",),
    "delayed": ("delayed",),
    "defending": ("combat",),
    "attacking": ("combat", "battlefield"),
    "blocking": ("combat", "battlefield"),
    "daytime": ("designations",),
    "titles": ("designations",),
    "winner": ("outcome",),
    "over": ("outcome",),
}
"""Which fields of a state each fact of its view reads, besides the game itself; players are looked at one by one."""


class States:
    """Follows the states of a recording, and gives what changed in each.

    Leaves are made once for the same objects; a recording keeps all its states, so ids stay theirs.
    """

    def __init__(self) -> None:
        self.leaves = Leaves()
        self.before: State | None = None
        self.fields: tuple[Any, ...] = ()
        self.reading: dict[tuple[int, ...], list[tuple[str, tuple[int, ...]]]] = {}
        self.known: dict[Hashable, dict[int, int]] = {}
        self.made: dict[Hashable, dict[int, int]] = {}

    def changes(self, state: State) -> list[int]:
        """What is new in a state: path and value by turns, as numbers of the tables."""
        if self.before is state:
            return []
        found: list[int] = []
        changed = self._changed(state)
        fields = self.fields
        for name, places in self._read(changed):
            key = (name, *[id(fields[place]) for place in places])
            new = self.made.get(key)
            if new is None:
                new = self.made[key] = self.leaves.of(FACTS[name](state), (name,))
            if self.known.get(name) is not new:
                found += self._difference(name, new)
        for seat in self._seats(state, changed):
            path = ("players", state.name(seat))
            found += self._difference(path, self.leaves.of(player_view(state, seat), path))
        self.before = state
        return found

    def _changed(self, state: State) -> tuple[int, ...]:
        """The places of the fields that are other objects than before; all of them as a game begins."""
        old, self.fields = self.fields, (*msgspec.structs.astuple(state), *msgspec.structs.astuple(state.standing))
        if self.before is None or self.before.game is not state.game:
            self.made.clear()
            return tuple(range(len(self.fields)))
        return tuple([n for n, (a, b) in enumerate(zip(old, self.fields, strict=True)) if a is not b])

    def _read(self, changed: tuple[int, ...]) -> list[tuple[str, tuple[int, ...]]]:
        """The facts that read one of these fields, each with the places of all that it reads."""
        if changed not in self.reading:
            places = {name: tuple(map(_FIELDS.index, reads)) for name, reads in READS.items()}
            self.reading[changed] = [(name, reads) for name, reads in places.items() if set(reads) & set(changed)]
        return self.reading[changed]

    def _seats(self, state: State, changed: tuple[int, ...]) -> Sequence[int]:
        """The players who may look otherwise."""
        seats = range(len(state.players))
        if self.before is None or not _WIDELY.isdisjoint(changed):
            return seats
        if _PLAYERS not in changed:
            return ()
        before = self.before.players
        return [seat for seat in seats if before[seat] is not state.players[seat]]

    def _difference(self, path: Hashable, new: dict[int, int]) -> list[int]:
        """The leaves that are new, and those that are no more."""
        old = self.known.get(path, _NOTHING)
        self.known[path] = new
        if old == new:
            return []
        found = [number for leaf in new.items() if old.get(leaf[0]) != leaf[1] for number in leaf]
        for leaf in old:
            if leaf not in new:
                found += (leaf, self.leaves.absent)
        return found


_NOTHING: dict[int, int] = {}
_FIELDS = (*State.__struct_fields__, *Standing.__struct_fields__)
_PLAYERS = _FIELDS.index("players")
_WIDELY = {_FIELDS.index(name) for name in ("game", "battlefield", "lasting")}
"""The fields besides their own that the view of a player reads."""
