"""Chains that run down: side by side, or one below the other, with equal parts in the same line."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from ..look import ASPECTS
from .geometry import LINE, Layout, Path, PlacedBox, PlacedTile, Point, Rect, Text
from .geometry import MARGIN as USUAL_MARGIN
from .lines import line_tile, page_of
from .metrics import PHASE, SMALL, STEP, Run, cut, text_width
from .page import head, note_lines, pill, pill_width
from .rule import aligned_keys, lay_out_chains

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..model import Box, Edge, Picture, Tile
    from .geometry import Pill, PillTone
    from .lines import LinedTile

LEGIBLE = 12.0
"""The least size of text in pixels, where a width is given and no aspect."""
PHONE = 390.0
MARGIN, GUTTER, PADDING, LANE = 7.0, 10.0, 5.0, 14.0
"""The room around the page, between chains, and in a box; more right of the tiles if a way goes past some."""
HEADER, GAP, NOTE_GAP, NOTE_LINES, ASIDE = 22.0, 8.0, 3.0, 12, 16.0
WIDTHS = range(140, 420, 5)
"""The widths of chains that are tried for a page."""
COLUMN = 170.0
"""The least width of a chain, where a width is given."""


def arrange_chains(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place chains in a direction, for a page of an aspect, or for a width."""
    usual = lay_out_chains(picture)
    if direction == "right" or not (direction or aspect or width):
        return usual
    most = max(len(boxes) for _, boxes in _rules(picture))
    if aspect:
        least = max(text_width(f"{box.name} {box.rule}", SMALL, bold=True) for box in picture.boxes) + 2 * PADDING
        widths = [each for each in WIDTHS if each >= least]
        down = [_place(picture, count, each) for count in range(1, most + 1) for each in widths]
        return page_of(down if direction else [usual, *down], ASPECTS[aspect])
    room = (width or PHONE) * SMALL / LEGIBLE
    if not direction and usual.width <= room:
        return usual
    count = max(1, min(most, int((room - 2 * MARGIN + GUTTER) // (COLUMN + GUTTER))))
    each = (room - 2 * MARGIN + GUTTER) / count - GUTTER
    return _place(picture, count, min(each, WIDTHS[-1]))


def _rules(picture: Picture) -> list[tuple[str, list[Box]]]:
    """The chains of each rule."""
    groups = groupby(picture.boxes, key=lambda box: box.id.rpartition("-")[0])
    return [(name, list(boxes)) for name, boxes in groups]


def _place(picture: Picture, count: int, each: float) -> Layout:
    """Place everything, with so many chains of a width side by side."""
    page = 2 * MARGIN + count * each + (count - 1) * GUTTER
    title, height = head(picture, page - 2 * MARGIN + 2 * USUAL_MARGIN, most=NOTE_LINES)
    shift = MARGIN - USUAL_MARGIN
    texts = [replace(text, rect=replace(text.rect, x=MARGIN, y=text.rect.y + shift)) for text in title]
    y = max(MARGIN + height + shift, texts[-1].rect.bottom + NOTE_GAP)
    boxes: list[PlacedBox] = []
    tiles: list[PlacedTile] = []
    for _, chains in _rules(picture):
        for start in range(0, len(chains), count):
            row = chains[start : start + count]
            placed = list(_row(picture, row, Rect(MARGIN, y, each, 0)))
            boxes += [box for box, _ in placed]
            tiles += [tile for _, own in placed for tile in own]
            y = boxes[-1].rect.bottom + GUTTER
        notes = list(_notes(chains, y - GUTTER + NOTE_GAP, page - 2 * MARGIN))
        texts += notes
        y = max((note.rect.bottom + GUTTER for note in notes), default=y)
    places = {placed.tile.id: placed.rect for placed in tiles}
    homes = {tile.id: placed for placed in boxes for tile in placed.box.tiles}
    return Layout(
        picture=picture,
        width=page,
        height=y - GUTTER + MARGIN,
        boxes=tuple(boxes),
        tiles=tuple(tiles),
        texts=(*texts, *map(_heading, boxes)),
        pills=tuple(one for placed in tiles for one in _pills(placed)),
        paths=tuple(Path(edge, _route(edge, homes[edge.source].box, places)) for edge in picture.edges),
        page=Rect(0, 0, page, y - GUTTER + MARGIN),
    )


def _row(picture: Picture, row: list[Box], place: Rect) -> Iterator[tuple[PlacedBox, list[PlacedTile]]]:
    """Place chains side by side, with equal parts in the same line, if they come in the same order."""
    keys, order = aligned_keys(row)
    lane = LANE if any(_passes(box, edge) for box in row for edge in picture.edges) else 0.0
    width = place.width - 2 * PADDING - lane
    lined = {tile.id: line_tile(tile, width, _beside(tile), inline=True) for box in row for tile in box.tiles}
    chains = [(box, _tops(box, order or keys[box.id], keys, row, lined)) for box in row]
    deepest = max(bottom for _, (_, bottom) in chains)
    for at, (box, (tops, _)) in enumerate(chains):
        x = place.x + at * (place.width + GUTTER)
        tiles = [
            lined[tile.id].at(x + PADDING, place.y + tops[key], width, box.hue)
            for key, tile in zip(keys[box.id], box.tiles, strict=True)
        ]
        yield PlacedBox(box, Rect(x, place.y, place.width, deepest)), tiles


def _tops(
    box: Box, order: list[str], keys: dict[str, list[str]], row: list[Box], lined: dict[str, LinedTile]
) -> tuple[dict[str, float], float]:
    """The distance of each part of a chain from its top, and its height."""
    heights: dict[str, float] = {}
    for other in row:
        for key, tile in zip(keys[other.id], other.tiles, strict=True):
            heights[key] = max(heights.get(key, 0.0), lined[tile.id].height)
    tops: dict[str, float] = {}
    y = HEADER
    for key in order:
        tops[key] = y
        y += heights[key] + GAP
    return tops, y - GAP + PADDING


def _beside(tile: Tile) -> float:
    text = tile.pill or tile.mark
    return pill_width(text) + 4 if text else 0.0


def _pills(placed: PlacedTile) -> Iterator[Pill]:
    """Place what a tile is, on its right end."""
    tile, rect = placed.tile, placed.rect
    if tile.pill or tile.mark:
        tone: PillTone = "extra" if tile.pill else "mark"
        yield pill(f"pill-{tile.id}", tile.pill or tile.mark, rect.right - 5, rect.cy, tone)


def _heading(placed: PlacedBox) -> Text:
    box, rect = placed.box, placed.rect
    rule = Run(f" {box.rule}" if box.rule else "")
    room = rect.width - 2 * PADDING
    size = next(
        (size for size in (PHASE, STEP, SMALL) if text_width(box.name, size, bold=True) + rule.width <= room), SMALL
    )
    name = Run(cut(box.name, room - rule.width, size, bold=True), size, "other", bold=True)
    return Text(f"heading-{box.id}", Rect(rect.x + PADDING, rect.y + 2, room, HEADER - 4), ((name, rule),), box.tooltip)


def _notes(chains: list[Box], y: float, width: float) -> Iterator[Text]:
    """Place the remarks about a rule below its chains."""
    for box in chains:
        for number, note in enumerate(box.notes, 1):
            lines = note_lines(note, width, NOTE_LINES)
            yield Text(f"note-{box.id}-{number}", Rect(MARGIN, y, width, LINE * len(lines)), lines, note.tooltip)
            y += LINE * len(lines) + 1


def _passes(box: Box, edge: Edge) -> bool:
    """Whether an edge of a chain goes past other tiles."""
    ids = [tile.id for tile in box.tiles]
    return edge.source in ids and ids.index(edge.target) != ids.index(edge.source) + 1


def _route(edge: Edge, box: Box, places: dict[str, Rect]) -> tuple[Point, ...]:
    """Route an edge down to the next tile, or on the right past others."""
    source, target = places[edge.source], places[edge.target]
    if not _passes(box, edge):
        x = source.x + ASIDE
        return Point(x, source.bottom), Point(x, target.y)
    x = source.right + LANE - 4
    return Point(source.right, source.cy), Point(x, source.cy), Point(x, target.cy), Point(target.right, target.cy)
