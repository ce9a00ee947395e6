"""The layout of two editions: a line for each step, with its two tiles and, on their right, the differences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .geometry import LINE, MARGIN, Layout, Path, PlacedBox, PlacedTile, Point, Rect, Text
from .metrics import PHASE, SMALL, STEP, Run, cut
from .page import bottom_of, foot, head, note_lines, pill, pill_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..model import Box, Edge, Note, Picture, Tile
    from .geometry import Pill
    from .metrics import Tone

WIDTH, HEIGHT, ROW_GAP = 190.0, 40.0, 14.0
PADDING, HEADER, BETWEEN, BESIDE, WORDS = 14.0, 32.0, 78.0, 22.0, 400.0
"""The padding of a box, and the room for its head, between the tiles, before the words, and for the words."""
BOX_GAP, CAPTION, NOTE_LINES, SPINE, ASIDE = 12.0, 24.0, 5, 16.0, 8.0
DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class _Line:
    """Two tiles side by side, with the differences as words."""

    tiles: tuple[PlacedTile, ...]
    texts: tuple[Text, ...]
    pills: tuple[Pill, ...]
    bottom: float


def lay_out_pairs(picture: Picture) -> Layout:
    """Place everything in a picture of two editions."""
    width = 2 * (MARGIN + PADDING + WIDTH) + BETWEEN + BESIDE + WORDS
    title, height = head(picture, width)
    texts: list[Text] = [*title, *_captions(picture, MARGIN + height)]
    y = MARGIN + height + CAPTION
    boxes: list[PlacedBox] = []
    lines: list[_Line] = []
    for box in picture.boxes:
        placed = list(_lines(box, y))
        lines += placed
        boxes.append(PlacedBox(box, Rect(MARGIN, y, width - 2 * MARGIN, placed[-1].bottom + PADDING - y)))
        y = boxes[-1].rect.bottom + BOX_GAP
    legend = foot(picture.legend, MARGIN, width - 2 * MARGIN, y - BOX_GAP)
    places = {placed.tile.id: placed.rect for line in lines for placed in line.tiles}
    return Layout(
        picture=picture,
        width=width,
        height=bottom_of(legend, y) + MARGIN,
        boxes=tuple(boxes),
        tiles=tuple(placed for line in lines for placed in line.tiles),
        texts=(*texts, *(text for line in lines for text in line.texts), *legend),
        pills=tuple(pill for line in lines for pill in line.pills),
        paths=tuple(Path(edge, _route(edge, places)) for edge in picture.edges),
    )


def _left(side: int) -> float:
    return MARGIN + PADDING + side * (WIDTH + BETWEEN)


def _captions(picture: Picture, y: float) -> Iterator[Text]:
    for side, caption in enumerate(picture.captions):
        id, title = caption
        name = Run(cut(id, 80, STEP, bold=True), STEP, "ink", bold=True)
        room = WIDTH + (WORDS if side else BETWEEN - 8)
        line = (name, Run(cut(f"  {title}", room - 2 - name.width, SMALL)))
        yield Text(f"caption-{side + 1}", Rect(_left(side), y, room, 18), (line,))


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
    words = _words(f"words-{box.id}", box.notes, top + 9)
    pills = (_differs(box.id, top + HEADER / 2 + 1),) if box.notes else ()
    return _Line((), (*texts, *words), pills, max(top + HEADER, bottom_of(words, top) + 8))


def _pair(box: Box, pair: tuple[Tile, Tile], top: float) -> _Line:
    notes = pair[0].notes
    id = f"words-{pair[0].id}"
    height = bottom_of(_words(id, notes, top), top) - top
    words = _words(id, notes, top + max(HEIGHT - height, 0) / 2)
    tiles = tuple(
        PlacedTile(tile, Rect(_left(side), top, WIDTH, HEIGHT), tile.hue or box.hue) for side, tile in enumerate(pair)
    )
    pills = (_differs(pair[0].id, top + HEIGHT / 2),) if pair[0].mark else ()
    return _Line(tiles, words, pills, top + max(HEIGHT, height))


def _words(id: str, notes: tuple[Note, ...], y: float) -> tuple[Text, ...]:
    texts: list[Text] = []
    for number, note in enumerate(notes, 1):
        lines = note_lines(note, WORDS, NOTE_LINES)
        left = _left(1) + WIDTH + BESIDE
        texts.append(Text(f"{id}-{number}", Rect(left, y, WORDS, LINE * len(lines)), lines, note.tooltip))
        y = texts[-1].rect.bottom + 2
    return tuple(texts)


def _differs(id: str, cy: float) -> Pill:
    middle = _left(1) - BETWEEN / 2
    return pill(f"differs-{id}", DIFFERS, middle + pill_width(DIFFERS) / 2, cy)


def _route(edge: Edge, places: dict[str, Rect]) -> tuple[Point, ...]:
    """Route an edge down to the next tile, or on the right past tiles that only the other edition has."""
    source, target = places[edge.source], places[edge.target]
    between = (rect for rect in places.values() if rect.x == source.x and source.bottom < rect.y < target.y)
    if next(between, None) is None:
        x = source.right - SPINE
        return Point(x, source.bottom), Point(x, target.y)
    x = source.right + ASIDE
    return Point(source.right, source.cy), Point(x, source.cy), Point(x, target.cy), Point(target.right, target.cy)
