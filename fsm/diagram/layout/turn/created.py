"""Edges from where an effect created a part to that part; each is drawn if it need not cross anything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ...model import Picture
from ..geometry import STEPS, Path, Point, Rect, without_needless
from .columns import CREATED, Row
from .routes import EdgeEnd

ASIDE, FURTHER, CORNER = (-13.0, 13.0, -5.0, 5.0), 8.0, 3.0
MOST_PLACES, LEVELS = 5, 6
"""The distances from the middle of a tile at which an edge may arrive or leave; high tiles have more of them."""
BESIDE = (10.0, 16.0, -10.0, -16.0)
"""The distances from the middle of a gutter, where the path of play runs, at which an edge may run."""
HEADING = (15.0, 24.0, 8.0)
"""The distances below the upper left corner of a phase at which an edge may arrive."""
INSIDE, NEAR = 0.5, 3.0
"""The part of a border that an edge may touch, and the least distance between parallel edges."""


class _Room:
    """The obstacles: tiles, texts and phases that no edge may cross, and the edges that are already drawn."""

    def __init__(self, obstacles: list[Rect], drawn: list[tuple[Point, Point]]) -> None:
        self.cores = [(r.x + INSIDE, r.y + INSIDE, r.right - INSIDE, r.bottom - INSIDE) for r in obstacles]
        self.drawn = drawn
        self._known: dict[tuple[Point, Point], bool] = {}  # the routes that are tried share most of their lines

    def is_clear(self, *route: Point) -> bool:
        """Whether a route, or its beginning, crosses no obstacle and runs along no drawn edge."""
        return all(self._line_is_clear(line) for line in pairwise(route))

    def _line_is_clear(self, line: tuple[Point, Point]) -> bool:
        clear = self._known.get(line)
        if clear is None:
            clear = self._known[line] = not (self._crosses(*line) or self._runs_along(*line))
        return clear

    def _crosses(self, a: Point, b: Point) -> bool:
        left, right, top, bottom = min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y)
        return any(left < r and x <= right and top < low and y <= bottom for x, y, r, low in self.cores)

    def _runs_along(self, a: Point, b: Point) -> bool:
        """Whether a drawn edge runs along a line, too close to it."""
        if a.y == b.y:
            level = [(min(c.x, d.x), max(c.x, d.x)) for c, d in self.drawn if c.y == d.y and abs(c.y - a.y) < NEAR]
            return any(max(min(a.x, b.x), low) < min(max(a.x, b.x), high) for low, high in level)
        upright = [(min(c.y, d.y), max(c.y, d.y)) for c, d in self.drawn if c.x == d.x and abs(c.x - a.x) < NEAR]
        return any(max(min(a.y, b.y), low) < min(max(a.y, b.y), high) for low, high in upright)


def created_paths(
    picture: Picture, rows: tuple[Row, ...], stops: dict[str, EdgeEnd], texts: list[Rect], paths: list[Path]
) -> Iterator[Path]:
    """Route each edge for which there is room; for the others, the notes say what created the part."""
    tiles = [rect for row in rows for column in row.columns for rect in column.tiles.values()]
    drawn = [ends for path in paths for ends in pairwise(path.points)]
    for edge in picture.edges:
        if edge.kind != "created":
            continue
        source, target = stops[edge.source], stops[edge.target]
        own = {(source.row, source.at), (target.row, target.at)}
        boxes = [c.rect for r in rows for c in r.columns if (c.row, c.at) not in own]
        room = _Room([*texts, *tiles, *boxes], drawn)
        routes = _routes(source, target, rows, edge.target, room)
        route = next((route for route in routes if room.is_clear(*route)), None)
        if route is not None:
            drawn += pairwise(route)
            yield Path(edge, route)


def _routes(
    source: EdgeEnd, target: EdgeEnd, rows: tuple[Row, ...], id: str, room: _Room
) -> Iterator[tuple[Point, ...]]:
    """All routes to try, the simplest first."""
    column = rows[target.row].columns[target.at]
    whole = bool(column.box.pill) and next(iter(column.tiles)) == id
    entrances = _into_phase(column.rect) if whole else _into_tile(target.rect)
    if (source.row, source.at) == (target.row, target.at):
        yield from _within(source.rect, target.rect)
    elif (source.row, source.at + 1) == (target.row, target.at):
        for begin, x in _exits(source, rows, room):
            for goal in entrances:
                yield without_needless([begin, Point(x, begin.y), Point(x, goal.y), goal])
    elif target.row in (source.row, source.row + 1):
        for begin, x in _exits(source, rows, room):
            for level in range(LEVELS):
                y = rows[target.row].created - level * CREATED
                if not room.is_clear(begin, Point(x, begin.y), Point(x, y)):
                    continue
                ends = _down_to_phase(column.rect, y, level) if whole else _down_to_tile(target, entrances, rows, y)
                for end in ends:
                    yield without_needless([begin, Point(x, begin.y), Point(x, y), *end])


def _within(source: Rect, target: Rect) -> Iterator[tuple[Point, ...]]:
    """The routes to another step of the same phase, on the right of the tiles."""
    for aside in _asides(source):
        for further in (0.0, 6.0, -6.0):
            x = source.right + STEPS.loop + further
            out, into = source.cy + aside, target.cy - max(-ASIDE[1], min(ASIDE[1], aside))
            yield Point(source.right, out), Point(x, out), Point(x, into), Point(target.right, into)


def _exits(source: EdgeEnd, rows: tuple[Row, ...], room: _Room) -> Iterator[tuple[Point, float]]:
    """The points where an edge may leave a tile on the right, each with the x where it turns in the gutter."""
    middle = rows[source.row].gutter(source.at + 1)
    for aside in _asides(source.rect):
        begin = Point(source.rect.right, source.rect.cy + aside)
        if room.is_clear(begin, Point(middle + BESIDE[-1], begin.y)):
            yield from ((begin, middle + beside) for beside in BESIDE)


def _into_phase(box: Rect) -> list[Point]:
    """The points where an edge may arrive beside the name of a phase."""
    return [Point(box.x, box.y + down) for down in HEADING]


def _into_tile(tile: Rect) -> list[Point]:
    """The points where an edge may arrive on the left of a tile."""
    return [Point(tile.x, tile.cy + aside) for aside in ASIDE]


def _down_to_phase(box: Rect, y: float, level: int) -> list[list[Point]]:
    goal = Point(box.x + 30 + 8 * level, box.y)
    return [[Point(goal.x, y), goal]]


def _down_to_tile(target: EdgeEnd, entrances: list[Point], rows: tuple[Row, ...], y: float) -> list[list[Point]]:
    x = rows[target.row].gutter(target.at) + BESIDE[0]
    return [[Point(x, y), Point(x, goal.y), goal] for goal in entrances]


def _asides(tile: Rect) -> tuple[float, ...]:
    """The distances from the middle of a tile at which an edge may leave; high tiles have more of them."""
    most = tile.height / 2 - CORNER
    count = min(int((most - ASIDE[1]) // FURTHER), MOST_PLACES)
    steps = [ASIDE[1] + FURTHER * n for n in range(1, count + 1)] or [most]
    return (*ASIDE, *(aside for step in steps for aside in (-step, step)))
