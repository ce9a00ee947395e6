"""Columns: the size of each phase, its row, and the positions of its tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model import END, START, Box, Edge, Note, Picture, Tile
from .geometry import CHIPS, DOT, ENTRIES, LINE, MARGIN, STEPS, Grid, Rect
from .happenings import tile_height
from .metrics import SMALL, text_width
from .page import NOTE_LINES, note_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .metrics import Line

ONE_ROW, PER_ROW = 5, 4
"""A turn of up to five phases has one row; a longer turn has rows of four phases."""

CREATED = 7.0
"""The distance between edges to what was created."""
LABEL = 42.0
"""The distance right of a tile of the label of an edge past other tiles."""
LOOP_LABEL = 26.0
NOTE_GAP, LEGEND_GAP = 8.0, 14.0


@dataclass(frozen=True, slots=True)
class PlacedNote:
    """A note below a phase, broken into lines."""

    note: Note
    lines: tuple[Line, ...]
    rect: Rect


@dataclass(frozen=True, slots=True)
class Column:
    """A phase with its row, its column, its position, and the positions of its tiles."""

    box: Box
    row: int
    at: int
    rect: Rect
    tiles: dict[str, Rect]
    notes: tuple[PlacedNote, ...]
    grid: Grid

    @property
    def bottom(self) -> float:
        """The y below its last note."""
        return self.notes[-1].rect.bottom if self.notes else self.rect.bottom


@dataclass(frozen=True, slots=True)
class Row:
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
        above = _created_above(picture, number, size)
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


def _created_above(picture: Picture, row: int, size: int) -> int:
    """The number of edges to what was created that run above this row: not those to the next phase in it."""
    box_of = picture.box_of()
    pairs = [(box_of[edge.source], box_of[edge.target]) for edge in picture.edges if edge.kind == "created"]
    near = ((a, b) for a, b in pairs if b // size == row and a // size in (row, row - 1))
    return sum(1 for a, b in near if a // size < row or b > a + 1)


def _columns(picture: Picture, boxes: tuple[Box, ...], row: int, top: float) -> tuple[Column, ...]:
    columns: list[Column] = []
    grid = grid_of(picture)
    x = MARGIN + DOT + grid.gutter - 6
    for at, box in enumerate(boxes):
        rect = Rect(x, top, *_size(box, picture.edges, grid))
        x = rect.right + grid.gutter
        legend = picture.legend if picture.level == "step" and row == 0 and at == min(1, len(boxes) - 1) else ()
        columns.append(
            Column(box, row, at, rect, _tiles(box, rect, grid), tuple(_notes(box.notes, legend, rect)), grid)
        )
    return tuple(columns)


def _size(box: Box, edges: Iterable[Edge], grid: Grid) -> tuple[float, float]:
    """The width of a phase, with room for the edges beside its tiles, and its height."""
    ids = [tile.id for tile in box.tiles]
    inside = [edge for edge in edges if edge.source in ids and edge.target in ids]
    beside = max((_beside(edge, ids, grid) for edge in inside), default=grid.padding)
    drop = grid.drop - 4 if any(drops(edge, ids) for edge in inside) else 0.0
    height = _tops(box, grid)[-1] + _height(box.tiles[-1], grid) + grid.padding + drop
    return grid.padding + grid.width + max(grid.padding, beside), height


def drops(edge: Edge, ids: list[str]) -> bool:
    """Whether an edge loops below its tile: on the right of the last tile, the path of play leaves."""
    return edge.source == edge.target == ids[-1]


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


def _tiles(box: Box, rect: Rect, grid: Grid) -> dict[str, Rect]:
    return {
        tile.id: Rect(rect.x + grid.padding, rect.y + top, grid.width, _height(tile, grid))
        for tile, top in zip(box.tiles, _tops(box, grid), strict=True)
    }


def _tops(box: Box, grid: Grid) -> list[float]:
    """The distance of each tile from the top of its box."""
    tops: list[float] = []
    bottom = 0.0
    for tile in box.tiles:
        gap = grid.pill_gap if tile.pill or tile.here else grid.gap
        first = grid.header + max(gap - grid.gap, grid.lift if tile.here else 0)
        tops.append(bottom + gap if tops else first)
        bottom = tops[-1] + _height(tile, grid)
    return tops


def _height(tile: Tile, grid: Grid) -> float:
    """The height of a tile; at the level of steps it includes the lines about what happens there."""
    return grid.height if grid.small else tile_height(tile, grid.width)


def _notes(notes: tuple[Note, ...], legend: tuple[Note, ...], box: Rect) -> Iterator[PlacedNote]:
    """Place the notes of a phase below each other, and then the legend as one block."""
    gaps = [NOTE_GAP] * len(notes) + [LEGEND_GAP] + [3.0] * len(legend)
    y = box.bottom
    for note, gap in zip((*notes, *legend), gaps, strict=False):
        lines = note_lines(note, box.width, NOTE_LINES)
        place = Rect(box.x, y + gap, box.width, LINE * len(lines))
        yield PlacedNote(note, lines, place)
        y = place.bottom
