"""The lines on tiles: what happens at a stop, or every text of a tile of any width."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from ..model import CHECK, Note, Tile
from .geometry import ENTRIES, STEPS, PlacedTile, Rect
from .metrics import SMALL, STEP, Line, Run, TileLine, Tone, text_width, wrap

MOST_LINES, LINES_EACH = 10, 3
HEIGHT, ABOVE, BELOW = 13.0, 2.0, 5.0
INDENT, BULLET, RIGHT = 8.0, 6.0, 6.0
FRAMED = 5.5
"""What the borders of an entry take of its width."""
ENTRY = 22.0
"""The height of the name of an entry, with the border above it."""


def tile_rows(tile: Tile, width: float = STEPS.width) -> tuple[TileLine, ...]:
    """The further lines of a stop of a width: what happens in such a step, and what happened in this one."""
    indent = indent_of(tile)
    detail = () if is_beside(tile, width) else (TileLine(HEIGHT, (detail_of(tile),), indent),)
    return (*detail, *_does_rows(tile.does, width, indent, tile.future), *line_rows(tile, width))


def tile_height(tile: Tile, width: float = STEPS.width) -> float:
    """The height of a stop's tile of a width, with its further lines."""
    return (ENTRY if tile.kind == "entry" else STEPS.height) + sum(row.height for row in tile_rows(tile, width))


def detail_of(tile: Tile) -> Run:
    """The detail of a tile: its rule, and whether it is skipped or has no priority."""
    text = f"{CHECK}{tile.detail}" if tile.past and tile.detail else tile.detail
    return Run(text, SMALL, "dim" if tile.future and not tile.skipped else "muted")


def is_beside(tile: Tile, width: float) -> bool:
    """Whether the detail of an entry of a width has room beside its name; another tile has a line for it."""
    if tile.kind != "entry" or not tile.detail:
        return True
    name = text_width(tile.name, STEP, bold=True)
    return indent_of(tile) + name + text_width(" ", SMALL) + detail_of(tile).width + FRAMED <= width


def indent_of(tile: Tile) -> float:
    """How far from the left the lines of a tile begin: right of its number, if it has one."""
    if tile.kind == "stop":
        return STEPS.number
    return ENTRIES.number if tile.order or tile.skipped else INDENT


@lru_cache(maxsize=1024)
def _does_rows(does: tuple[Note, ...], width: float, indent: float, future: bool) -> tuple[TileLine, ...]:
    """Break what happens into lines below the name, each with the number of its rule."""
    rows = [
        TileLine(HEIGHT, line, indent)
        for note in does
        for line in wrap(_does(note, future), width - indent - RIGHT, MOST_LINES)
    ]
    return (*rows, TileLine(BELOW - 2, ())) if rows else ()


def _does(note: Note, future: bool) -> tuple[Run, ...]:
    lead = Run(note.lead, SMALL, "dim" if future else "muted", bold=True)
    text = Run(f" {note.text}" if note.lead else note.text, SMALL, "dim" if future else "ink")
    # the number stays with the last word
    return (lead, text, Run(f"\u00a0{note.rule}" if note.rule else "", SMALL, "dim" if future else "muted"))


def line_rows(tile: Tile, width: float = STEPS.width) -> tuple[TileLine, ...]:
    """Break what happened into lines; ``+3 more`` counts what did not fit."""
    return _rows(tile.said, "dim" if tile.future else "ink", width, indent_of(tile)) if tile.said else ()


@lru_cache(maxsize=1024)
def _rows(said: tuple[str, ...], tone: Tone, width: float, indent: float) -> tuple[TileLine, ...]:
    rows: list[TileLine] = []
    for place, text in enumerate(said):
        lines = wrap((Run(f"·\u00a0{text}", SMALL, tone),), width - indent - RIGHT, LINES_EACH)
        left = len(said) - place
        if len(rows) + len(lines) + (left > 1) > MOST_LINES:
            rows.append(
                TileLine(HEIGHT, (Run(f"+{left} more", SMALL, "dim" if tone == "dim" else "muted", bold=True),), indent)
            )
            break
        rows += [TileLine(HEIGHT, line, indent - (0 if number else BULLET)) for number, line in enumerate(lines)]
    return (TileLine(ABOVE, ()), *rows, TileLine(BELOW, ())) if rows else ()


TOP, BOTTOM, SIDE = 3.0, 5.0, 5.0
"""The room above, below and beside the lines of a tile."""
FRAME = 4.0 + 2 * SIDE
"""What the border of a tile and the room beside its lines take of its width."""
NAME, DETAIL = 16.0, 13.0
"""The heights of a line of a name, and of any other line."""
MOST = 40
"""The largest number of lines of a name, and of a detail: the names of eight players are not cut."""


class LinedTile(msgspec.Struct, frozen=True):
    """A tile with its lines, not yet placed, and its height."""

    tile: Tile
    rows: tuple[TileLine, ...]

    @property
    def height(self) -> float:
        """The height of the tile."""
        return sum(row.height for row in self.rows) + BOTTOM

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
    rows = [TileLine(TOP, ())]
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
