"""The layout of two editions on a slide: a row for each main difference, and what each edition does side by side."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import Box, Note, Picture, Tile
from .geometry import Layout, Part, PlacedBox, PlacedTile, Rect, Text, on_own_page
from .metrics import PHASE, SMALL, STEP, Line, Run, TileLine, wrap
from .page import Columns, Sized, best_of, close_head, split_evenly, stacked

COLUMNS = Columns(margin=12.0, gutter=22.0)
BETWEEN, NAME, LEAD, SAID, ABOVE, INSIDE, FRAME, ROW, TOP = 10.0, 24.0, 20.0, 15.5, 4.0, 8.0, 6.0, 12.0, 4.0
"""The room between the two sides, the heights of lines, the room around what is said and tiles, and between rows."""
WIDTHS, COUNTS, MOST_GAP, LINES = range(330, 1000, 8), (1, 2, 3), 20.0, 12
"""The widths of tables that are tried, how many stand side by side, and by how much gaps grow at most."""
NAMED = PHASE + 2
"""The size of the names of the two editions."""
ALIKE, MORE = "The two turns do not differ.", "{} smaller differences are not shown"


def lay_out_contrast(picture: Picture, ratio: float, most: int) -> Layout:
    """Place the differences that matter most on a page of a ratio, with so many of the others."""
    rows = (*picture.headline, *picture.aside[:most])
    left = len(picture.aside) - most
    notes = (Note(MORE.format(left)),) if left > 0 else () if rows else (Note(ALIKE),)
    counts = [count for count in COUNTS if count <= max(1, len(rows))]
    tried = [(_page(picture, rows, notes, count, each), count, each) for count in counts for each in WIDTHS]
    best = best_of([size for size, *_ in tried], ratio)
    size, count, each = next(one for one in tried if one[0] is best)
    slack = (max(size.width / ratio, size.height) - size.height) / max(1, -(-len(rows) // count))
    more = min(MOST_GAP, slack)
    return _page(picture, rows, notes, count, each, more, slack - more).make()


def _page(
    picture: Picture,
    rows: tuple[Note, ...],
    notes: tuple[Note, ...],
    count: int,
    each: float,
    more: float = 0.0,
    taller: float = 0.0,
) -> Sized:
    """Tables of a width side by side, with the names of the editions above each; gaps and tiles grow to fill a page."""
    page = COLUMNS.page(count, each)
    title, _ = close_head(picture, page, COLUMNS.margin, most=LINES)
    top = title[-1].rect.bottom + TOP
    parts = [_row(note, number, each, taller) for number, note in enumerate(rows, 1)]
    heights = [part.bottom + ROW + more for part in parts]
    _, starts = split_evenly(heights, count, [0.0] * len(parts)) if parts else (0.0, ())
    placed = [Part(0.0, texts=title)]
    bottom = top
    for column, start in enumerate(starts):
        x, y = COLUMNS.left(column, each), top
        placed.append(Part(0.0, texts=tuple(_names(picture, each, column))).moved(x, y))
        y += NAME + more / 2
        end = (*starts, len(parts))[column + 1]
        for part, height in zip(parts[start:end], heights[start:end], strict=True):
            placed.append(part.moved(x, y))
            y += height
        bottom = max(bottom, y - ROW - more)
    legend = stacked("legend", notes, Rect(COLUMNS.margin, bottom + ROW, page - 2 * COLUMNS.margin, 0), 0, LINES)
    placed.append(Part(0.0, texts=legend))
    low = max([bottom, *(text.rect.bottom for text in legend)]) + COLUMNS.margin
    size = Rect(0, 0, page, low)
    return Sized(page, low, lambda: on_own_page(picture, size, placed, lambda _: ()))


def _names(picture: Picture, each: float, column: int) -> Iterator[Text]:
    """The names of the two editions, each above its side."""
    side = (each - BETWEEN) / 2
    for number, (name, title) in enumerate(picture.captions):
        lines = wrap((Run(name, NAMED, "ink", bold=True),), side, 1)
        place = Rect(INSIDE + number * (each + BETWEEN) / 2, 0, side - INSIDE, NAME)
        yield Text(f"caption-{number + 1}.{column + 1}", place, lines, title)


def _row(note: Note, number: int, each: float, taller: float) -> Part:
    """A frame with what differs, and what each edition does; that is over both sides if it is said of both."""
    name = note.lead.removeprefix(f"{note.letter} ")
    lines = wrap((Run(name, PHASE, "accent", bold=True),), each - 2 * INSIDE, LINES)
    place = Rect(INSIDE, 2, each - 2 * INSIDE, LEAD * len(lines))
    sides = note.sides or ((note.text, note.rule),)
    width = (each - 2 * FRAME - BETWEEN * (len(sides) - 1)) / len(sides)
    said = [_said(*side, width) for side in sides]
    height = max(map(_height, said)) + taller
    where = Rect(0, place.bottom + 2, width, height)
    tiles = tuple(_tile(number, at, lines, where, taller / 2) for at, lines in enumerate(said))
    bottom = tiles[0].rect.bottom + FRAME
    box = Box(f"difference-{number}", name, "", "other", tuple(one.tile for one in tiles), name, kind="panel")
    frame = PlacedBox(box, Rect(0, 0, each, bottom))
    return Part(bottom, (frame,), tiles, (Text(f"headline-{number}", place, lines, note.tooltip),))


def _said(text: str, rule: str, width: float) -> tuple[Line, ...]:
    number = Run(f"\u00a0 {rule}".replace(" ", "\u00a0") if rule else "", SMALL, bold=True)
    return wrap((Run(text, STEP, "ink"), number), width - 2 * INSIDE - 4, LINES)


def _height(lines: tuple[Line, ...]) -> float:
    return SAID * len(lines) + 2 * ABOVE + 4


def _tile(number: int, at: int, lines: tuple[Line, ...], place: Rect, lower: float) -> PlacedTile:
    words = " ".join(run.text for line in lines for run in line)
    tile = Tile(f"difference-{number}.{at + 1}", "", "", 0, words, kind="lines", accent=at == 1)
    rows = (TileLine(ABOVE + lower, ()), *(TileLine(SAID, line, INSIDE) for line in lines))
    return PlacedTile(tile, place.moved(FRAME + at * (place.width + BETWEEN), 0), "other", rows)
