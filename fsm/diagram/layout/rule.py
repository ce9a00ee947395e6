"""The layout of chains: one below the other, with equal parts in the same column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .geometry import LINE, MARGIN, Layout, Path, PlacedBox, PlacedTile, Point, Rect, Text
from .metrics import PHASE, Run, cut
from .page import LEAST_WIDTH, bottom_of, foot, head, note_lines, tile_pills

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..model import Box, Edge, Picture, Tile

PLAIN, SMALL_TILE, HEIGHT, GAP = 162.0, 34.0, 40.0, 32.0
PADDING, HEADER, BYPASS = 16.0, 42.0, 16.0
PANEL_GAP, NOTE_GAP, NOTE_LINES, RULE_GAP = 14.0, 8.0, 6, 26.0


def lay_out_chains(picture: Picture) -> Layout:
    """Place everything in a picture of chains."""
    columns = _columns(picture)
    content = max(right for groups in columns.values() for _, right in groups.values())
    width = max(content + PADDING + MARGIN, LEAST_WIDTH)
    title, height = head(picture, width)
    boxes: list[PlacedBox] = []
    tiles: list[PlacedTile] = []
    notes: list[Text] = []
    y = MARGIN + height
    for box in picture.boxes:
        ids = {tile.id for tile in box.tiles}
        low = BYPASS if any(_passes(box, edge) for edge in picture.edges if edge.source in ids) else 0
        rect = Rect(MARGIN, y, width - 2 * MARGIN, HEADER + HEIGHT + PADDING + low)
        boxes.append(PlacedBox(box, rect))
        for tile in box.tiles:
            left, right = columns[box.id][tile.id]
            place = Rect(left, y + HEADER, right - left, HEIGHT)
            tiles.append(PlacedTile(tile, place, tile.hue or box.hue))
        placed = tuple(_notes(box, rect))
        notes += placed
        y = placed[-1].rect.bottom + RULE_GAP if placed else rect.bottom + PANEL_GAP
    bottom = max(notes[-1].rect.bottom if notes else 0, boxes[-1].rect.bottom)
    legend = foot(picture.legend, MARGIN, width - 2 * MARGIN, bottom)
    places = {placed.tile.id: placed.rect for placed in tiles}
    homes = {tile.id: placed.box for placed in boxes for tile in placed.box.tiles}
    return Layout(
        picture=picture,
        width=width,
        height=bottom_of(legend, bottom) + MARGIN,
        boxes=tuple(boxes),
        tiles=tuple(tiles),
        texts=(*title, *map(_heading, boxes), *notes, *legend),
        pills=tuple(pill for placed in tiles for pill in tile_pills(placed.tile, placed.rect)),
        paths=tuple(Path(edge, _route(edge, homes[edge.source], places)) for edge in picture.edges),
    )


def _columns(picture: Picture) -> dict[str, dict[str, tuple[float, float]]]:
    """Find the left and right of each tile of each chain; the chains of a rule share their columns."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    groups: dict[str, list[Box]] = {}
    for box in picture.boxes:
        groups.setdefault(box.id.rpartition("-")[0], []).append(box)
    for boxes in groups.values():
        keys, order = aligned_keys(boxes)
        for box in boxes:
            chain = order or keys[box.id]
            widths = dict.fromkeys(chain, PLAIN) | {
                key: _width(tile) for b in boxes for key, tile in zip(keys[b.id], b.tiles, strict=True)
            }
            lefts = dict(_lefts(chain, widths))
            found[box.id] = {
                tile.id: (lefts[key], lefts[key] + widths[key])
                for key, tile in zip(keys[box.id], box.tiles, strict=True)
            }
    return found


def aligned_keys(boxes: list[Box]) -> tuple[dict[str, list[str]], list[str]]:
    """The parts of each chain, and of all of them in order; no order if the chains do not have the same one."""
    keys = {box.id: [tile.id.removeprefix(box.id) for tile in box.tiles] for box in boxes}
    order = max(keys.values(), key=len)
    return keys, order if all(_is_within(chain, order) for chain in keys.values()) else []


def _is_within(chain: list[str], order: list[str]) -> bool:
    """Whether a chain is a subsequence of another one."""
    rest = iter(order)
    return all(key in rest for key in chain)


def _lefts(chain: list[str], widths: dict[str, float]) -> Iterator[tuple[str, float]]:
    x = MARGIN + PADDING
    for key in chain:
        yield key, x
        x += widths[key] + GAP


def _width(tile: Tile) -> float:
    return PLAIN if tile.kind == "plain" else SMALL_TILE


def _heading(placed: PlacedBox) -> Text:
    box, rect = placed.box, placed.rect
    rule = Run(f" {box.rule}" if box.rule else "")
    room = rect.width - 2 * PADDING
    name = Run(cut(box.name, room - rule.width, PHASE, bold=True), PHASE, "other", bold=True)
    return Text(f"heading-{box.id}", Rect(rect.x + PADDING, rect.y + 4, room, 22), ((name, rule),), box.tooltip)


def _notes(box: Box, rect: Rect) -> Iterator[Text]:
    y = rect.bottom + NOTE_GAP
    for number, note in enumerate(box.notes, 1):
        lines = note_lines(note, rect.width, NOTE_LINES)
        yield Text(f"note-{box.id}-{number}", Rect(rect.x, y, rect.width, LINE * len(lines)), lines, note.tooltip)
        y += LINE * len(lines) + 4


def _passes(box: Box, edge: Edge) -> bool:
    """Whether an edge goes past other tiles."""
    ids = [tile.id for tile in box.tiles]
    return ids.index(edge.target) != ids.index(edge.source) + 1


def _route(edge: Edge, box: Box, places: dict[str, Rect]) -> tuple[Point, ...]:
    """Route an edge straight to the next tile, or below the tiles that it goes past."""
    source, target = places[edge.source], places[edge.target]
    if not _passes(box, edge):
        return Point(source.right, source.cy), Point(target.x, target.cy)
    lane = source.bottom + BYPASS
    return (
        Point(source.cx, source.bottom),
        Point(source.cx, lane),
        Point(target.cx, lane),
        Point(target.cx, target.bottom),
    )
