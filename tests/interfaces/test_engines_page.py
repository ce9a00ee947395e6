"""The page "Is my engine right?", tried as a newcomer would: its engine, its mistake, and its mend."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from commands import ROOT, Fsm, environment

from fsm.driving import LoopingEngine
from fsm.pages.tables import renewed

PAGE = ROOT / "docs" / "ENGINES.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```\n", TEXT, flags=re.MULTILINE | re.DOTALL)
CODE, TESTS, LOOP = (text for language, text in BLOCKS if language == "python")
TYPED = [(command.strip(), BLOCKS[at + 1][1]) for at, (language, command) in enumerate(BLOCKS) if language == "console"]


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The class of the page in a file, imported by nobody yet."""
    for name in ("my_engine", "mended_engine"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    (tmp_path / "my_engine.py").write_text(CODE, encoding="utf-8")
    return tmp_path


def words(command: str) -> list[str]:
    program, *arguments = command.split()
    assert program == "fsm"
    return arguments


@pytest.mark.usefixtures("engine")
def test_the_first_command_shows_the_mistake(fsm: Fsm) -> None:
    command, shown = TYPED[0]
    done = fsm(*words(command))
    assert (done.exit_code, done.stdout) == (1, shown)


@pytest.mark.slow
def test_the_mend_is_all_it_takes(fsm: Fsm, engine: Path) -> None:
    line, mended = re.search(r"In line (\d+), write `([^`]+)`", TEXT).groups()  # type: ignore[union-attr]
    lines = CODE.splitlines()
    wrong = lines[int(line) - 1]
    assert "append" in wrong
    lines[int(line) - 1] = wrong[: len(wrong) - len(wrong.lstrip())] + mended
    (engine / "mended_engine.py").write_text("\n".join(lines), encoding="utf-8")
    command, shown = TYPED[1]
    done = fsm(*words(command.replace("my_engine", "mended_engine")))
    assert done.exit_code == 0, done.stdout
    assert done.stdout == shown, "copy what was printed into the page: its numbers grow with the scenarios"


@pytest.mark.usefixtures("engine")
def test_a_random_game_of_two_spells_finds_the_mistake_out(fsm: Fsm) -> None:
    assert "The engine above, which takes the oldest extra turn first, is found out by a game of two spells." in TEXT
    done = fsm("drive", "my_engine:Engine", "--random", "500", "--seed", "1")
    assert done.exit_code == 1
    assert done.stdout.count("  - at: ") == 2


@pytest.mark.slow
def test_each_scenario_becomes_a_test(engine: Path) -> None:
    (engine / "test_turns.py").write_text(TESTS, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=engine, capture_output=True, text=True, check=False, env=environment())
    assert done.returncode == 1
    found = re.search(r"(\d+) failed, (\d+) passed", done.stdout)
    assert found, done.stdout
    assert (int(found[1]), int(found[2]) > 15) == (7, True)
    assert "test_turns[16-three-orders/01-two-extra-turns-in-one-turn-of-two-players.cr2026]" in done.stdout


def test_an_engine_that_owns_its_loop(fsm: Fsm, engine: Path) -> None:
    (engine / "my_loop.py").write_text(LOOP, encoding="utf-8")
    some = ("--from", str(ROOT / "scenarios/09-extra-turns"))
    done = fsm("drive", "my_loop:Engine", *some)
    assert re.match(r"Engine: (\d+) of \d+ scenarios played, \1 as expected, 0 differ\.", done.stdout), done.output
    oldest = LOOP.replace("self.extra.pop()", "self.extra.pop(0)")
    (engine / "my_loop.py").write_text(oldest, encoding="utf-8")
    assert "Broken rules:\n  500.7    cr2026" in fsm("drive", "my_loop:Engine", *some).stdout
    loops = LOOP.replace("turn += 1", "turn += 1\n            if turn > 2: raise LookupError('a fault of the loop')")
    (engine / "my_loop.py").write_text(loops, encoding="utf-8")
    failed = fsm("drive", "my_loop:Engine", *some, "-x")
    assert failed.exit_code == 1
    assert "LookupError: a fault of the loop" in failed.stdout


def test_the_loops_of_games_that_are_over_end() -> None:
    class Waits(LoopingEngine):
        """A loop that waits for ever."""

        def run(self, setup: object) -> None:
            while True:
                self.priority()

        def do(self, act: object) -> None:
            """Nothing."""

    for _ in range(50):
        assert Waits().start({}) == {"seen": [], "over": False}
    Waits().start({})
    deadline = time.monotonic() + 10
    while sum("_run" in thread.name for thread in threading.enumerate()) > 1 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert sum("_run" in thread.name for thread in threading.enumerate()) == 1


def test_the_tables_are_as_the_code_is() -> None:
    assert renewed(TEXT, PAGE) == TEXT, "make them anew: python -m fsm.pages.tables docs/ENGINES.md"


def test_the_loop_in_javascript_is_the_one_that_is_tested() -> None:
    (loop,) = (text for language, text in BLOCKS if language == "javascript")
    assert loop in (PAGE.parents[1] / "tests/consumers/serve.mjs").read_text(encoding="utf-8")


def test_the_links_are_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL)):
        assert (PAGE.parent / target).exists(), target
