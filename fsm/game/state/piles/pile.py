"""Piles of cards: what a player has in a zone, in order, each card an object of its own.

A card of a pile is known by its number: how many cards had come to that zone before it. So an identity ends with the
zone: a card that leaves and comes back has another number (cr2006 217.1c, later 400.7). Cards that came one after the
other and are alike are one run, so that an endless library and the graveyard of a long game take no room.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from itertools import chain, groupby, islice
from operator import attrgetter

import msgspec

from ....cards.card import Card
from ....edition import obeys
from ....errors import ArgumentError, found
from .blocks import (
    BLOCK,
    BOTTOM,
    EXTENT,
    Extent,
    Place,
    Run,
    blocks_of,
    divided,
    extents_of,
    part_of,
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

    ``runs`` are the topmost ones, the top last, and ``below`` all others in blocks in extents, so that a move costs the
    same in a large pile. Iterating gives ``(name, how many)``, bottom to top, equal neighbours counted together.

    >>> tuple(Pile.of(("Forest", 2), ("Time Walk", 1)))
    (('Forest', 2), ('Time Walk', 1))
    """

    runs: tuple[Run, ...] = ()
    arrived: int = 0
    count: int = 0
    below: tuple[Extent, ...] = ()

    @classmethod
    def of(cls, *cards: tuple[str, int], arrived: int = 0) -> Pile:
        """A pile of so many cards of each name, bottom to top; no cards of a name are left out.

        ``ArgumentError`` if a pair is not a name and a number from 0.

        >>> tuple(Pile.of(("Opt", 1), ("Forest", 6)))
        (('Opt', 1), ('Forest', 6))
        """
        runs, number = [], arrived
        for pair in cards:
            name, count = pair if type(pair) is tuple and len(pair) == 2 else (None, None)
            if not isinstance(name, str) or not isinstance(count, int) or count < 0:
                raise _no_pair(pair)
            if count:
                runs.append(Run(name, count, number))
            number += count
        return _with(NO_CARDS, BOTTOM, tuple(runs), number, number - arrived)

    @property
    def blocks(self) -> tuple[tuple[Run, ...], ...]:
        """All runs in blocks, bottom to top."""
        return (*(block.runs for extent in self.below for block in extent.blocks), self.runs)

    def __bool__(self) -> bool:
        """Whether there is a card."""
        return self.count > 0

    def __iter__(self) -> Iterator[tuple[str, int]]:
        """The names with their counts, bottom to top."""
        if len(self.runs) == 1 and not self.below:
            return iter(((self.runs[0].name, self.count),))
        return _named(chain.from_iterable(self.blocks))

    def __reversed__(self) -> Iterator[tuple[str, int]]:
        """The names with their counts, top to bottom."""
        return _named(_from_top(self))


def _no_pair(pair: object) -> ArgumentError:
    card = pair[0] if isinstance(pair, tuple) and pair else pair
    hint = f"; the name of this card is {card.name!r}" if isinstance(card, Card) else ""
    return ArgumentError(f"found {found(pair)}, expected a name and how many: ('Forest', 4){hint}")


NO_CARDS = Pile()

_name_of = attrgetter("name")
_number_of = attrgetter("first")


def _named(runs: Iterable[Run]) -> Iterator[tuple[str, int]]:
    """The names of runs with their counts, equal neighbours counted together."""
    return ((name, sum(run.count for run in alike)) for name, alike in groupby(runs, _name_of))


def _from_top(pile: Pile) -> Iterator[Run]:
    """The runs of a pile, the top one first."""
    return chain.from_iterable(map(reversed, reversed(pile.blocks)))


def _with(pile: Pile, at: Place, runs: tuple[Run, ...], arrived: int, count: int) -> Pile:
    """The pile with another block in a place; a large one is divided, and an empty one left out."""
    extents, (extent, place) = pile.below, at
    if extent < len(extents):
        there = extents[extent].blocks
        blocks = there[:place] + blocks_of(runs) + there[place + 1 :]
        changed = (Extent(blocks[0].first, blocks),) if 0 < len(blocks) <= 2 * EXTENT else extents_of(blocks)
        return Pile(pile.runs, arrived, count, extents[:extent] + changed + extents[extent + 1 :])
    if not runs:
        top, extents = without_top(extents)
        return Pile(top, arrived, count, extents)
    if len(runs) <= 2 * BLOCK:
        return Pile(runs, arrived, count, extents)
    *parts, top = divided(runs, BLOCK)
    return Pile(top, arrived, count, with_top(extents, tuple(parts)))


