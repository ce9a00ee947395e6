"""The routes of edges where phases lie one below the other: down the middle, or on a rail beside the phases."""

from __future__ import annotations

from ...model import Edge
from ..geometry import Path, Point, Rect, without_needless
from .columns import Column
from .routes import inside

RAIL = 5.0
"""The distance of a rail from the phases on its left."""
CROSSING = 11.0
"""The distance, from the phases on its left, of a path to the next column."""
LANE = 8.0
"""The distance above the phases of a path past a whole column."""
ASIDE = 5.0
"""The distance from the middle of a tile's side at which a path leaves, and arrives, by a rail."""

Docks = dict[str, Rect]


def flow_path(
    edge: Edge, homes: dict[str, Column], docks: Docks, ends: Docks, columns: list[tuple[Column, ...]]
) -> Path:
    """Route an edge: within a phase, down to the next phase, by a rail, or into another column."""
    source, target = (homes.get(id) for id in (edge.source, edge.target))
    if source is not None and source is target:
        rects = source.tiles
        return Path(edge, without_needless(inside(edge, rects[edge.source], rects[edge.target], source)))
    one, other = ((docks | ends)[id] for id in (edge.source, edge.target))
    here, there = source or columns[0][0], target or _last(columns)
    if here.at != there.at:
        # the start is above the first column, and the end below the last one
        corners = _across(one, other, here, there, columns, above=source is None, below=target is None)
    elif _straight(source, target, edge, there):
        x = other.cx if target else one.cx
        corners = [Point(x, one.bottom), Point(x, other.y)]
    else:
        x = here.rect.right + RAIL
        out, into = (
            (one.cy if source is None else _leave(one, here)),
            (other.cy if target is None else _arrive(other, there)),
        )
        corners = [Point(one.right, out), Point(x, out), Point(x, into), Point(other.right, into)]
    return Path(edge, without_needless(corners))


def _last(columns: list[tuple[Column, ...]]) -> Column:
    """The last phase; a panel may come after it."""
    return [column for group in columns for column in group if column.box.kind == "phase"][-1]


def _straight(source: Column | None, target: Column | None, edge: Edge, there: Column) -> bool:
    """Whether nothing lies between two tiles of a column, or between one and the start or the end."""
    first = target is None or next(iter(target.tiles)) == edge.target
    last = source is None or list(source.tiles)[-1] == edge.source
    if target is not None and target.grid.small:
        first = True
    if source is not None and source.grid.small:
        last = True
    rows = (source.row if source else -1, target.row if target else there.row + 1)
    return first and last and rows[1] == rows[0] + 1 and not (source and source.notes)


def _leave(rect: Rect, column: Column) -> float:
    """The y at which a path leaves a tile on its right, or a phase beside its heading."""
    return rect.y + column.grid.header / 2 + ASIDE if column.grid.small else rect.cy + ASIDE


def _arrive(rect: Rect, column: Column) -> float:
    return rect.y + column.grid.header / 2 - ASIDE if column.grid.small else rect.cy - ASIDE


def _across(
    one: Rect,
    other: Rect,
    here: Column,
    there: Column,
    columns: list[tuple[Column, ...]],
    *,
    above: bool,
    below: bool,
) -> list[Point]:
    """Route an edge to another column: through the gutter on the right, and the one left of the target."""
    out = one.cy if above else _leave(one, here)
    into = other.cy if below else _arrive(other, there)
    leave = here.rect.right + CROSSING
    arrive = columns[there.at - 1][0].rect.right + CROSSING
    corners = [Point(one.right, out), Point(leave, out)]
    if leave != arrive:
        lane = min(column[0].rect.y for column in columns[here.at + 1 :]) - (2 * LANE if here.grid.small else LANE)
        corners += [Point(leave, lane), Point(arrive, lane)]
    return [*corners, Point(arrive, into), Point(other.x, into)]
