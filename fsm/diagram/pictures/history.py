"""Pictures of the history: which part of it they show, and what they say in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby, pairwise
from typing import Literal

from msgspec.structs import replace

from ...edition import days, edition_id, every_edition_id, load_edition
from ...edition.points import Point, PointKind
from ...edition.points import points as every_point
from ...turn import base_turn
from ...words import in_words
from ..errors import DiagramError
from ..model import (
    Answers,
    Band,
    Box,
    Detail,
    DrawnTurn,
    Moment,
    Note,
    Picture,
    River,
    Span,
    Stretch,
    Tile,
    dotted,
    play_edge,
)
from .naming import clean
from .river import DATA, DOT, POINT_KINDS, ordinal_of, river

SHOWN: dict[Detail, tuple[PointKind, ...]] = {
    "names": ("changes",),
    "actions": ("changes", "adds"),
    "rules": POINT_KINDS,
}
"""The kinds of points that a picture shows, by its detail."""


def every_river(
    since: str | None = None,
    until: str | None = None,
    detail: Detail = "actions",
    points: Iterable[Point] | None = None,
) -> River:
    """Follow the turn through the editions of this package, with all changes or with some.

    ``DiagramError`` for what is no day, or if no edition counts then.
    """
    editions = [load_edition(id) for id in every_edition_id()]
    whole = ordinal_of(editions[0].effective), date(int(editions[-1].effective[:4]) + 1, 1, 1).toordinal()
    first = _day(since, "since") if since else whole[0]
    last = _day(until, "until") if until else whole[1]
    if last <= whole[0] or first >= whole[1]:
        span = f"{date.fromordinal(whole[0])} to {date.fromordinal(whole[1] - 1)}"
        raise DiagramError(f"no edition is drawn {_said(since, until)}: those of this package count from {span}")
    if first >= last:
        raise DiagramError(f"{_said(since, until)} there is no day: give the earlier one first")
    shown = (one for one in (every_point() if points is None else points) if one.kind in SHOWN[detail])
    found = river(editions, shown, max(first, whole[0]), min(last, whole[1]))
    return found if detail == "rules" else replace(found, moments=tuple(map(_without_rules, found.moments)))


def answered_river(
    answers: Answers, since: str | None = None, until: str | None = None, detail: Detail = "rules"
) -> River:
    """The river around a scenario: its answers as a band, and of all that changed what decided between them.

    It begins with the first edition under which there is an answer, if no other day is given. Of the other bands those
    stay of which a rule decided. ``DiagramError`` as for ``every_river``, or if there is no answer on these days.
    """
    begin = date.fromordinal(answers.spans[0].start).isoformat()
    found = every_river(since or begin, until, detail, answers.points)
    spans = tuple(
        Span(start, end, clean(one.text), one.rule, clean(one.text))
        for one in answers.spans
        if (start := max(one.start, found.first)) < (end := min(one.end, found.last))
    )
    if not spans:
        raise DiagramError(f"there is no answer {_said(since, until)}: the first one is of {begin}")
    band = Band("band-the-answer", "The answer", "main", spans)
    kept = [one for one in found.bands if {(span.start, span.rule) for span in one.spans[1:]} & {*answers.rules}]
    return replace(found, bands=(band, *kept))


def _without_rules(moment: Moment) -> Moment:
    return replace(moment, changes=tuple(replace(change, rule="") for change in moment.changes))


def _said(since: str | None, until: str | None) -> str:
    return " ".join(f"{word} {day}" for word, day in (("from", since), ("to", until)) if day)


_DAY = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")


def _day(said: str, end: Literal["since", "until"]) -> int:
    """The first day of a year, a month, a day or an edition, or the first one after it."""
    text = dict(days()).get(edition_id(said), said) if not _DAY.fullmatch(said) else said
    found = _DAY.fullmatch(text)
    try:
        year, month, day = (int(part) if part else 0 for part in found.groups()) if found else (0, 0, 0)
        begin = date(year, month or 1, day or 1)
    except ValueError:
        raise DiagramError(f"{said[:40]!r} is no day: write 2004-12-25, 2004, or the name of an edition") from None
    if end == "since":
        return begin.toordinal()
    if day:
        return begin.toordinal() + 1
    return (date(year, month + 1, 1) if 0 < month < 12 else date(year + 1, 1, 1)).toordinal()


def turns_of(found: River) -> tuple[DrawnTurn, ...]:
    """The turn in each shape of which games are played, for the formats that are made from turn graphs."""
    starts = dict.fromkeys(date.fromordinal(one.start).isoformat() for one in found.stretches)
    ids = ([id for id, day in days().items() if day <= start][-1] for start in starts)
    editions = [load_edition(id) for id in ids]
    played = [edition for edition in editions if not edition.unplayed]
    return tuple(DrawnTurn(edition.name, base_turn(edition)) for edition in played or editions)


def history_picture(found: River, title: str = "", subtitle: str = "") -> Picture:
    """Make the picture of a river, as a graph: each shape of the turn with its parts, and the answers of each band."""
    shapes = [tuple(group) for _, group in groupby(found.stretches, key=lambda one: one.start)]
    boxes = [*map(_shape_box, shapes), *map(_band_box, found.bands)]
    edges = [play_edge(one.id, target) for one in found.stretches for target in one.into]
    for box in boxes[len(shapes) :]:
        edges += [play_edge(one.id, other.id) for one, other in pairwise(box.tiles)]
    first, last = (date.fromordinal(day).year for day in (found.first, max(found.first, found.last - 1)))
    changes = sum(len(moment.changes) for moment in found.moments)
    said = dotted(
        f"{first} to {last}" if last > first else f"{first}",
        f"{changes or 'no'} change{'' if changes == 1 else 's'}",
        f"{len(found.editions)} editions of the rules",
    )
    return Picture(
        title=clean(title) or (f"{_in_words(last - first)} years of the turn" if last > first + 1 else "The turn"),
        subtitle=clean(subtitle) or said,
        boxes=tuple(boxes),
        edges=tuple(edges),
        level="history",
        legend=tuple(Note(name, lead=sign or DOT) for name, sign in DATA.signs.items()),
        aside=tuple(note for moment in found.moments for note in _notes(moment)),
    )


_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def _in_words(number: int) -> str:
    """A number of years, as a title begins with it."""
    tens, ones = divmod(number, 10)
    if number <= 10 or tens >= len(_TENS) or not _TENS[tens]:
        return in_words(number).capitalize()
    return "-".join(filter(None, (_TENS[tens], in_words(ones) if ones else ""))).capitalize()


def _notes(moment: Moment) -> Iterator[Note]:
    lead = ", ".join(filter(None, (moment.when, moment.title)))
    for change in moment.changes:
        yield Note(" ".join(filter(None, (change.says, change.before))), change.rule, lead)


def _years(span: Span | Stretch) -> str:
    return f"since {date.fromordinal(span.start).year}"


def _shape_box(stretches: tuple[Stretch, ...]) -> Box:
    first = stretches[0]
    tiles = tuple(
        Tile(one.id, one.names[-1].text, dotted(one.names[-1].rule, _years(one)), 0, one.names[-1].text, hue=one.hue)
        for one in stretches
    )
    name = f"The turn {_years(first)}"
    return Box(f"shape-{first.id}", name, "", "other", tiles, name)


def _band_box(band: Band) -> Box:
    tiles = tuple(
        Tile(f"{band.id}.{number}", span.text, dotted(span.rule, _years(span)), 0, span.text, kind="plain")
        for number, span in enumerate(band.spans, 1)
    )
    return Box(band.id, band.name, "", band.hue, tiles, band.name)