def _block(pile: Pile, at: Place) -> tuple[Run, ...]:
    extent, place = at
    return pile.below[extent].blocks[place].runs if extent < len(pile.below) else pile.runs


def _top(pile: Pile) -> Place:
    return len(pile.below), 0


def _lower(pile: Pile, at: Place) -> Place:
    """The place of the next lower block."""
    extent, place = at
    return (extent, place - 1) if place else (extent - 1, len(pile.below[extent - 1].blocks) - 1)


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
    runs, number, below = pile.runs, pile.arrived, pile.below
    if runs:
        top = runs[-1]
        if top.card is card and (top.name is name or top.name == name) and top.first + top.count == number:
            grown = Run(name, top.count + count, top.first, card)
            runs = (grown,) if len(runs) == 1 else (*runs[:-1], grown)
            return Pile(runs, number + count, pile.count + count, below)
        if len(runs) >= 2 * BLOCK:
            runs, below = runs[BLOCK:], with_top(below, (runs[:BLOCK],))
    return Pile((*runs, Run(name, count, number, card)), number + count, pile.count + count, below)


@obeys("nth_from_top")
def put_under(pile: Pile, name: str, above: int | None = None, card: Card | None = None) -> Pile:
    """The pile with a card put below its ``above`` topmost cards; below all of them, if there are fewer (401.7-401.8).

    >>> tuple(put_under(Pile.of((UNKNOWN, 3)), "Opt", above=1))
    (('a card', 2), ('Opt', 1), ('a card', 1))
    """
    new, arrived, count = Run(name, 1, pile.arrived, card), pile.arrived + 1, pile.count + 1
    if above is None or above >= pile.count:
        return _with(pile, BOTTOM, (new, *_block(pile, BOTTOM)), arrived, count)
    at = _top(pile)
    while above > (held := sum(run.count for run in _block(pile, at))):
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
    runs: tuple[Run, ...] = ()
    for number in numbers:
        run = run_of(pile, number)
        if run is not None:
            runs, pile = (*runs, *part_of(run, number - run.first, number - run.first + 1)), take(pile, number)
    at, count = (BOTTOM if bottom else _top(pile)), pile.count + len(runs)
    block = _block(pile, at)
    return _with(pile, at, (*runs, *block) if bottom else (*block, *runs), pile.arrived, count)


def on_top(pile: Pile, names: Iterable[str]) -> Pile:
    """The pile with cards put on top, the last of them uppermost."""
    for name, alike in groupby(names):
        pile = put(pile, name, sum(1 for _ in alike))
    return pile


def take_top(pile: Pile) -> tuple[str, Pile]:
    """The top card and the rest; ``IndexError`` if there is none."""
    runs, below = pile.runs, pile.below
    top = runs[-1]
    if top.count > 1:
        less = Run(top.name, top.count - 1, top.first, top.card)
        left = (less,) if len(runs) == 1 else (*runs[:-1], less)
    else:
        left = runs[:-1]
        if below and not left:
            left, below = without_top(below)
    return top.name, Pile(left, pile.arrived, pile.count - 1, below)


Found = tuple[Place, int, Run]
"""The block of a run, its place there, and the run."""


def find(pile: Pile, number: int) -> Found | None:
    """Where the run of the card with a number is; None if it is not there (any more).

    Most numbers ascend, others are searched for.
    """
    extents = pile.below
    for at in _likely(pile, number) if extents else (BOTTOM,):
        extent, place = at
        runs = extents[extent].blocks[place].runs if extent < len(extents) else pile.runs
        place = bisect_right(runs, number, key=_number_of) - 1
        if place >= 0 and number - runs[place].first < runs[place].count:
            return at, place, runs[place]
    return next((found for found in _every(pile) if 0 <= number - found[2].first < found[2].count), None)


