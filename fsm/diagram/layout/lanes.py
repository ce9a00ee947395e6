"""A timeline as rows of lanes, in which time runs right, with its edges, their labels, and the legend.

The path of play runs through the gutters; edges to extra turns from their creation run in channels, the levels above a
row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from ..model import END, START, Edge, Picture
from .geometry import (
    DOT,
    LINE,
    MARGIN,
    RING,
    Badge,
    Layout,
    Path,
    PlacedBox,
    PlacedTile,
    Point,
    Rect,
    Text,
    crosses,
    without_needless,
)
from .metrics import SMALL, Run, line_width, text_width
from .page import NOTE_LINES, head, note_lines
from .strips import (
    CHIP,
    LANE_GAP,
    LANE_PADDING,
    NAME_LINE,
    WIDEST,
    Cell,
    Lane,
    Strip,
    chip_badge,
    chip_badges,
    chip_width,
    make_lanes,
    make_strips,
    name_width,
    turn_pills,
)

APART = 4.0
"""The distance between edges."""
BUS = 9.0


@dataclass(frozen=True, slots=True)
class Reach:
    """A horizontal part of an edge: the row below it, its two ends, and its level (0 is the lowest)."""

    row: int
    start: float
    end: float
    level: int


@dataclass(frozen=True, slots=True)
class Channel:
    """An edge from a turn to an extra turn created in it, with the x where it leaves, arrives, and changes rows."""

    edge: Edge
    source: Cell
    target: Cell
    leave: float
    arrive: float
    bus: float
    reaches: tuple[Reach, ...]


def make_channels(edges: tuple[Edge, ...], strips: tuple[Strip, ...]) -> tuple[Channel, ...]:
    """Give each edge the x of its corners, and its levels: short edges below long ones."""
    cells = {cell.turn.tile.id: cell for strip in strips for cell in strip.cells}
    created = [(edge, cells[edge.source], cells[edge.target]) for edge in edges if edge.kind == "created"]
    leaving = _leaving(created)
    bus = max(strip.right for strip in strips) + 44
    taken: dict[tuple[int, int], list[tuple[float, float]]] = {}
    channels = []
    for edge, source, target in sorted(created, key=lambda one: _length(one[1], one[2])):
        leave, arrive = leaving[edge.id], target.centre
        reaches = []
        for row, start, end in _reaches(source, target, leave, arrive, bus):
            low, high = _reserved(edge, start, end)
            level = 0
            while any(low < b and a < high for a, b in taken.get((row, level), ())):
                level += 1
            taken.setdefault((row, level), []).append((low, high))
            reaches.append(Reach(row, start, end, level))
        channels.append(Channel(edge, source, target, leave, arrive, bus, tuple(reaches)))
        if len(reaches) > 1:
            bus += BUS
    order = [edge.id for edge, _, _ in created]
    return tuple(sorted(channels, key=lambda channel: order.index(channel.edge.id)))


def levels(channels: tuple[Channel, ...], row: int) -> int:
    """The number of levels above a row."""
    used = [reach.level for channel in channels for reach in channel.reaches if reach.row == row]
    return max(used, default=-1) + 1


def _length(source: Cell, target: Cell) -> tuple[int, int, int]:
    return (target.row - source.row, abs(target.at - source.at), source.turn.tile.order)


def _reaches(
    source: Cell, target: Cell, leave: float, arrive: float, bus: float
) -> tuple[tuple[int, float, float], ...]:
    """The parts above the target's row; from a row further up, first below the source's row, then down on the right."""
    if target.row <= source.row + 1:
        return ((target.row, leave, arrive),)
    return ((source.row + 1, leave, bus), (target.row, bus, arrive))


def _reserved(edge: Edge, start: float, end: float) -> tuple[float, float]:
    """The part of its level that an edge takes, with room for its label."""
    low, high = min(start, end), max(start, end)
    short = max(0.0, text_width(edge.label, SMALL, bold=True) + 8 - (high - low)) if edge.label else 0.0
    return low - short / 2 - APART, high + short / 2 + APART


def _leaving(created: list[tuple[Edge, Cell, Cell]]) -> dict[str, float]:
    """Find where each edge leaves its turn: right of the middle, the edge to the nearest turn furthest right."""
    used = {target.centre for _, _, target in created}
    places: dict[str, float] = {}
    for edge, source, _ in sorted(created, key=lambda one: (one[1].turn.tile.order, *_length(one[1], one[2]))):
        x = next((x for x in _candidates(source) if all(abs(x - other) >= APART for other in used)), None)
        places[edge.id] = source.centre + 10 if x is None else x
        used.add(places[edge.id])
    return places


def _candidates(source: Cell) -> list[float]:
    right, middle = source.right - 14, source.centre
    rightmost = [right - 12 * n for n in range(int((right - middle) // 12) + 1)]
    every = [source.right - 8 - n for n in range(int(source.turn.width - 16))]
    return rightmost + every


@dataclass(frozen=True, slots=True)
class Halt:
    """A stop on the path of play: a turn, the start or the end; ``lane`` is its number, or None."""

    row: int
    at: int
    lane: int | None
    rect: Rect


@dataclass(frozen=True, slots=True)
class Page:
    """All rows with their positions: turns, lanes, and ``wraps``, the y where the path of play comes to each row."""

    strips: tuple[Strip, ...]
    lanes: tuple[tuple[Lane, ...], ...]
    wraps: tuple[float, ...]
    levels: tuple[tuple[float, ...], ...]
    rects: dict[str, Rect]

    def lane(self, row: int, number: int) -> Rect:
        """The position of a lane in a row."""
        return next(lane.rect for lane in self.lanes[row] if lane.number == number)

    def above(self, row: int, number: int | None) -> float:
        """A y that is free of turns: in the gap above a lane, or above all lanes."""
        lane = self.lane(row, number) if number is not None else self.lanes[row][0].rect
        return lane.y - LANE_GAP / 2

    def blocked(self, row: int, after: int, before: int) -> set[int]:
        """The lanes of the skipped turns between two columns, which the path goes past."""
        return {cell.lane for cell in self.strips[row].cells[max(after + 1, 0) : before]}


def play_route(source: Halt, target: Halt, page: Page) -> tuple[Point, ...]:
    """Route the path from one turn to the next: out on the right, through gutters and gaps, in on the left."""
    begin, goal = Point(source.rect.right, source.rect.cy), Point(target.rect.x, target.rect.cy)
    if source.row == target.row:
        strip = page.strips[source.row]
        leave, arrive = strip.gutter(source.at + 1), strip.gutter(target.at)
        y = _past(source, target, page)
        corners = [begin, Point(leave, begin.y), Point(leave, y), Point(arrive, y), Point(arrive, goal.y), goal]
        return without_needless(corners if source.at >= 0 else [begin, Point(arrive, begin.y), *corners[4:]])
    corners = [begin]
    first, last = page.strips[source.row], page.strips[target.row]
    right, leave = first.gutter(len(first.cells)), first.gutter(source.at + 1)
    out = page.blocked(source.row, source.at, len(first.cells))
    y = page.above(source.row, source.lane) if source.lane in out else source.rect.cy
    corners += [Point(leave, begin.y), Point(leave, y), Point(right, y), Point(right, page.wraps[source.row + 1])]
    arrive = last.gutter(target.at)
    y = goal.y
    if target.lane is None or target.lane in page.blocked(target.row, -1, target.at):
        y = page.above(target.row, target.lane)
    corners += [Point(last.left, page.wraps[source.row + 1]), Point(last.left, y), Point(arrive, y)]
    return without_needless([*corners, Point(arrive, goal.y), goal])


def created_route(channel: Channel, page: Page) -> tuple[Point, ...]:
    """Route the edge from a turn to an extra turn created in it: up or down to its level, along it, and down."""
    source, target = page.rects[channel.source.turn.tile.id], page.rects[channel.target.turn.tile.id]
    down = channel.target.row > channel.source.row
    corners = [Point(channel.leave, source.bottom if down else source.y)]
    for reach in channel.reaches:
        y = page.levels[reach.row][reach.level]
        corners += [Point(reach.start, y), Point(reach.end, y)]
    return without_needless([*corners, Point(channel.arrive, target.y)])


def _past(source: Halt, target: Halt, page: Page) -> float:
    """The y at which the path goes past skipped turns: its own, that of the next turn, or that of a gap."""
    blocked = page.blocked(source.row, source.at, target.at)
    if source.lane not in blocked:
        return source.rect.cy
    if target.lane is not None and target.lane not in blocked:
        return target.rect.cy
    return page.above(source.row, source.lane)


HEIGHT = 13.0
STEP_ASIDE = 6.0
LEGEND_LINE, BETWEEN = 26.0, 18.0


def edge_labels(paths: list[Path], left: float, right: float) -> Iterator[Text]:
    """Place each label on a horizontal part of its edge that nothing crosses; without room, only the tooltip has it."""
    lines = [ends for path in paths for ends in pairwise(path.points)]
    taken: list[Rect] = []
    for path in paths:
        edge = path.edge
        if edge.kind != "created" or not edge.label:
            continue
        run = Run(edge.label, tone="accent", bold=True)
        level = [(a, b) for a, b in pairwise(path.points) if a.y == b.y]
        places = (place for a, b in level for place in _places(a, b, run.width, left, right))
        place = next((place for place in places if _is_free(place, lines, taken)), None)
        if place is not None:
            taken.append(place)
            yield Text(f"label-{edge.id}", place, ((run,),), edge.tooltip)


def _places(one: Point, other: Point, width: float, left: float, right: float) -> Iterator[Rect]:
    """The places to try: the middle first, then further to both sides."""
    middle = (one.x + other.x - width) / 2
    for step in range(int((abs(one.x - other.x) + width) / 2 / STEP_ASIDE) + 1):
        for x in (middle + step * STEP_ASIDE, middle - step * STEP_ASIDE)[: 2 if step else 1]:
            if left <= x and x + width <= right:
                yield Rect(x, one.y - HEIGHT - 1, width, HEIGHT)


def _is_free(place: Rect, lines: Iterable[tuple[Point, Point]], taken: Iterable[Rect]) -> bool:
    wide = Rect(place.x - 3, place.y, place.width + 6, place.height)
    return not any(crosses(a, b, wide) for a, b in lines) and not any(wide.overlaps(other) for other in taken)


def lay_out_legend(picture: Picture, top: float, right: float) -> tuple[list[Text], list[Badge], float]:
    """Place the legend, one note after the other, in as many lines as needed; the last value is the y below it."""
    texts: list[Text] = []
    badges: list[Badge] = []
    x, y = MARGIN, top
    for number, note in enumerate(picture.legend, 1):
        sample = chip_width(note.sample) + 6 if note.sample else 0.0
        lines = note_lines(note, right - MARGIN - sample, NOTE_LINES)
        width = max(map(line_width, lines), default=0.0)
        if x > MARGIN and x + sample + width > right:
            x, y = MARGIN, y + LEGEND_LINE
        if note.sample:
            badges.append(chip_badge(note.sample, x, y))
        place = Rect(x + sample, y + (CHIP - LINE) / 2, width, LINE * len(lines))
        texts.append(Text(f"legend-{number}", place, lines, note.tooltip))
        x = place.right + BETWEEN
        y += LINE * (len(lines) - 1)
    return texts, badges, y + (CHIP if picture.legend else 0.0)


LEVEL, WRAP, CLEAR, FREE = 18.0, 16.0, 14.0, 6.0
"""The heights above a row: of a level of edges with labels, of the path of play down to it, and of free room."""
ROW_GAP, LEGEND_GAP, END_GAP = 10.0, 16.0, 26.0
NARROWEST = 640.0


def lay_out_lanes(picture: Picture, widest: float = WIDEST) -> Layout:
    """Place everything in a timeline, in rows that are no wider than they may be unless one turn needs more."""
    strips = make_strips(picture, widest)
    channels = make_channels(picture.edges, strips)
    right = max(
        *(s.right + END_GAP + RING for s in strips), *(c.bus for c in channels), min(NARROWEST, widest) - MARGIN
    )
    title, height = head(picture, right)
    page, bottom = _page(picture, strips, channels, MARGIN + height)
    halts = _halts(picture, page)
    paths = [Path(e, play_route(halts[e.source], halts[e.target], page)) for e in picture.edges if e.kind == "main"]
    paths += [Path(channel.edge, created_route(channel, page)) for channel in channels]
    cells = [cell for strip in strips for cell in strip.cells]
    legend, badges, bottom = lay_out_legend(picture, bottom + LEGEND_GAP, right)
    return Layout(
        picture=picture,
        width=right + MARGIN,
        height=bottom + MARGIN,
        boxes=tuple(_lane_box(lane, row, page) for row, lanes in enumerate(page.lanes) for lane in lanes),
        tiles=tuple(PlacedTile(c.turn.tile, page.rects[c.turn.tile.id], "path", c.turn.rows) for c in cells),
        texts=(
            *title,
            *_headings(page, name_width(picture)),
            *edge_labels(paths, strips[0].left, right),
            *legend,
        ),
        pills=tuple(pill for c in cells for pill in turn_pills(c.turn, page.rects[c.turn.tile.id])),
        paths=tuple(paths),
        start=halts[START].rect,
        end=halts[END].rect,
        badges=(
            *_ends(page),
            *(badge for c in cells for badge in chip_badges(c.turn, page.rects[c.turn.tile.id])),
            *badges,
        ),
    )


def _page(picture: Picture, strips: tuple[Strip, ...], channels: tuple[Channel, ...], top: float) -> tuple[Page, float]:
    """Place the rows from the top down; return them and the y below the last one."""
    ended: set[int] = set()
    lanes: list[tuple[Lane, ...]] = []
    wraps: list[float] = []
    heights: list[tuple[float, ...]] = []
    for row, strip in enumerate(strips):
        wraps.append(top + WRAP / 2)
        count = levels(channels, row)
        top += (WRAP if row else 0.0) + (count * LEVEL + CLEAR if count else FREE)
        heights.append(tuple(top - CLEAR - level * LEVEL for level in range(count)))
        lanes.append(make_lanes(picture, strip, top, ended))
        ended |= {lane.number for lane in lanes[-1] if lane.ends}
        top = lanes[-1][-1].rect.bottom + ROW_GAP
    rects = {}
    for row, strip in enumerate(strips):
        for cell in strip.cells:
            middle = next(lane.rect.cy for lane in lanes[row] if lane.number == cell.lane)
            turn = cell.turn
            rects[turn.tile.id] = Rect(cell.x, middle - turn.height / 2, turn.width, turn.height)
    return Page(strips, tuple(lanes), tuple(wraps), tuple(heights), rects), top


def _halts(picture: Picture, page: Page) -> dict[str, Halt]:
    """The positions of the start, the end, and the turns, by id."""
    halts = {
        cell.turn.tile.id: Halt(cell.row, cell.at, cell.lane, page.rects[cell.turn.tile.id])
        for strip in page.strips
        for cell in strip.cells
    }
    main = [edge for edge in picture.edges if edge.kind == "main"]
    first, last = halts.get(main[0].target), halts.get(main[-1].source)
    y = page.above(0, None)
    if first and not first.row:
        y = page.above(0, first.lane) if first.lane in page.blocked(0, -1, first.at) else first.rect.cy
    halts[START] = Halt(0, -1, None, Rect(page.strips[0].left - DOT / 2, y - DOT / 2, DOT, DOT))
    row = len(page.strips) - 1
    strip = page.strips[row]
    y = page.above(row, None)
    if last and last.row == row:
        y = page.above(row, last.lane) if last.lane in page.blocked(row, last.at, len(strip.cells)) else last.rect.cy
    ring = Rect(strip.right + END_GAP, y - RING / 2, RING, RING)
    halts[END] = Halt(row, len(strip.cells), None, ring)
    return halts


def _lane_box(lane: Lane, row: int, page: Page) -> PlacedBox:
    tiles = tuple(cell.turn.tile for cell in page.strips[row].cells if cell.lane == lane.number)
    return PlacedBox(replace(lane.box, id=f"{lane.box.id}.{row + 1}", tiles=tiles), lane.rect)


def _headings(page: Page, width: float) -> Iterator[Text]:
    """Write the names on the left of the lanes, and below a name the notes about its player."""
    for row, lanes in enumerate(page.lanes, 1):
        for lane in lanes:
            height = NAME_LINE * len(lane.name) + LINE * sum(len(lines) for _, lines in lane.notes)
            x, y = lane.rect.x + LANE_PADDING, lane.rect.cy - height / 2
            place = Rect(x, y, width, NAME_LINE * len(lane.name))
            yield Text(f"heading-{lane.box.id}.{row}", place, lane.name, lane.box.tooltip)
            y = place.bottom
            for number, (note, lines) in enumerate(lane.notes, 1):
                place = Rect(x, y, width, LINE * len(lines))
                yield Text(f"note-{lane.box.id}.{row}-{number}", place, lines, note.tooltip)
                y = place.bottom


def _ends(page: Page) -> Iterator[Badge]:
    """Draw a bar at the end of the lane of a player who left."""
    for row, lanes in enumerate(page.lanes, 1):
        for lane in lanes:
            if lane.ends:
                place = Rect(lane.rect.right - 2, lane.rect.y, 4, lane.rect.height)
                tooltip = " · ".join(note.tooltip for note in lane.box.notes)
                yield Badge(f"end-{lane.box.id}.{row}", place, "", "path", "path", "paper", "lane-end", tooltip)
