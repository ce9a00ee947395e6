"""The last line of defence: an error of the program is one line and exit code 2; foreign text moves no cursor."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click
import pytest
from cases import every_day
from click.testing import CliRunner, Result
from commands import GOOD, ROOT, Fsm, Lesson

from fsm.cli import main
from fsm.cli.examples import all_commands
from fsm.recording import play_by_play

COMMANDS = [name for name, command in all_commands(main) if not isinstance(command, click.Group)]


class Unprintable(Exception):
    """An error that cannot be told."""

    def __str__(self) -> str:
        raise RuntimeError


RAISED = (
    ZeroDivisionError("by\nzero \x1b[31m"),
    KeyError("x"),
    RecursionError(),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"),
    ValueError("I/O operation on closed file"),
    PermissionError(13, "no", "a file"),
    Unprintable(),
    GeneratorExit(),
    BaseException("no"),
    SystemExit("no"),
)


def broken(monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException) -> Result:
    """A command of the program that raises an error, whatever it is told."""

    def invoke(_: click.Command, __: click.Context) -> None:
        raise error

    with monkeypatch.context() as patched:
        parse = click.Command.parse_args
        patched.setattr(click.Command, "invoke", invoke)
        patched.setattr(
            click.Command, "parse_args", lambda c, *more: parse(c, *more) if isinstance(c, click.Group) else []
        )
        return CliRunner().invoke(main, name.split(), prog_name="fsm")


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_an_error_of_the_program_is_one_line(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    monkeypatch.delenv("FSM_TRACEBACK", raising=False)
    for name in COMMANDS:
        done = broken(monkeypatch, name, error)
        assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), (name, done)
        assert done.stderr.removesuffix("\n").isprintable()


def test_the_traceback_is_shown_to_whoever_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    done = broken(monkeypatch, "rules", ZeroDivisionError("by zero"))
    assert done.exit_code == 2
    assert "in invoke\n    raise error\n" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("fsm: an error of this program")


EVIL = "\x1b[31m\u202e\x9b\x07\u2066"
HEADER = {"type": "header", "format": "turn-trace", "version": "1.0", "edition": "cr2026", "players": ["Ann", EVIL]}


def fill(folder: Path) -> None:
    """Writes files of others, with texts that would change what a terminal shows."""

    def lines(name: str, *entries: dict[str, Any]) -> None:
        (folder / name).write_text("\n".join(map(json.dumps, entries)))

    event = {"type": "event", "kind": "turn.begin", "turn": 1, "active": "Ann"}
    lines("player.jsonl", HEADER, {**event, "active": f"Bob {EVIL}"})
    lines("kind.jsonl", HEADER, event, {"type": "event", "kind": f"x{EVIL}.y", "step": EVIL, "by": EVIL, "node": EVIL})
    lines("version.jsonl", {**HEADER, "version": f"2{EVIL}"})
    lines("edition.jsonl", {**HEADER, "edition": EVIL})
    escaped = EVIL.encode("unicode_escape").decode()
    note = f"""cards: [{{name: Opt, type: instant, note: "{escaped}"}}]\n"""
    (folder / "card.turn.yaml").write_text(f"{GOOD}{note}", encoding="utf-8")
    (folder / "about.turn.yaml").write_text(f"""{GOOD}about: "{escaped}"\n""", encoding="utf-8")
    (folder / "player.turn.yaml").write_text(f"""players: ["{escaped}"]\n""", encoding="utf-8")
    quoted = json.dumps(EVIL)
    (folder / "edition.toml").write_text(f"title = {quoted}\nlike = 'cr2026'\n", encoding="utf-8")
    (folder / "map.toml").write_text(f"[fields]\nkind = {quoted}\n[values.kind]\n{quoted} = {quoted}\n")
    (folder / "lines.toml").write_text(f"[[lines]]\nmatch = {quoted}\nset = {{kind = {quoted}}}\n")
    (folder / "evil.py").write_text(
        f"class Engine:\n    can = ['extra_turns']\n    def start(self, setup):\n"
        f"        return [{{'begins': 'turn', 'active': {EVIL + chr(10)!r}}}]\n"
        f"class Refusing(Engine):\n    start = lambda self, setup: {{'error': {EVIL!r}}}\n"
        f"class Raising(Engine):\n    def start(self, setup): raise ValueError({EVIL!r})\n"
    )


DRIVE = ("--from", str(ROOT / "scenarios/09-extra-turns"), "-e", "cr2026", "-x")
SHOWING: tuple[tuple[str, ...], ...] = (
    *(("check", f"{name}.jsonl", *more) for name in ("player", "kind") for more in ((), ("--json",))),
    *(("check", f"{name}.jsonl") for name in ("version", "edition")),
    ("check", "kind.jsonl", "--players", f"Ann,{EVIL}", "--effects", "unknown"),
    ("check", "kind.jsonl", "-m", "map.toml"),
    ("check", "kind.jsonl", "-m", "lines.toml"),
    ("trace", "diff", "player.jsonl", "kind.jsonl"),
    ("trace", "diff", "player.jsonl", "kind.jsonl", "--json"),
    *((command, f"{name}.turn.yaml") for name in ("card", "about", "player") for command in ("run", "test", "explain")),
    *(("debug", f"{name}.turn.yaml", "-c", "s", "-c", "l", "-c", "w", "-c", "a") for name in ("card", "about")),
    ("explore", "card.turn.yaml", "--json", "--states", "9", "-q"),
    ("run", "card.turn.yaml", "--trace", "-"),
    ("rules", "--edition", "edition.toml"),
    *((command, EVIL) for command in ("rules", "cards", "run", "docs", "scenarios", "new")),
    *(("drive", f"evil:{name}", *DRIVE) for name in ("Engine", "Refusing", "Raising")),
    *(("drive", f"evil:{name}", *DRIVE, "--json") for name in ("Engine", "Refusing")),
    ("drive", f"evil:{EVIL}", *DRIVE),
    ("drive", *DRIVE, "--", EVIL),
)
LINES = {ascii(" ".join(line)): line for line in SHOWING}


@pytest.mark.parametrize("line", every_day(LINES, "'check player.jsonl'", "'check player.jsonl --json'"))
def test_foreign_text_moves_no_cursor(fsm: Fsm, tmp_path: Path, line: str) -> None:
    fill(tmp_path)
    done = fsm(*LINES[line])
    said = done.stdout + done.stderr
    assert said.replace("\n", "").isprintable(), ascii(said)
    if "--json" in line:
        json.loads(done.stdout)


def test_what_json_escapes_is_read_as_it_was(fsm: Fsm, tmp_path: Path) -> None:
    fill(tmp_path)
    done = fsm("check", "player.jsonl", "--json")
    assert f"Bob {EVIL}" in json.loads(done.stdout)["finding"]["event"]


@pytest.mark.parametrize("kind", ["Engine", "Refusing"])
def test_a_report_for_continuous_integration_is_xml(fsm: Fsm, tmp_path: Path, kind: str) -> None:
    fill(tmp_path)
    assert fsm("drive", f"evil:{kind}", *DRIVE, "--junitxml", "out.xml").exit_code == 1
    (failure,) = ElementTree.parse(tmp_path / "out.xml").iter("failure")  # noqa: S314  # our own file
    assert "\\x1b[31m\\u202e" in str(failure.text) + failure.attrib["message"]


def test_a_stream_that_somebody_closed_is_an_error(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    def closing(*arguments: Any) -> list[str]:
        sys.stdout.close()
        return list(play_by_play(*arguments))

    monkeypatch.delenv("FSM_TRACEBACK", raising=False)
    monkeypatch.chdir(Path(lesson(GOOD)).absolute().parent)
    monkeypatch.setattr("fsm.recording.play_by_play", closing)
    done = CliRunner().invoke(main, ["run", lesson(GOOD)])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
