"""The sizes of phases that lie one below the other, and the columns of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..model import CHECK
from .columns import NOTE_GAP, Column, PlacedNote
from .geometry import ENTRIES, FLOW, FLOW_CHIPS, LINE, STEPS, Rect
from .happenings import tile_height
from .metrics import PHASE, SMALL, STEP, text_width
from .page import NOTE_LINES, note_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..model import Box, Edge, Picture, Tile
    from .geometry import Grid

TAIL = 22.0
"""The room below the last phase for the end."""
BETWEEN = 18.0
"""The distance between two phases of a column."""
NUMBER, HEAD_ROOM = 24.0, 7.0
"""The room beside the name of a tile, for its number, and beside that of a phase, for the path of play."""
MOST_NAME = 240.0
"""The width above which a name is cut."""


def grid_of(picture: Picture) -> Grid:
    """The measures of a picture in a flow."""
    return FLOW_CHIPS if picture.level == "phase" else FLOW


def least_width(picture: Picture) -> float:
    """The least width of a column, in which no name is cut."""
    grid = grid_of(picture)
    beside = max(beside_of(box, picture.edges, grid) for box in picture.boxes)
    names = max(min(MOST_NAME, _name_width(tile)) for box in picture.boxes for tile in box.tiles)
    heads = 0.0 if grid.small else max(text_width(box.name, PHASE, bold=True) for box in picture.boxes)
    return grid.padding + max(names, min(MOST_NAME, 2 * (heads + HEAD_ROOM))) + beside


def _name_width(tile: Tile) -> float:
    if tile.kind == "chip":
        return NUMBER + 1 + text_width(tile.name, SMALL)
    past = CHECK if tile.past else ""
    detail = text_width(f" {past}{tile.detail}", SMALL) if tile.kind == "entry" else STEPS.number - ENTRIES.number + 1
    return NUMBER + text_width(tile.name, STEP, bold=True) + detail


def make_column(
    picture: Picture, boxes: tuple[Box, ...], at: int, place: Rect, grid: Grid, stretch: float
) -> tuple[Column, ...]:
    """Place the phases of a column one below the other; all its tiles have the same width."""
    beside = max(beside_of(box, picture.edges, grid) for box in boxes)
    grid = replace(grid, width=place.width - grid.padding - beside)
    made: list[Column] = []
    y = place.y
    for row, box in enumerate(boxes):
        tops, height = _tops(box, picture.edges, grid, stretch)
        rect = Rect(place.x, y, place.width, height)
        tiles = {
            tile.id: Rect(rect.x + grid.padding, y + top, grid.width, _height(tile, grid))
            for tile, top in zip(box.tiles, tops, strict=True)
        }
        made.append(Column(box, row, at, rect, tiles, tuple(_notes(box, rect)), grid))
        ends = box.kind == "phase" and picture.boxes[phases_in(picture) - 1] is box
        y = made[-1].bottom + BETWEEN + 2 * stretch + (tail_of(picture) if ends else 0.0)
    return tuple(made)


def docks_of(column: Column) -> dict[str, Rect]:
    """Where edges begin and end: at the tiles, or of a phase with small tiles, at the phase."""
    return dict.fromkeys(column.tiles, column.rect) if column.grid.small else column.tiles


def box_height(box: Box, beside: float, picture: Picture, width: float) -> float:
    """The height of a phase in a column of a width, with its notes."""
    grid = grid_of(picture)
    grid = replace(grid, width=width - grid.padding - beside)
    height = _tops(box, picture.edges, grid, 0.0)[1]
    notes = list(_notes(box, Rect(0, 0, width, height)))
    return notes[-1].rect.bottom if notes else height


def _tops(box: Box, edges: Iterable[Edge], grid: Grid, stretch: float) -> tuple[list[float], float]:
    """The distance of each tile of a phase from its top, and its height."""
    tops: list[float] = []
    bottom = 0.0
    for tile in box.tiles:
        pills = grid.pill_gap - grid.gap if tile.pill or tile.here or tile.mark else 0.0
        gap = grid.gap + (0.0 if grid.small else stretch)
        tops.append(bottom + gap + pills if tops else grid.header + max(pills, grid.lift if tile.here else 0.0))
        bottom = tops[-1] + _height(tile, grid) + (4 if tile.ended else 0)
    last = box.tiles[-1].id
    drop = grid.drop - 4 if any(edge.source == edge.target == last for edge in edges) else 0.0
    return tops, bottom + grid.padding + drop


def _height(tile: Tile, grid: Grid) -> float:
    return grid.height if grid.small else tile_height(tile, grid.width)


def beside_of(box: Box, edges: Iterable[Edge], grid: Grid) -> float:
    """The room right of the tiles of a phase, for edges past other tiles and back to a tile."""
    ids = [tile.id for tile in box.tiles]
    inside = [edge for edge in edges if edge.kind != "created" and edge.source in ids and edge.target in ids]
    past = any(ids.index(edge.target) > ids.index(edge.source) + 1 for edge in inside)
    loop = any(edge.source == edge.target for edge in inside)
    return grid.padding + (grid.lane if past else grid.loop if loop else 0.0)


def _notes(box: Box, rect: Rect) -> Iterator[PlacedNote]:
    """Place the notes of a phase below it."""
    y = rect.bottom
    for note in box.notes:
        lines = note_lines(note, rect.width, NOTE_LINES)
        yield PlacedNote(note, lines, Rect(rect.x, y + NOTE_GAP, rect.width, LINE * len(lines)))
        y += NOTE_GAP + LINE * len(lines)


def tail_of(picture: Picture) -> float:
    """The room below the last phase; more where the path of play leaves the phase, and not a tile in it."""
    return TAIL + 8.0 if picture.level == "phase" else TAIL


def phases_in(picture: Picture) -> int:
    """How many of the boxes are phases; a panel comes after them."""
    return sum(1 for box in picture.boxes if box.kind == "phase")
