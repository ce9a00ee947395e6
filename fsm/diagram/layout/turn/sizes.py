"""The sizes of phases that lie one below the other, and the columns of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...model import CHECK, Box, Edge, Picture, Tile
from ..geometry import ENTRIES, FLOW, FLOW_CHIPS, STEPS, Grid, Rect
from ..metrics import PHASE, SMALL, STEP, text_width
from .columns import Column, column_height, make_column

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


def make_columns(picture: Picture, boxes: tuple[Box, ...], at: int, place: Rect, stretch: float) -> tuple[Column, ...]:
    """Place the phases of a column one below the other; all its tiles have the same width."""
    grid = _grid_in(picture, place.width, max(beside_of(box, picture.edges, grid_of(picture)) for box in boxes))
    made: list[Column] = []
    y = place.y
    for row, box in enumerate(boxes):
        made.append(make_column(box, row, at, replace(place, y=y), grid, picture.edges, stretch=stretch))
        ends = box.kind == "phase" and picture.boxes[phases_in(picture) - 1] is box
        y = made[-1].bottom + BETWEEN + 2 * stretch + (tail_of(picture) if ends else 0.0)
    return tuple(made)


def _grid_in(picture: Picture, width: float, beside: float) -> Grid:
    """The measures of a column of a width, of which some is beside its tiles."""
    grid = grid_of(picture)
    return replace(grid, width=width - grid.padding - beside)


def docks_of(column: Column) -> dict[str, Rect]:
    """Where edges begin and end: at the tiles, or of a phase with small tiles, at the phase."""
    return dict.fromkeys(column.tiles, column.rect) if column.grid.small else column.tiles


def box_height(box: Box, beside: float, picture: Picture, width: float) -> float:
    """The height of a phase in a column of a width, with its notes."""
    return column_height(box, width, _grid_in(picture, width, beside), picture.edges)


def beside_of(box: Box, edges: Iterable[Edge], grid: Grid) -> float:
    """The room right of the tiles of a phase, for edges past other tiles and back to a tile."""
    ids = [tile.id for tile in box.tiles]
    inside = [edge for edge in edges if edge.kind != "created" and edge.source in ids and edge.target in ids]
    past = any(ids.index(edge.target) > ids.index(edge.source) + 1 for edge in inside)
    loop = any(edge.source == edge.target for edge in inside)
    return grid.padding + (grid.lane if past else grid.loop if loop else 0.0)


def tail_of(picture: Picture) -> float:
    """The room below the last phase; more where the path of play leaves the phase, and not a tile in it."""
    return TAIL + 8.0 if picture.level == "phase" else TAIL


def phases_in(picture: Picture) -> int:
    """How many of the boxes are phases; a panel comes after them."""
    return sum(1 for box in picture.boxes if box.kind == "phase")
