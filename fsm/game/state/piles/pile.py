"""Piles of cards: what a player has in a zone, in order, each card an object of its own.

A card of a pile is known by its number: how many cards had come to that zone before it. So an identity ends with the
zone: a card that leaves and comes back has another number (cr2006 217.1c, later 400.7). Cards that came one after the
other and are alike are one lot, so that an endless library and the graveyard of a long game take no room.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from itertools import chain, groupby, islice
from operator import attrgetter

import msgspec

from ....cards.card import Card
from ....edition import obeys
from .blocks import (
    BLOCK,
    BOTTOM,
    SHELF,
    Lot,
    Place,
    Shelf,
    blocks_of,
    divided,
    part_of,
    shelves_of,
    with_top,
    without_top,
)


class _Unknown(str):
    """Looks like a name, but equals no name, not even that of a card with this name."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __reduce__(self) -> str:
        return "UNKNOWN"


UNKNOWN = _Unknown("a card")
"""An unknown card: it may become any card."""

ENDLESS = 1 << 40
"""The size of an endless library."""


PILES = ("hand", "library", "graveyard", "exile", "schemes", "outside", "ante", "command")
"""The piles of each player: their zones, their cards in the shared ones, and those outside the game."""

HIDDEN = ("hand", "library")
"""The zones whose cards not all players see, also if all of them happen to be revealed (400.2)."""

SHARED = ("exile", "ante", "command")
"""The zones in which the cards of all players lie together, each still its owner's (217.1, 400.1)."""


class CardId(msgspec.Struct, frozen=True, gc=False):
    """A card outside the battlefield and the stack: whose it is, its zone, and its number there."""

    owner: int
    zone: str
    number: int


