"""The layout of a timeline in any shape: a strip in which time runs right or, where that has no room, rows of turns.

In rows time runs down: a lane for each player, in it the numbers of their turns, and beside them what is to be said.
Rows go on in the next column of a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise, product
from math import ceil

import msgspec
from msgspec.structs import replace

from ..look import ASPECTS, one_direction
from ..model import Edge, Note, Picture, Tile
from .geometry import Badge, Layout, Part, Path, PlacedBox, PlacedTile, Point, Rect, Text, joined, without_needless
from .lanes import PASS, lane_ends, lay_out_lanes, lay_out_legend
from .metrics import SMALL, STEP, Run, TileLine, line_width, text_width, wrap
from .page import SLIDE, Columns, Sized, close_head, fill_evenly, room_of
from .rows import Row, beside_width, make_rows, row_part

COLUMNS = Columns(margin=10.0, gutter=22.0)
NODE, GAP, INSET, BETWEEN, END = 18.0, 16.0, 2.5, 3.0, 8.0
"""The height of a turn's tile, the room for the path of play below it, the distances in and of lanes, and at an end."""
ABOVE, BELOW, LEGEND, CLEAR = 6.0, 5.0, 8.0, 10.0
"""The room in lanes above and below their turns, above the legend, and right of the lanes before an edge."""
APART, OUT = 6.0, 10.0
"""The distance between edges side by side, and that of the first below a column from the lanes."""
WIDEST_LANE, LEAST_WORDS, SOME_WORDS, NAME_LINE, MOST_LINES = 120.0, 96.0, 150.0, 15.0, 8
WIDTHS, COUNTS, MOST_GAP = range(700, 150, -20), range(1, 7), 48.0
"""The widths and numbers of columns that are tried for a page, and by how much gaps grow at most to fill it."""
NARROWEST, SOON, CLOSE, MORE = 540.0, 5, -3.0, 1.02
"""The least width of a page of an aspect; after how many turns an extra turn still stays in the column of the turn that
created it; how much lower the rows of very long games are on such a page; and by how much more columns must make text
larger."""
NARROW = 0.94
"""The width of most numbers, as a part of that in the widest font."""
TALL, LEAST = 1.5, 300.0
"""Above this height, as a multiple of the width, rows go on in a second column, if columns are so wide."""


class Spot(msgspec.Struct, frozen=True):
    """The place of a turn: its column, its lane, the index of its row in the column, and its tile."""

    column: int
    lane: int
    row: int
    rect: Rect
    skipped: bool


class Plan(msgspec.Struct, frozen=True):
    """The measures of columns of rows: a lane, the room beside the lanes, and the rows of each column.

    ``heights`` are those of the rows by the ids of their turns. ``levels`` are the numbers of the places in which edges
    to extra turns run down beside the lanes. ``roomy``: lanes have room for whole names, and all words for one line.
    """

    picture: Picture
    lane: float
    each: float
    words: float
    heights: dict[str, float]
    levels: dict[str, int]
    roomy: bool
    columns: tuple[tuple[Row, ...], ...] = ()
    gap: float = 0.0

    @property
    def lanes(self) -> float:
        """The width of all lanes."""
        return self.lane * len(self.picture.boxes)

    @property
    def crossing(self) -> float:
        """The room beside and below a column for edges to extra turns in other columns."""
        home = {row.tile.id: number for number, rows in enumerate(self.columns) for row in rows}
        return APART * sum(1 for edge in _created(self.picture) if home[edge.source] != home[edge.target])

    @property
    def page(self) -> Columns:
        """The columns on the page."""
        return replace(COLUMNS, gutter=COLUMNS.gutter + self.crossing)

    @property
    def width(self) -> float:
        """The width of the page."""
        return self.page.page(len(self.columns), self.each)

    def left(self, column: int) -> float:
        """The x of a column."""
        return self.page.left(column, self.each)

    def pitch(self, row: Row) -> float:
        """The height of a row with the room below it."""
        return self.heights[row.tile.id] + self.gap

    @property
    def height(self) -> float:
        """The height of the highest column."""
        return max((sum(map(self.pitch, rows)) for rows in self.columns), default=0.0)

    def size(self, ratio: float) -> float:
        """The least width of a page of a ratio that has room for it, without its title and legend."""
        return max(NARROWEST, self.width, self.height * ratio)


