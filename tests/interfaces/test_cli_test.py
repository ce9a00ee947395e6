"""``fsm test``: the expectations of scenario files, and its exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import GOOD, Fsm, Lesson, Program


def test_test_says_yes_no_and_unusable(fsm: Fsm, lesson: Lesson) -> None:
    good = fsm("test", lesson(GOOD))
    assert (good.exit_code, "1 passed" in good.stdout) == (0, True)
    bad = fsm("test", lesson(GOOD.replace("turns: [Ann]", "turns: [Bob]")))
    assert bad.exit_code == 1
    assert "x.turn.yaml:3:18: turn 1 differs" in bad.stdout
    assert "expect     3 | expect: {turns: [Bob]}" in bad.stdout
    broken = fsm("test", lesson("players: 3"))
    assert broken.exit_code == 2
    assert "x.turn.yaml:1:10: found 3" in broken.stdout
    never = fsm("test", lesson(f"{GOOD}script: [{{at: T1.draw, Ann: pass}}]"))
    assert never.exit_code == 2
    assert "x.turn.yaml:4:24: this never came up" in never.stdout


def test_more_events_are_shown_on_request(fsm: Fsm, lesson: Lesson) -> None:
    name = lesson(GOOD.replace("turns: [Ann]", "turns: [Ann], happens: [T1.combat#2]"))
    first = [re.findall(r"^ +(\d+)  T1", fsm("test", name, *more).stdout, re.MULTILINE)[0] for more in ([], ["-v"])]
    assert first == ["43", "14"]
    assert "priority" in fsm("test", name, "-vv").stdout


def test_a_process_of_its_own_says_the_same(program: Program, fsm: Fsm, lesson: Lesson) -> None:
    name = lesson(GOOD.replace("turns: [Ann]", "turns: [Bob]"))
    outside, within = program("test", name), fsm("test", name)
    assert (outside.returncode, outside.stderr.decode()) == (within.exit_code, within.stderr)
    ours, theirs = (text.rpartition(" in ")[0] for text in (within.stdout, outside.stdout.decode()))
    assert ours == theirs


def test_a_broken_file_is_unusable_whatever_else_holds(fsm: Fsm, lesson: Lesson) -> None:
    lesson("players: 3", "a.turn.yaml")
    lesson(GOOD, "b.turn.yaml")
    lesson(GOOD.replace("turns: [Ann]", "turns: [Bob]"), "c.turn.yaml")
    done = fsm("test", ".", "--continue-on-collection-errors", "-p", "no:cacheprovider")
    assert "1 failed, 1 passed, 1 error" in done.stdout
    assert done.exit_code == 2


@pytest.fixture
def book(tmp_path: Path, lesson: Lesson) -> None:
    """A folder scenarios/ with one scenario that holds and one that does not, and a Python test that fails."""
    (tmp_path / "scenarios").mkdir()
    lesson(GOOD, "scenarios/a.turn.yaml")
    lesson(GOOD.replace("turns: [Ann]", "turns: [Bob]").replace("a lesson", "extra"), "scenarios/b.turn.yaml")
    (tmp_path / "test_python.py").write_text("def test(): assert False")


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 1, "1 failed, 1 passed"),
        (["."], 1, "1 failed, 1 passed"),
        (["-k", "lesson"], 0, "1 passed, 1 deselected"),
        (["-kextra"], 1, "1 failed, 1 deselected"),
        (["--sw"], 1, "1 failed, 1 passed"),
        (["scenarios/b.turn.yaml::extra (cr2026)"], 1, "1 failed"),
        (["--", "-k", "lesson"], 0, "1 passed, 1 deselected"),
        (["-k", "nothing"], 2, "fsm: no scenario was checked"),
        (["missing"], 2, "ERROR: missing: cannot be read: no such file"),
        (["--nonsense"], 2, "unrecognized arguments: --nonsense"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_options_of_pytest_and_paths_may_be_mixed(fsm: Fsm, arguments: list[str], code: int, said: str) -> None:
    done = fsm("test", *arguments)
    assert (done.exit_code, said in done.output) == (code, True), done.output


@pytest.mark.usefixtures("book")
@pytest.mark.slow
def test_scenarios_are_checked_by_several_processes(program: Program) -> None:
    done = program("test", "-n", "1", "-k", "extra")
    assert (done.returncode, b"1 failed" in done.stdout) == (1, True), done


@pytest.mark.usefixtures("book")
def test_the_command_needs_no_plugin_and_no_peace_with_another_fsm(program: Program, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text("import fsm")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --nonsense")
    done = program("test", "-k", "lesson", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert (done.returncode, b"1 passed" in done.stdout) == (0, True), done


def test_without_a_folder_of_scenarios_one_has_to_be_named(fsm: Fsm) -> None:
    done = fsm("test")
    assert (done.exit_code, "fsm test --corpus" in done.stderr) == (2, True)
