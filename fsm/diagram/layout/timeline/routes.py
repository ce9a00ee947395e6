"""The edges of a timeline: the path of play through the gutters, and edges to extra turns from their creation."""

from __future__ import annotations

from dataclasses import dataclass

from ..geometry import Point, Rect, without_needless
from .channels import Channel
from .strips import LANE_GAP, Lane, Strip


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
