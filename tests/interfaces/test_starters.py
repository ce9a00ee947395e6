"""The starters of docs/starters: an engine as a program in each language, and what is found if it is wrong."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import ROOT, Fsm
from consuming import CONSUMERS, node_program

STARTERS = ROOT / "docs" / "starters"
MOST_LINES = 80
"""How long a starter is at most beside the engine."""

ENGINE = {
    "engine.py": ("class Engine", "def answer", "self.extra.insert(0, ", "self.extra.append("),
    "engine.ts": ("/** Turns", "let engine", "this.extra.unshift(", "this.extra.push("),
    "engine.rs": ("/// Turns", "fn answer", "self.extra.insert(0, ", "self.extra.push("),
    "engine.go": ("// Game", "type Instruction", "[last], game.extra[:last]", "[0], game.extra[1:]"),
    "Engine.java": ("/** Turns", "static Game game", "extra.push(", "extra.add("),
}
"""Where the engine begins and ends in a starter, how an extra turn becomes the next one, and how the last."""

EACH = [pytest.param(name, id=name, marks=() if name.endswith(".py") else pytest.mark.consumers) for name in ENGINE]


def built(folder: Path, name: str) -> list[str]:
    """Builds a starter as its first line says, and the command that starts it."""
    said = re.search(r"for fsm drive: (?:(.+?) && )?fsm drive -- (.+?)\.(?: |$)", _lines(folder / name)[0])
    assert said, f"{name} does not say how it is driven"
    build, start = said.groups()
    if build:
        _run(folder, *_found(build))
    if name == "engine.ts":
        _run(folder, node_program(), str(CONSUMERS / "node_modules/typescript/bin/tsc"), *TYPES, name)
    program, *arguments = _found(start)
    return [str(folder / program) if program.startswith("./") else program, *(str(folder / one) for one in arguments)]


TYPES = (
    "--noEmit", "--strict", "--erasableSyntaxOnly", "--target", "es2022", "--module", "nodenext",
    *("--types", "node", "--typeRoots", str(CONSUMERS / "node_modules/@types")),
)  # fmt: skip


def _found(command: str) -> list[str]:
    """A command with the place of its program."""
    program, *arguments = command.split()
    if program == "python":
        return [sys.executable, *arguments]
    if program == "node":
        return [node_program(), *arguments]
    return [program if program.startswith("./") else _compiler(program), *arguments]


SOME = ("--from", str(ROOT / "scenarios/09-extra-turns"))


def _compiler(name: str) -> str:
    """A program that many machines do not have."""
    return shutil.which(name) or pytest.skip(f"{name} is not here: the starter in its language is not tried")


def _run(folder: Path, *command: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", EACH)
def test_a_starter_is_right_in_what_it_can_do(fsm: Fsm, tmp_path: Path, name: str) -> None:
    shutil.copy(STARTERS / name, tmp_path)
    command = built(tmp_path, name)
    done = fsm("drive", *SOME, "--", *command)
    found = re.match(r"starter: (\d+) of \d+ scenarios played, (\d+) as expected, 0 differ\.", done.stdout)
    assert found, done.output
    assert (done.exit_code, found[1] == found[2], int(found[1]) > 5) == (0, True, True)
    more = [re.sub(r'(\\?")extra_turns\\?"', r"\1extra_turns\1, \1end_turn\1", one) for one in _lines(tmp_path / name)]
    (tmp_path / name).write_text("\n".join(more), encoding="utf-8")
    told = fsm("drive", *SOME, "--", *built(tmp_path, name))
    assert "left out, since the engine says that it cannot: end_turn (" in told.stdout


@pytest.mark.parametrize("name", EACH)
def test_a_wrong_starter_is_found_out(fsm: Fsm, tmp_path: Path, name: str) -> None:
    *_, right, wrong = ENGINE[name]
    text = (STARTERS / name).read_text(encoding="utf-8")
    assert text.count(right) == 1
    (tmp_path / name).write_text(text.replace(right, wrong), encoding="utf-8")
    done = fsm("drive", *SOME, "--", *built(tmp_path, name))
    assert done.exit_code == 1
    assert "\nBroken rules:\n  500.7    cr2026" in done.stdout


@pytest.mark.parametrize("name", ENGINE)
def test_a_starter_is_short(name: str) -> None:
    begins, ends, *_ = ENGINE[name]
    text = (STARTERS / name).read_text(encoding="utf-8")
    beside = text[: text.index(begins)] + text[text.index(ends) :]
    assert sum(bool(line.strip()) for line in beside.splitlines()) <= MOST_LINES
    assert max(map(len, text.splitlines())) <= 140


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()
