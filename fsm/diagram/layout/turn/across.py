"""The layout of a turn: time runs down inside a phase, and right from phase to phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ...model import END, START, Edge, Picture
from ..geometry import DOT, LINE, MARGIN, RING, Layout, Path, Rect, Text, joined
from ..metrics import PHASE, Run, Tone, cut, line_width
from ..page import LEAST_WIDTH, TITLE_HEIGHT, bottom_of, foot, head, pill_width, tone_of
from .columns import LABEL, LOOP_LABEL, Column, Row, column_part, drops, make_rows
from .created import created_paths
from .routes import EdgeEnd, route


def lay_out_across(picture: Picture) -> Layout:
    """Place everything in a picture of a turn.

    Turns of many games differ only in their titles, so the rest of the layout is cached.
    """
    bare = replace(picture, title="", subtitle="")
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
