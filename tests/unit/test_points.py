"""The list of what changed since 1993, held against the data of the editions and against the scenarios."""

from __future__ import annotations

from datetime import date
from functools import cache
from itertools import pairwise

import pytest
from cases import joined

from fsm.edition import Edition, Point, around, every_edition_id, load_edition, played_ids, points
from fsm.edition.reader import shared_kinds, topics
from fsm.edition.settings import RULE, differing
from fsm.library import SUFFIX, corpus_folder
from fsm.scenario import read_scenarios

WITH_BOTH = [point for point in points() if around(point.day)[0]]
"""The points that have an edition on either side."""


def test_days_rise_and_are_days() -> None:
    days = [point.day for point in points()]
    assert days == sorted(days)
    assert all(date.fromisoformat(day).isoformat() == day for day in days)


def test_no_change_is_listed_twice() -> None:
    assert len({(point.day, point.says) for point in points()}) == len(points())


@joined(points())
def test_a_point_names_what_there_is(point: Point) -> None:
    assert set(point.topics) <= set(topics())
    assert set(point.parts) <= {"turn", *shared_kinds().places}
    for name in point.scenarios:
        assert (corpus_folder() / f"{name}{SUFFIX}").is_file(), name


def said(edition: Edition, topic: str) -> list[tuple[str, str]]:
    """The rules of a topic, each with what it says."""
    return [(number, edition.line(number)) for number in edition.cite(topic)]


def is_played(point: Point) -> bool:
    """Whether games can be played by the rules on both sides of a point."""
    return set(around(point.day)) <= set(played_ids())


@joined(WITH_BOTH)
def test_a_change_is_one_of_the_editions(point: Point) -> None:
    before, since = map(load_edition, around(point.day))
    moved = any(said(before, topic) != said(since, topic) for topic in point.topics)
    assert moved or point.settings or point.kind == "clarifies"


@joined(two for two in pairwise(every_edition_id()) if two[1] != played_ids()[0])
def test_the_list_misses_no_change_of_the_data(before: str, since: str) -> None:
    changed = set(differing(load_edition(before), load_edition(since)))
    claimed = {name for point in points() if around(point.day)[1] == since for name in point.settings}
    assert {name for name in changed if not name.startswith(RULE)} <= claimed <= changed


def test_what_no_edition_precedes_names_no_setting() -> None:
    assert [point for point in points() if point.settings and point not in WITH_BOTH] == []


def test_each_edition_brings_a_change() -> None:
    assert {around(point.day)[1] for point in points()} == set(every_edition_id())


@cache
def editions_of(name: str) -> frozenset[str]:
    """All editions under which the scenarios of a file run."""
    found = read_scenarios(corpus_folder() / f"{name}{SUFFIX}")
    return frozenset(edition for scenario in found for edition in scenario.editions)


@joined(point for point in WITH_BOTH if point.kind == "changes")
def test_scenarios_show_both_sides_of_a_change(point: Point) -> None:
    assert bool(point.scenarios) == is_played(point)
    assert bool(point.unshown) != is_played(point)
    ids = every_edition_id()
    n = ids.index(around(point.day)[1])
    shown = {edition for name in point.scenarios for edition in editions_of(name)}
    assert not point.scenarios or (shown & set(ids[:n]) and shown & set(ids[n:]))


@pytest.mark.parametrize(("day", "beside"), [("1993-01-01", ("", "cr1993-08-05")), ("2030-01-01", ("cr2026", ""))])
def test_a_day_may_have_an_edition_on_one_side_only(day: str, beside: tuple[str, str]) -> None:
    assert around(day) == beside