class Pile(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The cards of a player in one zone: how many there are, and how many have ever come there.

    ``lots`` are the topmost ones, the top last, and ``below`` all others in blocks on shelves, so that a move costs the
    same in a large pile. Iterating gives ``(name, how many)``, bottom to top, equal neighbours counted together.
    """

    lots: tuple[Lot, ...] = ()
    arrived: int = 0
    count: int = 0
    below: tuple[Shelf, ...] = ()

    @classmethod
    def of(cls, *cards: tuple[str, int], arrived: int = 0) -> Pile:
        """A pile of so many cards of each name, bottom to top; no cards of a name are left out.

        >>> tuple(Pile.of(("Opt", 1), (UNKNOWN, 8)))
        (('Opt', 1), ('a card', 8))
        """
        lots, number = [], arrived
        for name, count in cards:
            if count:
                lots.append(Lot(name, count, number))
            number += count
        return _with(NO_CARDS, BOTTOM, tuple(lots), number, number - arrived)

    @property
    def blocks(self) -> tuple[tuple[Lot, ...], ...]:
        """All lots in blocks, bottom to top."""
        return (*(block.lots for shelf in self.below for block in shelf.blocks), self.lots)

    def __bool__(self) -> bool:
        """Whether there is a card."""
        return self.count > 0

    def __iter__(self) -> Iterator[tuple[str, int]]:
        """The names with their counts, bottom to top."""
        if len(self.lots) == 1 and not self.below:
            return iter(((self.lots[0].name, self.count),))
        return _named(chain.from_iterable(self.blocks))

    def __reversed__(self) -> Iterator[tuple[str, int]]:
        """The names with their counts, top to bottom."""
        return _named(_from_top(self))


NO_CARDS = Pile()

_name_of = attrgetter("name")
_number_of = attrgetter("first")


def _named(lots: Iterable[Lot]) -> Iterator[tuple[str, int]]:
    """The names of lots with their counts, equal neighbours counted together."""
    return ((name, sum(lot.count for lot in alike)) for name, alike in groupby(lots, _name_of))


def _from_top(pile: Pile) -> Iterator[Lot]:
    """The lots of a pile, the top one first."""
    return chain.from_iterable(map(reversed, reversed(pile.blocks)))


def _with(pile: Pile, at: Place, lots: tuple[Lot, ...], arrived: int, count: int) -> Pile:
    """The pile with another block in a place; a large one is divided, and an empty one left out."""
    shelves, (shelf, place) = pile.below, at
    if shelf < len(shelves):
        there = shelves[shelf].blocks
        blocks = there[:place] + blocks_of(lots) + there[place + 1 :]
        changed = (Shelf(blocks[0].first, blocks),) if 0 < len(blocks) <= 2 * SHELF else shelves_of(blocks)
        return Pile(pile.lots, arrived, count, shelves[:shelf] + changed + shelves[shelf + 1 :])
    if not lots:
        top, shelves = without_top(shelves)
        return Pile(top, arrived, count, shelves)
    if len(lots) <= 2 * BLOCK:
        return Pile(lots, arrived, count, shelves)
    *parts, top = divided(lots, BLOCK)
    return Pile(top, arrived, count, with_top(shelves, tuple(parts)))


def _block(pile: Pile, at: Place) -> tuple[Lot, ...]:
    shelf, place = at
    return pile.below[shelf].blocks[place].lots if shelf < len(pile.below) else pile.lots


def _top(pile: Pile) -> Place:
    return len(pile.below), 0


def _lower(pile: Pile, at: Place) -> Place:
    """The place of the next lower block."""
    shelf, place = at
    return (shelf, place - 1) if place else (shelf - 1, len(pile.below[shelf - 1].blocks) - 1)


def pile_of(names: Iterable[str]) -> Pile:
    """A pile from names, the last of them on top.

    >>> tuple(pile_of([UNKNOWN, UNKNOWN, "Opt", "a card"]))
    (('a card', 2), ('Opt', 1), ('a card', 1))
    """
    return Pile.of(*((name, sum(1 for _ in alike)) for name, alike in groupby(names)))


def card_meant(text: str, known: Container[str]) -> str:
    """The card for a text: the unknown card for its text, unless a known card has that name.

    >>> card_meant("a card", ()) is UNKNOWN, card_meant("a card", ("a card",)) is UNKNOWN, card_meant("Opt", ())
    (True, False, 'Opt')
    """
    return UNKNOWN if text == str(UNKNOWN) and text not in known else text


@obeys("zone_order")
def put(pile: Pile, name: str, count: int = 1, card: Card | None = None) -> Pile:
    """The pile with cards put on top; each is a new object."""
    lots, number, below = pile.lots, pile.arrived, pile.below
    if lots:
        top = lots[-1]
        if top.card is card and (top.name is name or top.name == name) and top.first + top.count == number:
            grown = Lot(name, top.count + count, top.first, card)
            lots = (grown,) if len(lots) == 1 else (*lots[:-1], grown)
            return Pile(lots, number + count, pile.count + count, below)
        if len(lots) >= 2 * BLOCK:
            lots, below = lots[BLOCK:], with_top(below, (lots[:BLOCK],))
    return Pile((*lots, Lot(name, count, number, card)), number + count, pile.count + count, below)


@obeys("nth_from_top")
def put_under(pile: Pile, name: str, above: int | None = None, card: Card | None = None) -> Pile:
    """The pile with a card put below its ``above`` topmost cards; below all of them, if there are fewer (401.7-401.8).

    >>> tuple(put_under(Pile.of((UNKNOWN, 3)), "Opt", above=1))
    (('a card', 2), ('Opt', 1), ('a card', 1))
    """
    new, arrived, count = Lot(name, 1, pile.arrived, card), pile.arrived + 1, pile.count + 1
    if above is None or above >= pile.count:
        return _with(pile, BOTTOM, (new, *_block(pile, BOTTOM)), arrived, count)
    at = _top(pile)
    while above > (held := sum(lot.count for lot in _block(pile, at))):
        above, at = above - held, _lower(pile, at)
    block = _block(pile, at)
    place = len(block) - 1
    while above > block[place].count:
        above, place = above - block[place].count, place - 1
    cut = block[place].count - above
    made = (*block[:place], *part_of(block[place], 0, cut), new, *part_of(block[place], cut), *block[place + 1 :])
    return _with(pile, at, made, arrived, count)


def put_among(pile: Pile, name: str, above: int | None, card: Card | None = None) -> Pile:
    """The pile with a card put on top, or below its ``above`` topmost cards, None for all."""
    return put(pile, name, 1, card) if above == 0 else put_under(pile, name, above, card)


def rearranged(pile: Pile, numbers: tuple[int, ...], bottom: bool = False) -> Pile:
    """The pile with these of its cards on top, or on the bottom, in this order, the last one uppermost."""
    lots: tuple[Lot, ...] = ()
    for number in numbers:
        lot = lot_of(pile, number)
        if lot is not None:
            lots, pile = (*lots, *part_of(lot, number - lot.first, number - lot.first + 1)), take(pile, number)
    at, count = (BOTTOM if bottom else _top(pile)), pile.count + len(lots)
    block = _block(pile, at)
    return _with(pile, at, (*lots, *block) if bottom else (*block, *lots), pile.arrived, count)


def on_top(pile: Pile, names: Iterable[str]) -> Pile:
    """The pile with cards put on top, the last of them uppermost."""
    for name, alike in groupby(names):
        pile = put(pile, name, sum(1 for _ in alike))
    return pile


def take_top(pile: Pile) -> tuple[str, Pile]:
    """The top card and the rest; ``IndexError`` if there is none."""
    lots, below = pile.lots, pile.below
    top = lots[-1]
    if top.count > 1:
        less = Lot(top.name, top.count - 1, top.first, top.card)
        left = (less,) if len(lots) == 1 else (*lots[:-1], less)
    else:
        left = lots[:-1]
        if below and not left:
            left, below = without_top(below)
    return top.name, Pile(left, pile.arrived, pile.count - 1, below)


Found = tuple[Place, int, Lot]
"""The block of a lot, its place there, and the lot."""


def find(pile: Pile, number: int) -> Found | None:
    """Where the lot of the card with a number is; None if it is not there (any more).

    Most numbers ascend, others are searched for.
    """
    shelves = pile.below
    for at in _likely(pile, number) if shelves else (BOTTOM,):
        shelf, place = at
        lots = shelves[shelf].blocks[place].lots if shelf < len(shelves) else pile.lots
        place = bisect_right(lots, number, key=_number_of) - 1
        if place >= 0 and number - lots[place].first < lots[place].count:
            return at, place, lots[place]
    return next((found for found in _every(pile) if 0 <= number - found[2].first < found[2].count), None)


def _likely(pile: Pile, number: int) -> tuple[Place, ...]:
    """Where the lot with a number is, if all numbers ascend, but for some that were put on top."""
    shelves = pile.below
    shelf = bisect_right(shelves, number, 1, key=_number_of) - 1
    below, top = (shelf, bisect_right(shelves[shelf].blocks, number, 1, key=_number_of) - 1), (len(shelves), 0)
    return (below, top) if number < pile.lots[0].first else (top, below)


def _every(pile: Pile) -> Iterator[Found]:
    """All lots with their places, from the top block down."""
    at = _top(pile)
    while True:
        yield from ((at, place, lot) for place, lot in enumerate(_block(pile, at)))
        if at == BOTTOM:
            return
        at = _lower(pile, at)


def take(pile: Pile, number: int) -> Pile:
    """The pile without the card with a number; ``KeyError`` if it is not there (any more)."""
    found = find(pile, number)
    if found is None:
        raise KeyError(number)
    return take_found(pile, number, found)


def take_found(pile: Pile, number: int, found: Found) -> Pile:
    """The pile without the card with a number, which was found there."""
    at, place, lot = found
    lots, cut = _block(pile, at), number - lot.first
    rest = part_of(lot, 0, cut) + part_of(lot, cut + 1) if lot.count > 1 else ()
    left = lots[:place] + rest + lots[place + 1 :]
    return _with(pile, at, left, pile.arrived, pile.count - 1)


def top_lot(pile: Pile, name: str) -> Lot | None:
    """The topmost lot of that name, or None if there is none."""
    for lot in reversed(pile.lots):
        if lot.name is name or lot.name == name:
            return lot
    return next((lot for lot in _from_top(pile) if lot.name == name), None) if pile.below else None


def topmost(pile: Pile, name: str) -> int:
    """The number of the topmost card of that name; ``KeyError`` if there is none."""
    lot = top_lot(pile, name)
    if lot is None:
        raise KeyError(name)
    return lot.first + lot.count - 1


def top_numbers(pile: Pile, count: int) -> tuple[int, ...]:
    """The numbers of the topmost cards, the top one first; of all cards if there are fewer."""
    numbers = (lot.first + n for lot in _from_top(pile) for n in range(lot.count - 1, -1, -1))
    return tuple(islice(numbers, count))


def remove(pile: Pile, name: str) -> Pile:
    """The pile without the topmost card of that name; ``KeyError`` if there is none."""
    lots = pile.lots
    for place in range(len(lots) - 1, -1, -1):
        lot = lots[place]
        if lot.name is name or lot.name == name:
            return take_found(pile, lot.first + lot.count - 1, (_top(pile), place, lot))
    return take(pile, topmost(pile, name))


def size(pile: Pile) -> int:
    """How many cards a pile holds.

    >>> size(Pile.of((UNKNOWN, 3), ("Opt", 1)))
    4
    """
    return pile.count


def lot_of(pile: Pile, number: int) -> Lot | None:
    """The lot of the card with a number, or None if it is not there (any more)."""
    found = find(pile, number)
    return found[2] if found is not None else None


def face_down(pile: Pile, numbers: Iterable[int]) -> Pile:
    """The pile with unknown cards in the places of these; those that are not there (any more) are left out."""
    for number in numbers:
        if (found := find(pile, number)) is not None:
            at, place, lot = found
            block, cut = _block(pile, at), number - lot.first
            parts = (*part_of(lot, 0, cut), Lot(UNKNOWN, 1, number), *part_of(lot, cut + 1))
            pile = _with(pile, at, (*block[:place], *parts, *block[place + 1 :]), pile.arrived, pile.count)
    return pile


def alike(pile: Pile) -> bool:
    """Whether there are cards, and all have one name."""
    name = pile.lots[0].name if pile.lots else ""
    for lot in pile.lots:
        if lot.name is not name and lot.name != name:
            return False
    return bool(pile.lots) and (not pile.below or len({name for name, _ in pile}) == 1)


def names(pile: Pile) -> tuple[str, ...]:
    """The named cards of a pile, bottom to top; unknown ones are left out."""
    return tuple(name for name, count in pile if name != UNKNOWN for _ in range(count))


def has(pile: Pile, name: str) -> bool:
    """Whether a pile has a card of that very name."""
    return top_lot(pile, name) is not None


def holds(pile: Pile, name: str) -> bool:
    """Whether a pile has a card of that name, or an unknown card that may become it."""
    return has(pile, name) or has(pile, UNKNOWN)
