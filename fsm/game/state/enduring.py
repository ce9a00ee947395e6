"""Effects with a duration, as values: lasting effects, and effects that let players skip something."""

from __future__ import annotations

from typing import Literal

import msgspec

from ...cards.abilities import Activated, Instead, Ward
from ...cards.vocabulary import Effect
from .piles.pile import CardId
from .pool import PLAIN, ManaKind


class Prevention(msgspec.Struct, frozen=True, gc=False):
    """What an effect prevents: damage to a player, to the permanent that the effect is on, or to anybody.

    ``left`` is how much it can still prevent, None for all; ``by`` is the one source whose damage it prevents.
    """

    left: int | None = None
    combat: bool = False
    by: int | None = None
    player: int | None = None


class Permit(msgspec.Struct, frozen=True, gc=False):
    """Lets a player cast or play a card; ``exiled``: as a spell it is exiled instead of going to a graveyard.

    ``then`` happens to the spell or the permanent that the card becomes. Of a commander: it costs so much ``more``, and
    its owner has been asked about the cards ``checked`` whether they return to the command zone.
    """

    card: CardId
    exiled: bool = False
    then: tuple[Effect, ...] = ()
    more: int = 0
    checked: tuple[CardId, ...] = ()


class Kept(msgspec.Struct, frozen=True, gc=False):
    """What stays tapped through an untap step: the permanent that an effect is on, or all of a player, of a kind.

    >>> Kept(player=1, of="creature")
    Kept(player=1, of='creature')
    """

    player: int | None = None
    of: str = ""


class LastingEffect(msgspec.Struct, frozen=True, gc=False):
    """A lasting effect: its duration, the permanent that it affects, and the changes.

    ``source`` is the permanent that its duration depends on. ``mana`` is the amount that stays in its controller's
    pool, ``of_mana`` its kind. ``no_schemes``: no scheme can be set in motion. ``any_time`` is the kind of cards that
    its controller may cast as if they had flash. ``cannot`` is a player, and what they cannot do: ``cast`` spells,
    ``lose``, ``win``. ``gives`` is the player who controls the permanent, ``types`` are its types, with ``subtypes``,
    ``colors`` its colors, and ``regenerates``: it regenerates the next time it would be destroyed. ``instead`` replaces
    a move of it, and ``prevents`` prevents damage. ``ignores`` is a player who ignores the static abilities of the
    permanent. It has the ``abilities``, too. ``permits`` is a card that its controller may play. ``lands`` is how many
    more lands its controller may play. ``goads``: it is goaded by the effect's controller. ``attacks`` is the player
    whom it attacks if able, or a planeswalker or battle (the number below 0). ``urges``: all creatures of a player that
    are of a kind (if there is one) attack if able, with ``waits`` not before the turn in which this ends. A ``sticker``
    stays on what its object becomes in a public zone. ``ward`` is what opponents pay who target the permanent.
    ``keeps`` is what does not untap in the untap step through which this lasts. What is phased out ``stays_out`` in
    untap steps, and ``phases_in`` as the effect ends, ``tapped`` or ``as it is``.
    """

    id: int
    name: str
    controller: int
    until: str
    affects: int | None = None
    power: int = 0
    toughness: int = 0
    keywords: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    source: int | None = None
    mana: int = 0
    no_schemes: bool = False
    any_time: str = ""
    cannot: tuple[int, str] | None = None
    gives: int | None = None
    types: tuple[str, ...] | None = None
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] | None = None
    regenerates: bool = False
    instead: Instead | None = None
    prevents: Prevention | None = None
    ignores: int | None = None
    abilities: tuple[Activated, ...] = ()
    permits: Permit | None = None
    sticker: bool = False
    lands: int = 0
    goads: bool = False
    attacks: int | None = None
    of_mana: ManaKind = PLAIN
    urges: tuple[int, str] | None = None
    waits: bool = False
    ward: int | Ward | None = None
    keeps: Kept | None = None
    stays_out: bool = False
    phases_in: Literal["", "as it is", "tapped"] = ""


class SkipEffect(msgspec.Struct, frozen=True, gc=False):
    """Lets a player skip: the next ``left`` things of a kind, or all of them (``left`` is None).

    ``waits``: not before the player's next turn; ``source`` is the permanent whose ability it is.
    """

    id: int
    by: str
    player: int
    what: str
    left: int | None = 1
    until: str = "game"
    controller: int = 0
    optional: bool = False
    then: tuple[Effect, ...] = ()
    waits: bool = False
    source: int | None = None
