"""The turn under all editions from one day to another as a river, and what changed in it on which day.

No edition is named here: shapes, names and answers are those of the editions, and changes are ``fsm.edition.points``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import groupby
from typing import get_args

import msgspec
from msgspec.structs import replace

from ...edition import Edition, PhaseSpec, StepSpec
from ...edition.points import Point, PointKind
from ...edition.stories import STORIES, Story, facts
from ...files import packaged_data
from ..model import (
    Band,
    Change,
    Moment,
    River,
    Span,
    Stretch,
)
from .naming import clean, stop_name


class BandData(msgspec.Struct, frozen=True):
    """A band: its name, its hue, its answers by facts, and the topics whose rules it cites."""

    name: str
    hue: str
    answers: tuple[tuple[str, str], ...]
    topics: tuple[str, ...]


class Data(msgspec.Struct, frozen=True):
    """What ``history.toml`` says: what old phases became, the bands, and the signs of changes."""

    becomes: dict[str, tuple[tuple[str, ...], ...]]
    bands: tuple[BandData, ...]
    signs: dict[str, str]


DATA = msgspec.convert(packaged_data("diagram/pictures/history.toml"), Data)


POINT_KINDS: tuple[PointKind, ...] = get_args(PointKind)
"""The kinds of points, those that matter most first."""

SHAPE = 20
"""The weight of a step, or of a phase without steps, that came or went; the largest weight of a story is 100."""

DOT = "●"
"""How a legend shows the mark of what has no sign."""


class Reign(msgspec.Struct, frozen=True, eq=False):
    """An edition, and the days from which and until which it was in force."""

    edition: Edition
    start: int
    end: int


def ordinal_of(day: str) -> int:
    """A day as a number: 2002-02-20 as ``date.toordinal`` has it."""
    return date.fromisoformat(day).toordinal()


def reigns(editions: Iterable[Edition], first: int, last: int) -> tuple[Reign, ...]:
    """When each of some editions, oldest first, was in force between two days."""
    every = tuple(editions)
    starts = [ordinal_of(edition.effective) for edition in every]
    ends = [*starts[1:], max([last, *starts]) + 1]
    spans = (
        Reign(edition, max(start, first), min(end, last))
        for edition, start, end in zip(every, starts, ends, strict=True)
    )
    return tuple(one for one in spans if one.start < one.end)


def river(editions: Sequence[Edition], points: Iterable[Point], first: int, last: int, *, rules: bool = False) -> River:
    """Follow the turn through editions, oldest first, from one day to another; ``rules``: with the rules of changes."""
    ruled = reigns(editions, first, last)
    begin = ruled[0].start if ruled else first
    stretches = tuple(_stretches(ruled))
    return River(
        first=begin,
        last=last,
        stretches=stretches,
        phases=tuple(_phases(ruled[-1])) if ruled else (),
        bands=tuple(band for data in DATA.bands if (band := _band(data, ruled)).spans),
        numbers=_joined(ruled, _numbers),
        moments=tuple(_moments(editions, _between(points, begin, last), stretches)),
        editions=tuple(Span(one.start, one.end, _called(one.edition), "", one.edition.title) for one in ruled),
    )


def _between(points: Iterable[Point], first: int, last: int) -> list[Point]:
    """The points about turns between two days."""
    return [one for one in points if one.parts and first <= ordinal_of(one.day) < last]


def _called(edition: Edition) -> str:
    """The set that an edition came with, as its title has it, or what the edition is called."""
    return edition.title.partition("(")[2].rstrip(")") or edition.name


def _stops(edition: Edition) -> Iterator[tuple[PhaseSpec, StepSpec]]:
    """The steps of a turn, and the insides of its phases without steps, in order of play."""
    for phase in edition.phases:
        for step in phase.steps or ((phase.inside,) if phase.inside else ()):
            yield phase, step


def _shape(edition: Edition) -> tuple[tuple[str, str], ...]:
    return tuple((phase.kind, step.kind) for phase, step in _stops(edition))


def _stretches(ruled: Sequence[Reign]) -> Iterator[Stretch]:
    """The steps and phases of each shape of the turn; each leads to what it becomes in the next shape."""
    shapes = [tuple(group) for _, group in groupby(ruled, key=lambda one: _shape(one.edition))]
    for number, group in enumerate(shapes, 1):
        after = shapes[number][0].edition if number < len(shapes) else None
        for phase, step in _stops(group[0].edition):
            kinds = _becomes(phase, step, after) if after else ()
            yield Stretch(
                id=f"{step.kind}.{number}",
                kind=step.kind,
                phase=phase.kind,
                hue=phase.hue,
                start=group[0].start,
                end=group[-1].end,
                names=_joined(group, partial(_name, step.kind)),
                into=tuple(f"{kind}.{number + 1}" for kind in kinds),
            )


def _name(kind: str, edition: Edition) -> Said:
    return stop_name(edition, kind), edition.step(kind).rule


def _becomes(phase: PhaseSpec, step: StepSpec, after: Edition) -> tuple[str, ...]:
    """The kinds of what a step, or a phase without steps, is in an edition with another shape of the turn."""
    later = {other.kind for _, other in _stops(after)}
    ways = () if phase.steps else DATA.becomes.get(step.kind, ())
    return next((way for way in (*ways, (step.kind,)) if later >= {*way}), ())


Said = tuple[str, str]
"""What an edition says, and the number of its rule."""


def _joined(ruled: Sequence[Reign], say: Callable[[Edition], Said]) -> tuple[Span, ...]:
    """What editions say one after the other, equal ones that follow each other as one; the first rule counts."""
    spans: list[Span] = []
    for one in ruled:
        text, rule = say(one.edition)
        if spans and spans[-1].text == text and spans[-1].end == one.start:
            spans[-1] = replace(spans[-1], end=one.end)
        else:
            spans.append(Span(one.start, one.end, text, rule))
    return tuple(span for span in spans if span.text)


def _numbers(edition: Edition) -> Said:
    """The hundred in which the rules of the turn are."""
    number = edition.phases[0].rule
    return (f"{number[0]}00s" if number[:1].isdigit() else "", "")


def _phases(last: Reign) -> Iterator[Span]:
    """The phases of an edition by their kinds, each with its name and rule."""
    for phase in last.edition.phases:
        name = clean(phase.name).removesuffix(" phase").capitalize()
        yield Span(last.start, last.end, name, phase.rule, phase.kind)


def _band(data: BandData, ruled: Sequence[Reign]) -> Band:
    spans = _joined(ruled, lambda edition: _answer(data, edition))
    return Band(f"band-{data.name.lower().replace(' ', '-')}", data.name, data.hue, spans)


def _answer(data: BandData, edition: Edition) -> Said:
    """The answer of an edition, with its rule; empty if it has none."""
    rule = next((number for topic in data.topics if (number := edition.number(topic))), "")
    number = rule if rule[:1].isdigit() else ""  # the oldest rules have no numbers
    ends = f"step_ends={','.join(edition.leaving_step)}"
    known = {*facts(edition), ends}
    return next((words for fact, words in data.answers if fact in known), "") if rule else "", number


def _moments(editions: Sequence[Edition], points: Sequence[Point], stretches: Sequence[Stretch]) -> Iterator[Moment]:
    """The days on which something changed, oldest first."""
    known = {edition.id: frozenset(facts(edition)) for edition in editions}
    for day, group in groupby(sorted(points, key=lambda one: one.day), key=lambda one: one.day):
        before = [edition for edition in editions if edition.effective < day]
        since = [edition for edition in editions if edition.effective >= day]
        both = (before[-1], since[0]) if before and since else None
        weigh = _Weights(both, known)
        same = sorted(group, key=lambda one: -weigh.of(one))
        at = date.fromisoformat(day)
        yield Moment(
            id=f"moment-{day}",
            day=at.toordinal(),
            when=f"{at.day} {at:%B %Y}",
            title=clean(same[0].came_with),
            weight=weigh.of_day(same),
            changes=tuple(_change(both, one, at.toordinal(), stretches) for one in same),
        )


Both = tuple[Edition, Edition]


class _Weights:
    """How much the points of a day matter, by the stories of what differs in the editions around it."""

    def __init__(self, both: Both | None, known: Mapping[str, Collection[str]]) -> None:
        one, other = (known[edition.id] for edition in both) if both else ((), ())
        self.stories: list[Story] = [story for story in STORIES if story.clause_of(one) != story.clause_of(other)]
        self.shape = SHAPE * len({*_shape(both[0])} ^ {*_shape(both[1])}) if both else 0

    def of(self, point: Point) -> float:
        """How much a point matters: by its kind, and by the story about one of its topics."""
        return max([0, *self._told(point.topics)]) + _rank(point)

    def of_day(self, points: Sequence[Point]) -> float:
        """How much the day matters: the stories about its points, and then how many points it has of which kinds."""
        return sum(self._told([topic for point in points for topic in point.topics])) + sum(map(_rank, points)) / 10

    def _told(self, topics: Collection[str]) -> list[int]:
        shape = [self.shape] if "turn" in topics else []
        return [*shape, *(story.weight for story in self.stories if not {*topics}.isdisjoint(story.topics))]


def _rank(point: Point) -> int:
    return len(POINT_KINDS) - POINT_KINDS.index(point.kind)


def _change(both: Both | None, point: Point, day: int, stretches: Sequence[Stretch]) -> Change:
    there = [one for one in stretches if one.start <= day < one.end]
    places: dict[str, None] = {}
    for part in point.parts:
        places |= dict.fromkeys([one.id for one in there if one.kind == part] or _first_of(there, part))
    return Change(
        says=clean(point.says),
        before=clean(point.before),
        rule=_rule(both, point.topics),
        sign=DATA.signs.get(point.mark, ""),
        places=tuple(places),
    )


def _first_of(there: Sequence[Stretch], phase: str) -> list[str]:
    return [one.id for one in there if one.phase == phase][:1]


def _rule(both: Both | None, topics: Iterable[str]) -> str:
    """The number of the rule that changed, in the edition before and in that of the day."""
    if both is None:
        return ""
    for topic in topics:
        numbers = [number for edition in both if (number := edition.number(topic))]
        if numbers:
            return " → ".join(dict.fromkeys(numbers))
    return ""