def _likely(pile: Pile, number: int) -> tuple[Place, ...]:
    """Where the run with a number is, if all numbers ascend, but for some that were put on top."""
    extents = pile.below
    extent = bisect_right(extents, number, 1, key=_number_of) - 1
    below, top = (extent, bisect_right(extents[extent].blocks, number, 1, key=_number_of) - 1), (len(extents), 0)
    return (below, top) if number < pile.runs[0].first else (top, below)


def _every(pile: Pile) -> Iterator[Found]:
    """All runs with their places, from the top block down."""
    at = _top(pile)
    while True:
        yield from ((at, place, run) for place, run in enumerate(_block(pile, at)))
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
    at, place, run = found
    runs, cut = _block(pile, at), number - run.first
    rest = part_of(run, 0, cut) + part_of(run, cut + 1) if run.count > 1 else ()
    left = runs[:place] + rest + runs[place + 1 :]
    return _with(pile, at, left, pile.arrived, pile.count - 1)


def top_run(pile: Pile, name: str) -> Run | None:
    """The topmost run of that name, or None if there is none."""
    for run in reversed(pile.runs):
        if run.name is name or run.name == name:
            return run
    return next((run for run in _from_top(pile) if run.name == name), None) if pile.below else None


def topmost(pile: Pile, name: str) -> int:
    """The number of the topmost card of that name; ``KeyError`` if there is none."""
    run = top_run(pile, name)
    if run is None:
        raise KeyError(name)
    return run.first + run.count - 1


def top_numbers(pile: Pile, count: int) -> tuple[int, ...]:
    """The numbers of the topmost cards, the top one first; of all cards if there are fewer."""
    numbers = (run.first + n for run in _from_top(pile) for n in range(run.count - 1, -1, -1))
    return tuple(islice(numbers, count))


def remove(pile: Pile, name: str) -> Pile:
    """The pile without the topmost card of that name; ``KeyError`` if there is none."""
    runs = pile.runs
    for place in range(len(runs) - 1, -1, -1):
        run = runs[place]
        if run.name is name or run.name == name:
            if run.count == 1 < len(runs):
                return Pile(runs[:place] + runs[place + 1 :], pile.arrived, pile.count - 1, pile.below)
            return take_found(pile, run.first + run.count - 1, (_top(pile), place, run))
    return take(pile, topmost(pile, name))


def size(pile: Pile) -> int:
    """How many cards a pile holds.

    >>> size(Pile.of((UNKNOWN, 3), ("Opt", 1)))
    4
    """
    return pile.count


def run_of(pile: Pile, number: int) -> Run | None:
    """The run of the card with a number, or None if it is not there (any more)."""
    found = find(pile, number)
    return found[2] if found is not None else None


def face_down(pile: Pile, numbers: Iterable[int]) -> Pile:
    """The pile with unknown cards in the places of these; those that are not there (any more) are left out."""
    for number in numbers:
        if (found := find(pile, number)) is not None:
            at, place, run = found
            block, cut = _block(pile, at), number - run.first
            parts = (*part_of(run, 0, cut), Run(UNKNOWN, 1, number), *part_of(run, cut + 1))
            pile = _with(pile, at, (*block[:place], *parts, *block[place + 1 :]), pile.arrived, pile.count)
    return pile


def alike(pile: Pile) -> bool:
    """Whether there are cards, and all have one name."""
    name = pile.runs[0].name if pile.runs else ""
    for run in pile.runs:
        if run.name is not name and run.name != name:
            return False
    return bool(pile.runs) and (not pile.below or len({name for name, _ in pile}) == 1)


def names(pile: Pile) -> tuple[str, ...]:
    """The named cards of a pile, bottom to top; unknown ones are left out."""
    return tuple(name for name, count in pile if name != UNKNOWN for _ in range(count))


def has(pile: Pile, name: str) -> bool:
    """Whether a pile has a card of that very name."""
    return top_run(pile, name) is not None


def holds(pile: Pile, name: str) -> bool:
    """Whether a pile has a card of that name, or an unknown card that may become it."""
    return top_run(pile, name) is not None or top_run(pile, UNKNOWN) is not None
