"""What hides what: engines with several faults, tolerated ones, and what an engine says that it cannot do."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from engines.reference import Engine
from engines.wrong import ExtraTurnIsTheNormalTurn, NoSecondDamageStep, OldestExtraTurnFirst

from fsm.driving import GROUPS, PythonEngine, Report, Vector, corpus_folder, drive, junit_xml, markdown, read_corpus
from fsm.driving.drive import MANY_FAILURES, MOST_FAILURES

TOPICS = ("06-combat", "09-extra-turns", "12-extra-phases", "14-ending-the-turn", "16-three-orders", "22-attacking")


@cache
def some() -> list[Vector]:
    return list(read_corpus([corpus_folder() / topic for topic in TOPICS], ["cr2026"]).vectors)


def driven(kind: type[Engine], *tolerate: str) -> Report:
    return drive(PythonEngine(kind), some(), tolerate=tolerate)


def numbers(report: Report) -> set[str]:
    return {one.number for one in report.broken()}


class Reluctant(Engine):
    """An engine that says that it cannot end a turn in combat."""

    def act(self, act: Any) -> Any:
        ends = any(do["do"] == "end_turn" for do in act["do"])
        return {"cannot": "end a turn in combat"} if ends and self.now.phase.kind == "combat" else super().act(act)


@pytest.mark.slow
def test_what_an_engine_says_that_it_cannot_do_is_left_out_with_the_reason() -> None:
    report = driven(Reluctant)
    ((why, many),) = report.cannot
    assert (why, many > 1, report.right) == ("end a turn in combat", True, len(some()) - many)
    assert not report.otherwise
    assert f"{many} left out, since the engine says that it cannot: end a turn in combat ({many})." in markdown(report)
    assert junit_xml(report).count(b'<skipped message="end a turn in combat"') == many


class OnlyAttacks(Engine):
    """An engine that has a part of a group."""

    can = ("attacks", "multiplayer", "priority")


class OnlyCombat(Engine):
    """An engine that names the group."""

    can = ("combat", "multiplayer", "priority")


def test_a_group_names_all_of_its_parts() -> None:
    part, whole = driven(OnlyAttacks), driven(OnlyCombat)
    assert 5 < part.played < whole.played
    needed = {name for one in whole.results if not one.lacks for name in one.vector.needs}
    assert set(GROUPS["combat"]) <= needed <= {*GROUPS["combat"], "multiplayer"}
    assert "blocks" in dict(part.lacking)


class NoPriorityInTheDrawStep(OldestExtraTurnFirst):
    """Nobody gets priority in the draw step, and the oldest extra turn is taken first."""

    def actions(self, stop: Any) -> bool:
        return super().actions(stop) and stop.step != "draw"


class WithoutCleanup(OldestExtraTurnFirst):
    """A turn that is ended has no cleanup step, and the oldest extra turn is taken first."""

    def do_end_turn(self, do: Any, by: str, player: str) -> bool:
        super().do_end_turn(do, by, player)
        self.todo = []
        return True


class OldestAndNoSecond(OldestExtraTurnFirst, NoSecondDamageStep):
    """The oldest extra turn is taken first, and there is no second combat damage step."""


class NormalAndNoSecond(ExtraTurnIsTheNormalTurn, NoSecondDamageStep):
    """The extra turn of who is next is their normal turn, and there is no second combat damage step."""


@pytest.mark.parametrize(
    ("kind", "tolerated", "left"),
    [
        (NoPriorityInTheDrawStep, "117.3a", "500.7"),
        (WithoutCleanup, "724.1d", "500.7"),
        (OldestAndNoSecond, "510.4", "500.7"),
        (OldestAndNoSecond, "500.7", "510.4"),
        (NormalAndNoSecond, "500.7", "510.4"),
    ],
)
def test_a_tolerated_fault_hides_no_other_and_makes_none_up(kind: type[Engine], tolerated: str, left: str) -> None:
    alone = {one.vector.id for one in driven(kind).results if one.difference and one.difference.rules[0] == left}
    report = driven(kind, tolerated)
    assert numbers(report) == {left}
    assert alone <= {one.vector.id for one in report.results if one.difference or one.hidden}
    assert sum(tolerated in one.followed for one in report.results) > 3
    assert sum(bool(one.hidden) for one in report.results) < 6


@pytest.mark.parametrize("kind", [OldestExtraTurnFirst, ExtraTurnIsTheNormalTurn])
def test_nothing_differs_where_all_faults_are_tolerated(kind: type[Engine]) -> None:
    assert not driven(kind, "500.7").otherwise


def test_each_cause_is_shown_by_its_plainest_scenario() -> None:
    def acts(id: str) -> int:
        (vector,) = (vector for vector in some() if vector.id == id)
        return len(vector.setup.acts) + sum(len(entry.act.do) for entry in vector.script)

    causes = list(driven(OldestAndNoSecond).broken())
    assert {(one.number, one.way) for one in causes} == {("500.7", "other turn"), ("510.4", "left out")}
    for one in causes:
        assert acts(one.vectors[0]) <= min(map(acts, one.vectors)) + 1, "what comes after the difference does not count"


class CrashesAtBlocks(Engine):
    """An engine that fails wherever a creature blocks."""

    def act(self, act: Any) -> Any:
        if any(do["do"] == "block" for do in act["do"]):
            raise LookupError("a blocker")
        return super().act(act)


def test_many_failures_in_a_row_end_nothing_once_something_was_right() -> None:
    blocked = [vector for vector in some() if "blocks" in vector.needs]
    plain = next(vector for vector in some() if "blocks" not in vector.needs)
    assert MOST_FAILURES < len(blocked) < MANY_FAILURES
    assert drive(PythonEngine(CrashesAtBlocks), blocked).ended
    report = drive(PythonEngine(CrashesAtBlocks), [plain, *blocked, plain])
    assert (report.ended, report.right, len(report.failures)) == ("", 2, len(blocked))
    many = [plain, *(blocked * MANY_FAILURES)[:MANY_FAILURES], plain]
    assert drive(PythonEngine(CrashesAtBlocks), many).ended == f"it failed in {MANY_FAILURES} scenarios in a row"
