"""Chains that run down: side by side, or one below the other, with equal parts in the same line.

The chains of several rules stand in rows, as many rules in a row as have room there.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import groupby
from math import inf
from typing import TYPE_CHECKING

from ..look import ASPECTS, LEGIBLE, PHONE
from .geometry import LINE, Layout, Path, PlacedBox, PlacedTile, Point, Rect, Text
from .lines import FRAME, line_tile, page_of
from .metrics import PHASE, SMALL, STEP, Run, cut, text_width, wrap
from .page import close_head, note_lines, pill, pill_width
from .rule import aligned_keys, lay_out_chains

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..model import Box, Edge, Picture, Tile
    from .geometry import Pill, PillTone
    from .lines import LinedTile

MARGIN, GUTTER, PADDING, LANE = 7.0, 10.0, 5.0, 14.0
"""The room around the page, between chains, and in a box; more right of the tiles if a way goes past some."""
GROUP, HEADER, BELOW, GAP, NOTE_GAP, NOTE_LINES, ASIDE = 18.0, 22.0, 2.0, 8.0, 3.0, 12, 16.0
"""The height of the name of a rule and of a chain, and the distances of what is below each other."""
WIDTHS = range(120, 420, 5)
"""The widths of chains that are tried for a page."""
COLUMN = 170.0
"""The least width of a chain, where a width is given."""


def arrange_chains(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place chains in a direction, for a page of an aspect, or for a width."""
    usual = lay_out_chains(picture)
    if direction == "right" or not (direction or aspect or width):
        return usual
    if aspect:
        return _page(picture, [] if direction else [usual], ASPECTS[aspect])
    room = (width or PHONE) * SMALL / LEGIBLE
    if not direction and usual.width <= room:
        return usual
    count = max(1, min(len(picture.boxes), int((room - 2 * MARGIN + GUTTER) // (COLUMN + GUTTER))))
    each = (room - 2 * MARGIN + GUTTER) / count - GUTTER
    return _place(picture, count, min(each, WIDTHS[-1]))


def _page(picture: Picture, found: list[Layout], ratio: float) -> Layout:
    """The layout with the largest text on a page of a ratio; only those are tried that may be better."""
    widths = WIDTHS[bisect_left(WIDTHS, _least_width(picture)) :] or WIDTHS[-1:]
    widest = max((max(one.width, one.height * ratio) for one in found), default=inf)
    for count in range(1, len(picture.boxes) + 1):
        for each in widths:
            if _page_width(count, each) < widest:
                found = [page_of([*found, _place(picture, count, each)], ratio)]
                widest = max(found[0].width, found[0].height * ratio)
    return found[0]


def _page_width(count: int, each: float) -> float:
    return 2 * MARGIN + count * each + (count - 1) * GUTTER


def _least_width(picture: Picture) -> float:
    """The least width of a chain in which no word of a tile is broken."""
    words = [(tile, word) for box in picture.boxes for tile in box.tiles for word in tile.name.split()]
    longest = max(text_width(word, STEP, bold=True) + _beside(tile) for tile, word in words)
    return longest + 2 * PADDING + LANE + FRAME


def _rules(picture: Picture) -> list[list[Box]]:
    """The chains of each rule."""
    return [list(boxes) for _, boxes in groupby(picture.boxes, key=lambda box: box.id.rpartition("-")[0])]


def _shelves(picture: Picture, count: int) -> list[list[list[Box]]]:
    """The rules of each row: as many as have so many chains together, or one that has more."""
    shelves: list[list[list[Box]]] = []
    left = 0
    for chains in _rules(picture):
        if len(chains) > left:
            shelves.append([])
            left = count
        shelves[-1].append(chains)
        left -= len(chains)
    return shelves


@dataclass(frozen=True, slots=True)
class _Block:
    """A rule with a position for everything in it."""

    bottom: float
    boxes: tuple[PlacedBox, ...]
    tiles: tuple[PlacedTile, ...]
    texts: tuple[Text, ...]


def _place(picture: Picture, count: int, each: float) -> Layout:
    """Place everything, with so many chains of a width side by side."""
    page = _page_width(count, each)
    title, height = close_head(picture, page, MARGIN, most=NOTE_LINES)
    y = max(MARGIN + height, title[-1].rect.bottom + NOTE_GAP)
    blocks: list[_Block] = []
    for shelf in _shelves(picture, count):
        x, row = MARGIN, []
        for chains in shelf:
            right = page - MARGIN if chains is shelf[-1] else x + len(chains) * (each + GUTTER) - GUTTER
            row.append(_block(picture, chains, count, each, Rect(x, y, right - x, 0)))
            x = right + GUTTER
        blocks += row
        y = max(block.bottom for block in row) + GUTTER
    boxes = tuple(box for block in blocks for box in block.boxes)
    tiles = tuple(tile for block in blocks for tile in block.tiles)
    places = {placed.tile.id: placed.rect for placed in tiles}
    homes = {tile.id: placed.box for placed in boxes for tile in placed.box.tiles}
    return Layout(
        picture=picture,
        width=page,
        height=y - GUTTER + MARGIN,
        boxes=boxes,
        tiles=tiles,
        texts=(*title, *(text for block in blocks for text in block.texts)),
        pills=tuple(one for placed in tiles for one in _pills(placed)),
        paths=tuple(Path(edge, _route(edge, homes[edge.source], places)) for edge in picture.edges),
        page=Rect(0, 0, page, y - GUTTER + MARGIN),
    )


def _block(picture: Picture, chains: list[Box], count: int, each: float, place: Rect) -> _Block:
    """Place a rule in some room: its name, if there are several, its chains, and below them the remarks about it."""
    name, y = chains[0].group, place.y
    run = Run(cut(name, place.width, PHASE, bold=True), PHASE, "ink", bold=True)
    texts = [Text(f"rule-{chains[0].id}", replace(place, height=GROUP), ((run,),))] if name else []
    y += GROUP if name else 0.0
    boxes: list[PlacedBox] = []
    tiles: list[PlacedTile] = []
    for start in range(0, len(chains), count):
        for box, heading, own in _row(picture, chains[start : start + count], Rect(place.x, y, each, 0)):
            boxes.append(box)
            texts.append(heading)
            tiles += own
        y = boxes[-1].rect.bottom + GUTTER
    notes = list(_notes(chains, place.x, y - GUTTER + NOTE_GAP, place.width))
    bottom = max(notes[-1].rect.bottom if notes else 0.0, boxes[-1].rect.bottom)
    return _Block(bottom, tuple(boxes), tuple(tiles), (*texts, *notes))


def _row(picture: Picture, row: list[Box], place: Rect) -> Iterator[tuple[PlacedBox, Text, list[PlacedTile]]]:
    """Place chains side by side, with equal parts in the same line, if they come in the same order."""
    keys, order = aligned_keys(row)
    lane = LANE if any(_passes(box, edge) for box in row for edge in picture.edges) else 0.0
    width = place.width - 2 * PADDING - lane
    lined = {tile.id: line_tile(tile, width, _beside(tile), inline=True) for box in row for tile in box.tiles}
    chains = [(box, _tops(box, order or keys[box.id], keys, row, lined)) for box in row]
    lefts = [place.x + at * (place.width + GUTTER) for at in range(len(row))]
    headings = [_heading(box, Rect(x, place.y, place.width, 0)) for box, x in zip(row, lefts, strict=True)]
    top = max(heading.rect.bottom for heading in headings) + BELOW
    deepest = max(bottom for _, (_, bottom) in chains)
    for x, heading, (box, (tops, _)) in zip(lefts, headings, chains, strict=True):
        tiles = [
            lined[tile.id].at(x + PADDING, top + tops[key], width, box.hue)
            for key, tile in zip(keys[box.id], box.tiles, strict=True)
        ]
        yield PlacedBox(box, Rect(x, place.y, place.width, top + deepest - place.y)), heading, tiles


def _tops(
    box: Box, order: list[str], keys: dict[str, list[str]], row: list[Box], lined: dict[str, LinedTile]
) -> tuple[dict[str, float], float]:
    """The distance of each part of a chain from the first, and the height of all."""
    heights: dict[str, float] = {}
    for other in row:
        for key, tile in zip(keys[other.id], other.tiles, strict=True):
            heights[key] = max(heights.get(key, 0.0), lined[tile.id].height)
    tops: dict[str, float] = {}
    y = 0.0
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


def _heading(box: Box, place: Rect) -> Text:
    """Place the name of a chain: on one line if a size of text allows it."""
    caption = box.name.removeprefix(f"{box.group}: ").capitalize() if box.group else box.name
    rule, room = Run(f" {box.rule}" if box.rule else ""), place.width - 2 * PADDING
    fits = (size for size in (PHASE, STEP) if text_width(caption, size, bold=True) + rule.width <= room)
    size = next(fits, SMALL)
    lines = wrap((Run(caption, size, "other", bold=True), rule), room, NOTE_LINES)
    height = LINE * len(lines) if len(lines) > 1 else HEADER - 2 - BELOW
    return Text(f"heading-{box.id}", Rect(place.x + PADDING, place.y + 2, room, height), lines, box.tooltip)


def _notes(chains: list[Box], x: float, y: float, width: float) -> Iterator[Text]:
    """Place the remarks about a rule below its chains."""
    for box in chains:
        for number, note in enumerate(box.notes, 1):
            lines = note_lines(note, width, NOTE_LINES)
            yield Text(f"note-{box.id}-{number}", Rect(x, y, width, LINE * len(lines)), lines, note.tooltip)
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
