"""What changed, in lines: points, a line each; and all points of a day in full, with rules and scenarios."""

from __future__ import annotations

import re
import shlex
from calendar import monthrange
from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from ..edition import (
    Point,
    around,
    days,
    edition_id,
    every_edition_id,
    in_force,
    load_edition,
    no_edition,
    points,
)
from ..edition.settings import RULE
from ..edition.stories import told
from ..errors import InputError
from ..library import Lesson, lessons
from ..words import listed
from .lines import MARKS, day_beside, legend, marked, wrapped

_TIME = re.compile(r"([12]\d{3})(?:-(0[1-9]|1[0-2]))?")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def is_time(name: str) -> bool:
    """Whether a name means a year or a month."""
    return bool(_TIME.fullmatch(name))


def is_moment(name: str) -> bool:
    """Whether a name means a time or an edition, or was meant to: it is no scenario then.

    >>> is_moment("2009-07"), is_moment("cr2011"), is_moment("2009-99-99"), is_moment("45/01")
    (True, True, True, False)
    """
    return bool(re.match(r"(?:cr)?[0-9]{4}(?:-|$)", name)) or edition_id(name) in every_edition_id()


def days_of(name: str) -> tuple[str, str]:
    """The first and the last day that a name means: a year, a month, a day, or an edition.

    An edition has all days since the one before it. ``InputError`` if the name means none of these.

    >>> days_of("2009"), days_of("2009-07"), days_of("cr2009-07-11")
    (('2009-01-01', '2009-12-31'), ('2009-07-01', '2009-07-31'), ('2009-05-02', '2009-07-11'))
    """
    if time := _TIME.fullmatch(name):
        year, month = int(time[1]), time[2]
        return f"{year}-{month or '01'}-01", f"{year}-{month or 12}-{monthrange(year, int(month or 12))[1]}"
    id = edition_id(name)
    if id not in every_edition_id():
        raise InputError(no_edition(name))
    before, day = around(days()[id])[0], days()[id]
    return (name, name) if _DAY.fullmatch(name) else (day_beside(days()[before], 1) if before else day, day)


def between(first: str, last: str) -> tuple[Point, ...]:
    """The points from a day to another one."""
    return tuple(point for point in points() if first <= point.day <= last)


def list_points(found: Sequence[Point], width: int = 0) -> Iterator[str]:
    """Points, a line each; with a width, lines are wrapped at it."""
    yield f"{len(found)} change{'s' * (len(found) != 1)}; fsm history {found[-1].day} tells more of that day"
    yield legend()
    yield ""
    for point in found:
        told = f"{marked(point)} ({point.came_with}{'' if point.sure == 'text' else '; from memory'})"
        yield from wrapped(f"{point.day}  ", told, width)


def told_day(name: str, width: int = 0) -> Iterator[str]:
    """All that changed on a day or with an edition, in full; of a day without a change, the last one before it.

    ``InputError`` if the name means no day of the list.
    """
    first, last = days_of(name)
    found = between(first, last)
    if not found:
        found = between("", last)[-1:]
        found = between(found[0].day, found[0].day)
        yield f"nothing changed on {last}; the last change before it, under the edition in force, {in_force(last)}:"
        yield ""
    for n, (day, group) in enumerate(groupby(found, lambda point: point.day)):
        these = tuple(group)
        yield from ("",) if n else ()
        yield _headline(day, these)
        yield from () if n else (legend(),)
        for point in these:
            yield ""
            yield from _told(point, width)


def _headline(day: str, found: Sequence[Point]) -> str:
    before, since = around(day)
    many = f"{len(found)} change{'s' * (len(found) != 1)}"
    sides = f"before {before}, since then {since}" if before else f"the first is {since}"
    return f"{day} ({found[0].came_with}): {many}; {sides}"


def _told(point: Point, width: int) -> Iterator[str]:
    yield from wrapped(f"{MARKS[point.kind][0]} ", point.says, width)
    rows = [("before", point.before), ("rules", _rules(point)), ("decides", listed(_deciding(point)))]
    rows += [("not shown", point.unshown), ("known", "" if point.sure == "text" else "from memory")]
    for label, text in rows:
        if text:
            yield from wrapped(f"    {label:<10}", text, width)
    for name in point.scenarios:
        lesson = next(one for one in lessons() if one.path == name)
        yield f"    shown by  {lesson.short} {lesson.titles[0]}"
        yield from (f"              {command}" for command in commands(point, lesson))


def _deciding(point: Point) -> list[str]:
    """What its settings are called, each with its name in the data, as ``fsm history FILE`` says it."""
    before, since = around(point.day)
    if not before:
        return []
    two = load_edition(before), load_edition(since)
    return [f"{told(name, *two).what} ({name})" for name in point.settings if not name.startswith(RULE)]


def _rules(point: Point) -> str:
    """The numbers of its rules, in the edition before and in the one since then."""
    sides = [(id, rule_numbers(point, id)) for id in around(point.day) if id]
    if not any(numbers for _, numbers in sides):
        return ""
    return ", then ".join(f"{listed(numbers) if numbers else 'none'} ({id})" for id, numbers in sides)


def rule_numbers(point: Point, id: str) -> list[str]:
    """The numbers of the rules of a point in an edition."""
    edition = load_edition(id)
    return [*dict.fromkeys(number for topic in point.topics for number in edition.cite(topic))]


def commands(point: Point, lesson: Lesson) -> Iterator[str]:
    """The commands that run a scenario of a file on each side of a point."""
    for side in filter(None, sides(point, lesson)):
        yield shlex.join(("fsm", "run", _called(lesson, side), "-e", side.edition))


class Side(msgspec.Struct, frozen=True):
    """What shows a side of a point: the title of a scenario, its number in its file from 1, and its nearest edition."""

    title: str
    number: int
    edition: str


def sides(point: Point, lesson: Lesson) -> tuple[Side | None, Side | None]:
    """What of a file shows what held before a point, and since then; None if it has no edition of that time."""
    from ..scenario import read_scenarios

    scenarios = [*enumerate(read_scenarios(lesson.file), 1)]
    ids = every_edition_id()
    n = ids.index(around(point.day)[1])

    def nearest(those: Sequence[str]) -> Side | None:
        found = (Side(one.name, number, id) for id in those for number, one in scenarios if id in one.editions)
        return next(found, None)

    return nearest(ids[:n][::-1]), nearest(ids[n:])


def _called(lesson: Lesson, side: Side) -> str:
    """What the command line calls a scenario: the number of its file, or its title if it is not the only one there."""
    return lesson.short if len(lesson.titles) == 1 else side.title
