"""The layout of a turn in any shape, and of a poster.

Usually time runs down inside a phase, and right from phase to phase. Edges run in the gutters, and never cross a tile
or a text; one from where an effect created a part to that part is drawn if it need not cross anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from ..look import ASPECTS, one_direction
from ..model import END, START, Box, Edge, Picture
from .columns import CREATED, LABEL, LOOP_LABEL, Column, Row, column_part, drops, inside, make_rows
from .down import fill_page, lay_out_down
from .geometry import DOT, LINE, MARGIN, RING, STEPS, Layout, Path, Point, Rect, Text, joined, without_needless
from .metrics import PHASE, Run, Tone, cut, line_width
from .page import (
    LEAST_WIDTH,
    TITLE_HEIGHT,
    bottom_of,
    foot,
    head,
    known_sheet,
    on_sheet,
    pill_width,
    room_of,
    tone_of,
)


class EdgeEnd(msgspec.Struct, frozen=True):
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
        corners = [*corners, Point(arrive, ends[1].y), ends[1]]
    return without_needless(corners)


ASIDES, FURTHER, CORNER = (-13.0, 13.0, -5.0, 5.0), 8.0, 3.0
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
    x, y, downs = (column.rect.x, column.rect.y, HEADING) if whole else (target.rect.x, target.rect.cy, ASIDES)
    entrances = [Point(x, y + down) for down in downs]
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
                start = [begin, Point(x, begin.y), Point(x, y)]
                if room.is_clear(*start):
                    down = column.rect.x + 30 + 8 * level if whole else rows[target.row].gutter(target.at) + BESIDE[0]
                    goals = [Point(down, column.rect.y)] if whole else entrances
                    yield from (without_needless([*start, Point(down, y), Point(down, g.y), g]) for g in goals)


def _within(source: Rect, target: Rect) -> Iterator[tuple[Point, ...]]:
    """The routes to another step of the same phase, on the right of the tiles."""
    for aside in _asides(source):
        for further in (0.0, 6.0, -6.0):
            x = source.right + STEPS.loop + further
            out, into = source.cy + aside, target.cy - max(-ASIDES[1], min(ASIDES[1], aside))
            yield Point(source.right, out), Point(x, out), Point(x, into), Point(target.right, into)


def _exits(source: EdgeEnd, rows: tuple[Row, ...], room: _Room) -> Iterator[tuple[Point, float]]:
    """The points where an edge may leave a tile on the right, each with the x where it turns in the gutter."""
    middle = rows[source.row].gutter(source.at + 1)
    for aside in _asides(source.rect):
        begin = Point(source.rect.right, source.rect.cy + aside)
        if room.is_clear(begin, Point(middle + BESIDE[-1], begin.y)):
            yield from ((begin, middle + beside) for beside in BESIDE)


def _asides(tile: Rect) -> tuple[float, ...]:
    """The distances from the middle of a tile at which an edge may leave; high tiles have more of them."""
    most = tile.height / 2 - CORNER
    count = min(int((most - ASIDES[1]) // FURTHER), MOST_PLACES)
    steps = [ASIDES[1] + FURTHER * n for n in range(1, count + 1)] or [most]
    return (*ASIDES, *(aside for step in steps for aside in (-step, step)))


def lay_out_across(picture: Picture) -> Layout:
    """Place everything in a picture of a turn.

    Turns of many games differ only in their titles, so the rest of the layout is cached.
    """
    bare = replace(picture, title="", subtitle="", caption="")
    title, height = head(picture, _width(_rows(bare, MARGIN + TITLE_HEIGHT)))
    body = _body(bare, MARGIN + height, tuple(text.rect for text in title))
    return replace(body, picture=picture, texts=(*title, *body.texts))


_rows = lru_cache(maxsize=256)(make_rows)


def _width(rows: tuple[Row, ...]) -> float:
    """The width of the page for some rows."""
    gutter = rows[0].columns[0].grid.gutter
    return max(LEAST_WIDTH, max(row.columns[-1].rect.right for row in rows) + gutter + MARGIN)


@lru_cache(maxsize=256)
def _body(picture: Picture, top: float, above: tuple[Rect, ...]) -> Layout:
    """Place everything below the title, whose texts stand ``above``."""
    rows = _rows(picture, top)
    width = _width(rows)
    stops = _stops(picture, rows)
    columns = [column for row in rows for column in row.columns]
    legend = _legend(picture, columns, width, rows[-1].bottom)
    whole = joined(column_part(column, _texts(picture, column)) for column in columns)
    paths = [Path(e, route(e, stops[e.source], stops[e.target], rows)) for e in picture.edges if e.kind != "created"]
    obstacles = [*above, *(text.rect for text in (*whole.texts, *legend)), *(pill.rect for pill in whole.pills)]
    return Layout(
        picture=picture,
        width=max(width, stops[END].rect.right + MARGIN),
        height=bottom_of(legend, rows[-1].bottom) + MARGIN,
        boxes=whole.boxes,
        tiles=whole.tiles,
        texts=(*whole.texts, *legend),
        pills=whole.pills,
        paths=(*paths, *created_paths(picture, rows, stops, obstacles, paths)),
        start=stops[START].rect,
        end=stops[END].rect,
    )


def _stops(picture: Picture, rows: tuple[Row, ...]) -> dict[str, EdgeEnd]:
    """The ends of edges by id: each tile, the start beside the first tile, and the end beside the last."""
    stops = {tile: EdgeEnd(c.row, c.at, rect) for row in rows for c in row.columns for tile, rect in _docks(c).items()}
    main = [edge for edge in picture.edges if edge.kind == "main"]
    first, last = stops.get(main[0].target), stops.get(main[-1].source)
    home, end = rows[0].columns[0], rows[-1].columns[-1]
    top = first.rect.cy if first and (first.row, first.at) == (0, 0) else _first(home).cy
    beside = last and (last.row, last.at) == (end.row, end.at)
    bottom = last.rect.cy if last and beside else _first(end).cy
    stops[START] = EdgeEnd(0, -1, Rect(MARGIN, top - DOT / 2, DOT, DOT))
    stops[END] = EdgeEnd(end.row, end.at + 1, Rect(end.rect.right + end.grid.gutter - 8, bottom - RING / 2, RING, RING))
    return stops


def _docks(column: Column) -> dict[str, Rect]:
    """The positions where edges begin and end: the tiles, or at the level of phases the heads of the phases."""
    if not column.grid.small:
        return column.tiles
    rect = column.rect
    return dict.fromkeys(column.tiles, Rect(rect.x, rect.y, rect.width, column.grid.header))


def _first(column: Column) -> Rect:
    return next(iter(_docks(column).values()))


def _legend(picture: Picture, columns: list[Column], width: float, bottom: float) -> tuple[Text, ...]:
    """Place the legend below a picture at the level of phases; at the level of steps it is below the second phase."""
    if picture.level == "step":
        return ()
    left = columns[0].rect.x
    return foot(picture.legend, left, width - left - MARGIN, bottom)


def _texts(picture: Picture, column: Column) -> Iterator[Text]:
    yield _heading(column)
    yield from column.notes
    ids = [tile.id for tile in column.box.tiles]
    for edge in picture.edges:
        if edge.label and edge.source in ids:
            yield _label(edge, column, ids)


def _heading(column: Column) -> Text:
    box, rect, grid = column.box, column.rect, column.grid
    rule = Run(f" {box.rule}", tone=tone_of(box, "muted"))
    taken = pill_width(box.pill) + 4 if box.pill and not grid.small else 0
    room = grid.width - rule.width - taken
    name = Run(cut(box.name, room, PHASE, bold=True), PHASE, tone_of(box), bold=True, strike=box.skipped)
    place = Rect(rect.x + grid.padding, rect.y + 5, grid.width - taken, grid.header - 8)
    return Text(f"heading-{box.id}", place, ((name, rule),), box.tooltip)


def _label(edge: Edge, column: Column, ids: list[str]) -> Text:
    """Place the label beside an edge within a phase: its guard, and below it the rule."""
    tone: Tone = "dim" if edge.future else "muted"
    lines = ((Run(edge.label, tone=tone),), (Run(edge.rule, tone=tone, bold=True),))
    source, target = column.tiles[edge.source], column.tiles[edge.target]
    width = max(line_width(line) for line in lines)
    if drops(edge, ids):
        place = Rect(source.right + LOOP_LABEL, source.cy + 4, width, 2 * LINE)
    else:
        # beside the first tile that is passed; a loop has only its own
        y = source.cy if source == target else column.tiles[ids[ids.index(edge.source) + 1]].cy
        place = Rect(source.right + LABEL, y - LINE, width, 2 * LINE)
    return Text(f"label-{edge.id}", place, lines, edge.tooltip)


@lru_cache(maxsize=256)
def lay_out_turn(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place a picture of a turn: side by side, one below the other, or as fills the page best."""
    if direction == "right":
        return lay_out_across(picture)
    most = 1 if direction == "down" else len(picture.boxes)
    if aspect:
        return fill_page(picture, range(1, most + 1), ASPECTS[aspect])
    room = room_of(width)
    across = None if direction else lay_out_across(picture)
    return across if across and across.width <= room else lay_out_down(picture, most, room)


def lay_out_poster(
    picture: Picture,
    direction: str = "",
    aspect: str = "",
    width: int = 0,
    *,
    panel: tuple[Box, ...],
    paper: str = "a4",
) -> Layout:
    """Place a turn and a panel on a page or, if none is told, a sheet of paper; ``DiagramError`` if it is unknown."""
    one_direction(direction)
    sheet = known_sheet(paper)
    if aspect:
        return fill_page(picture, range(1, len(picture.boxes) + 1), ASPECTS[aspect], panel)
    if width:
        return lay_out_down(picture, len(picture.boxes), room_of(width), panel)
    layout = fill_page(picture, (2,), ASPECTS["page"], panel)
    return on_sheet(layout, sheet)
