"""``fsm explore``: exit codes, counterexamples as files, JSON, and progress."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Fsm

from fsm.diagram.pictures import explored
from fsm.exploring import search

OPEN = """name: what Ann may do
players: {Ann: {battlefield: [Bear]}, Bob: {}}
cards: [{name: Bear, type: creature, power: 2, toughness: 2}]
until: T1
explore: {choose: [attack], %s}
"""


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    """Where the scenario stands."""
    return tmp_path / "open.turn.yaml"


def test_statements_that_hold(fsm: Fsm, lesson: Path) -> None:
    lesson.write_text(OPEN % "never: [T2.upkeep], reachable: [T1.combat_damage]", encoding="utf-8")
    done = fsm("explore", "open.turn.yaml")
    assert done.exit_code == 0
    assert done.stderr == ""
    assert "open.turn.yaml:5:37: never T2.upkeep: holds" in done.stdout
    assert "script:" not in done.stdout


def test_the_counterexample_opens_in_the_debugger(fsm: Fsm, lesson: Path) -> None:
    lesson.write_text(OPEN % "never: [T1.combat_damage]", encoding="utf-8")
    done = fsm("explore", "open.turn.yaml")
    assert done.exit_code == 1
    assert "does not hold after" in done.stdout
    assert "attack: [Bear]" in done.stdout
    assert fsm("explore", "open.turn.yaml", "-o", "way.turn.yaml").exit_code == 1
    assert fsm("test", "way.turn.yaml").exit_code == 0
    debugged = fsm("debug", "way.turn.yaml", "-c", "b combat_damage", "-c", "c", "-c", "q")
    assert "combat_damage" in debugged.stdout
    again = fsm("explore", "way.turn.yaml")
    assert again.exit_code == 1
    assert "never T1.combat_damage: does not hold" in again.stdout


def test_a_way_goes_to_standard_output(fsm: Fsm, lesson: Path) -> None:
    lesson.write_text(OPEN % "reachable: [T1.combat_damage]", encoding="utf-8")
    done = fsm("explore", "open.turn.yaml", "-o", "-")
    assert done.exit_code == 0
    assert done.stdout.startswith("name: ")


@pytest.mark.parametrize(("statement", "code"), [("never: [T2.upkeep]", 0), ("reachable: [T2.upkeep]", 1)])
def test_nothing_to_write_is_said_and_changes_no_answer(fsm: Fsm, lesson: Path, statement: str, code: int) -> None:
    lesson.write_text(OPEN % statement, encoding="utf-8")
    done = fsm("explore", "open.turn.yaml", "-q", "-o", "way.turn.yaml")
    assert done.exit_code == code
    assert done.stderr == "nothing was written to way.turn.yaml: no statement has a way that could be written\n"
    assert not lesson.with_name("way.turn.yaml").exists()


def test_json(fsm: Fsm, lesson: Path) -> None:
    lesson.write_text(OPEN % "never: [T1.combat_damage]", encoding="utf-8")
    done = fsm("explore", "open.turn.yaml", "--json")
    assert done.exit_code == 1
    (data,) = json.loads(done.stdout)
    assert (data["states"], data["cut"], data["holds"]) == (16, "decided", False)
    assert data["findings"][0]["kind"] == "never"


def test_bounds_and_unreached_statements(fsm: Fsm, lesson: Path) -> None:
    lesson.write_text(OPEN % "reachable: [T1.combat_damage]", encoding="utf-8")
    done = fsm("explore", "open.turn.yaml", "--states", "3")
    assert done.exit_code == 1
    assert "not complete: the bound of states was reached" in done.stdout
    assert "was not reached within the bounds" in done.stdout


def test_progress_is_told_on_standard_error(fsm: Fsm, lesson: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "EVERY", -1.0)
    lesson.write_text(OPEN % "never: [T2.upkeep]", encoding="utf-8")
    told = fsm("explore", "open.turn.yaml").stderr
    assert "states" in told
    assert "to continue" in told
    assert "states a second" in told
    assert fsm("explore", "open.turn.yaml", "-q").stderr == ""


def test_unusable_input(fsm: Fsm, lesson: Path) -> None:
    lesson.write_text(OPEN % "nevr: [T2.upkeep]", encoding="utf-8")
    done = fsm("explore", "open.turn.yaml")
    assert done.exit_code == 2
    assert "open.turn.yaml:5:29: unknown key 'nevr'" in done.stderr
    assert fsm("explore", "nowhere.turn.yaml").exit_code == 2
    lesson.write_text(OPEN % "never: [T2.upkeep]", encoding="utf-8")
    assert fsm("explore", "open.turn.yaml", "-o", "open.turn.yaml").exit_code == 2
    assert fsm("explore", "open.turn.yaml", "--states", "0").exit_code == 2


def test_perft(fsm: Fsm, lesson: Path) -> None:
    lesson.write_text(OPEN % "", encoding="utf-8")
    done = fsm("explore", "open.turn.yaml", "--perft", "30")
    assert done.exit_code == 0
    assert "      8          2\n" in done.stdout
    data = json.loads(fsm("explore", "open.turn.yaml", "--perft", "3", "--json").stdout)
    assert data == {"cr2026": [1, 1, 1]}
    cut = fsm("explore", "open.turn.yaml", "--perft", "3", "--states", "4")
    assert cut.exit_code == 2
    assert "the bound of states was reached" in cut.stderr


def test_few_ways_are_drawn_one_by_one_and_many_by_step(
    fsm: Fsm, lesson: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson.write_text(OPEN % "never: [T1.combat]", encoding="utf-8")
    assert fsm("diagram", "explored", "open.turn.yaml", "-o", "few.dot").exit_code == 0
    few = (tmp_path / "few.dot").read_text(encoding="utf-8")
    assert "Way 2, turn 1: Ann" in few
    assert "Way 3" not in few
    assert "2 ways, 27 states, all of them" in few
    monkeypatch.setattr(explored, "FEW", 1)
    assert fsm("diagram", "explored", "open.turn.yaml", "-o", "many.dot").exit_code == 0
    many = (tmp_path / "many.dot").read_text(encoding="utf-8")
    assert "Way" not in many
    assert " states" in many
    assert ">Turn 1<" in many
    cut = fsm("diagram", "explored", "open.turn.yaml", "--states", "9", "-o", "cut.dot")
    assert cut.exit_code == 0
    assert "9 states, as far as was explored" in (tmp_path / "cut.dot").read_text(encoding="utf-8")


def test_memory_that_is_used_up_is_said(fsm: Fsm, lesson: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise MemoryError

    lesson.write_text(OPEN % "never: [T1.combat]", encoding="utf-8")
    monkeypatch.setattr("fsm.exploring.explore", full)
    done = fsm("explore", "open.turn.yaml")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("fsm: the memory is used up")
