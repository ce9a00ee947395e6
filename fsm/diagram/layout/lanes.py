"""A timeline as a strip of lanes, in which time runs right, with its edges, their labels, and the legend.

The path of play runs through the gutters; edges to extra turns from their creation run in channels, the levels above
the lanes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from ..model import END, START, Box, Edge, Picture
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
    Cell,
    Lane,
    Strip,
    chip_badge,
    chip_badges,
    chip_width,
    make_lanes,
    make_strip,
    name_width,
    turn_pills,
)

APART = 4.0
"""The distance between edges."""


class Channel(msgspec.Struct, frozen=True):
    """An edge from a turn to an extra turn created in it, with the x where it leaves, and its level, 0 the lowest."""

    edge: Edge
    source: Cell
    target: Cell
    leave: float
    level: int


def make_channels(edges: tuple[Edge, ...], strip: Strip) -> tuple[Channel, ...]:
    """Give each edge the x of its corners, and its level: short edges below long ones."""
    cells = {cell.turn.tile.id: cell for cell in strip.cells}
    created = [(edge, cells[edge.source], cells[edge.target]) for edge in edges if edge.kind == "created"]
    leaving = _leaving(created)
    taken: dict[int, list[tuple[float, float]]] = {}
    channels = {}
    for edge, source, target in sorted(created, key=lambda one: _length(one[1], one[2])):
        low, high = _reserved(edge, leaving[edge.id], target.centre)
        level = 0
        while any(low < b and a < high for a, b in taken.get(level, ())):
            level += 1
        taken.setdefault(level, []).append((low, high))
        channels[edge.id] = Channel(edge, source, target, leaving[edge.id], level)
    return tuple(channels[edge.id] for edge, _, _ in created)


def _length(source: Cell, target: Cell) -> tuple[int, int]:
    return (abs(target.at - source.at), source.turn.tile.order)


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


class Halt(msgspec.Struct, frozen=True):
    """A stop on the path of play: a turn, the start or the end; ``lane`` is its number, or None."""

    at: int
    lane: int | None
    rect: Rect


class Page(msgspec.Struct, frozen=True):
    """A strip with its positions: turns, lanes, and the y of each level above the lanes."""

    strip: Strip
    lanes: tuple[Lane, ...]
    levels: tuple[float, ...]
    rects: dict[str, Rect]

    def above(self, number: int | None) -> float:
        """A y that is free of turns: in the gap above a lane, or above all lanes."""
        return self.lanes[number or 0].rect.y - LANE_GAP / 2

    def blocked(self, after: int, before: int) -> set[int]:
        """The lanes of the skipped turns between two columns, which the path goes past."""
        return {cell.lane for cell in self.strip.cells[max(after + 1, 0) : before]}


def play_route(source: Halt, target: Halt, page: Page) -> tuple[Point, ...]:
    """Route the path from one turn to the next: out on the right, through gutters and gaps, in on the left."""
    begin, goal = Point(source.rect.right, source.rect.cy), Point(target.rect.x, target.rect.cy)
    leave, arrive = page.strip.gutter(source.at + 1), page.strip.gutter(target.at)
    y = _past(source, target, page)
    corners = [begin, Point(leave, begin.y), Point(leave, y), Point(arrive, y), Point(arrive, goal.y), goal]
    return without_needless(corners if source.at >= 0 else [begin, Point(arrive, begin.y), *corners[4:]])


def created_route(channel: Channel, page: Page) -> tuple[Point, ...]:
    """Route the edge from a turn to an extra turn created in it: up to its level, along it, and down."""
    source, target = page.rects[channel.source.turn.tile.id], page.rects[channel.target.turn.tile.id]
    y, arrive = page.levels[channel.level], channel.target.centre
    corners = [Point(channel.leave, source.y), Point(channel.leave, y), Point(arrive, y), Point(arrive, target.y)]
    return without_needless(corners)


def _past(source: Halt, target: Halt, page: Page) -> float:
    """The y at which the path goes past skipped turns: its own, that of the next turn, or that of a gap."""
    blocked = page.blocked(source.at, target.at)
    if source.lane not in blocked:
        return source.rect.cy
    if target.lane is not None and target.lane not in blocked:
        return target.rect.cy
    return page.above(source.lane)


HEIGHT = 13.0
STEP_ASIDE = 6.0
LEGEND_GAP, BETWEEN = 5.0, 18.0


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


def lay_out_legend(picture: Picture, top: float, left: float, right: float) -> tuple[list[Text], list[Badge], float]:
    """Place the legend, one note after the other, in as many lines as needed; the last value is the y below it."""
    texts: list[Text] = []
    badges: list[Badge] = []
    x, y, height = left, top, 0.0
    for number, note in enumerate(picture.legend, 1):
        sample = chip_width(note.sample) + 6 if note.sample else 0.0
        lines = note_lines(note, right - left - sample, NOTE_LINES)
        width = max(map(line_width, lines), default=0.0)
        if x > left and x + sample + width > right:
            x, y, height = left, y + height + LEGEND_GAP, 0.0
        if note.sample:
            badges.append(chip_badge(note.sample, x, y))
        down = (CHIP - LINE) / 2 if note.sample or height > LINE else 0.0
        place = Rect(x + sample, y + down, width, LINE * len(lines))
        texts.append(Text(f"legend-{number}", place, lines, note.tooltip))
        x, height = place.right + BETWEEN, max(height, CHIP if note.sample else place.bottom - y)
    return texts, badges, y + height


PASS = 8.0
"""The room for the path of play in the bar at the end of a lane."""
LEVEL, CLEAR, FREE = 18.0, 14.0, 6.0
"""The heights above the lanes: of a level of edges with labels, below the lowest level, and of free room."""
ABOVE, END_GAP, BELOW = 16.0, 26.0, 10.0
NARROWEST = 640.0


def lay_out_lanes(picture: Picture) -> Layout:
    """Place everything in a timeline as a strip."""
    strip = make_strip(picture)
    channels = make_channels(picture.edges, strip)
    right = max(strip.right + END_GAP + RING, NARROWEST - MARGIN)
    title, height = head(picture, right)
    page = _page(picture, strip, channels, MARGIN + height)
    halts = _halts(picture, page)
    paths = [Path(e, play_route(halts[e.source], halts[e.target], page)) for e in picture.edges if e.kind == "main"]
    paths += [Path(channel.edge, created_route(channel, page)) for channel in channels]
    bottom = page.lanes[-1].rect.bottom + BELOW
    legend, badges, bottom = lay_out_legend(picture, bottom + ABOVE, MARGIN, right)
    turns = [(cell.turn, page.rects[cell.turn.tile.id]) for cell in strip.cells]
    return Layout(
        picture=picture,
        width=right + MARGIN,
        height=bottom + MARGIN,
        boxes=tuple(_lane_box(lane, page) for lane in page.lanes),
        tiles=tuple(PlacedTile(turn.tile, rect, "path", turn.rows) for turn, rect in turns),
        texts=(*title, *_headings(page, name_width(picture)), *edge_labels(paths, strip.left, right), *legend),
        pills=tuple(pill for turn, rect in turns for pill in turn_pills(turn, rect)),
        paths=tuple(paths),
        start=halts[START].rect,
        end=halts[END].rect,
        badges=(*_ends(page), *(badge for turn, rect in turns for badge in chip_badges(turn, rect)), *badges),
    )


def _page(picture: Picture, strip: Strip, channels: tuple[Channel, ...], top: float) -> Page:
    """Place the lanes below the levels of edges, and the turns in them."""
    count = max((channel.level + 1 for channel in channels), default=0)
    top += count * LEVEL + CLEAR if count else FREE
    lanes = make_lanes(picture, strip, top)
    rects = {}
    for cell in strip.cells:
        turn, middle = cell.turn, lanes[cell.lane].rect.cy
        rects[turn.tile.id] = Rect(cell.x, middle - turn.height / 2, turn.width, turn.height)
    return Page(strip, lanes, tuple(top - CLEAR - level * LEVEL for level in range(count)), rects)


def _halts(picture: Picture, page: Page) -> dict[str, Halt]:
    """The positions of the start, the end, and the turns, by id."""
    strip = page.strip
    halts = {cell.turn.tile.id: Halt(cell.at, cell.lane, page.rects[cell.turn.tile.id]) for cell in strip.cells}
    main = [edge for edge in picture.edges if edge.kind == "main"]
    first, last = halts.get(main[0].target), halts.get(main[-1].source)
    y = page.above(None)
    if first:
        y = page.above(first.lane) if first.lane in page.blocked(-1, first.at) else first.rect.cy
    halts[START] = Halt(-1, None, Rect(strip.left - DOT / 2, y - DOT / 2, DOT, DOT))
    y = page.above(None)
    if last:
        y = page.above(last.lane) if last.lane in page.blocked(last.at, len(strip.cells)) else last.rect.cy
    halts[END] = Halt(len(strip.cells), None, Rect(strip.right + END_GAP, y - RING / 2, RING, RING))
    return halts


def _lane_box(lane: Lane, page: Page) -> PlacedBox:
    tiles = tuple(cell.turn.tile for cell in page.strip.cells if cell.lane == lane.number)
    return PlacedBox(replace(lane.box, id=f"{lane.box.id}.1", tiles=tiles), lane.rect)


def _headings(page: Page, width: float) -> Iterator[Text]:
    """Write the names on the left of the lanes, and below a name the notes about its player."""
    for lane in page.lanes:
        height = NAME_LINE * len(lane.name) + LINE * sum(len(lines) for _, lines in lane.notes)
        x, y = lane.rect.x + LANE_PADDING, lane.rect.cy - height / 2
        place = Rect(x, y, width, NAME_LINE * len(lane.name))
        yield Text(f"heading-{lane.box.id}.1", place, lane.name, lane.box.tooltip)
        y = place.bottom
        for number, (note, lines) in enumerate(lane.notes, 1):
            place = Rect(x, y, width, LINE * len(lines))
            yield Text(f"note-{lane.box.id}.1-{number}", place, lines, note.tooltip)
            y = place.bottom


def _ends(page: Page) -> Iterator[Badge]:
    """Draw a bar at the end of the lane of a player who left; the path of play goes on between two parts of it."""
    for lane in page.lanes:
        if lane.box.until:
            own = any(cell.lane == lane.number for cell in page.strip.cells if cell.turn.tile.id == lane.box.until)
            place = Rect(lane.rect.right - 2, lane.rect.y, 4, lane.rect.height)
            yield from lane_ends(replace(lane.box, id=f"{lane.box.id}.1"), place, PASS if own else 0.0)


def lane_ends(box: Box, place: Rect, free: float) -> Iterator[Badge]:
    """A bar at the end of a lane; with free room in its middle, in two parts."""
    said = " · ".join(note.tooltip for note in box.notes)
    upright = place.height > place.width
    cut = (max(place.height, place.width) - free) / 2
    first = replace(place, height=cut) if upright else replace(place, width=cut)
    other = first.moved(0, cut + free) if upright else first.moved(cut + free, 0)
    parts = {f"end-{box.id}": first, f"end-{box.id}-other": other} if free else {f"end-{box.id}": place}
    for id, rect in parts.items():
        yield Badge(id, rect, "", "path", "path", "paper", "lane-end", said)
