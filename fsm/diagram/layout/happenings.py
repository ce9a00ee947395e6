"""What happened at a stop, as lines on its tile; if there are too many, the last line counts the rest."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .geometry import STEPS
from .metrics import SMALL, Run, TileLine, Tone, wrap

if TYPE_CHECKING:
    from ..model import Tile

MOST_LINES, LINES_EACH = 10, 2
HEIGHT, ABOVE, BELOW = 13.0, 2.0, 5.0
INDENT, HANGING = 8.0, 15.0


def said_rows(tile: Tile) -> tuple[TileLine, ...]:
    """Break what happened into lines; ``+3 more`` counts what did not fit."""
    return _rows(tile.said, "dim" if tile.future else "ink") if tile.said else ()


@lru_cache(maxsize=1024)
def _rows(said: tuple[str, ...], tone: Tone) -> tuple[TileLine, ...]:
    rows: list[TileLine] = []
    for place, text in enumerate(said):
        lines = wrap((Run(f"·\u00a0{text}", SMALL, tone),), STEPS.width - HANGING - 8, LINES_EACH)
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


def tile_height(tile: Tile) -> float:
    """The height of a stop's tile, with what happened there."""
    return STEPS.height + sum(row.height for row in said_rows(tile)) if tile.said else STEPS.height
