"""Columns: the size of each phase, its row, and the positions of its tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from ..model import END, START, Box, Edge, Note, Picture, Tile
from .geometry import CHIPS, DOT, ENTRIES, MARGIN, STEPS, Grid, Part, Pill, PlacedBox, PlacedTile, Point, Rect, Text
from .metrics import SMALL, text_width
from .page import PILL_RISE, bottom_of, pill, stacked, tile_pills
from .tiles import tile_height, tile_rows

ONE_ROW, PER_ROW = 5, 4
"""A turn of up to five phases has one row; a longer turn has rows of four phases."""

CREATED = 7.0
"""The distance between edges to what was created."""
LABEL = 42.0
"""The distance right of a tile of the label of an edge past other tiles."""
LOOP_LABEL = 26.0
NOTE_GAP, LEGEND_GAP = 6.0, 14.0
HEAD_RISE = 3.0
"""The distance of a pill's middle above the border of a small phase, so that it does not cover the heading."""


class Column(msgspec.Struct, frozen=True):
    """A phase with its row, its column, its position, and the positions of its tiles."""

    box: Box
    row: int
    at: int
    rect: Rect
    tiles: dict[str, Rect]
    notes: tuple[Text, ...]
    grid: Grid

    @property
    def bottom(self) -> float:
        """The y below its last note."""
        return bottom_of(self.notes, self.rect.bottom)


class Row(msgspec.Struct, frozen=True):
    """Columns side by side, and the y of the lanes above them, in which edges run.

    ``lane`` is for edges from the row above, ``detour`` for edges past skipped phases, and
    ``created`` is the lowest of the lanes for edges to what was created.
    """

    columns: tuple[Column, ...]
    lane: float
    detour: float
    created: float = 0.0

    def gutter(self, at: int) -> float:
        """The x of the middle of the gutter before the column with a number, or after the last column."""
        if at < len(self.columns):
            return self.columns[at].rect.x - self.columns[at].grid.gutter / 2
        return self.columns[-1].rect.right + self.columns[-1].grid.gutter / 2

    @property
    def bottom(self) -> float:
        """The y below all its columns and notes."""
        return max(column.bottom for column in self.columns)


def grid_of(picture: Picture) -> Grid:
    """The measures of a picture in columns."""
    entries = any(tile.kind == "entry" for box in picture.boxes for tile in box.tiles)
    return CHIPS if picture.level == "phase" else ENTRIES if entries else STEPS


