"""The history on a page that is read downwards: time runs down, lanes stand side by side, and each day has words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from ...model import Moment, Picture, River, Stretch
from ..geometry import LINE, Badge, Layout, Part, Point, Rect, Ribbon, Text, joined
from ..metrics import PHASE, SMALL, STEP, Line, Run, line_width, wrap
from ..page import close_head
from .bands import band_lists, band_rows, beside_width, edition_rows, name_width, signs
from .streams import (
    WHOLE,
    Axis,
    Course,
    Frame,
    badge,
    coloured,
    courses,
    lanes_of,
    line,
    marks,
    on_page,
    ribbons,
    sign_of,
    told,
)

GAP, BETWEEN, ROW, LINES, APART = 9.0, 6.0, 12.5, 40, 2.0
"""The room beside the river, the least between two days, the height of a line, how many lines a change may have, and
the room between two changes."""
YEAR, BEND = 30.0, 44.0
"""The room for years, and that which a change of shape needs."""
SHARE = 0.8
"""The part of the river's width that lanes take."""
YEAR_LENGTH = 365.25
ROOMY, WIDE = 12.0, 560.0
"""Lanes of this width have room for signs, and pages of this width for bands with their names beside them."""


class Shape(msgspec.Struct, frozen=True):
    """The measures of a page: its width, its margin, the width of a lane, and on how many sides of the river words are.

    ``pace`` is the least length of a year.
    """

    width: float
    margin: float
    lane: float
    sides: int
    pace: float = 9.0
    title: float = PHASE


class Block(msgspec.Struct, frozen=True):
    """What is said of a day: its side, the lines of each of its parts, and its place down."""

    moment: Moment
    side: int
    parts: tuple[tuple[Line, ...], ...]
    y: float

    @property
    def bottom(self) -> float:
        """The y below its lines."""
        return self.y + sum(ROW * len(lines) + APART for lines in self.parts) - APART


class Plan(msgspec.Struct, frozen=True):
    """Where the river and the words beside it are, across the page."""

    near: float
    far: float
    whole: float
    years: float
    columns: tuple[float, ...]
    room: float


def _plan(river: River, shape: Shape) -> Plan:
    across = lanes_of(river) * shape.lane / SHARE
    mark = max(8.0, min(shape.lane, 14.0))
    beside = across + GAP + mark
    if shape.sides == 1:
        near = shape.margin + YEAR
        text = near + beside + GAP
        return Plan(
            near,
            near + across,
            near + across + GAP / 2 + mark / 2,
            shape.margin,
            (text,),
            shape.width - shape.margin - text,
        )
    room = (shape.width - 2 * shape.margin - beside - YEAR - 3 * GAP) // 2
    near = shape.margin + room + YEAR + GAP
    text = shape.width - shape.margin - room
    whole = near + across + GAP / 2 + mark / 2
    return Plan(near, near + across, whole, near - YEAR, (shape.margin, text), room)


def lay_out_column(picture: Picture, river: River, shape: Shape) -> Layout:
    """Place the history on a page of some measures; it is as high as its words need."""
    plan = _plan(river, shape)
    title, _ = close_head(picture, shape.width, shape.margin, shape.title, 3)
    bands = _bands(river, shape, title[-1].rect.bottom + 6)
    first = tuple(one for one in river.stretches if one.start == river.first)
    last = tuple(one for one in river.stretches if one.end >= river.last)
    top = bands.bottom + 8 + _fan_height(first, shape)
    blocks, axis = _blocks(river, plan, shape, top)
    frame = Frame(axis, plan.near, plan.far, shape.lane, 40.0 if shape.lane >= ROOMY else 26.0, down=True)
    placed = courses(river, frame)
    foot = axis.at(river.last)
    heads = _fan(first, placed, plan, shape, top, "head", -1)
    feet = _fan(last, placed, plan, shape, max(foot, max((one.bottom for one in blocks), default=foot) + 4), "foot", 1)
    signed = tuple(_marks(river, frame, placed, plan))
    bottom = feet[0].bottom + shape.margin
    lines = [
        line("line-whole", Point(plan.whole, top), Point(plan.whole, foot), "lane", 1.4),
        *(_across(block, plan) for block in blocks),
    ]
    texts = (
        *title,
        *signs(picture, title[0], shape.width - shape.margin),
        *bands.texts,
        *heads[0].texts,
        *_said(blocks, plan),
        *_years(river, axis, plan),
        *feet[0].texts,
    )
    drawn = (*lines, *heads[1], *feet[1], *ribbons(river, frame, placed))
    return on_page(picture, Rect(0, 0, shape.width, bottom), bands.boxes, texts, (*signed, *bands.badges), drawn)


