"""What happens at a stop, as lines on its tile; if there are too many, the last line counts the rest."""

from __future__ import annotations

from functools import lru_cache

from ..model import Note, Tile
from .geometry import ENTRIES, STEPS
from .metrics import SMALL, Run, TileLine, Tone, wrap

MOST_LINES, LINES_EACH = 10, 2
HEIGHT, ABOVE, BELOW = 13.0, 2.0, 5.0
INDENT, HANGING, RIGHT = 8.0, 15.0, 6.0
ENTRY = 22.0
"""The height of the name of an entry, with the border above it."""


def tile_rows(tile: Tile, width: float = STEPS.width) -> tuple[TileLine, ...]:
    """The further lines of a stop of a width: what happens in such a step, and what happened in this one."""
    indent = indent_of(tile)
    return (*_does_rows(tile.does, width, indent, tile.future), *line_rows(tile, width))


def tile_height(tile: Tile, width: float = STEPS.width) -> float:
    """The height of a stop's tile of a width, with its further lines."""
    return (ENTRY if tile.kind == "entry" else STEPS.height) + sum(row.height for row in tile_rows(tile, width))


def indent_of(tile: Tile) -> float:
    """How far from the left the lines of a tile begin: right of its number, if it has one."""
    if tile.kind == "stop":
        return STEPS.number + 2
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
    return _rows(tile.said, "dim" if tile.future else "ink", width) if tile.said else ()


@lru_cache(maxsize=1024)
def _rows(said: tuple[str, ...], tone: Tone, width: float) -> tuple[TileLine, ...]:
    rows: list[TileLine] = []
    for place, text in enumerate(said):
        lines = wrap((Run(f"·\u00a0{text}", SMALL, tone),), width - HANGING - 8, LINES_EACH)
        left = len(said) - place
        if len(rows) + len(lines) + (left > 1) > MOST_LINES:
            rows.append(
                TileLine(
                    HEIGHT, (Run(f"+{left} more", SMALL, "dim" if tone == "dim" else "muted", bold=True),), HANGING
                )
            )
            break
        rows += [TileLine(HEIGHT, line, HANGING if number else INDENT) for number, line in enumerate(lines)]
    return (TileLine(ABOVE, ()), *rows, TileLine(BELOW, ())) if rows else ()
