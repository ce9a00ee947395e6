"""The command line, for tests: inside this process, and as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fsm.cli import main

ROOT = Path(__file__).parents[1]
GOOD = "name: a lesson\nplayers: [Ann, Bob]\nexpect: {turns: [Ann]}\n"

INNER = "-p no:unraisableexception -p no:threadexception"
"""For a pytest within pytest: the outer one looks for what was left open, and collects garbage for that."""

Fsm = Callable[..., Result]
Program = Callable[..., "subprocess.CompletedProcess[bytes]"]
Lesson = Callable[..., str]


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that imports this source of fsm, and the pytest that this one does.

    It is that of a person's machine, wherever the tests run.
    """
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    here = {name: value for name, value in os.environ.items() if name != "CI"}
    return {**here, "PYTHONPATH": path, "PYTHONUTF8": "1", **more}


def run_program(folder: Path, *arguments: str, stdin: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    """Runs ``python -m fsm`` in a folder; there is never a traceback."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "fsm", *arguments],
        cwd=folder,
        input=stdin,
        capture_output=True,
        timeout=120,
        check=False,
        env=environment(**more),
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done


@pytest.fixture
def fsm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fsm:
    """The command line inside this process, in a folder of its own; there is never a traceback."""
    monkeypatch.setenv("PYTEST_ADDOPTS", INNER)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path.parent / "caches"))
    monkeypatch.delenv("CI", raising=False)  # it answers as on a person's machine, wherever the tests run

    def run(*arguments: str, stdin: bytes = b"") -> Result:
        monkeypatch.chdir(tmp_path)
        done = CliRunner(catch_exceptions=False).invoke(main, list(arguments), input=stdin, prog_name="fsm")
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return run


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The command line as a process of its own, in the same folder; there is never a traceback."""
    return partial(run_program, tmp_path)


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    """Writes a scenario file into that folder and gives its name."""

    def write(text: str, name: str = "x.turn.yaml") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return name

    return write


def told_vectors(folder: Path, *topics: str) -> Path:
    """The scenarios of these topics as vectors, which many runs of engines read."""
    sources = [part for topic in topics for part in ("--from", str(ROOT / "scenarios" / topic))]
    main(["vectors", str(folder), "-e", "cr2026", *sources], standalone_mode=False)
    return folder


@pytest.fixture(scope="session")
def extra_turns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vectors about extra turns."""
    return told_vectors(tmp_path_factory.mktemp("vectors"), "09-extra-turns")
