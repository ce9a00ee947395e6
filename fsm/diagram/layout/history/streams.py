"""The river: where each phase and step flows, in a frame in which time runs right or down, and the marks on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import cast

import msgspec

from ...model import Change, Moment, Picture, River, Stretch
from ..geometry import Badge, Layout, PlacedBox, Point, Rect, Ribbon, Text
from ..metrics import SMALL, Run, Tone

BORDER = 1.1
"""The width of the line around a stream."""
OVER = 1.0
"""How far a bend runs into what it joins, so that no gap shows."""


def coloured(text: str, hue: str, size: float = SMALL) -> Run:
    """A bold text in the hue of a phase."""
    return Run(text, size, cast("Tone", hue), bold=True)


def on_page(
    picture: Picture,
    page: Rect,
    boxes: tuple[PlacedBox, ...],
    texts: tuple[Text, ...],
    badges: tuple[Badge, ...],
    drawn: tuple[Ribbon, ...],
) -> Layout:
    """The history on a page: all that was placed, with the ribbons under it."""
    return Layout(picture, page.width, page.height, boxes, (), texts, (), (), badges=badges, ribbons=drawn, page=page)


class Axis(msgspec.Struct, frozen=True):
    """Where days lie on a page: days and places in rising order, between which time passes evenly."""

    anchors: tuple[tuple[int, float], ...]

    def at(self, day: float) -> float:
        """The place of a day; the first or the last one of what lies beyond."""
        if day <= self.anchors[0][0]:
            return self.anchors[0][1]
        for (one, begin), (other, end) in pairwise(self.anchors):
            if day <= other:
                return begin + (end - begin) * (day - one) / (other - one)
        return self.anchors[-1][1]


class Frame(msgspec.Struct, frozen=True):
    """The river's place: its axis, its side across time, the width of a lane, and the length of a change of shape."""

    axis: Axis
    near: float
    far: float
    lane: float
    bend: float
    down: bool = False

    def point(self, along: float, across: float) -> Point:
        """A point by its place in time and its place across."""
        return Point(across, along) if self.down else Point(along, across)

    def rect(self, along: float, across: float, length: float, width: float) -> Rect:
        """A rectangle by its middle, its length in time, and its width across."""
        if self.down:
            return Rect(across - width / 2, along - length / 2, width, length)
        return Rect(along - length / 2, across - width / 2, length, width)


class Course(msgspec.Struct, frozen=True):
    """Where a stretch flows: its first and last place in time, and its near and far side across."""

    stretch: Stretch
    begin: float
    end: float
    near: float
    far: float

    @property
    def middle(self) -> float:
        """Its middle across."""
        return (self.near + self.far) / 2

    @property
    def width(self) -> float:
        """Its width across."""
        return self.far - self.near


WEIGHT, CLOSE = 2.2, 1.5
"""How much wider the gap between two phases is than that between two steps, and how small a gap of an old shape may be.
"""
SHARE = 0.8
"""The part of the time for which a shape holds that the bends to the shapes around it may take."""


def courses(river: River, frame: Frame) -> dict[str, Course]:
    """Where each stretch flows, by id: the last shape from side to side, those before it beside what they become."""
    shapes = [tuple(group) for _, group in groupby(river.stretches, key=lambda one: one.start)]
    widths = {id: width * frame.lane for id, width in shares(river).items()}
    ends = _ends(shapes, frame)
    found: dict[str, Course] = {}
    each = 0.0
    for shape, (begin, end) in zip(reversed(shapes), reversed(ends), strict=True):
        if not found:
            gaps = [WEIGHT if one.phase != other.phase else 1.0 for one, other in pairwise(shape)]
            free = frame.far - frame.near - sum(widths[one.id] for one in shape)
            each = free / sum(gaps) if gaps else 0.0
            sides = _stacked([widths[one.id] for one in shape], [gap * each for gap in gaps], frame.near)
        else:
            sides = _beside(
                frame, [widths[one.id] for one in shape], [_goal(one, found) for one in shape], each * CLOSE
            )
        for one, near in zip(shape, sides, strict=True):
            found[one.id] = Course(one, begin, end, near, near + widths[one.id])
    return {one.id: found[one.id] for one in river.stretches}


