"""Actions: what players do, and what answers the decisions that a game waits for."""

from __future__ import annotations

from typing import Literal

import msgspec

from ...cards.card import Card
from .piles.pile import CardId


class Action(msgspec.Struct, frozen=True, gc=False):
    """An action of a player; the base class of all kinds. ``step`` carries it out, or raises ``IllegalAction``.

    >>> from fsm import legal_actions, start_game
    >>> [isinstance(one, Action) for one in legal_actions(start_game("cr2026", ["Ann", "Bob"])[0])]
    [True]
    """

    player: int


class Pass(Action, frozen=True):
    """Passes priority.

    >>> Pass(0)
    Pass(player=0)
    """


class Cast(Action, frozen=True):
    """Casts a card of the hand; an unknown card of the hand may turn out to be it.

    ``at`` is a card elsewhere, which an effect lets the player cast. ``face_down``: it is cast by its morph ability.
    ``mana`` are permanents that make mana for its cost while it is being cast, one after the other; ``mana_abilities``
    are the numbers of their abilities, one for each; without them each uses the first that it can. ``spend`` are the
    types of mana that are spent first.

    >>> from fsm import catalogue
    >>> Cast(0, catalogue()["Time Walk"]).card.name
    'Time Walk'
    """

    card: Card
    target: int | None = None
    mana: tuple[int, ...] = ()
    mana_abilities: tuple[int, ...] = ()
    at: CardId | None = None
    spend: tuple[str, ...] = ()
    face_down: bool = False


class PlayLand(Action, frozen=True):
    """Plays a land of the hand (a special action), or one ``at`` another place, if an effect lets the player.

    >>> from fsm import catalogue
    >>> PlayLand(0, catalogue()["Forest"]).card.type
    ('land',)
    """

    card: Card
    at: CardId | None = None


class Activate(Action, frozen=True):
    """Activates the n-th activated ability of a permanent; ``mana`` and ``spend`` are as for ``Cast``.

    >>> Activate(0, permanent=3, mana=(1, 2)).ability
    0
    """

    permanent: int
    ability: int = 0
    target: int | None = None
    mana: tuple[int, ...] = ()
    mana_abilities: tuple[int, ...] = ()
    spend: tuple[str, ...] = ()


class Suspend(Action, frozen=True):
    """Suspends a card of the hand (a special action).

    >>> from fsm import read_card
    >>> Suspend(0, read_card({"name": "Mine", "type": "sorcery", "suspend": 4})).card.suspend
    4
    """

    card: Card


class BringCompanion(Action, frozen=True):
    """Puts the player's companion into their hand (a special action).

    >>> BringCompanion(0, "Keruga")
    BringCompanion(player=0, card='Keruga')
    """

    card: str


class EndEffect(Action, frozen=True):
    """Ends what an effect allows the player to end (a special action).

    >>> EndEffect(0, effect=2)
    EndEffect(player=0, effect=2)
    """

    effect: int


class Payment(msgspec.Struct, frozen=True, gc=False):
    """A part of a cost: all mana, a permanent that is tapped or sacrificed, a discarded card."""

    kind: Literal["mana", "tap", "sacrifice", "discard"]
    id: int | None = None
    card: str = ""


class Attack(Action, frozen=True):
    """Declares attackers; there may be none.

    ``defenders`` are the seats they attack, one for each, if there are several who may be attacked; without them all
    attack the first. ``mana`` are permanents that make mana for what attacking costs, one after the other.
    ``mana_abilities`` are the numbers of their abilities, one for each; without them each uses the first that it
    can. ``pay`` is what else is paid, in this order; mana is paid first, unless it is among them. ``bands`` are the
    attackers of each band. ``attacked`` are pairs of an attacker and the planeswalker or battle that it attacks;
    its defending player is then no choice. ``optional`` are the attackers whose optional costs are paid.

    >>> Attack(0, (4, 5), defenders=(1, 2)).attackers
    (4, 5)
    """

    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    mana: tuple[int, ...] = ()
    attacked: tuple[tuple[int, int], ...] = ()
    mana_abilities: tuple[int, ...] = ()
    pay: tuple[Payment, ...] = ()
    bands: tuple[tuple[int, ...], ...] = ()
    optional: tuple[int, ...] = ()


class Block(Action, frozen=True):
    """Declares blockers, as pairs of blocker and attacker; one that blocks several is in several pairs.

    ``mana``, ``mana_abilities`` and ``pay`` are what is paid for it, as for an attack.

    >>> Block(1, ((7, 4), (8, 4))).blocks
    ((7, 4), (8, 4))
    """

    blocks: tuple[tuple[int, int], ...] = ()
    mana: tuple[int, ...] = ()
    mana_abilities: tuple[int, ...] = ()
    pay: tuple[Payment, ...] = ()


Declaration = Attack | Block
"""What may cost something."""


class Order(Action, frozen=True):
    """Puts the offered objects in order: their positions, first to last.

    >>> Order(0, (1, 0))
    Order(player=0, order=(1, 0))
    """

    order: tuple[int, ...]


class Assign(Action, frozen=True):
    """Divides combat damage: an amount for each recipient, as they were listed.

    >>> Assign(0, (2, 1))
    Assign(player=0, amounts=(2, 1))
    """

    amounts: tuple[int, ...]


class DiscardCards(Action, frozen=True):
    """Discards cards by name.

    >>> DiscardCards(0, ("Opt",))
    DiscardCards(player=0, cards=('Opt',))
    """

    cards: tuple[str, ...]


class Choose(Action, frozen=True):
    """Chooses the n-th of what was offered.

    >>> Choose(0, 1)
    Choose(player=0, option=1)
    """

    option: int


class KeepTapped(Action, frozen=True):
    """Leaves permanents tapped; all others untap.

    >>> KeepTapped(0, (3,))
    KeepTapped(player=0, permanents=(3,))
    """

    permanents: tuple[int, ...] = ()


class Concede(Action, frozen=True):
    """Leaves the game; possible at any time (cr2006 102.3a, later 104.3a).

    >>> from fsm import start_game, step
    >>> step(start_game("cr2026", ["Ann", "Bob"])[0], Concede(0))[0].outcome.winner
    1
    """


PASS = tuple(Pass(seat) for seat in range(8))
"""One value for each seat: the most frequent action."""
