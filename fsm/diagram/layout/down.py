"""Flow: the phases of a turn one below the other, in as many columns as make the text of a page largest.

Edges run down the middle, or on a rail beside the phases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from ..model import DOTTED, END, START, Box, Edge, Note, Picture, Tile
from .columns import Column, column_part, inside
from .geometry import DOT, RING, Layout, Path, Point, Rect, Text, joined, without_needless
from .metrics import PHASE, SMALL, Run, cut, text_width
from .page import bottom_of, foot, pill_width, tone_of
from .plans import (
    CLOSE,
    COLUMNS,
    LEAD,
    MARGIN,
    MOST_COLUMNS,
    Legends,
    Plan,
    docks_of,
    find_plan,
    least_width,
    legend_height,
    make_columns,
    make_plan,
    tail_after,
    tail_of,
    title_of,
    top_of,
)

RAIL = 4.0
"""The distance of a rail from the phases on its left."""
CROSSING = 13.0
"""The distance, from the phases on its left, of a path to the next column."""
LANE = 8.0
"""The distance above the phases of a path past a whole column."""
FURTHER = 6.0
"""How much further than that from small phases, so that there is room for the tip of an arrow."""
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
        x = here.rect.right + RAIL + _further(here)
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


def _further(column: Column) -> float:
    """How much further from small phases paths run: beside others, they end at the tiles inside."""
    return FURTHER if column.grid.small else 0.0


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
    if there.at == here.at + 1 and abs(out - into) <= 2 * ASIDE:
        return [Point(one.right, out), Point(other.x, out)]
    leave = here.rect.right + CROSSING + _further(here)
    arrive = columns[there.at - 1][0].rect.right + CROSSING + _further(here)
    corners = [Point(one.right, out), Point(leave, out)]
    if leave != arrive:
        lane = min(column[0].rect.y for column in columns[here.at + 1 :]) - (2 * LANE if here.grid.small else LANE)
        corners += [Point(leave, lane), Point(arrive, lane)]
    return [*corners, Point(arrive, into), Point(other.x, into)]


MOST_WIDTH, MOST_STRETCH, LITTLE = 380.0, 60.0, 24.0
"""The largest width of a column, and by how much gaps are made larger to fill a page, or the height of others."""
FULL = 0.8
"""The least part of all columns that is used, if there may be fewer columns than have room."""


def fill_page(picture: Picture, counts: Iterable[int], ratio: float, panel: tuple[Box, ...] = ()) -> Layout:
    """Place a picture on a page of a ratio, so that its text is as large as can be; a panel comes after its end."""
    told = _told(picture, panel)
    best = find_plan(told, counts, ratio)
    page = max(best.page_width, best.height * ratio)
    width = min(MOST_WIDTH, COLUMNS.each(len(best.groups), page))
    plan = replace(best, width=max(best.width, width))
    return replace(place(told, plan, page / ratio), picture=picture)


def lay_out_down(picture: Picture, most: int, room: float, panel: tuple[Box, ...] = ()) -> Layout:
    """Place a picture on a page of a width, in as many columns as have room; it is wider if one column needs more."""
    told = _told(picture, panel)
    least = least_width(told, details=True)
    count = min(COLUMNS.fitting(room, least), most, MOST_COLUMNS)
    widths = {count: min(MOST_WIDTH, max(least, COLUMNS.each(count, room))) for count in range(count, 1, -1) or (1,)}
    plans = [make_plan(told, count, width) for count, width in widths.items()]
    plan = next((plan for plan in plans if plan.full >= FULL), max(plans, key=lambda plan: plan.full))
    return replace(place(told, plan, plan.height, most_stretch=LITTLE), picture=picture)


def _told(picture: Picture, panel: tuple[Box, ...]) -> Picture:
    told = tell_guards(picture)
    return replace(told, boxes=(*told.boxes, *panel))


def tell_guards(picture: Picture) -> Picture:
    """Say on a tile under which condition play goes elsewhere, since there is no room beside it.

    There is none for edges to what was created either: the notes below the phases tell of it.
    """
    picture = replace(picture, legend=tuple(note for note in picture.legend if note.text != DOTTED))
    if picture.level == "phase":
        return picture
    names = {tile.id: tile.name for box in picture.boxes for tile in box.tiles}
    told: dict[str, list[Note]] = {}
    for edge in picture.edges:
        if edge.label and edge.source in names:
            name = names.get(edge.target, "the end").replace(" ", "\u00a0")
            goal = "again" if edge.source == edge.target else f"on to {name}"
            told.setdefault(edge.source, []).append(Note(goal, edge.rule, f"{edge.label}:"))
    boxes = tuple(replace(box, tiles=tuple(_with(tile, told) for tile in box.tiles)) for box in picture.boxes)
    return replace(picture, boxes=boxes)


def _with(tile: Tile, told: dict[str, list[Note]]) -> Tile:
    return replace(tile, does=(*tile.does, *told[tile.id])) if tile.id in told else tile


ORIGIN = Point(0.0, 0.0)


def place(
    picture: Picture, plan: Plan, height: float = 0.0, origin: Point = ORIGIN, most_stretch: float = MOST_STRETCH
) -> Layout:
    """Place everything by a plan; on a page of a height, gaps are made larger to fill it.

    ``origin`` is where the page begins, if the picture is a part of another; its title stays where it is.
    """
    page = plan.page_width
    title, _ = title_of(picture, page)
    top = top_of(picture, page) + origin.y
    columns: list[tuple[Column, ...]] = []
    for at, boxes in enumerate(plan.groups):
        x, y = origin.x + COLUMNS.left(at, plan.width), top + (LEAD if at == 0 else 0)
        put = partial(make_columns, picture, boxes, at, Rect(x, y, plan.width, 0))
        tail = legend_height(plan.legends[at], plan.width) + tail_after(picture, boxes[-1])
        slack = height - MARGIN - tail - put(0.0)[-1].bottom
        gaps = sum(len(box.tiles) for box in boxes) - 1
        columns.append(put(max(0.0, min(most_stretch, slack / max(1, gaps)))))
    return _laid_out(picture, columns, plan.legends, title, page, top)


def _laid_out(
    picture: Picture,
    columns: list[tuple[Column, ...]],
    legends: Legends,
    title: tuple[Text, ...],
    page: float,
    top: float,
) -> Layout:
    every = [column for group in columns for column in group]
    last = [column for column in every if column.box.kind == "phase"][-1]
    docks = {tile: rect for column in every for tile, rect in docks_of(column).items()}
    start = Rect(next(iter(docks_of(every[0]).values())).cx - DOT / 2, top, DOT, DOT)
    end = Rect(next(iter(docks_of(last).values())).cx - RING / 2, last.bottom + tail_of(picture) - RING, RING, RING)
    legend: list[Text] = []
    for notes, group in zip(legends, columns, strict=True):
        x, width, low = group[-1].rect.x, group[-1].rect.width, end.bottom if group[-1] is last else group[-1].bottom
        legend += foot(notes, x, width, low, CLOSE, len(legend) + 1)
    ends = {START: start, END: end}
    homes = {tile: column for column in every for tile in column.tiles}
    paths = [flow_path(edge, homes, docks, ends, columns) for edge in picture.edges if edge.kind != "created"]
    whole = joined(column_part(column, (*_heading(column), *column.notes)) for column in every)
    bottom = max(end.bottom, bottom_of(legend, 0), whole.bottom)
    return Layout(
        picture=picture,
        width=page,
        height=bottom + MARGIN,
        boxes=whole.boxes,
        tiles=whole.tiles,
        texts=(*title, *whole.texts, *legend),
        pills=whole.pills,
        paths=tuple(paths),
        start=start,
        end=end,
        page=Rect(0, 0, page, bottom + MARGIN),
    )


def _heading(column: Column) -> Iterator[Text]:
    """Place the name of a phase left of the path of play, and its rule right of it; no path runs into a panel."""
    box, rect, grid = column.box, column.rect, column.grid
    left, right = rect.x + grid.padding, rect.x + grid.padding + grid.width
    end = right - (pill_width(box.pill) + 4 if box.pill and not grid.small else 0)
    middle = end - text_width(box.rule, SMALL) - 4 if grid.small else (left + right) / 2
    middle = end if box.kind == "panel" else middle
    name = Run(cut(box.name, middle - 6 - left, PHASE, bold=True), PHASE, tone_of(box), bold=True, strike=box.skipped)
    y, height = rect.y + 5, grid.header - 8
    yield Text(f"heading-{box.id}", Rect(left, y, middle - 6 - left, height), ((name,),), box.tooltip)
    rule = Run(box.rule, tone=tone_of(box, "muted"))
    if box.rule and end - rule.width >= middle + 4:
        yield Text(f"rule-{box.id}", Rect(end - rule.width, y + 3, rule.width, height - 3), ((rule,),), box.tooltip)
