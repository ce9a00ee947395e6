"""Whatever is typed: an answer, one of the exit codes, and never a traceback; what was there is not damaged."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_lines import command_line, fill
from commands import GOOD, environment

from fsm.cli import main


def lines(count: int, share: int = 0) -> list[list[str]]:
    """Command lines that are the same each time; each share has others."""
    chance = random.Random(share)  # noqa: S311  # no secret
    return [command_line(chance) for _ in range(count)]


def try_inside(folder: Path, monkeypatch: pytest.MonkeyPatch, tried: list[list[str]]) -> set[int]:
    fill(folder)
    monkeypatch.chdir(folder)
    codes = set()
    for line in tried:
        done = CliRunner().invoke(main, line, input=GOOD.encode(), prog_name="fsm")
        assert done.exit_code in (0, 1, 2), line
        assert done.exception is None or isinstance(done.exception, SystemExit), (line, done.exception)
        assert done.exit_code != 2 or done.stderr.strip(), line
        assert "Traceback" not in done.output, line
        codes.add(done.exit_code)
    assert (folder / "read-only.svg").read_text() == "old"
    assert not list(folder.rglob(".*")), "a temporary file was left"
    return codes


def test_random_command_lines_are_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert try_inside(tmp_path, monkeypatch, lines(50)) == {0, 1, 2}


@pytest.mark.slow
@pytest.mark.parametrize("share", range(7))
def test_thousands_of_command_lines_are_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: int) -> None:
    assert try_inside(tmp_path, monkeypatch, lines(500, share)) == {0, 1, 2}


def try_outside(folder: Path, line: list[str]) -> None:
    command = [sys.executable, "-W", "error", "-m", "fsm", *line]
    done = subprocess.run(command, cwd=folder, input=GOOD.encode(), capture_output=True, check=False, env=environment())
    assert done.returncode in (0, 1, 2), (line, done)
    assert b"Traceback" not in done.stderr + done.stdout, (line, done)


def in_a_process(count: int, share: int) -> list[list[str]]:
    """Lines that a process can be given: no argument holds a null byte."""
    return [line for line in lines(count, share) if not any("\0" in word for word in line)]


@pytest.mark.slow
@pytest.mark.parametrize("share", range(7, 11))
def test_two_hundred_command_lines_are_answered_by_processes(tmp_path: Path, share: int) -> None:
    fill(tmp_path)
    for line in in_a_process(50, share):
        try_outside(tmp_path, line)


PYTEST = ("-k", "-n", "-x", "--lf", "--sw", "-q", "-v", "-m", "--maxfail", "-p", "--co", "--tb", "-r", "--junitxml")


@pytest.mark.slow
def test_forty_command_lines_of_tests_are_answered(tmp_path: Path) -> None:
    chance = random.Random(13)  # noqa: S311  # no secret
    fill(tmp_path)
    words = ("good", "²", "", "1", "0", "no:xdist", "Łukasz", "short", "a or", "(", "nonsense", "--", "x.xml")
    files = (
        "good.turn.yaml",
        "bad.turn.yaml",
        "broken.turn.yaml",
        "missing",
        "folder",
        ".",
        "binary.turn.yaml",
        "link",
    )
    for _ in range(40):
        try_outside(tmp_path, ["test", *chance.choices((*PYTEST, *words, *files, *files), k=chance.randrange(4))])
