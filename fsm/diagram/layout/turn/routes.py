"""Routes: the corners of each edge; edges run in the gutters, and never cross a tile or a text."""

from __future__ import annotations

from dataclasses import dataclass

from ...model import Edge
from ..geometry import Grid, Point, Rect, without_needless
from .columns import Column, Row

ASIDE = 9.0
"""The distance from the middle of a tile's side at which a second edge arrives or leaves."""


@dataclass(frozen=True, slots=True)
class EdgeEnd:
    """An end of an edge: its row, its column (-1 for the start, one past the last for the end), its position."""

    row: int
    at: int
    rect: Rect


def route(edge: Edge, source: EdgeEnd, target: EdgeEnd, rows: tuple[Row, ...]) -> tuple[Point, ...]:
    """The corners of an edge, from end to end."""
    if (source.row, source.at) == (target.row, target.at):
        column = rows[source.row].columns[source.at]
        corners = inside(edge, source.rect, target.rect, column)
    else:
        corners = _across(source, target, rows)
    return without_needless(corners)


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


def _across(source: EdgeEnd, target: EdgeEnd, rows: tuple[Row, ...]) -> list[Point]:
    """Route an edge from one phase to another: out on the right, through gutters and lanes, in on the left."""
    ends = Point(source.rect.right, source.rect.cy), Point(target.rect.x, target.rect.cy)
    leave, arrive = rows[source.row].gutter(source.at + 1), rows[target.row].gutter(target.at)
    corners = [ends[0], Point(leave, ends[0].y)]
    if target.row > source.row:
        lane = rows[source.row + 1].lane
        corners.append(Point(leave, lane))
        if target.row > source.row + 1:
            edge_of_page = rows[target.row].gutter(0)
            lane = rows[target.row].lane
            corners += [Point(edge_of_page, rows[source.row + 1].lane), Point(edge_of_page, lane)]
        corners.append(Point(arrive, lane))
    elif target.at > source.at + 1:
        lane = rows[source.row].detour
        corners += [Point(leave, lane), Point(arrive, lane)]
    return [*corners, Point(arrive, ends[1].y), ends[1]]
