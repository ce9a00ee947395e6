"""Splines: the corners of an edge as the B-spline that Graphviz draws, rounded, with room for the arrow's tip."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot

from ..layout.geometry import Point

RADIUS = 8.0
TIP = 7.0
"""The length of the arrow's tip; the line ends before it."""


@lru_cache(maxsize=1 << 13)
def spline(points: tuple[Point, ...], height: float) -> str:
    """Write the ``pos`` of an edge; y is inverted, since Graphviz measures from below."""
    tip = points[-1]
    shaft = (*points[:-1], _towards(tip, points[-2], TIP))
    corners = [p for piece in _pieces(shaft) for p in piece]
    return f"e,{_pair(tip, height)} {' '.join(_pair(p, height) for p in (shaft[0], *corners))}"


def _pieces(points: tuple[Point, ...]) -> list[tuple[Point, Point, Point]]:
    """Cubic pieces: a straight one between two corners, and an arc at each corner."""
    pieces: list[tuple[Point, Point, Point]] = []
    at = points[0]
    for corner, after in pairwise(points[1:]):
        radius = min(RADIUS, _distance(at, corner), _distance(corner, after) / 2)
        into, out = _towards(corner, at, radius), _towards(corner, after, radius)
        pieces += [(at, into, into), (_towards(into, corner, radius / 2), _towards(out, corner, radius / 2), out)]
        at = out
    return [*pieces, (at, points[-1], points[-1])]


def _towards(start: Point, goal: Point, by: float) -> Point:
    length = _distance(start, goal)
    if not length:
        return start
    return Point(start.x + (goal.x - start.x) * by / length, start.y + (goal.y - start.y) * by / length)


def _distance(one: Point, other: Point) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def _pair(point: Point, height: float) -> str:
    return f"{_rounded(point.x)},{_rounded(height - point.y)}"


def _rounded(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
