"""The vocabulary of effects, continued: effects on what is outside the game, in the command zone, or played for."""

from __future__ import annotations

from typing import Literal

from ..names import Name
from .effect import Effect
from .kinds import Kind
from .terms import Players, Who


class BringIn(Effect, frozen=True):
    """Brings a card that a player owns (by name) into the game from outside of it, into a zone of theirs.

    With ``of`` the card has to be of all of these kinds.
    """

    card: Name
    of: tuple[Kind, ...] = ()
    to: Literal["hand", "library"] = "hand"
    player: Players = Who("you")


class ChangeOwner(Effect, frozen=True):
    """Makes a player the owner of a permanent; only cards that are ``for_ante`` may do this."""

    what: str = "target"
    player: Who = Who("you")
