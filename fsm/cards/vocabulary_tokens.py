"""The vocabulary of effects, continued: tokens and emblems, which have abilities of their own; and schemes."""

from __future__ import annotations

from ..names import Name
from ..shape import Signed
from .abilities import Activated, Static, Triggered
from .effect import Count, Effect, Effects
from .terms import CardType, Color, Keyword, Players, Supertype, Until, Who


class Token(Effect, frozen=True):
    """Creates tokens, creatures unless ``type`` says otherwise, with these characteristics and abilities.

    Without a name their subtypes are their name. ``attacking`` ones attack ``whom``, or else the next player who may be
    attacked. ``then`` happens next; in it ``those`` are these tokens.
    """

    name: Name = ""
    power: Signed = 1
    toughness: Signed = 1
    count: Count = 1
    keywords: tuple[Keyword, ...] = ()
    attacking: bool = False
    player: Players = Who("you")
    whom: Who | None = None
    then: Effects = ()
    type: tuple[CardType, ...] = ("creature",)
    supertypes: tuple[Supertype, ...] = ()
    subtypes: tuple[Name, ...] = ()
    colors: tuple[Color, ...] = ()
    triggers: tuple[Triggered, ...] = ()
    abilities: tuple[Activated, ...] = ()
    static: tuple[Static, ...] = ()


class TokenCopy(Effect, frozen=True):
    """Creates a token that is a copy of a permanent, as that is printed or was created: without its status and changes.

    ``then`` happens next; in it ``those`` is this token.
    """

    what: str = "target"
    player: Players = Who("you")
    then: Effects = ()


class Emblem(Effect, frozen=True):
    """Creates an emblem with triggered abilities, in the command zone, for the rest of the game."""

    name: Name
    triggers: tuple[Triggered, ...] = ()
    player: Players = Who("you")


class Abandon(Effect, frozen=True):
    """Abandons an ongoing scheme (by name, or ``self``): it is turned face down, on the bottom of its deck."""

    what: str = "self"


class NoSchemes(Effect, frozen=True):
    """No scheme can be set in motion for a time."""

    until: Until = Until("end_of_turn")