def make_rows(picture: Picture, top: float) -> tuple[Row, ...]:
    """Place all phases, from the top down."""
    size = len(picture.boxes) if len(picture.boxes) <= ONE_ROW else PER_ROW
    rows: list[Row] = []
    for number, start in enumerate(range(0, len(picture.boxes), size)):
        boxes = picture.boxes[start : start + size]
        lane = top + 12 if number else top
        top = top + 28 if number else top
        detour = top + 8
        if _has_detour(picture, number, size):
            top += 22
        box_of = picture.box_of()
        pairs = [(box_of[edge.source], box_of[edge.target]) for edge in picture.edges if edge.kind == "created"]
        near = ((a, b) for a, b in pairs if b // size == number and a // size in (number, number - 1))
        above = sum(1 for a, b in near if a // size < number or b > a + 1)
        top += above * CREATED + (6 if above else 0)
        rows.append(Row(_columns(picture, boxes, number, top), lane, detour, top - 8))
        top = rows[-1].bottom + 4
    return tuple(rows)


def _has_detour(picture: Picture, row: int, size: int) -> bool:
    """Whether the path of play goes past a whole phase in this row."""
    count = len(picture.boxes)
    box_of = picture.box_of() | {START: -1, END: count}
    pairs = [(box_of[edge.source], box_of[edge.target]) for edge in picture.edges if edge.kind == "main"]
    rows = ((max(a, 0) // size, min(b, count - 1) // size) for a, b in pairs if b - a > 1)
    return (row, row) in rows


def _columns(picture: Picture, boxes: tuple[Box, ...], row: int, top: float) -> tuple[Column, ...]:
    columns: list[Column] = []
    grid = grid_of(picture)
    x = MARGIN + DOT + grid.gutter - 6
    for at, box in enumerate(boxes):
        legend = picture.legend if picture.level == "step" and row == 0 and at == min(1, len(boxes) - 1) else ()
        place = Rect(x, top, _width(box, picture.edges, grid), 0)
        columns.append(make_column(box, row, at, place, grid, picture.edges, legend=legend))
        x = columns[-1].rect.right + grid.gutter
    return tuple(columns)


def _width(box: Box, edges: Iterable[Edge], grid: Grid) -> float:
    """The width of a phase, with room for the edges beside its tiles."""
    ids = [tile.id for tile in box.tiles]
    inside = (edge for edge in edges if edge.source in ids and edge.target in ids)
    beside = max((_beside(edge, ids, grid) for edge in inside), default=grid.padding)
    return grid.padding + grid.width + max(grid.padding, beside)


def _beside(edge: Edge, ids: list[str], grid: Grid) -> float:
    """The room that an edge within a phase needs on the right of the tiles."""
    if edge.kind == "created":
        return grid.loop + 10
    if edge.kind == "main" and ids.index(edge.target) == ids.index(edge.source) + 1:
        return grid.padding
    if not edge.label:
        return grid.lane + grid.padding
    width = max(text_width(edge.label, SMALL), text_width(edge.rule, SMALL, bold=True))
    return (LOOP_LABEL if drops(edge, ids) else LABEL) + width + 6


def make_column(
    box: Box,
    row: int,
    at: int,
    place: Rect,
    grid: Grid,
    edges: Iterable[Edge],
    *,
    legend: tuple[Note, ...] = (),
    stretch: float = 0.0,
) -> Column:
    """Place a phase from the upper left corner of a place, in its width; ``stretch`` makes the gaps of tiles larger."""
    tops, height = _tops(box, edges, grid, stretch)
    rect = replace(place, height=height)
    tiles = {
        tile.id: Rect(rect.x + grid.padding, rect.y + top, grid.width, _height(tile, grid))
        for tile, top in zip(box.tiles, tops, strict=True)
    }
    return Column(box, row, at, rect, tiles, _notes(box, rect, legend), grid)


def _tops(box: Box, edges: Iterable[Edge], grid: Grid, stretch: float) -> tuple[list[float], float]:
    """The distance of each tile of a phase from its top, and its height."""
    tops: list[float] = []
    bottom = 0.0
    for tile in box.tiles:
        pills = grid.pill_gap - grid.gap if tile.pill or tile.here else 0.0
        gap = grid.gap + (0.0 if grid.small else stretch)
        tops.append(bottom + gap + pills if tops else grid.header + max(pills, grid.lift if tile.here else 0.0))
        bottom = tops[-1] + _height(tile, grid) + (grid.ended if tile.ended else 0.0)
    ids = [tile.id for tile in box.tiles]
    drop = grid.drop - 4 if any(drops(edge, ids) for edge in edges) else 0.0
    return tops, bottom + grid.padding + drop


def drops(edge: Edge, ids: list[str]) -> bool:
    """Whether an edge loops below its tile: on the right of the last tile, the path of play leaves."""
    return edge.source == edge.target == ids[-1]


def _height(tile: Tile, grid: Grid) -> float:
    """The height of a tile; at the level of steps it includes the lines about what happens there."""
    return grid.height if grid.small else tile_height(tile, grid.width)


def _notes(box: Box, rect: Rect, legend: tuple[Note, ...]) -> tuple[Text, ...]:
    """Place the notes of a phase below each other, and then the legend as one block."""
    place = Rect(rect.x, rect.bottom + NOTE_GAP, rect.width, 0)
    notes = stacked(f"note-{box.id}", box.notes, place, NOTE_GAP)
    below = replace(place, y=bottom_of(notes, rect.bottom) + LEGEND_GAP)
    return (*notes, *stacked(f"note-{box.id}", legend, below, 3, first=len(notes) + 1))


def column_part(column: Column, texts: Iterable[Text]) -> Part:
    """A phase as a part of a picture, with texts about it, its notes, and its pills."""
    tiles = tuple(
        PlacedTile(tile, column.tiles[tile.id], column.box.hue, tile_rows(tile, column.grid.width))
        for tile in column.box.tiles
    )
    box = PlacedBox(column.box, column.rect)
    return Part(column.bottom, (box,), tiles, tuple(texts), tuple(_pills(column)))


def _pills(column: Column) -> Iterator[Pill]:
    """The pills on a phase and on its tiles."""
    box, rect, grid = column.box, column.rect, column.grid
    if box.pill and not grid.small:
        yield pill(f"pill-{box.id}", box.pill, rect.x + grid.padding + grid.width, rect.y + grid.header / 2 + 1)
    elif box.pill:
        yield pill(f"pill-{box.id}", box.pill, rect.right - grid.padding, rect.y - HEAD_RISE)
    if box.here and not grid.small:
        yield pill(f"here-{box.id}", "here", rect.right - 12, rect.y, "here")
    elif box.here:
        yield pill(f"here-{box.id}", "here", rect.x + 50, rect.y - HEAD_RISE, "here")
    for tile in box.tiles:
        yield from tile_pills(tile, column.tiles[tile.id], PILL_RISE if not grid.small else 2 * PILL_RISE)


ASIDE = 9.0
"""The distance from the middle of a tile's side at which a second edge arrives or leaves."""


def inside(edge: Edge, source: Rect, target: Rect, column: Column) -> list[Point]:
    """Route an edge between two tiles of one phase: straight down, or past other tiles on the right."""
    places, grid = list(column.tiles.values()), column.grid
    if source == target:
        return _loop(source, grid, last=source == places[-1])
    if edge.kind == "main" and places.index(target) == places.index(source) + 1:
        return [Point(source.cx, source.bottom), Point(target.cx, target.y)]
    x, y = source.right + grid.lane, target.cy - ASIDE
    return [Point(source.right, source.cy), Point(x, source.cy), Point(x, y), Point(target.right, y)]


def _loop(tile: Rect, grid: Grid, last: bool) -> list[Point]:
    x, out = tile.right + grid.loop, tile.cy - ASIDE
    if not last:
        back = tile.cy + ASIDE
        return [Point(tile.right, out), Point(x, out), Point(x, back), Point(tile.right, back)]
    out, below, up = tile.cy + ASIDE, tile.bottom + grid.drop, tile.right - 2 * grid.loop
    corners = [Point(tile.right, out), Point(x, out), Point(x, below), Point(up, below)]
    return [*corners, Point(up, tile.bottom)]
