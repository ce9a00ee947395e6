"""Each change of a game decides one of its scenarios, by settings that it names; what is made clear decides none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from cases import every_day

from fsm.edition import Point, around, points
from fsm.errors import InputError
from fsm.history import history_of
from fsm.library import SUFFIX, corpus_folder
from fsm.scenario import Scenario, read_scenarios

SHOWN = {f"{one.day} {one.says}": one for one in points() if one.kind == "changes" and one.scenarios}
CLEAR = {f"{one.day} {one.says}": one for one in points() if one.kind == "clarifies" and one.scenarios}
QUICK = [name for name in SHOWN if name.startswith(("2002", "2004-02"))]


def scenarios(point: Point) -> Iterator[Scenario]:
    for name in point.scenarios:
        yield from read_scenarios(corpus_folder() / f"{name}{SUFFIX}")


def deciding(point: Point) -> Iterator[str]:
    """The settings that decide the outcomes of its scenarios between the editions beside it, in the order of effort."""
    for by in ("all", "events"):
        for scenario in scenarios(point):
            with suppress(InputError):  # it needs what neither edition has
                for change in history_of(scenario, by, around(point.day)).changes:
                    yield from (name for names in change.deciding for name in names)


@pytest.mark.parametrize("name", every_day(SHOWN, *QUICK))
def test_the_settings_of_a_point_decide_its_scenarios(name: str) -> None:
    point = SHOWN[name]
    assert any(setting in point.settings for setting in deciding(point))


@pytest.mark.parametrize("name", CLEAR)
def test_what_is_made_clear_was_played_like_this_before(name: str) -> None:
    point = CLEAR[name]
    assert {len(history_of(one, "all", around(point.day)).spans) for one in scenarios(point)} == {1}


def test_many_changes_are_shown() -> None:
    assert len(SHOWN) > 50
    assert len(CLEAR) >= 9
    assert len(QUICK) == 2
