"""Designations, as a value: day and night, titles, schemes that are face up."""

from __future__ import annotations

import msgspec


class Designations(msgspec.Struct, frozen=True, gc=False):
    """What variants know: whether it is day, who holds titles, and the schemes that are face up (id, seat, name).

    ``cast`` are the spells that the active player has cast this turn, ``cast_before`` those that
    the last turn's active player had cast in it. Of a team it is who cast most that counts (502.2a),
    and ``casters`` are the seats that cast them, one for each spell.
    """

    daytime: str = ""
    cast: int = 0
    cast_before: int = 0
    titles: tuple[tuple[str, int], ...] = ()
    face_up: tuple[tuple[int, int, str], ...] = ()
    casters: tuple[int, ...] = ()

    def holder(self, title: str) -> int | None:
        """The seat of the player who holds a title, if anyone does."""
        return dict(self.titles).get(title)


NO_DESIGNATIONS = Designations()
