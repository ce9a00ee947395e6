"""The runs of a pile in blocks, and these in extents, so that a move changes little of a large pile."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from ....cards.card import Card


class Run(msgspec.Struct, frozen=True, gc=False):
    """Cards of one name that came to a zone one after the other; ``first`` is the number of the lowest.

    ``card`` is what they are, if their name alone does not tell.
    """

    name: str
    count: int
    first: int
    card: Card | None = None


class Block(msgspec.Struct, frozen=True, gc=False):
    """Runs that lie one on the other; ``first`` is the number of the lowest card."""

    first: int
    runs: tuple[Run, ...]


class Extent(msgspec.Struct, frozen=True, gc=False):
    """Blocks that lie one on the other; ``first`` is the number of the lowest card."""

    first: int
    blocks: tuple[Block, ...]


BLOCK, EXTENT = 64, 32
"""How many runs a block has, and how many blocks an extent; there may be twice as many."""

Place = tuple[int, int]
"""The extent of a block, and its place there; the topmost runs are a block and an extent above all others."""

BOTTOM: Place = (0, 0)
"""The place of the lowest block."""

T = TypeVar("T")


def divided(things: tuple[T, ...], most: int) -> tuple[tuple[T, ...], ...]:
    """The things in one part, or in several if there are more than twice as many as one holds; none in no part."""
    if len(things) <= 2 * most:
        return (things,) if things else ()
    return tuple(things[start : start + most] for start in range(0, len(things), most))


def blocks_of(runs: tuple[Run, ...]) -> tuple[Block, ...]:
    """The runs in blocks."""
    if 0 < len(runs) <= 2 * BLOCK:
        return (Block(runs[0].first, runs),)
    return tuple(Block(part[0].first, part) for part in divided(runs, BLOCK))


def extents_of(blocks: tuple[Block, ...]) -> tuple[Extent, ...]:
    """The blocks in extents."""
    return tuple(Extent(part[0].first, part) for part in divided(blocks, EXTENT))


def with_top(extents: tuple[Extent, ...], parts: tuple[tuple[Run, ...], ...]) -> tuple[Extent, ...]:
    """The extents with runs put on top of them, each part as a block."""
    new = tuple(Block(part[0].first, part) for part in parts)
    return extents[:-1] + extents_of((extents[-1].blocks if extents else ()) + new)


def without_top(extents: tuple[Extent, ...]) -> tuple[tuple[Run, ...], tuple[Extent, ...]]:
    """The topmost runs of the extents, none if there are none, and the extents without them."""
    if not extents:
        return (), extents
    *others, top = extents[-1].blocks
    return top.runs, extents[:-1] + extents_of(tuple(others))


def part_of(run: Run, start: int, stop: int | None = None) -> tuple[Run, ...]:
    """Some of the cards of a run as a run of their own, which is left out if there are none."""
    count = (run.count if stop is None else stop) - start
    return (Run(run.name, count, run.first + start, run.card),) if count > 0 else ()
