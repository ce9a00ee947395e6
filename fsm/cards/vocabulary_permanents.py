"""The vocabulary of effects, continued: effects on permanents, and on who may cast spells."""

from __future__ import annotations

from typing import Literal

from ..names import Name
from .effect import Count, Effect, Effects
from .terms import CardType, Color, Keyword, Players, Until, Who


class Counters(Effect, frozen=True):
    """Puts counters on a permanent; the condition ``counters_<n>`` counts them."""

    amount: Count = 1
    what: str = "self"


class Flicker(Effect, frozen=True):
    """Exiles a permanent and returns it at once, as a new object, under its owner's control."""

    what: str = "target"


class SwapTapped(Effect, frozen=True):
    """Untaps the tapped artifacts, creatures and lands of a player, and taps the others, all at once."""

    player: Players = Who("active")


class TurnFaceUp(Effect, frozen=True):
    """Turns the permanent itself face up."""


class TurnFaceDown(Effect, frozen=True):
    """Turns a permanent face down: it is a 2/2 creature without a name and without abilities."""

    what: str = "target"


class Flip(Effect, frozen=True):
    """Flips a permanent; it has the characteristics of its other side then, if it has one, and stays flipped."""

    what: str = "self"


class Rename(Effect, frozen=True):
    """Gives a permanent another name, until it is flipped, or turned face down or up; its types stay as they are."""

    name: Name
    what: str = "target"


class Attach(Effect, frozen=True):
    """Attaches the permanent itself to another one; ``while_attached`` effects on the previous one end."""

    what: str = "target"


class NoSpells(Effect, frozen=True):
    """Players can't cast spells for a time."""

    player: Players = Who("opponents")
    until: Until = Until("end_of_turn")


class GainControl(Effect, frozen=True):
    """Lets a player control a permanent for a time; by default for the rest of the game."""

    what: str = "target"
    player: Who = Who("you")
    until: Until = Until("game")


class GainAbilities(Effect, frozen=True):
    """Gives the permanent itself all activated abilities of another permanent for a time."""

    what: str = "target"
    until: Until = Until("end_of_turn")


class Become(Effect, frozen=True):
    """Changes the types of a permanent, or its colors, for a time: it has these types and subtypes, and no others.

    What becomes of no type at all stays on the battlefield. Without ``type`` it keeps its types, and without ``colors``
    its colors.
    """

    type: tuple[CardType, ...] | None = None
    what: str = "target"
    until: Until = Until("end_of_turn")
    subtypes: tuple[Name, ...] = ()
    colors: tuple[Color, ...] | None = None


class Destroy(Effect, frozen=True):
    """Destroys a permanent: it goes to its owner's graveyard, unless it regenerates."""

    what: str = "target"
    no_regeneration: bool = False


class ReplaceMove(Effect, frozen=True):
    """If a permanent would be put from the battlefield into one zone, it goes to another one instead, for a time.

    ``place`` is where in a library. ``then`` happens afterwards; in it ``those`` is the card that has moved.
    """

    what: str = "target"
    to: Literal["graveyard", "exile", "hand", "library"] = "graveyard"
    goes: Literal["graveyard", "exile", "hand", "library"] = "exile"
    place: Literal["top", "bottom"] = "top"
    until: Until = Until("end_of_turn")
    then: Effects = ()


class Prevent(Effect, frozen=True):
    """Prevents the next damage up to an ``amount``, or all damage, for a time.

    It is damage to ``player``, to the permanents ``what``, or to anybody; with ``dealt_by`` only from those permanents,
    with ``combat`` only combat damage.
    """

    amount: Count | None = None
    player: Players | None = None
    what: str | None = None
    dealt_by: str | None = None
    combat: bool = False
    until: Until = Until("end_of_turn")


class Regenerate(Effect, frozen=True):
    """The next time that a permanent would be destroyed this turn, it regenerates instead."""

    what: str = "self"


class Sticker(Effect, frozen=True):
    """Puts an ability sticker with keywords on a permanent that its controller owns; it stays on in public zones."""

    keywords: tuple[Keyword, ...]
    what: str = "target"
