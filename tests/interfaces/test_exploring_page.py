"""The code blocks of the page on exploration do what it says: they run in their order, in one folder."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from fsm.cli import main
from fsm.scenario import parse_scenarios

PAGE = Path(__file__).parents[2] / "docs" / "EXPLORING.md"
BLOCKS = re.findall(
    r"(?:<!-- file: (\S+) -->\n)?^```(\w+)\n(.*?)^```\n(?:\n^```text\n(.*?)^```\n)?",
    PAGE.read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)


def run(line: str) -> str:
    """What a command of fsm prints; it fails only if the page says so."""
    command, _, may_fail = line.partition(" || ")
    program, *arguments = shlex.split(command)
    assert program == "fsm", line
    done = CliRunner(catch_exceptions=False).invoke(main, arguments, prog_name="fsm")
    assert done.exit_code == (1 if may_fail else 0), done.output
    return done.stdout


@pytest.mark.slow
def test_commands_and_programs_print_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = 0
    for name, language, text, expected in BLOCKS:
        printed = ""
        if language == "console":
            printed = "".join(run(line) for line in text.splitlines())
        if language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(text, {"__name__": "page"})  # noqa: S102  # that is the test
            printed = out.getvalue()
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
        if expected and language != "bash":  # SPIN: test_promela.py
            shown += 1
            assert printed == expected
    assert shown >= 2
    assert (tmp_path / "way.turn.yaml").exists()


def test_the_choices_that_it_shows_can_be_left_open() -> None:
    (text,) = (text for name, language, text, _ in BLOCKS if language == "yaml" and not name)
    for choose in re.split(r"^(?=choose:)", text, flags=re.MULTILINE)[1:]:
        indented = "".join(f"  {line}\n" for line in choose.splitlines())
        (scenario,) = parse_scenarios(f"players: [Ann, Bob]\nuntil: T1\nexplore:\n{indented}")
        assert scenario.explore is not None
        assert scenario.explore.choose
