"""``fsm test``: the expectations of scenario files, and its exit codes."""

from __future__ import annotations

from pathlib import Path

from commands import GOOD, Lesson, Program


def test_test_says_yes_no_and_unusable(program: Program, lesson: Lesson) -> None:
    lesson(GOOD)
    good = program("test", "x.turn.yaml")
    assert (good.returncode, b"1 passed" in good.stdout) == (0, True)
    lesson(GOOD.replace("turns: [Ann]", "turns: [Bob]"))
    bad = program("test", "x.turn.yaml")
    assert bad.returncode == 1
    assert b"x.turn.yaml:3:18: turn 1 differs" in bad.stdout
    assert b"line    3  expect: {turns: [Bob]}" in bad.stdout
    lesson("players: 3")
    broken = program("test", "x.turn.yaml")
    assert broken.returncode == 2
    assert b"x.turn.yaml:1:10: found 3" in broken.stdout
    assert program("test", "missing").returncode == 2


def test_test_runs_the_other_files_beside_a_broken_one(program: Program, tmp_path: Path) -> None:
    (tmp_path / "a.turn.yaml").write_text("players: 3")
    (tmp_path / "b.turn.yaml").write_text(GOOD)
    done = program("test", ".", "--continue-on-collection-errors")
    assert b"1 passed" in done.stdout
    assert done.returncode != 0
