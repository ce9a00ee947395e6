"""Flow: the phases of a turn one below the other, in as many columns as make the text of a page largest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from ..model import DOTTED, END, START, Box, Edge, Note, Picture, Tile
from .columns import NOTE_GAP, Column, PlacedNote
from .flow_routes import flow_path
from .geometry import DOT, ENTRIES, FLOW, FLOW_CHIPS, LINE, RING, STEPS, Layout, PlacedBox, PlacedTile, Rect, Text
from .geometry import MARGIN as USUAL_MARGIN
from .happenings import tile_height, tile_rows
from .metrics import PHASE, SMALL, STEP, Run, cut, text_width
from .page import NOTE_LINES, bottom_of, foot, head, note_lines, pill_width, tone_of
from .turn import notes_of, pills_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .geometry import Grid

MARGIN = 10.0
LESS, LEAD, TAIL = 6.0, 26.0, 22.0
"""The room below the title is smaller by this; that above the first phase for the start, and below the last one."""
LANE_ROOM = 12.0
BETWEEN = 18.0
"""The distance between two phases of a column."""
COARSE, FINE = (0.0, 10.0, 25.0, 50.0, 80.0, 120.0, 160.0), (-16.0, -12.0, -8.0, -4.0, -2.0, 0.0, 2.0, 4.0, 8.0, 12.0)
"""The widths of columns that are tried: how much wider than the least width, and then around the best of these."""
MOST_WIDTH, MOST_STRETCH = 380.0, 18.0
"""The largest width of a column, and by how much gaps are made larger to fill a page."""
MOST_COLUMNS = 8
ALIKE = 8.0
"""Pages whose widths differ by less have text of the same size."""
CLOSE = 8.0
"""The distance of the legend from the end."""
NUMBER, HEAD_ROOM = 24.0, 7.0
"""The room beside the name of a tile, for its number, and beside that of a phase, for the path of play."""
MOST_NAME = 240.0
"""The width above which a name is cut."""
POSTER = 22.0
"""The size of the title of a poster."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How the phases are spread over columns of a width; ``height`` is that of the highest, with the title."""

    groups: tuple[tuple[Box, ...], ...]
    width: float
    height: float

    @property
    def page_width(self) -> float:
        """The width of the page."""
        return page_width(len(self.groups), self.width)


def page_width(count: int, width: float) -> float:
    """The width of a page with columns of a width."""
    return 2 * MARGIN + count * width + (count - 1) * FLOW.gutter


def column_width(count: int, page: float) -> float:
    """The width of the columns of a page."""
    return (page - 2 * MARGIN - (count - 1) * FLOW.gutter) / count


def best_flow(picture: Picture, counts: Iterable[int], ratio: float, panel: tuple[Box, ...] = ()) -> Layout:
    """Place a picture on a page of a ratio, so that its text is as large as can be; a panel comes after its end."""
    told = tell_guards(picture)
    told = replace(told, boxes=(*told.boxes, *panel))
    least = least_width(told)
    few = [count for count in counts if count <= MOST_COLUMNS]
    coarse = _best([make_plan(told, count, least + more) for count in few for more in COARSE], ratio)
    near = [width for more in FINE if (width := coarse.width + more) >= least]
    best = _best([make_plan(told, len(coarse.groups), width) for width in near], ratio)
    page = max(best.page_width, best.height * ratio)
    width = min(MOST_WIDTH, column_width(len(best.groups), page))
    plan = replace(best, width=max(best.width, width))
    return replace(place(told, plan, page / ratio), picture=picture)