def _bands(river: River, shape: Shape, top: float) -> Part:
    if shape.width < WIDE:
        return band_lists(river, shape.margin, shape.width - 2 * shape.margin, top)
    left = shape.margin + name_width(river) + 8
    axis = Axis(((river.first, left), (river.last, shape.width - shape.margin - beside_width(river))))
    rows = band_rows(river, axis, shape.margin, top)
    return joined([rows, edition_rows(river, axis, shape.margin, rows.bottom + 4)])


def _blocks(river: River, plan: Plan, shape: Shape, top: float) -> tuple[tuple[Block, ...], Axis]:
    """The words of each day, beside the place of the day: where much is said, time takes more room."""
    ends = [top + 2] * shape.sides
    anchors = [(river.first, top)]
    blocks: list[Block] = []
    bends = [one.start for one in river.stretches if one.start > river.first]
    for moment in river.moments:
        for start in sorted({one for one in bends if anchors[-1][0] < one < moment.day}):
            anchors.append((start, _after(anchors[-1], start, shape, BEND)))
        soonest = _after(anchors[-1], moment.day, shape, BEND if moment.day in bends else 0.0)
        side = min(range(shape.sides), key=lambda one: ends[one])
        y = max(soonest, ends[side] + ROW / 2)
        block = Block(moment, side, tuple(_parts(river, moment, plan.room)), y - ROW / 2)
        ends[side] = block.bottom + BETWEEN
        blocks.append(block)
        if moment.day > anchors[-1][0]:
            anchors.append((moment.day, y))
    end = max(_after(anchors[-1], river.last, shape, ROW), *(one - ROW for one in ends))
    return tuple(blocks), Axis((*anchors, (river.last, end)))


def _after(anchor: tuple[int, float], day: int, shape: Shape, least: float) -> float:
    """The soonest place of a day after an anchor."""
    return anchor[1] + max(least, shape.pace * (day - anchor[0]) / YEAR_LENGTH)


def _parts(river: River, moment: Moment, width: float) -> Iterator[tuple[Line, ...]]:
    """What is said of a day: the day and the set, and each change with the steps in which it is."""
    head: Line = (Run(moment.when, STEP, "ink", bold=True),)
    if moment.title:
        head = (*head, Run(f"  {moment.title}", SMALL))
    yield wrap(head, width, 2)
    names = {one.id: one for one in river.stretches}
    for change in moment.changes:
        places = list(dict.fromkeys(change.places))
        # a run that goes on with a line begins with a space: so an SVG joins it to the one before, in any font
        runs = [
            coloured(
                f"{' ' if at else ''}{_called(names[place], moment.day)}{',' if at < len(places) - 1 else ':'}", hue
            )
            for at, place in enumerate(places)
            for hue in [names[place].hue]
        ]
        runs.append(Run(f" {change.says}" if runs else change.says, SMALL, "ink"))
        if change.rule:
            runs.append(Run(f"\u00a0 {change.rule}".replace(" ", "\u00a0"), SMALL))
        yield wrap(tuple(runs), width, LINES)


def _called(stretch: Stretch, day: int) -> str:
    """What a stretch is called on a day."""
    return next((span.text for span in stretch.names if span.start <= day < span.end), stretch.names[0].text)


