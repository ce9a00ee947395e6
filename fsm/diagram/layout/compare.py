"""The layout of two editions: the headline, a line for each step with its two tiles, and a list on the right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .geometry import LINE, MARGIN, Layout, Path, PlacedBox, PlacedTile, Point, Rect, Text
from .metrics import PHASE, SMALL, STEP, Run, cut, wrap
from .page import bottom_of, foot, head, note_lines, pill, pill_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..model import Box, Edge, Note, Picture, Tile
    from .geometry import Pill
    from .metrics import Tone

WIDTH, HEIGHT, ROW_GAP = 190.0, 40.0, 14.0
PADDING, HEADER, BETWEEN, BESIDE, WORDS = 14.0, 32.0, 56.0, 26.0, 330.0
"""The padding of a box, and the room for its head, between the tiles, before the list, and for the list."""
BOX_GAP, CAPTION, NOTE_LINES, SPINE, ASIDE = 12.0, 38.0, 5, 16.0, 8.0
HEADLINE, HEADLINE_LINES, ROOM = 18.0, 4, 2 * (PADDING + WIDTH) + BETWEEN
"""The height of a line of the headline and how many one may have; the width of a box."""
LESSER = "Smaller differences"


@dataclass(frozen=True, slots=True)
class _Line:
    """Two tiles side by side, or the head of a box."""

    tiles: tuple[PlacedTile, ...]
    texts: tuple[Text, ...]
    pills: tuple[Pill, ...]
    bottom: float


def lay_out_pairs(picture: Picture) -> Layout:
    """Place everything in a picture of two editions."""
    width = 2 * MARGIN + ROOM + (BESIDE + WORDS if picture.aside else 0)
    title, height = head(picture, width)
    headline = tuple(_headline(picture.headline, MARGIN + height, width - 2 * MARGIN))
    top = bottom_of(headline, MARGIN + height - BOX_GAP) + BOX_GAP
    y = top + CAPTION
    aside = tuple(_aside(picture.aside, MARGIN + ROOM + BESIDE, top))
    boxes: list[PlacedBox] = []
    lines: list[_Line] = []
    for box in picture.boxes:
        placed = list(_lines(box, y))
        lines += placed
        boxes.append(PlacedBox(box, Rect(MARGIN, y, ROOM, placed[-1].bottom + PADDING - y)))
        y = boxes[-1].rect.bottom + BOX_GAP
    legend = foot(picture.legend, MARGIN, ROOM, y - BOX_GAP)
    places = {placed.tile.id: placed.rect for line in lines for placed in line.tiles}
    texts = (*title, *headline, *_captions(picture, top), *(text for line in lines for text in line.texts))
    return Layout(
        picture=picture,
        width=width,
        height=max(bottom_of(legend, y), bottom_of(aside, y)) + MARGIN,
        boxes=tuple(boxes),
        tiles=tuple(placed for line in lines for placed in line.tiles),
        texts=(*texts, *aside, *legend),
        pills=tuple(pill for line in lines for pill in line.pills),
        paths=tuple(Path(edge, _route(edge, places)) for edge in picture.edges),
    )


def _headline(notes: tuple[Note, ...], y: float, width: float) -> Iterator[Text]:
    """Place what matters most, in larger letters."""
    for number, note in enumerate(notes, 1):
        rule = (Run(f"  {note.rule}", bold=True),) if note.rule else ()
        runs = (Run(note.lead, STEP, "accent", bold=True), Run(f"  {note.text}", STEP, "ink"), *rule)
        lines = wrap(runs, width, HEADLINE_LINES)
        yield Text(f"headline-{number}", Rect(MARGIN, y, width, HEADLINE * len(lines)), lines, note.tooltip)
        y += HEADLINE * len(lines) + 4


def _aside(notes: tuple[Note, ...], left: float, y: float) -> Iterator[Text]:
    """Place all other differences, as a list."""
    if notes:
        yield Text("aside", Rect(left, y, WORDS, 18), ((Run(LESSER, STEP, "ink", bold=True),),))
    y += 22
    for number, note in enumerate(notes, 1):
        lines = note_lines(note, WORDS, NOTE_LINES)
        yield Text(f"aside-{number}", Rect(left, y, WORDS, LINE * len(lines)), lines, note.tooltip)
        y += LINE * len(lines) + 5


def _left(side: int) -> float:
    return MARGIN + PADDING + side * (WIDTH + BETWEEN)


def _captions(picture: Picture, y: float) -> Iterator[Text]:
    for side, (name, title) in enumerate(picture.captions):
        room = WIDTH + (PADDING + MARGIN if side else BETWEEN - 8)
        run = Run(cut(name, room, STEP, bold=True), STEP, "ink", bold=True)
        yield Text(f"caption-{side + 1}", Rect(_left(side), y, room, 18), ((run,),))
        yield Text(f"title-{side + 1}", Rect(_left(side), y + 18, room, LINE), ((Run(cut(title, room, SMALL)),),))


def _lines(box: Box, top: float) -> Iterator[_Line]:
    """Place the head of a box, then its lines."""
    heads = _head(box, top)
    yield heads
    y = heads.bottom
    for pair in zip(box.tiles[::2], box.tiles[1::2], strict=True):
        line = _pair(box, pair, y)
        yield line
        y = line.bottom + ROW_GAP


def _head(box: Box, top: float) -> _Line:
    texts: list[Text] = []
    for side, (name, rule) in enumerate(box.heads):
        if name:
            number = Run(f" {rule}" if rule else "")
            tone: Tone = box.hue  # type: ignore[assignment]
            room = WIDTH - SPINE - 10 if box.heads[1][0] else WIDTH if box.notes else WIDTH + BETWEEN
            run = Run(cut(name, room - 2 - number.width, PHASE, bold=True), PHASE, tone, bold=True)
            place = Rect(_left(side), top + 5, room, HEADER - 8)
            texts.append(Text(f"heading-{box.id}-{side + 1}", place, ((run, number),)))
    marks = ", ".join(note.lead for note in box.notes)
    pills = (_mark(box.id, marks, top + HEADER / 2 + 1),) if marks else ()
    return _Line((), tuple(texts), pills, top + HEADER)


def _pair(box: Box, pair: tuple[Tile, Tile], top: float) -> _Line:
    tiles = tuple(
        PlacedTile(tile, Rect(_left(side), top, WIDTH, HEIGHT), tile.hue or box.hue) for side, tile in enumerate(pair)
    )
    pills = (_mark(pair[0].id, pair[0].mark, top + HEIGHT / 2),) if pair[0].mark else ()
    return _Line(tiles, (), pills, top + HEIGHT)


def _mark(id: str, mark: str, cy: float) -> Pill:
    """Place the numbers of what the headline says, between the two tiles."""
    middle = _left(1) - BETWEEN / 2
    return pill(f"differs-{id}", mark, middle + pill_width(mark) / 2, cy)


def _route(edge: Edge, places: dict[str, Rect]) -> tuple[Point, ...]:
    """Route an edge down to the next tile, or on the right past tiles that only the other edition has."""
    source, target = places[edge.source], places[edge.target]
    between = (rect for rect in places.values() if rect.x == source.x and source.bottom < rect.y < target.y)
    if next(between, None) is None:
        x = source.right - SPINE
        return Point(x, source.bottom), Point(x, target.y)
    x = source.right + ASIDE
    return Point(source.right, source.cy), Point(x, source.cy), Point(x, target.cy), Point(target.right, target.cy)