def _created(picture: Picture) -> list[Edge]:
    return [edge for edge in picture.edges if edge.kind == "created"]


def _plan(picture: Picture, rows: tuple[Row, ...], each: float) -> Plan:
    """The measures of rows in columns of a width, which are wider if the lanes leave no room for words."""
    levels, players = _levels(picture, rows), len(picture.boxes)
    channel = CLEAR + INSET + (APART * (max(levels.values()) + 1) if levels else 0.0)
    least = max([NODE, *(_number(row.tile, SMALL).width + 4 for row in rows)]) + 2 * INSET + BETWEEN
    roomy = max([NODE, *(text_width(row.tile.name, STEP, bold=True) + 8 for row in rows)]) + 2 * INSET + BETWEEN
    wanted = max((beside_width(row) for row in rows), default=0.0)
    names = max(text_width(box.name, SMALL, bold=True) for box in picture.boxes) + BETWEEN
    lane = min(WIDEST_LANE, max(least, (each - channel - wanted) / players))
    lane = max(lane, names) if each - channel - names * players >= SOME_WORDS else lane
    words = max(LEAST_WORDS, each - channel - lane * players)
    ends = {box.until for box in picture.boxes}
    heights = {
        row.tile.id: max(NODE + GAP, row_part(row, words).bottom + BELOW) + END * (row.tile.id in ends) for row in rows
    }
    return Plan(
        picture, lane, lane * players + channel + words, words, heights, levels, lane >= roomy and words >= wanted
    )


def _split(plan: Plan, rows: tuple[Row, ...], count: int) -> Plan:
    """Spread rows over so many columns, or fewer."""
    blocks = _blocks(plan.picture, rows) if count > 1 else [rows]
    heights = [sum(map(plan.pitch, block)) for block in blocks]
    room = sum(heights) / count + max(heights, default=0.0)
    split = fill_evenly(heights, 0.0, room, 0.0, 4.0)
    return replace(plan, columns=tuple(tuple(row for at in column for row in blocks[at]) for column in split))


def _blocks(picture: Picture, rows: tuple[Row, ...]) -> list[tuple[Row, ...]]:
    """Rows that stay together: those from a turn to an extra turn that follows soon."""
    order = {row.tile.id: number for number, row in enumerate(rows)}
    spans = [range(order[edge.source] + 1, order[edge.target] + 1) for edge in _created(picture)]
    glued = {at for span in spans if len(span) <= SOON for at in span}
    starts = [at for at in range(len(rows)) if at not in glued]
    return [rows[start:end] for start, end in pairwise([*starts, len(rows)])]


def _levels(picture: Picture, rows: tuple[Row, ...]) -> dict[str, int]:
    """The place of each edge to an extra turn: beside the lanes if it is short, further right past shorter ones."""
    order = {row.tile.id: number for number, row in enumerate(rows)}
    taken: list[list[tuple[int, int]]] = []
    levels: dict[str, int] = {}
    for edge in sorted(_created(picture), key=lambda edge: order[edge.target] - order[edge.source]):
        start, end = sorted((order[edge.source], order[edge.target]))
        free = (n for n, spans in enumerate(taken) if all(end <= a or b <= start for a, b in spans))
        levels[edge.id] = next(free, len(taken))
        taken += [[]] * (levels[edge.id] == len(taken))
        taken[levels[edge.id]] = [*taken[levels[edge.id]], (start, end)]
    return levels


