"""The edges of a timeline: the path of play through the gutters, and edges to extra turns from their creation.

Those run in channels, the levels above a row.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...model import Edge
from ..geometry import Point, Rect, without_needless
from ..metrics import SMALL, text_width
from .strips import LANE_GAP, Cell, Lane, Strip

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
        leave, arrive = leaving[edge.id], _centre(target)
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


def _centre(cell: Cell) -> float:
    return cell.x + cell.turn.width / 2


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
    used = {_centre(target) for _, _, target in created}
    places: dict[str, float] = {}
    for edge, source, _ in sorted(created, key=lambda one: (one[1].turn.tile.order, *_length(one[1], one[2]))):
        x = next((x for x in _candidates(source) if all(abs(x - other) >= APART for other in used)), None)
        places[edge.id] = _centre(source) + 10 if x is None else x
        used.add(places[edge.id])
    return places


def _candidates(source: Cell) -> list[float]:
    right, middle = source.right - 14, _centre(source)
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
    y = _level(source, out, page)
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


def _level(source: Halt, blocked: set[int], page: Page) -> float:
    return page.above(source.row, source.lane) if source.lane in blocked else source.rect.cy
