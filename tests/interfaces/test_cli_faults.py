"""``fsm run`` and ``fsm test`` have the same exit code for the same fault; ``fsm test`` leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import every_day
from commands import GOOD, Fsm, Lesson, Program

FAULTS: dict[str, tuple[str, str, int]] = {
    "nothing": ("x.turn.yaml", GOOD, 0),
    "an expectation fails": ("x.turn.yaml", GOOD.replace("[Ann]", "[Bob]"), 1),
    "an act is not refused": (
        "x.turn.yaml",
        f"{GOOD}script: [{{at: T1.upkeep, Ann: {{pass: true, refused: true}}}}]",
        1,
    ),
    "an act is illegal": ("x.turn.yaml", f"{GOOD}script: [{{at: T1.upkeep, Ann: {{cast: Time Walk}}}}]", 2),
    "an act never comes up": ("x.turn.yaml", f"{GOOD}script: [{{at: T1.draw, Ann: pass}}]", 2),
    "an unknown name": ("x.turn.yaml", f"{GOOD}script: [{{at: T1.upkeep, Ann: {{activate: Bear}}}}]", 2),
    "a misspelt key": ("x.turn.yaml", f"{GOOD}nmae: x", 2),
    "two of them": ("x.turn.yaml", f"{GOOD}nmae: x\nabuot: y", 2),
    "no YAML": ("x.turn.yaml", "a: [", 2),
    "an empty file": ("x.turn.yaml", "", 2),
    "an unknown edition": ("x.turn.yaml", f"{GOOD}edition: cr2007", 2),
    "an edition file that is gone": ("x.turn.yaml", f"{GOOD}edition: gone.toml", 2),
    "one of several is wrong": ("x.turn.yaml", f"{GOOD}---\nplayers: 3", 2),
    "a player who is not there": ("x.turn.yaml", f"{GOOD}first: Cat", 2),
    "an impossible beginning": ("x.turn.yaml", "players: {Ann: {deck: 3}, Bob: }\nuntil: T1", 0),
    "another name": ("x.yaml", GOOD, 0),
    "another name, and an expectation fails": ("x.yaml", GOOD.replace("[Ann]", "[Bob]"), 1),
    "another kind of file": ("notes.txt", "hello", 2),
    "a trace": ("x.jsonl", '{"type":"header"}\n{"type":"end"}', 2),
    "a folder": ("x", "", 2),
    "no such file": ("", "", 2),
}


@pytest.mark.parametrize("fault", every_day(FAULTS, *list(FAULTS)[::2]))
def test_run_and_test_have_the_same_exit_code(fsm: Fsm, lesson: Lesson, tmp_path: Path, fault: str) -> None:
    name, text, code = FAULTS[fault]
    if not text and not name.endswith(".yaml"):
        (tmp_path / "x").mkdir()
        name = name or "gone.turn.yaml"
    else:
        lesson(text, name)
    assert (fsm("run", name).exit_code, fsm("test", name).exit_code) == (code, code)


ENDS = (
    "import sys\nsys.exit(0)",
    "import sys\ndef pytest_sessionfinish(): sys.exit(0)",
    "import pytest\ndef pytest_runtest_setup(): pytest.exit('enough', 0)",
    "raise BaseException",
)


@pytest.mark.parametrize("code", every_day(ENDS, *ENDS[1:3]))
@pytest.mark.slow
def test_whoever_ends_the_tests_gets_no_yes(program: Program, lesson: Lesson, code: str) -> None:
    lesson(GOOD.replace("[Ann]", "[Bob]"))
    lesson(code, "conftest.py")
    done = program("test", ".", FSM_TRACEBACK="")
    assert done.returncode == 2, done
    assert done.stdout + done.stderr


def test_what_failed_is_known_the_next_time(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    lesson(GOOD, "a.turn.yaml")
    lesson(GOOD.replace("[Ann]", "[Bob]"), "b.turn.yaml")
    assert "1 failed, 1 passed" in fsm("test", ".").stdout
    again = fsm("test", ".", "--lf").stdout
    assert ("1 failed" in again, "passed" in again) == (True, False)
    assert {path.name for path in tmp_path.iterdir()} == {"a.turn.yaml", "b.turn.yaml"}


@pytest.mark.slow
def test_a_process_of_its_own_leaves_nothing_behind(program: Program, lesson: Lesson, tmp_path: Path) -> None:
    lesson(GOOD)
    lesson("import helper\n", "conftest.py")
    lesson("", "helper.py")
    before = sorted(tmp_path.rglob("*"))
    done = program("test", ".", "-n", "1", XDG_CACHE_HOME=str(tmp_path.parent / "caches"), PYTHONDONTWRITEBYTECODE="")
    assert done.returncode == 0, done.stdout.decode()
    assert sorted(tmp_path.rglob("*")) == before
