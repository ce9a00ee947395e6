"""The lots of a pile in blocks, and these on shelves, so that a move changes little of a large pile."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from ....cards.card import Card


class Lot(msgspec.Struct, frozen=True, gc=False):
    """Cards of one name that came to a zone one after the other; ``first`` is the number of the lowest.

    ``card`` is what they are, if their name alone does not tell.
    """

    name: str
    count: int
    first: int
    card: Card | None = None


class Block(msgspec.Struct, frozen=True, gc=False):
    """Lots that lie one on the other; ``first`` is the number of the lowest card."""

    first: int
    lots: tuple[Lot, ...]


class Shelf(msgspec.Struct, frozen=True, gc=False):
    """Blocks that lie one on the other; ``first`` is the number of the lowest card."""

    first: int
    blocks: tuple[Block, ...]


BLOCK, SHELF = 64, 32
"""How many lots a block has, and how many blocks a shelf; there may be twice as many."""

Place = tuple[int, int]
"""The shelf of a block, and its place there; the topmost lots are a block on a shelf of their own, above all others."""

BOTTOM: Place = (0, 0)
"""The place of the lowest block."""

T = TypeVar("T")


def divided(things: tuple[T, ...], most: int) -> tuple[tuple[T, ...], ...]:
    """The things in one part, or in several if there are more than twice as many as one holds; none in no part."""
    if len(things) <= 2 * most:
        return (things,) if things else ()
    return tuple(things[start : start + most] for start in range(0, len(things), most))


def blocks_of(lots: tuple[Lot, ...]) -> tuple[Block, ...]:
    """The lots in blocks."""
    if 0 < len(lots) <= 2 * BLOCK:
        return (Block(lots[0].first, lots),)
    return tuple(Block(part[0].first, part) for part in divided(lots, BLOCK))


def shelves_of(blocks: tuple[Block, ...]) -> tuple[Shelf, ...]:
    """The blocks on shelves."""
    return tuple(Shelf(part[0].first, part) for part in divided(blocks, SHELF))


def with_top(shelves: tuple[Shelf, ...], parts: tuple[tuple[Lot, ...], ...]) -> tuple[Shelf, ...]:
    """The shelves with lots put on top of them, each part as a block."""
    new = tuple(Block(part[0].first, part) for part in parts)
    return shelves[:-1] + shelves_of((shelves[-1].blocks if shelves else ()) + new)


def without_top(shelves: tuple[Shelf, ...]) -> tuple[tuple[Lot, ...], tuple[Shelf, ...]]:
    """The topmost lots of the shelves, none if there are none, and the shelves without them."""
    if not shelves:
        return (), shelves
    *others, top = shelves[-1].blocks
    return top.lots, shelves[:-1] + shelves_of(tuple(others))


def part_of(lot: Lot, start: int, stop: int | None = None) -> tuple[Lot, ...]:
    """Some of the cards of a lot as a lot of their own, which is left out if there are none."""
    count = (lot.count if stop is None else stop) - start
    return (Lot(lot.name, count, lot.first + start, lot.card),) if count > 0 else ()
