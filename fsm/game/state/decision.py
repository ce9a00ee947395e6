"""Decisions that a game waits for, and the actions that answer them."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from ...cards.card import Card
from ...words import listed
from .piles.pile import CardId


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A decision that a player has to make before the game continues; the base class of all kinds.

    ``about`` says what is decided: "Ann decides which creatures attack".

    >>> from fsm import start_game
    >>> start_game("cr2026", ["Ann", "Bob"])[0].decision
    Priority(player=0)
    """

    about: ClassVar[str] = "how the game goes on"

    player: int


class Priority(Decision, frozen=True):
    """The player has priority: they act or pass (cr2006 408.1, cr2011 116, cr2026 117)."""

    about = "whether to act or to pass"


class ChooseDefender(Decision, frozen=True):
    """Which opponent is the defending player (cr2006 306.3, cr2011 507.1, cr2026 507.1)."""

    about = "which opponent is the defending player"

    options: tuple[int, ...]


class DeclareAttackers(Decision, frozen=True):
    """Which of these permanents attack, if any, and which of these players (cr2006 308.2a, later 508.1a-b).

    ``attackable`` are the planeswalkers and battles that they may attack instead.
    """

    about = "which creatures attack"

    candidates: tuple[int, ...]
    defenders: tuple[int, ...]
    attackable: tuple[int, ...] = ()


class DeclareBlockers(Decision, frozen=True):
    """Which of these permanents block which attacker (cr2006 309.2a, later 509.1a)."""

    about = "which creatures block"

    candidates: tuple[int, ...]
    attackers: tuple[int, ...]


class OrderDamage(Decision, frozen=True):
    """In which order the blockers of a creature, or those it blocks, are assigned its damage (cr2011 509.2, 509.3)."""

    about = "in which order creatures are assigned damage"

    creature: int
    others: tuple[int, ...]


class AssignDamage(Decision, frozen=True):
    """How a creature divides its combat damage among several (cr2006 310.2, later 510.1).

    If it tramples ``beyond`` its blockers, the last recipient is what it attacks; a player is ``-1 - seat``.
    """

    about = "how a creature divides its combat damage"

    source: int
    recipients: tuple[int, ...]
    amount: int
    beyond: bool = False

    @property
    def creatures(self) -> tuple[int, ...]:
        """The recipients that block it, or that it blocks."""
        return self.recipients[:-1] if self.beyond else self.recipients


class OrderTriggers(Decision, frozen=True):
    """In which order a player's triggered abilities are put on the stack: the first named goes on first."""

    about = "in which order triggered abilities go on the stack"

    names: tuple[str, ...]


class ArrangeCards(Decision, frozen=True):
    """In which order cards lie that came to a graveyard or a library together, the first named lowest (401.4, 404.3).

    ``numbers`` are those of the cards there; they are on top, or on the ``bottom``. ``owner`` owns them, if that is not
    the player who is asked.
    """

    about = "in which order cards lie"

    zone: str
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    bottom: bool = False
    owner: int | None = None


class ChooseDiscards(Decision, frozen=True):
    """Which cards of the hand are discarded."""

    about = "which cards to discard"

    count: int
    hand: tuple[str, ...]


class ChooseMulligan(Decision, frozen=True):
    """Whether the player takes a mulligan; they have ``taken`` so many (cr2006 101.4, cr2011 103.4, cr2026 103.5)."""

    about = "whether to take a mulligan"

    taken: int


class ChooseBottom(Decision, frozen=True):
    """Which cards of a new opening hand go to the bottom of the library, and in which order (cr2026 103.5)."""

    about = "which cards go to the bottom of the library"

    count: int
    hand: tuple[str, ...]


class ChooseSkip(Decision, frozen=True):
    """Which of several effects lets the player skip this (cr2011 616.1, cr2026 616.1).

    ``may_decline``: none of them has to; then the option after the last one is to skip nothing.
    """

    about = "which effect skips this"

    what: str
    effects: tuple[str, ...]
    may_decline: bool = False


class ChooseOption(Decision, frozen=True):
    """Which of several things an effect does, or whether it does one (cr2006 413.2c, cr2011 and cr2026 608.2d).

    ``out_of`` is the hidden zone of the card whose name ``by`` is, if it is that of a hidden card.
    """

    about = "what an effect does"

    by: str
    options: tuple[str, ...]
    out_of: str = ""


class ChooseKept(Decision, frozen=True):
    """Which of several permanents that do not stay together stays, ``by`` a rule (704.5j)."""

    about = "which permanent stays"

    by: str
    options: tuple[str, ...]


class ChoosePayment(Decision, frozen=True):
    """Whether the player pays for an effect; they may activate mana abilities first (413.2e, 608.2f, now 608.2g)."""

    about = "whether to pay"

    by: str
    mana: int = 0
    life: int = 0
    discard: int = 0

    @property
    def price(self) -> str:
        """What it costs, in words: ``2 mana and 1 card``."""
        cards = "card" if self.discard == 1 else "cards"
        parts = ((self.mana, "mana"), (self.life, "life"), (self.discard, cards))
        return listed(f"{count} {what}" for count, what in parts if count)


WHETHER = ("no", "yes")
"""The options of a player who chooses whether an effect happens."""


class ChooseUntap(Decision, frozen=True):
    """Which of these permanents stay tapped, which need not untap, or cannot all untap (302.2, later 502.2, 502.3)."""

    about = "which permanents stay tapped"

    permanents: tuple[int, ...]


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


PRIORITY = tuple(Priority(seat) for seat in range(8))
PASS = tuple(Pass(seat) for seat in range(8))
"""One value for each seat: the most frequent decision and its answer."""