def _said(blocks: Sequence[Block], plan: Plan) -> Iterator[Text]:
    for block in blocks:
        y = block.y
        for number, lines in enumerate(block.parts):
            wide = min(plan.room, max(map(line_width, lines)) + 1)
            rect = Rect(plan.columns[block.side], y, wide, ROW * len(lines))
            yield Text(f"says-{block.moment.id}-{number}", rect, lines)
            y = rect.bottom + APART


def _across(block: Block, plan: Plan) -> Ribbon:
    """A faint line from the words of a day through the river."""
    y = block.y + ROW / 2
    left = plan.near if block.side or len(plan.columns) == 1 else plan.near - 2
    right = plan.columns[block.side] - 3 if block.side or len(plan.columns) == 1 else plan.whole
    return line(f"line-{block.moment.id}", Point(left, y), Point(right, y))


def _years(river: River, axis: Axis, plan: Plan) -> Iterator[Text]:
    """The years beside the river, where each begins, as far as there is room for them."""
    from datetime import date

    bottom = axis.at(river.first) - LINE
    for year in range(date.fromordinal(river.first).year, date.fromordinal(river.last - 1).year + 1):
        y = axis.at(date(year, 1, 1).toordinal())
        if y >= bottom + 2 and y + LINE <= axis.at(river.last):
            yield Text(f"year-{year}", Rect(plan.years, y, YEAR - 3, LINE), ((Run(str(year)),),))
            bottom = y + LINE


def _marks(river: River, frame: Frame, placed: dict[str, Course], plan: Plan) -> Iterator[Badge]:
    size = frame.lane if frame.lane >= ROOMY else 7.0
    middles = {id: course.middle for id, course in placed.items()} | {WHOLE: plan.whole}
    for mark in marks(river, frame.axis, size + 0.5, middles):
        text = sign_of(mark.changes) if frame.lane >= ROOMY else ""
        hue = placed[mark.place].stretch.hue if mark.place else "other"
        rect = frame.rect(mark.at, mark.across, size, size)
        made = badge(f"mark-{mark.moment.id}-{mark.place or 'turn'}", rect, text, hue, told(mark), great=False)
        yield made if text else replace(made, rect=rect)


def _halves(stretches: Sequence[Stretch], sides: int) -> list[tuple[int, tuple[Stretch, ...]]]:
    """The stretches that are named on the left, the outermost last, and those on the right."""
    if sides == 1:
        return [(1, tuple(stretches))]
    half = len(stretches) // 2
    return [(-1, tuple(stretches[:half])), (1, tuple(stretches[half:]))]


def _fan_height(stretches: Sequence[Stretch], shape: Shape) -> float:
    return ROW * max((len(part) for _, part in _halves(stretches, shape.sides)), default=0) + 6


def _fan(
    stretches: Sequence[Stretch],
    placed: dict[str, Course],
    plan: Plan,
    shape: Shape,
    y: float,
    name: str,
    way: int,
) -> tuple[Part, tuple[Ribbon, ...]]:
    """The names of stretches above or below the river, each with a line to it."""
    texts: list[Text] = []
    lines: list[Ribbon] = []
    low = y
    for side, part in _halves(stretches, shape.sides):
        inner = part if side < 0 else tuple(reversed(part))
        for number, one in enumerate(inner):
            course = placed[one.id]
            middle = y + way * (6 + ROW * number + ROW / 2)
            called = one.names[0 if way < 0 else -1].text
            run = coloured(called, one.hue)
            x = plan.far + GAP if side > 0 else plan.near - GAP - run.width
            texts.append(Text(f"{name}-{one.id}", Rect(x, middle - ROW / 2, run.width, ROW), ((run,),)))
            edge = x - 2 if side > 0 else x + run.width + 2
            edges = Point(course.middle, y), Point(course.middle, middle), Point(edge, middle)
            lines += [line(f"{name}-{one.id}-{at}", *ends, one.hue) for at, ends in enumerate(pairwise(edges))]
            low = max(low, middle + ROW / 2)
    return Part(low, texts=tuple(texts)), tuple(lines)