def _ends(shapes: Sequence[Sequence[Stretch]], frame: Frame) -> list[tuple[float, float]]:
    """Where the straight part of each shape begins and ends in time: the bends between two take a part of both."""
    spans = [(frame.axis.at(shape[0].start), frame.axis.at(shape[0].end)) for shape in shapes]
    bends = [
        min(frame.bend, SHARE * (one[1] - one[0]), SHARE * (other[1] - other[0])) / 2 for one, other in pairwise(spans)
    ]
    around = zip([0.0, *bends], [*bends, 0.0], strict=True)
    return [(begin + before, end - after) for (begin, end), (before, after) in zip(spans, around, strict=True)]


def _stacked(widths: Sequence[float], gaps: Sequence[float], near: float) -> list[float]:
    """The near side of each of some stretches, one beside the other."""
    sides = [near]
    for width, gap in zip(widths, gaps, strict=False):
        sides.append(sides[-1] + width + gap)
    return sides[: len(widths)]


def _goal(one: Stretch, found: dict[str, Course]) -> float | None:
    """The middle of what a stretch becomes; None if it becomes nothing."""
    into = [found[id] for id in one.into]
    return (into[0].near + into[-1].far) / 2 if into else None


def _beside(frame: Frame, widths: Sequence[float], goals: Sequence[float | None], gap: float) -> list[float]:
    """The near side of each stretch of an old shape: as near to its goal as the others leave room."""
    sides: list[float] = []
    last = frame.near - gap
    for width, goal in zip(widths, goals, strict=True):
        sides.append(max(last + gap, last + gap if goal is None else goal - width / 2))
        last = sides[-1] + width
    limit = frame.far
    for at in reversed(range(len(sides))):
        sides[at] = min(sides[at], limit - widths[at])
        limit = sides[at] - gap
    return sides


def lanes_of(river: River) -> float:
    """How many lanes lie side by side where the river has most of them."""
    widths = shares(river)
    shapes = groupby(river.stretches, key=lambda one: one.start)
    return max((sum(widths[one.id] for one in group) for _, group in shapes), default=1.0)


def shares(river: River) -> dict[str, float]:
    """How many lanes each stretch takes: as much as what it becomes, which several share evenly that become it."""
    sources = _sources(river)
    found: dict[str, float] = {}
    for one in reversed(river.stretches):
        found[one.id] = sum(found[id] / sources[id] for id in one.into) or 1.0
    return found


def _sources(river: River) -> Counter[str]:
    return Counter(id for one in river.stretches for id in one.into)


def ribbons(river: River, frame: Frame, placed: dict[str, Course]) -> Iterator[Ribbon]:
    """The streams: first the lines around all of them, so that those that meet become one, and then what is inside."""
    bodies = [*_straight(frame, placed), *_bends(river, frame, placed)]
    for hue, body in bodies:
        yield msgspec.structs.replace(body, id=f"{body.id}-line", width=body.width + 2 * BORDER, fill=hue, tooltip="")
    yield from (body for _, body in bodies)


def _straight(frame: Frame, placed: dict[str, Course]) -> Iterator[tuple[str, Ribbon]]:
    for id, course in placed.items():
        ends = frame.point(course.begin, course.middle), frame.point(course.end, course.middle)
        points = (ends[0], ends[0], ends[1], ends[1])
        name = course.stretch.names[-1].text
        yield course.stretch.hue, _ribbon(f"stream-{id}", points, course.width, course.stretch.hue, name)


