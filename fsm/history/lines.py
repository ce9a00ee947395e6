"""How lines about the history look: wrapped under their beginning, and marked by what kind of change it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from itertools import groupby
from textwrap import wrap

from ..edition import Point, PointKind, days, edition_ids, every_edition_id

MARKS: Mapping[PointKind, tuple[str, str]] = {
    "changes": ("*", "a game comes out differently"),
    "adds": ("+", "something new"),
    "clarifies": ("=", "made clear"),
    "renumbers": ("#", "words and numbers only"),
}
"""The mark of each kind of point in a list, and what it means."""


def legend() -> str:
    """All marks, and what they mean."""
    return "  ".join(f"{mark} {meaning}" for mark, meaning in MARKS.values())


def marked(point: Point) -> str:
    """What a point says, after its mark."""
    return f"{MARKS[point.kind][0]} {point.says}"


def wrapped(lead: str, text: str, width: int) -> Iterator[str]:
    """A text after its lead, wrapped at a width with the lead as wide a margin; in one line if the width is 0."""
    lines = wrap(f"{lead}{text}", width, subsequent_indent=" " * len(lead)) if width else [f"{lead}{text}"]
    yield from (line.rstrip() for line in lines)


def day_beside(day: str, later: int) -> str:
    """The day so many days after another one, or before it."""
    return (date.fromisoformat(day) + timedelta(days=later)).isoformat()


def in_words(day: str) -> str:
    """A day as people write it.

    >>> in_words("2002-02-20")
    '20 February 2002'
    """
    found = date.fromisoformat(day)
    return f"{found.day} {found:%B %Y}"


def span(first: str, last: str) -> str:
    """The days on which editions of this package were in force, from one to another; a file of one's own by its name.

    >>> span("cr1999-11-01", "cr2001-07-23"), span("cr2026", "cr2026")
    ('1999-11-01 .. 2002-02-19', '2026-09-25 .. today')
    """
    ids = every_edition_id()
    if first not in ids:
        return first if first == last else f"{first} .. {last}"
    end = ids.index(last) + 1 if last in ids else len(ids)
    return f"{days()[first]} .. {day_beside(days()[ids[end]], -1) if end < len(ids) else 'today'}"


def are_named(ids: Iterable[str]) -> bool:
    """Whether editions are known by a name or year, and none of them only by its day."""
    return {*ids}.isdisjoint({*every_edition_id()} - {*edition_ids()})


def spans(ids: Iterable[str]) -> Iterator[str]:
    """The days of editions of this package, the newest first: one span for those that follow each other.

    >>> [*spans(["cr2026", "cr2003-07-01", "cr2003-03-15"])]
    ['2026-09-25 .. today', '2003-03-15 .. 2003-09-30']
    """
    known = every_edition_id()
    places = sorted((known.index(id) for id in ids if id in known), reverse=True)
    for _, group in groupby(enumerate(places), key=sum):
        stretch = [known[place] for _, place in group]
        yield span(stretch[-1], stretch[0])
