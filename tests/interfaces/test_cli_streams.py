"""Standard input and output: terminals, pipes, and readers that go away."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import GOOD, Lesson, Program

ESCAPE = b"\x1b["


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_what_is_piped_has_no_colour(program: Program, lesson: Lesson, environment: dict[str, str]) -> None:
    assert ESCAPE not in program("run", lesson(GOOD), **environment).stdout


@pytest.mark.parametrize(
    ("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_a_terminal_has_colour_unless_it_is_not_wanted(
    lesson: Lesson, tmp_path: Path, environment: dict[str, str], coloured: bool
) -> None:
    import pty

    ours, theirs = pty.openpty()
    base = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    process = subprocess.Popen(
        [sys.executable, "-m", "fsm", "run", lesson(GOOD)],
        cwd=tmp_path,
        stdout=theirs,
        env={**base, "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:
        pass  # a terminal whose other end has closed
    os.close(ours)
    assert process.wait() == 0
    assert (ESCAPE in shown) is coloured


def test_a_reader_that_goes_away_is_no_error(lesson: Lesson, tmp_path: Path) -> None:
    command = f"{sys.executable} -m fsm run {lesson(GOOD)} -v | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert (done.stdout, done.stderr) == (b"a lesson\n", b"")
