"""Effects that create tokens, which have characteristics and abilities of their own."""

from __future__ import annotations

from ...names import Name
from ...shape import Signed
from ..abilities import Activated, Static, Triggered
from ..terms import CardType, Color, Count, Effect, Effects, Keyword, Players, Supertype, Who, effect


@effect("token")
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


@effect("token_copy")
class TokenCopy(Effect, frozen=True):
    """Creates a token that is a copy of a permanent, as that is printed or was created: without its status and changes.

    ``then`` happens next; in it ``those`` is this token.
    """

    what: str = "target"
    player: Players = Who("you")
    then: Effects = ()
