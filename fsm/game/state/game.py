"""What does not change in a game: its edition, who plays, their cards, its options and limits."""

from __future__ import annotations

from typing import Literal

import msgspec

from ...cards.card import Card
from ...edition import Edition
from .budget import LIMITS, Limits

astuple = msgspec.structs.astuple


Teams = tuple[tuple[int, ...], ...]
"""Seats that take their turns together, the primary player's first."""


class Options(msgspec.Struct, frozen=True, gc=False):
    """The options of a game: teams, as seats, and which players one combat phase may attack.

    With teams each team takes its turns together, in the order given, its first player being the primary
    one (cr2006 606, cr2011 and cr2026 805, 810). ``attack`` is ``one`` defending player or ``multiple``
    (cr2006 602, cr2011 and cr2026 802). ``daytime`` is what it is as the game is looked at first, if the edition
    knows day and night (cr2026 731). With ``ante`` the players play for ante (217.9, later 407). ``archenemies`` have a
    scheme deck, and with ``commander`` the players play Commander; both are what they begin with (``of_variant``).
    """

    teams: Teams = ()
    attack: Literal["one", "multiple"] = "one"
    daytime: Literal["", "day", "night"] = ""
    ante: bool = False
    archenemies: tuple[int, ...] = ()
    commander: bool = False


NO_OPTIONS = Options()


class Game(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The constants of a game: edition, names of players, own cards, options, and limits.

    Games are equal by their values. The states of one game share it, so that comparing them looks no further.
    """

    edition: Edition
    names: tuple[str, ...]
    cards: dict[str, Card] = {}
    options: Options = NO_OPTIONS
    limits: Limits = LIMITS

    def seat(self, name: str) -> int:
        """The seat of a player by name; ``ValueError`` if there is none."""
        return self.names.index(name)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Game) and astuple(self) == astuple(other))

    def __hash__(self) -> int:
        return hash(self.names)