def _sized(plan: Plan) -> Sized:
    title, _ = close_head(plan.picture, plan.width, COLUMNS.margin, most=MOST_LINES)
    top = title[-1].rect.bottom + 4
    names = [_names(plan, column, top) for column in range(len(plan.columns))]
    first = max((text.rect.bottom for texts in names for text in texts.values()), default=top) + ABOVE
    low = (
        first
        + max(NODE + GAP, plan.height - plan.gap)
        - (GAP - BELOW if len(plan.columns) == 1 else -OUT - plan.crossing)
    )
    legend, chips, bottom = lay_out_legend(_remarks(plan), low + LEGEND, COLUMNS.margin, plan.width - COLUMNS.margin)
    high = bottom if legend else low

    def make() -> Layout:
        spots = {id: spot for column in range(len(plan.columns)) for id, spot in _spots(plan, column, first)}
        parts = joined(_beside(plan, spots))
        boxes, ends = _lanes(plan, spots, names)
        return Layout(
            picture=plan.picture,
            width=plan.width,
            height=high + COLUMNS.margin,
            boxes=boxes,
            tiles=tuple(_tile(row.tile, spots[row.tile.id].rect) for rows in plan.columns for row in rows),
            texts=(*title, *(text for texts in names for text in texts.values()), *parts.texts, *legend),
            pills=parts.pills,
            paths=(*_play(plan, spots), *_made(plan, spots)),
            badges=(*ends, *parts.badges, *chips),
            page=Rect(0, 0, plan.width, high + COLUMNS.margin),
        )

    return Sized(plan.width, high + COLUMNS.margin, make)


def _remarks(plan: Plan) -> Picture:
    """The legend: chips if there are any, and how the game ended."""
    picture = plan.picture
    chips = any(row.chips for rows in plan.columns for row in rows)
    legend = [note for note in picture.legend if chips or not note.sample]
    return replace(picture, legend=(*legend, *([Note(picture.ends)] if picture.over else [])))


def _names(plan: Plan, column: int, top: float) -> dict[int, Text]:
    """The names of the lanes of a column, each above its lane, and above the names that it would run into."""
    left, texts = plan.left(column), dict[int, Text]()
    widest = max(text_width(box.name, STEP, bold=True) for box in plan.picture.boxes)
    size = STEP if widest <= plan.lane - BETWEEN else SMALL
    tops: list[tuple[float, float]] = []
    for lane in reversed(_open(plan, column)):
        box, x = plan.picture.boxes[lane], left + lane * plan.lane
        lines = wrap((Run(box.name, size, "ink", bold=True),), plan.each - lane * plan.lane, MOST_LINES)
        width = max(run.width for line in lines for run in line) if lines else 0.0
        bottom = min((y for start, y in tops if start < x + width + INSET), default=0.0)
        place = Rect(x, bottom - NAME_LINE * len(lines), width, NAME_LINE * len(lines))
        tops.append((x, place.y))
        texts[lane] = Text(f"heading-{box.id}.{column + 1}", place, lines, box.tooltip)
    down = top - min((y for _, y in tops), default=0.0)
    return {lane: replace(text, rect=text.rect.moved(0, down)) for lane, text in texts.items()}


def _open(plan: Plan, column: int) -> list[int]:
    """The lanes that did not end before a column."""
    past = {row.tile.id for rows in plan.columns[:column] for row in rows}
    return [number for number, box in enumerate(plan.picture.boxes) if box.until not in past]


def _spots(plan: Plan, column: int, top: float) -> Iterator[tuple[str, Spot]]:
    rows = plan.columns[column]
    tops = accumulate((plan.pitch(row) for row in rows), initial=top)
    for number, (row, y) in enumerate(zip(rows, tops, strict=False)):
        x = plan.left(column) + row.lane * plan.lane
        place = Rect(x + INSET, y, plan.lane - BETWEEN - 2 * INSET, NODE)
        yield row.tile.id, Spot(column, row.lane, number, place, row.tile.skipped)


def _number(tile: Tile, size: float = STEP) -> Run:
    name, skipped = tile.name.removeprefix("Turn").strip(), tile.skipped
    return Run(name, size, "ghost" if skipped else "ink", bold=not skipped, strike=skipped)


def _tile(tile: Tile, rect: Rect) -> PlacedTile:
    """A turn as a small tile with its number, and with the word before it if there is room."""
    run = _number(tile)
    whole = replace(run, text=tile.name)
    shown = whole if whole.width + 8 <= rect.width else run if run.width + 4 <= rect.width else replace(run, size=SMALL)
    room = rect.width - 4
    line = TileLine(rect.height - 4, (shown,), max(0.0, min((room - NARROW * shown.width) / 2, room - shown.width)))
    return PlacedTile(replace(tile, kind="turn"), rect, "path", (line,))


