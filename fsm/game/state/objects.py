"""The objects of a game, as values: permanents, and what is on the stack."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from operator import attrgetter
from typing import Literal

import msgspec

from ...cards.card import Card
from ...cards.vocabulary import Effect
from ...edition import obeys
from .piles.pile import CardId

ObjectId = int | CardId
"""Any object: the number of a permanent or of what is on the stack, or a card elsewhere."""


ANYBODY = -1
"""Stands for any player: what ``awaits`` them phases in in the next untap step, whoever takes that turn."""


PLUS, MINUS = "+1/+1", "-1/-1"
"""The kinds of counters that cancel each other out."""


@cache
@obeys("counters_change")
def changes_of(kind: str) -> tuple[int, int]:
    """By how much a counter of a kind changes power and toughness: two numbers with signs are its name, or nothing.

    >>> changes_of("+1/+1"), changes_of("-0/-1"), changes_of("charge")
    ((1, 1), (0, -1), (0, 0))
    """
    both = kind.split("/")
    signed = len(both) == 2 and all(one[:1] in ("+", "-") and one[1:].isdecimal() and len(one) <= 3 for one in both)
    return (int(both[0]), int(both[1])) if signed else (0, 0)


class Permanent(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A permanent; ``sick`` if its controller has not controlled it since their turn began.

    ``chosen`` is the player it was cast on; ``used`` are the abilities activated this turn, ``used_up`` those that
    can be activated only once. ``loyalty`` are the loyalty counters of a planeswalker, or the defense counters of a
    battle, ``counters`` all others, by kind. ``whom`` are the players it has attacked this turn, and ``fought`` is
    the combat phase in which it last attacked or blocked. ``under`` is the player under whose control it entered,
    if its controller has changed since. ``attached`` is the permanent to which it is attached. What is ``untimely``
    was cast when no sorcery could be, and ``paid`` is the mana that was spent to cast it, ``spent`` its types. What
    phased out with what it is attached to did so ``indirect``, and phases in only with it. ``awaits`` is the player
    under whom it phased out, if they have left, and ``ANYBODY`` once their next turn would have begun. ``card`` is
    what it is now, and ``printed`` its card, if that is another one because it is ``flipped`` or ``face_down``.
    ``since`` is the number that tells since when it is a world or a legend, if not its own: those that enter
    together have the same. ``word`` is the color, the type or the name that its controller chose as it entered.
    """

    id: int
    card: Card
    controller: int
    owner: int
    tapped: bool = False
    sick: bool = True
    damage: int = 0
    token: bool = False
    chosen: int | None = None
    phased_out: bool = False
    attacked: bool = False
    used: tuple[int, ...] = ()
    used_up: tuple[int, ...] = ()
    lore: int = 0
    loyalty: int = 0
    untimely: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    attached: int | None = None
    whom: tuple[int, ...] = ()
    fought: str = ""
    exerted: bool = False
    under: int | None = None
    paid: int = 0
    indirect: bool = False
    awaits: int | None = None
    flipped: bool = False
    face_down: bool = False
    printed: Card | None = None
    since: int | None = None
    word: str = ""
    spent: tuple[str, ...] = ()

    def count(self, kind: str | None = None) -> int:
        """How many counters of a kind it has, without a kind of all together; loyalty, defense and lore are apart."""
        return sum(many for of, many in self.counters if kind in (None, of))

    @property
    def power(self) -> int:
        """The power of its card, with its counters, but without effects that last."""
        own = self.card.power
        return own + sum(many * changes_of(of)[0] for of, many in self.counters) if self.counters else own

    @property
    def toughness(self) -> int:
        """The toughness of its card, with its counters, but without effects that last."""
        own = self.card.toughness
        return own + sum(many * changes_of(of)[1] for of, many in self.counters) if self.counters else own


ACTIONS = ("damage", "draw")
"""The kinds of objects that are actions of the turn, which some editions put on the stack."""


class StackObject(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A spell, an ability, or an action of the turn on the stack; also a trigger that waits to go there.

    ``chooser`` is the player who decided, for effects that follow a decision; ``those`` are the objects that one of
    its effects made or moved. A ``copy`` of a spell is not a card. ``targets`` is the kind of ``target``; ``kept``
    is that of a delayed ability, which chooses no new target. For a trigger, ``provided`` are conditions that have
    to hold again as it resolves, ``that`` is the permanent of the event, and ``amount`` the damage that it dealt.
    ``again``: the spell was not cast from a hand; ``untimely``: it was cast when no sorcery could be. ``found`` is
    the card that the source became as it changed zones, for an ability that triggered on that. ``gained`` is the
    effect that gave its source this ability, 0 if the ability is printed on it. ``paid`` is the mana that was spent
    to cast it, ``spent`` its types, and ``owner`` who owns the card, if that is not its controller. ``became`` is
    the card that an Aura became, for its ability that triggered on what it was attached to. ``defender`` and
    ``active`` are the defending and the active player whom its controller means, if there are several. An ability
    that was ``activated`` has not triggered. ``subject`` is the spell or ability that it triggered on; ``late``: this
    was as waiting abilities went on the stack, so that it waits for the next ones.
    ``any_target``: its target may be ``any``, whatever ``targets`` says of the one that it has. ``printed`` is the
    card of a spell that was cast face down; it is no other one in any other zone.
    """

    id: int
    kind: Literal["spell", "ability", "damage", "draw"]
    name: str
    controller: int
    effects: tuple[Effect, ...] = ()
    card: Card | None = None
    source: int | None = None
    target: int | None = None
    chosen: int | None = None
    chapter: int = 0
    chooser: int | None = None
    those: tuple[ObjectId, ...] = ()
    copy: bool = False
    untimely: bool = False
    targets: str = "none"
    provided: tuple[str, ...] = ()
    that: int | None = None
    amount: int = 0
    again: bool = False
    kept: str = "none"
    found: CardId | None = None
    gained: int = 0
    paid: int = 0
    spent: tuple[str, ...] = ()
    owner: int | None = None
    became: CardId | None = None
    defender: int | None = None
    active: int | None = None
    activated: bool = False
    subject: StackObject | None = None
    late: bool = False
    any_target: bool = False
    printed: Card | None = None


def place_of(battlefield: tuple[Permanent, ...], id: int) -> int | None:
    """The index of the permanent with an id, or None; ids ascend, since a permanent enters as the newest object."""
    at = bisect_left(battlefield, id, key=_ID)
    return at if at < len(battlefield) and battlefield[at].id == id else None


_ID = attrgetter("id")
