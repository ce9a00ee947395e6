"""Channels: the levels above a row of a timeline in which the ways run from what created a turn to that turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .metrics import SMALL, text_width

if TYPE_CHECKING:
    from ..model import Edge
    from .strips import Cell, Strip

APART = 4.0
"""How far ways stay from each other."""
BUS = 9.0


@dataclass(frozen=True, slots=True)
class Reach:
    """A level part of a way: above which row, from where to where, and on which level (0 is the lowest)."""

    row: int
    start: float
    end: float
    level: int


@dataclass(frozen=True, slots=True)
class Channel:
    """A way from a turn to one that it created: where it leaves, where it comes in, and what lies between."""

    edge: Edge
    source: Cell
    target: Cell
    leave: float
    arrive: float
    bus: float
    reaches: tuple[Reach, ...]


def make_channels(edges: tuple[Edge, ...], strips: tuple[Strip, ...]) -> tuple[Channel, ...]:
    """Give each way its corners' x and its levels: short ways below, long ones above them."""
    cells = {cell.turn.tile.id: cell for strip in strips for cell in strip.cells}
    ways = [(edge, cells[edge.source], cells[edge.target]) for edge in edges if edge.kind == "created"]
    leaving = _leaving(ways)
    bus = max(strip.right for strip in strips) + 44
    taken: dict[tuple[int, int], list[tuple[float, float]]] = {}
    channels = []
    for edge, source, target in sorted(ways, key=lambda way: _length(way[1], way[2])):
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
    order = [edge.id for edge, _, _ in ways]
    return tuple(sorted(channels, key=lambda channel: order.index(channel.edge.id)))


def levels(channels: tuple[Channel, ...], row: int) -> int:
    """How many levels there are above a row."""
    used = [reach.level for channel in channels for reach in channel.reaches if reach.row == row]
    return max(used, default=-1) + 1


def _centre(cell: Cell) -> float:
    return cell.x + cell.turn.width / 2


def _length(source: Cell, target: Cell) -> tuple[int, int, int]:
    return (target.row - source.row, abs(target.at - source.at), source.turn.tile.order)


def _reaches(
    source: Cell, target: Cell, leave: float, arrive: float, bus: float
) -> tuple[tuple[int, float, float], ...]:
    """Above the row of the target; from a row further up first below the source's, then down the right side."""
    if target.row <= source.row + 1:
        return ((target.row, leave, arrive),)
    return ((source.row + 1, leave, bus), (target.row, bus, arrive))


def _reserved(edge: Edge, start: float, end: float) -> tuple[float, float]:
    """What a way takes of its level, with room for its label."""
    low, high = min(start, end), max(start, end)
    short = max(0.0, text_width(edge.label, SMALL, bold=True) + 8 - (high - low)) if edge.label else 0.0
    return low - short / 2 - APART, high + short / 2 + APART


def _leaving(ways: list[tuple[Edge, Cell, Cell]]) -> dict[str, float]:
    """Find where each way leaves its turn: right of the middle, the way to the nearest turn outermost."""
    used = {_centre(target) for _, _, target in ways}
    places: dict[str, float] = {}
    for edge, source, _ in sorted(ways, key=lambda way: (way[1].turn.tile.order, *_length(way[1], way[2]))):
        x = next((x for x in _candidates(source) if all(abs(x - other) >= APART for other in used)), None)
        places[edge.id] = _centre(source) + 10 if x is None else x
        used.add(places[edge.id])
    return places


def _candidates(source: Cell) -> list[float]:
    right, middle = source.right - 14, _centre(source)
    rightmost = [right - 12 * n for n in range(int((right - middle) // 12) + 1)]
    every = [source.right - 8 - n for n in range(int(source.turn.width - 16))]
    return rightmost + every