def _beside(plan: Plan, spots: dict[str, Spot]) -> Iterator[Part]:
    """What stands beside each turn."""
    for number, rows in enumerate(plan.columns):
        x = plan.left(number) + plan.each - plan.words
        for row in rows:
            yield row_part(row, plan.words).moved(x, spots[row.tile.id].rect.y)


def _lanes(
    plan: Plan, spots: dict[str, Spot], names: list[dict[int, Text]]
) -> tuple[tuple[PlacedBox, ...], list[Badge]]:
    """The lanes of each column; the lane of a player who left ends below their last turn, with a bar."""
    boxes: list[PlacedBox] = []
    bars: list[Badge] = []
    for column, rows in enumerate(plan.columns):
        own = {row.tile.id: spots[row.tile.id] for row in rows}
        bottom = max((spot.rect.bottom for spot in own.values()), default=0.0) + BELOW
        for lane, name in names[column].items():
            box, last = plan.picture.boxes[lane], own.get(plan.picture.boxes[lane].until)
            low = last.rect.bottom + BELOW if last else max(bottom, name.rect.bottom + NODE)
            place = Rect(name.rect.x, name.rect.bottom, plan.lane - BETWEEN, low - name.rect.bottom)
            tiles = tuple(row.tile for row in rows if row.lane == lane)
            boxes.append(PlacedBox(replace(box, id=f"{box.id}.{column + 1}", tiles=tiles), place))
            if last:
                bar = Rect(place.x, low - 2, place.width, 4)
                bars += lane_ends(boxes[-1].box, bar, PASS if last.lane == lane else 0.0)
    return tuple(boxes), bars


def _play(plan: Plan, spots: dict[str, Spot]) -> Iterator[Path]:
    """The path of play: down to the next turn, or below a column, up beside the next, and in on its left."""
    into = {edge.target: edge for edge in plan.picture.edges if edge.kind == "main"}
    taken = [id for id, spot in spots.items() if not spot.skipped]
    for one, other in pairwise(taken):
        source, target = spots[one], spots[other]
        yield Path(replace(into[other], source=one), without_needless(_play_route(plan, spots, source, target)))


def _play_route(plan: Plan, spots: dict[str, Spot], source: Spot, target: Spot) -> list[Point]:
    here, there = source.rect, target.rect
    same = source.column == target.column
    between = [s for s in spots.values() if s.column == source.column and s.row > source.row]
    blocked = {s.lane for s in between if not same or s.row < target.row}
    soon, late = here.bottom + 3, there.y - GAP + 4
    aside = plan.left(source.column) + (source.lane + 1) * plan.lane - BETWEEN / 2
    x = here.cx if source.lane not in blocked else there.cx if same and target.lane not in blocked else aside
    corners = [Point(here.cx, here.bottom), Point(here.cx, soon), Point(x, soon)]
    if same:
        return [*corners, Point(x, late), Point(there.cx, late), Point(there.cx, there.y)]
    low = _low(plan, spots)
    gutter = plan.left(target.column) - OUT
    return [*corners, Point(x, low), Point(gutter, low), Point(gutter, there.cy), Point(there.x, there.cy)]


def _low(plan: Plan, spots: dict[str, Spot]) -> float:
    """The y below all rows, where edges run to another column."""
    rows = ((spots[row.tile.id].rect.y + plan.pitch(row) for row in rows) for rows in plan.columns)
    return max(y for ys in rows for y in ys) + BELOW


def _made(plan: Plan, spots: dict[str, Spot]) -> Iterator[Path]:
    """The edges from a turn to the extra turns created in it: out on the right, down beside the lanes, and in."""
    docks, crossing = _docks(plan, spots), 0
    for edge in _created(plan.picture):
        source, target = spots[edge.source], spots[edge.target]
        right = plan.left(source.column) + plan.lanes - BETWEEN + CLEAR + plan.levels[edge.id] * APART
        out, into = docks[edge.id]
        start, end = Point(source.rect.right, out), Point(target.rect.right, into)
        corners = [start, Point(right, out), Point(right, into), end]
        if source.column != target.column:
            crossing += 1
            low, x = _low(plan, spots) + crossing * APART, plan.left(target.column) - OUT - crossing * APART
            corners = [start, Point(right, out), Point(right, low), Point(x, low), Point(x, into)]
            corners.append(Point(target.rect.x, into))
        yield Path(edge, without_needless(corners))


