"""Effects on cards: they are drawn, discarded and shown, and move between zones and from outside the game."""

from __future__ import annotations

from typing import Literal

from ...names import Name
from ..kinds import Each, Kind
from ..terms import Count, Effect, Effects, Players, Times, Until, Who, effect


@effect("draw")
class Draw(Effect, frozen=True):
    """Lets a player draw cards; ``for_each`` is as for ``mana``."""

    amount: Times = 1
    player: Players = Who("you")
    for_each: Each | None = None


@effect("discard")
class Discard(Effect, frozen=True):
    """Lets a player discard cards of their choice; ``then`` happens next, and in it ``those`` are the cards."""

    amount: Times = 1
    player: Players = Who("you")
    then: Effects = ()


@effect("mill")
class Mill(Effect, frozen=True):
    """Puts cards from the top of a player's library into the graveyard."""

    amount: Times = 1
    player: Players = Who("you")


@effect("scry")
class Scry(Effect, frozen=True):
    """Lets its controller look at the top card of their library, and put it on the bottom if they like."""


@effect("reveal")
class Reveal(Effect, frozen=True):
    """Reveals the hand of a player, or the topmost ``amount`` cards of their library, to all players for a moment."""

    cards: Literal["hand", "top"]
    amount: Count = 1
    player: Players = Who("you")


@effect("move")
class Move(Effect, frozen=True):
    """Puts permanents (by name, `target`, `self`, `those`), or cards `out_of` another zone, into a zone.

    Out of the ``stack`` it is a spell (by name or ``target``), which is not countered.

    A card is ``self`` or ``that`` (what the permanent became as it left), ``those``, the topmost of a name, or
    ``top`` for the topmost ``amount`` ones of a ``player``, who is its controller unless said otherwise; a card of a
    name in exile or in the ante zone, which are shared, may then be anybody's. ``place`` is where in a library:
    ``top``, ``bottom``, or the n-th from the top. ``face_down``: they are exiled face down, and only the players of
    ``looks`` may look at them. ``then`` happens next; in it ``those`` are the cards that they became in a public zone.
    Other abilities of its source that have the same ``link`` speak of what it has exiled as ``linked``. Cards that come
    to a graveyard or library together are arranged by their owner, or by ``arranged_by``. Only cards that are
    ``for_ante`` may say ``ante``.
    """

    what: str
    to: Literal["graveyard", "exile", "hand", "library", "ante", "command"] = "graveyard"
    out_of: Literal["battlefield", "graveyard", "exile", "hand", "library", "ante", "command", "stack"] = "battlefield"
    player: Players | None = None
    amount: Count = 1
    place: Literal["top", "bottom"] | Count = "top"
    face_down: bool = False
    looks: Players | None = None
    link: Name = ""
    arranged_by: Who | None = None
    then: Effects = ()


@effect("put")
class Put(Effect, frozen=True):
    """Puts a card (by name, `self`, `those`, `linked`) from graveyard, exile or hand onto the battlefield.

    Which card a name, ``self``, ``those`` and ``linked`` mean is as for ``move``. Each enters under its owner's
    control, unless ``under`` names another player. ``then`` happens next; in it ``those`` are the permanents that it
    put there. ``face_down``: it enters as a face-down creature.
    """

    card: str
    out_of: Literal["graveyard", "exile", "hand"] = "graveyard"
    attacking: bool = False
    player: Players | None = None
    link: Name = ""
    then: Effects = ()
    under: Who | None = None
    face_down: bool = False


@effect("may_play")
class MayPlay(Effect, frozen=True):
    """Lets a player cast or play cards of exile or a graveyard (by name, `top`, `self`, `that`, `those`) for a time.

    A card by name, or the ``top`` one, is one of its controller's. They pay for it, and may do so only when they could
    otherwise. With ``exiled`` it gives the card an ability: as a spell it is exiled if it would go to a graveyard.
    With ``now`` they cast it as this resolves, if they like and can, without paying; with ``of`` only cards of these
    kinds count. ``then`` happens once it has been cast or played; in it ``those`` is the spell, or the land.
    """

    what: str
    out_of: Literal["graveyard", "exile"] = "graveyard"
    player: Players = Who("you")
    until: Until = Until("end_of_turn")
    exiled: bool = False
    now: bool = False
    of: tuple[Kind, ...] = ()
    then: Effects = ()


@effect("bring_in")
class BringIn(Effect, frozen=True):
    """Brings a card that a player owns (by name) into the game from outside of it, into a zone of theirs.

    With ``of`` the card has to be of all of these kinds.
    """

    card: Name
    of: tuple[Kind, ...] = ()
    to: Literal["hand", "library"] = "hand"
    player: Players = Who("you")


@effect("change_owner")
class ChangeOwner(Effect, frozen=True):
    """Makes a player the owner of a permanent; only cards that are ``for_ante`` may do this."""

    what: str = "target"
    player: Who = Who("you")
