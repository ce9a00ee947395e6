"""Tiles of any width, of which every text is broken into lines; and blocks that fill the columns of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from ..look import LEGIBLE, PHONE
from ..model import Tile
from .geometry import Layout, PlacedTile, Rect
from .metrics import SMALL, STEP, Line, Run, TileLine, Tone, wrap

ABOVE, BELOW, SIDE = 3.0, 5.0, 5.0
"""The room above, below and beside the lines of a tile."""
FRAME = 4.0 + 2 * SIDE
"""What the border of a tile and the room beside its lines take of its width."""
NAME, DETAIL = 16.0, 13.0
"""The heights of a line of a name, and of any other line."""
MOST = 40
"""The largest number of lines of a name, and of a detail: the names of eight players are not cut."""


@dataclass(frozen=True, slots=True)
class LinedTile:
    """A tile with its lines, not yet placed, and its height."""

    tile: Tile
    rows: tuple[TileLine, ...]

    @property
    def height(self) -> float:
        """The height of the tile."""
        return sum(row.height for row in self.rows) + BELOW

    def at(self, x: float, y: float, width: float, hue: str, height: float = 0.0) -> PlacedTile:
        """Place the tile."""
        place = Rect(x, y, width, height or self.height)
        return PlacedTile(replace(self.tile, kind="lines"), place, self.tile.hue or hue, self.rows)


@lru_cache(maxsize=1 << 12)
def line_tile(tile: Tile, width: float, beside: float = 0.0, *, inline: bool = False) -> LinedTile:
    """Break the name of a tile, what is below it, and what its notes say, into lines.

    ``beside`` is the room for something right of the name; ``inline``: the detail follows the name on its line.
    """
    tone: Tone = "ghost" if tile.skipped else "ink"
    order = Run(str(tile.order) if tile.order else "", SMALL + 1, "muted")
    name = Run(f" {tile.name}" if tile.order else tile.name, STEP, tone, bold=not tile.skipped, strike=tile.skipped)
    room = width - FRAME
    rows = [TileLine(ABOVE, ())]
    detail = Run(f"  {tile.detail}" if inline and tile.detail else tile.detail, SMALL, "muted")
    head = (order, name, detail) if inline else (order, name)
    rows += [TileLine(NAME, line, SIDE) for line in wrap(head, room - beside, MOST)]
    if tile.detail and not inline:
        rows += [TileLine(DETAIL, line, SIDE) for line in wrap((detail,), room, MOST)]
    rows += [TileLine(DETAIL, line, SIDE) for line in _said(tile, room)]
    return LinedTile(tile, tuple(rows))


def _said(tile: Tile, room: float) -> Iterator[Line]:
    """The steps on a tile: side by side if each fits into a line, otherwise one below the other."""
    words = [Run(f"{note.lead} {note.text}", SMALL, "ink") for note in tile.does]
    if any(word.width > room for word in words):
        yield from (line for word in words for line in wrap((word,), room, MOST))
    else:
        joined = " \u00a0".join(word.text.replace(" ", "\u00a0") for word in words)
        yield from wrap((Run(joined, SMALL, "ink"),), room, MOST)


def fill_evenly(widths: Sequence[float], gap: float, room: float, least: float, step: float) -> list[list[int]]:
    """Fill rows with things of some widths, from the left and in their order: the places of the things in each row.

    The rows are as narrow as their number allows, in steps, but not narrower than ``least``.
    """
    best = _filled(widths, gap, room)
    while len(best) > 1 and room - step >= least:
        room -= step
        narrower = _filled(widths, gap, room)
        if len(narrower) > len(best):
            break
        best = narrower
    return best


def _filled(widths: Sequence[float], gap: float, room: float) -> list[list[int]]:
    rows: list[list[int]] = [[]]
    used = 0.0
    for place, width in enumerate(widths):
        if rows[-1] and used + width > room:
            rows.append([])
            used = 0.0
        rows[-1].append(place)
        used += width + gap
    return rows


def split_evenly(heights: Sequence[float], count: int, extra: Sequence[float]) -> tuple[float, tuple[int, ...]]:
    """Split blocks into columns in their order: the height of the highest, and where each column begins.

    ``extra`` is the room that a column needs once if a block is in it.
    """
    ways = ((0, *cuts) for cuts in combinations(range(1, len(heights)), count - 1))
    return min((max(_columns(heights, starts, extra)), starts) for starts in ways)


def _columns(heights: Sequence[float], starts: tuple[int, ...], extra: Sequence[float]) -> Iterator[float]:
    for start, end in zip(starts, (*starts[1:], len(heights)), strict=True):
        yield sum(heights[start:end]) + max(extra[start:end])


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns of one width side by side on a page: the room around them, and between two of them."""

    margin: float
    gutter: float

    def page(self, count: int, each: float) -> float:
        """The width of a page with so many columns of a width."""
        return 2 * self.margin + count * each + (count - 1) * self.gutter

    def each(self, count: int, page: float) -> float:
        """The width of the columns of a page."""
        return (page - 2 * self.margin - (count - 1) * self.gutter) / count

    def fitting(self, page: float, least: float) -> int:
        """How many columns of a width fit on a page: at least one."""
        return max(1, int((page - 2 * self.margin + self.gutter) // (least + self.gutter)))

    def left(self, at: int, each: float) -> float:
        """The x of the column with a number."""
        return self.margin + at * (each + self.gutter)


def room_of(width: int) -> float:
    """The width of a page in points whose small text can be read at a width in pixels: of a phone, if none is given."""
    return (width or PHONE) * SMALL / LEGIBLE


@dataclass(frozen=True, slots=True)
class Sized:
    """A layout that is not made yet: its size, and what makes it."""

    width: float
    height: float
    make: Callable[[], Layout]


def page_of(layouts: Sequence[Layout | Sized], ratio: float) -> Layout:
    """The layout with the largest text on a page of a ratio; of equal ones, the first. Only that one is made."""
    best = min(layouts, key=lambda layout: round(max(layout.width, layout.height * ratio)))
    return best.make() if isinstance(best, Sized) else best