def _best(plans: list[Plan], ratio: float) -> Plan:
    """The plan with the largest text; of several with nearly the same, that with few and wide columns."""
    return min(
        plans, key=lambda plan: (max(plan.page_width, plan.height * ratio) // ALIKE, len(plan.groups), -plan.width)
    )


def lay_out_flow(picture: Picture, counts: Iterable[int], room: float) -> Layout:
    """Place a picture on a page of a width, in as many columns as have room; it is wider if one column needs more."""
    told = tell_guards(picture)
    least = least_width(told)
    fitting = [n for n in counts if page_width(n, least) <= room and n <= MOST_COLUMNS]
    count = max(fitting, default=1)
    width = min(MOST_WIDTH, max(least, column_width(count, room)))
    return place(told, make_plan(told, count, width))


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
            goal = "once more" if edge.source == edge.target else f"on to {names.get(edge.target, 'the end')}"
            told.setdefault(edge.source, []).append(Note(goal, edge.rule, f"{edge.label}:", edge.tooltip))
    boxes = tuple(replace(box, tiles=tuple(_with(tile, told) for tile in box.tiles)) for box in picture.boxes)
    return replace(picture, boxes=boxes)


def _with(tile: Tile, told: dict[str, list[Note]]) -> Tile:
    return replace(tile, does=(*tile.does, *told[tile.id])) if tile.id in told else tile


def grid_of(picture: Picture) -> Grid:
    """The measures of a picture in a flow."""
    return FLOW_CHIPS if picture.level == "phase" else FLOW


def least_width(picture: Picture) -> float:
    """The least width of a column, in which no name is cut."""
    grid = grid_of(picture)
    beside = max(_beside(box, picture.edges, grid) for box in picture.boxes)
    names = max(min(MOST_NAME, _name_width(tile)) for box in picture.boxes for tile in box.tiles)
    heads = 0.0 if grid.small else max(text_width(box.name, PHASE, bold=True) for box in picture.boxes)
    return grid.padding + max(names, min(MOST_NAME, 2 * (heads + HEAD_ROOM))) + beside


def _name_width(tile: Tile) -> float:
    if tile.kind == "chip":
        return NUMBER + 1 + text_width(tile.name, SMALL)
    detail = text_width(f" {tile.detail}", SMALL) if tile.kind == "entry" else STEPS.number - ENTRIES.number + 1
    return NUMBER + text_width(tile.name, STEP, bold=True) + detail


def make_plan(picture: Picture, count: int, width: float) -> Plan:
    """Spread the phases over columns so that the highest column is as low as can be."""
    count = min(count, len(picture.boxes))
    alone = [_beside(box, picture.edges, grid_of(picture)) for box in picture.boxes]
    ends = _partition((0.0, *accumulate(_heights(picture, width, alone))), count)
    spans = list(zip([0, *ends[:-1]], ends, strict=True))
    shared = [max(alone[start:end]) for start, end in spans for _ in range(start, end)]
    heights = _heights(picture, width, shared)
    height = max(sum(heights[start:end]) for start, end in spans) - BETWEEN
    groups = tuple(picture.boxes[start:end] for start, end in spans)
    return Plan(groups, width, _top(picture, page_width(count, width)) + height + MARGIN)


def _heights(picture: Picture, width: float, beside: list[float]) -> list[float]:
    """The room that each phase takes in a column of a width, of which some is beside its tiles."""
    heights = [_box_height(*pair, picture, width) + BETWEEN for pair in zip(picture.boxes, beside, strict=True)]
    heights[0] += LEAD
    heights[_phases(picture) - 1] += _tail(picture)
    heights[-1] += _legend_height(picture, width)
    return heights


def _tail(picture: Picture) -> float:
    """The room below the last phase; more where the path of play leaves the phase, and not a tile in it."""
    return TAIL + 8.0 if picture.level == "phase" else TAIL


def _phases(picture: Picture) -> int:
    """How many of the boxes are phases; a panel comes after them."""
    return sum(1 for box in picture.boxes if box.kind == "phase")


def _partition(sums: tuple[float, ...], count: int) -> list[int]:
    """Where each column ends, so that the highest is as low as can be."""
    size = len(sums) - 1
    best: list[tuple[float, list[int]]] = [(sums[end], [end]) for end in range(size + 1)]
    for columns in range(2, count + 1):
        step = []
        for end in range(size + 1):
            ways = [
                (max(best[start][0], sums[end] - sums[start]), [*best[start][1], end])
                for start in range(columns - 1, end)
            ]
            step.append(min(ways, default=(float("inf"), [])))
        best = step
    return best[size][1]


def _top(picture: Picture, width: float) -> float:
    """The y below the title."""
    lane = LANE_ROOM if picture.level == "phase" else 0.0  # pills stand on the borders of small phases
    return _head(picture, width)[1] + MARGIN - LESS + lane


def _head(picture: Picture, width: float) -> tuple[tuple[Text, ...], float]:
    """The title, which is larger above a panel, and its height."""
    size = PHASE if _phases(picture) == len(picture.boxes) else POSTER
    return head(picture, width - 2 * MARGIN + 2 * USUAL_MARGIN, size)


def _legend_height(picture: Picture, width: float) -> float:
    return bottom_of(foot(picture.legend, 0, width, 0, CLOSE), 0)


def place(picture: Picture, plan: Plan, height: float = 0.0) -> Layout:
    """Place everything by a plan; on a page of a height, gaps are made larger to fill it."""
    grid, page = grid_of(picture), plan.page_width
    title, _ = _head(picture, page)
    shift = MARGIN - USUAL_MARGIN
    texts = [replace(text, rect=replace(text.rect, x=text.rect.x + shift, y=text.rect.y + shift)) for text in title]
    top = _top(picture, page)
    columns: list[tuple[Column, ...]] = []
    for at, boxes in enumerate(plan.groups):
        x, y = MARGIN + at * (plan.width + grid.gutter), top + (LEAD if at == 0 else 0)
        put = partial(_column, picture, boxes, at, Rect(x, y, plan.width, 0), grid)
        last = at == len(plan.groups) - 1
        tail = _legend_height(picture, plan.width) if last else 0.0
        tail += _tail(picture) if boxes[-1] is picture.boxes[_phases(picture) - 1] else 0.0
        slack = height - MARGIN - tail - put(0.0)[-1].bottom
        gaps = sum(len(box.tiles) + 1 for box in boxes) - 2
        columns.append(put(max(0.0, min(MOST_STRETCH, slack / max(1, gaps)))))
    return _laid_out(picture, columns, texts, page, top)


def _laid_out(
    picture: Picture, columns: list[tuple[Column, ...]], title: list[Text], page: float, top: float
) -> Layout:
    every = [column for group in columns for column in group]
    last = [column for column in every if column.box.kind == "phase"][-1]
    docks = {tile: rect for column in every for tile, rect in docks_of(column).items()}
    start = Rect(next(iter(docks_of(every[0]).values())).cx - DOT / 2, top, DOT, DOT)
    end = Rect(next(iter(docks_of(last).values())).cx - RING / 2, last.bottom + _tail(picture) - RING, RING, RING)
    left, low = every[-1].rect, end.bottom if every[-1] is last else every[-1].bottom
    legend = foot(picture.legend, left.x, left.width, low, CLOSE)
    ends = {START: start, END: end}
    homes = {tile: column for column in every for tile in column.tiles}
    paths = [flow_path(edge, homes, docks, ends, columns) for edge in picture.edges if edge.kind != "created"]
    texts = [*title, *(text for column in every for text in (*_heading(column), *notes_of(column))), *legend]
    bottom = max(end.bottom, bottom_of(legend, 0), *(column.bottom for column in every))
    return Layout(
        picture=picture,
        width=page,
        height=bottom + MARGIN,
        boxes=tuple(PlacedBox(column.box, column.rect) for column in every),
        tiles=tuple(
            PlacedTile(tile, column.tiles[tile.id], column.box.hue, tile_rows(tile, column.grid.width))
            for column in every
            for tile in column.box.tiles
        ),
        texts=tuple(texts),
        pills=tuple(pill for column in every for pill in pills_of(column)),
        paths=tuple(paths),
        start=start,
        end=end,
        page=Rect(0, 0, page, bottom + MARGIN),
    )


def docks_of(column: Column) -> dict[str, Rect]:
    """Where edges begin and end: at the tiles, or of a phase with small tiles, at the phase."""
    return dict.fromkeys(column.tiles, column.rect) if column.grid.small else column.tiles


def _column(
    picture: Picture, boxes: tuple[Box, ...], at: int, place: Rect, grid: Grid, stretch: float
) -> tuple[Column, ...]:
    """Place the phases of a column one below the other; all its tiles have the same width."""
    beside = max(_beside(box, picture.edges, grid) for box in boxes)
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
        ends = box.kind == "phase" and picture.boxes[_phases(picture) - 1] is box
        y = made[-1].bottom + BETWEEN + 2 * stretch + (_tail(picture) if ends else 0.0)
    return tuple(made)


def _box_height(box: Box, beside: float, picture: Picture, width: float) -> float:
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


def _beside(box: Box, edges: Iterable[Edge], grid: Grid) -> float:
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


def _heading(column: Column) -> Iterator[Text]:
    """Place the name of a phase left of the path of play, and its rule right of it."""
    box, rect, grid = column.box, column.rect, column.grid
    left, right = rect.x + grid.padding, rect.x + grid.padding + grid.width
    end = right - (pill_width(box.pill) + 4 if box.pill else 0)
    middle = end - text_width(box.rule, SMALL) - 4 if grid.small else (left + right) / 2
    name = Run(cut(box.name, middle - 6 - left, PHASE, bold=True), PHASE, tone_of(box), bold=True, strike=box.skipped)
    y, height = rect.y + 5, grid.header - 8
    yield Text(f"heading-{box.id}", Rect(left, y, middle - 6 - left, height), ((name,),), box.tooltip)
    rule = Run(box.rule, tone=tone_of(box, "muted"))
    if box.rule and end - rule.width >= middle + 4:
        yield Text(f"rule-{box.id}", Rect(end - rule.width, y + 3, rule.width, height - 3), ((rule,),), box.tooltip)