def _docks(plan: Plan, spots: dict[str, Spot]) -> dict[str, tuple[float, float]]:
    """The y at which each edge leaves and arrives: arriving ones above those that leave, of these long ones first."""
    outs: dict[str, list[Edge]] = {}
    for edge in sorted(_created(plan.picture), key=lambda edge: -plan.levels[edge.id]):
        outs.setdefault(edge.source, []).append(edge)
    reached = {edge.target for edge in _created(plan.picture)}
    found: dict[str, float] = {}
    for id, edges in outs.items():
        places = len(edges) + (id in reached)
        for number, edge in enumerate(edges, 1 + (id in reached)):
            found[edge.id] = spots[id].rect.y + NODE * number / (places + 1)
    into = {id: spots[id].rect.y + NODE / (2 + len(outs.get(id, ()))) for id in reached}
    return {edge.id: (found[edge.id], into[edge.target]) for edge in _created(plan.picture)}


def lay_out_timeline(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place a timeline for a page of an aspect, or for a width: as a strip if its text can then be read, or in rows."""
    one_direction(direction)
    ratio = ASPECTS.get(aspect, 0.0)
    strip = lay_out_lanes(picture)
    if max(strip.width, strip.height * ratio) <= (SLIDE if aspect else room_of(width)):
        return strip
    rows = make_rows(picture)
    if not aspect:
        page = room_of(width)
        one = _sized(_split(_plan(picture, rows, COLUMNS.each(1, page)), rows, 1))
        count = min(COLUMNS.fitting(page, LEAST), max(1, round(one.height / (TALL * one.width))))
        layout = _sized(_split(_plan(picture, rows, COLUMNS.each(count, page)), rows, count)).make()
        return layout if width else _cropped(layout)
    size, plan = _best(picture, rows, ratio)
    gap = plan.gap + min(MOST_GAP, (size / ratio - _sized(plan).height) / max([1, *map(len, plan.columns)]))
    return _cropped(_sized(replace(plan, gap=gap)).make())


def _cropped(layout: Layout) -> Layout:
    """The layout on a page that is as wide as what can be seen, so that it stands in the middle of another page."""
    lines = [text.rect.x + line_width(line) for text in layout.texts for line in text.lines]
    boxes = [box.rect.right for box in layout.boxes]
    small = [badge.rect.right for badge in layout.badges] + [pill.rect.right for pill in layout.pills]
    bends = [point.x for path in layout.paths for point in path.points]
    width = ceil(max([*lines, *boxes, *small, *bends])) + COLUMNS.margin
    if width >= layout.width:
        return layout
    texts = (
        replace(one, rect=replace(one.rect, width=min(one.rect.width, width - one.rect.x))) for one in layout.texts
    )
    return replace(layout, texts=tuple(texts), width=width, page=Rect(0, 0, width, layout.height))


def _best(picture: Picture, rows: tuple[Row, ...], ratio: float) -> tuple[float, Plan]:
    """The plan with the largest text on a page of a ratio, in the fewest columns that can be read on a slide.

    Roomy ones come first. If none can be read there, rows are closer, and more columns may make text larger.
    """
    plans = [_plan(picture, rows, each) for each in WIDTHS]
    for roomy, count in product((True, False), COUNTS):
        for size, plan in _largest([_split(plan, rows, count) for plan in plans if plan.roomy >= roomy], ratio):
            if size <= SLIDE:
                return size, plan
    close = [replace(plan, gap=CLOSE) for plan in plans]
    found = [one for count in COUNTS for one in _largest([_split(plan, rows, count) for plan in close], ratio)]
    return next(one for one in found if one[0] <= MORE * min(size for size, _ in found))


def _largest(plans: list[Plan], ratio: float) -> list[tuple[float, Plan]]:
    """The plan whose text is largest on a page of a ratio, with the width of that page; of equal ones, the widest."""
    best: list[tuple[float, Plan]] = []
    for least, plan in sorted(((plan.size(ratio), plan) for plan in plans), key=lambda one: one[0]):
        if best and least >= best[0][0]:
            break
        size = max(least, _sized(plan).height * ratio)
        best = best if best and best[0][0] <= size else [(size, plan)]
    return best
