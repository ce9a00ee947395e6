"""Whatever is typed in the debugger, each line is answered in time, and the session goes on."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from cases import case, joined
from hostile import command

from fsm.debugger import Session
from fsm.debugger.lines import Lines
from fsm.debugger.terminal import Terminal

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.turn.yaml"))
SECONDS = 25
"""How long a line may take; what takes long is a run with conditions, which has a limit."""

LONGEST = 3_000_000


def any_session(seed: int, lines: int) -> None:
    """A session on any scenario, for anybody, in which any lines are typed."""
    random = Random(seed)  # noqa: S311  # any lines, the same each time
    file = random.choice(SCENARIOS)
    one = Session.open(str(file))
    viewer = random.choice(("", "", *one.recording.players, "nobody"))
    said = io.StringIO()
    terminal = Terminal(Session.open(str(file), viewer=viewer) if viewer else one, stdin=io.StringIO(), stdout=said)
    for _ in range(lines):
        line = command(random)
        with case((file.name, viewer, line)):
            typed(terminal, said, line)


def typed(terminal: Lines, said: io.StringIO, line: str) -> None:
    said.seek(0)
    said.truncate()
    started = monotonic()
    assert not terminal.onecmd(line)
    terminal.completedefault(line.rpartition(" ")[2], line)
    assert monotonic() - started < SECONDS
    answer = said.getvalue()
    assert len(answer) < LONGEST
    assert "Traceback" not in answer
    assert all(text.isprintable() for text in answer.split("\n"))


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is saved or drawn lies there."""
    monkeypatch.chdir(tmp_path)


def test_any_line_is_answered() -> None:
    for seed in range(4):
        with case(f"seed {seed}"):
            any_session(seed, 40)


@pytest.mark.slow
@joined(range(4, 400))
def test_thousands_of_lines_are_answered(seed: int) -> None:
    any_session(seed, 40)
