"""Decisions that a game waits for; the actions that answer them are in ``action``."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ...words import listed


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


PRIORITY = tuple(Priority(seat) for seat in range(8))
"""One value for each seat: the most frequent decision."""