def _bends(river: River, frame: Frame, placed: dict[str, Course]) -> Iterator[tuple[str, Ribbon]]:
    """The curves from a stretch to each that it becomes: they leave it side by side, and arrive so."""
    sources, arrived = _sources(river), Counter[str]()
    for id, course in placed.items():
        across = course.near
        for target in course.stretch.into:
            goal = placed[target]
            width = goal.width / sources[target]
            start = course.end - OVER, across + width / 2
            end = goal.begin + OVER, goal.near + width * (arrived[target] + 0.5)
            middle = (start[0] + end[0]) / 2
            corners = (start, (middle, start[1]), (middle, end[1]), end)
            across += width
            arrived[target] += 1
            hue, name = goal.stretch.hue, goal.stretch.names[0].text
            yield (
                hue,
                _ribbon(f"bend-{id}-{target}", tuple(frame.point(*corner) for corner in corners), width, hue, name),
            )


def _ribbon(id: str, points: tuple[Point, ...], width: float, hue: str, tooltip: str) -> Ribbon:
    return Ribbon(id, points, width, f"{hue}_stream", f"ribbon {hue}", tooltip)


def line(id: str, one: Point, other: Point, role: str = "lane", width: float = 0.8) -> Ribbon:
    """A thin straight line behind the streams."""
    return Ribbon(id, (one, one, other, other), width, role, "ribbon line")


class Mark(msgspec.Struct, frozen=True):
    """A mark on a stretch, or beside the river: its moment, what changed there, and its place across and in time."""

    moment: Moment
    changes: tuple[Change, ...]
    place: str
    across: float
    at: float


WHOLE = ""
"""The place of what changed in the turn as a whole."""


def marks(river: River, axis: Axis, apart: float, middles: Mapping[str, float]) -> tuple[Mark, ...]:
    """All marks, in the order of their days; those that are too close to one before them are further on.

    ``middles`` are the places across of stretches by their ids, and of ``WHOLE``.
    """
    found: list[Mark] = []
    for moment in river.moments:
        by_place: dict[str, list[Change]] = {}
        for change in moment.changes:
            for place in change.places or (WHOLE,):
                by_place.setdefault(place, []).append(change)
        at = max(axis.at(moment.day), axis.anchors[0][1] + apart / 2)
        found += [Mark(moment, tuple(changes), place, middles[place], at) for place, changes in by_place.items()]
    onward: list[Mark] = []
    for mark in found:
        after = [one.at + apart for one in onward if abs(one.across - mark.across) < apart]
        onward.append(msgspec.structs.replace(mark, at=max([mark.at, *after])))
    back: list[Mark] = []
    for mark in reversed(onward):
        before = [one.at - apart for one in back if abs(one.across - mark.across) < apart]
        back.append(msgspec.structs.replace(mark, at=min([mark.at, axis.anchors[-1][1] - apart / 2, *before])))
    return tuple(reversed(back))


def sign_of(changes: Sequence[Change]) -> str:
    """The sign of several changes: their own, if it is the same; otherwise that of a change, which is none."""
    signs = dict.fromkeys(change.sign for change in changes)
    return next(iter(signs)) if len(signs) == 1 else ""


DOT = 3.0
"""How much smaller a mark without a sign is."""


def badge(id: str, rect: Rect, text: str, hue: str, tooltip: str, *, great: bool) -> Badge:
    """A mark on a stream; what matters most has the accent, and what has no sign is a dot."""
    if not text:
        rect = Rect(rect.x + DOT / 2, rect.y + DOT / 2, rect.width - DOT, rect.height - DOT)
    return Badge(
        id=id,
        rect=rect,
        text=text,
        fill=("accent" if great else hue) if not text else "accent_card" if great else "card",
        line="card" if not text else "accent" if great else hue,
        ink="accent" if great else "ink",
        classes="chip mark",
        tooltip=tooltip,
        pen=1.6 if great else 1.0,
    )


def told(mark: Mark) -> str:
    """What a mark says when it is pointed at."""
    head = ", ".join(filter(None, (mark.moment.when, mark.moment.title)))
    return f"{head}: {' '.join(change.says for change in mark.changes)}"
