"""``fsm record``: a game with another engine, typed or random, as a trace that ``fsm check`` judges."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import ROOT, Fsm
from engines.reference import Engine

from fsm.driving import PythonEngine, Recorder
from fsm.driving.instructions import ACTS, read_instruction, told
from fsm.driving.words import Setup
from fsm.errors import InputError

RIGHT, WRONG = "mine:Engine", "mine:OldestExtraTurnFirst"
TYPED = b"pass 3\nextra_turn player=Ann\nextra_turn player=Bob\n\npass 40\n"


@pytest.fixture(autouse=True)
def _mine(tmp_path: Path) -> None:
    text = f"import sys\nsys.path.insert(0, {str(ROOT / 'tests')!r})\nfrom engines.wrong import *\n"
    (tmp_path / "mine.py").write_text(f"{text}from engines.reference import Engine\n", encoding="utf-8")


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_typed_game_is_written_and_judged(fsm: Fsm, tmp_path: Path) -> None:
    done = fsm("record", RIGHT, "-o", "game.jsonl", stdin=TYPED)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("T1 Ann\nT1 Ann: beginning, untap\n")
    head, *events, end = lines(tmp_path / "game.jsonl")
    assert (head["edition"], head["players"], end["events"]) == ("cr2026", ["Ann", "Bob"], len(events))
    assert [one["active"] for one in events if one["kind"] == "turn.begin"][:4] == ["Ann", "Bob", "Ann", "Bob"]
    assert fsm("check", "game.jsonl").exit_code == 0


def test_what_is_wrong_in_it_is_found(fsm: Fsm) -> None:
    fsm("record", WRONG, "-o", "game.jsonl", "-e", "2026", stdin=TYPED)
    done = fsm("check", "game.jsonl")
    assert done.exit_code == 1
    assert "  rule   500.7  " in done.stdout


@pytest.mark.parametrize("seed", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_a_random_game_is_a_possible_one(fsm: Fsm, tmp_path: Path, seed: str) -> None:
    random = ("--random", "50", "--seed", seed, "-e", "cr2026")
    done = fsm("record", RIGHT, "-o", "game.jsonl", *random)
    assert done.exit_code == 0
    assert len(lines(tmp_path / "game.jsonl")) > 50
    assert fsm("check", "game.jsonl", "--effects", "unknown").exit_code == 0
    fsm("record", RIGHT, "-o", "again.jsonl", *random)
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "game.jsonl").read_bytes()


def test_a_line_that_says_nothing_is_told_and_loses_nothing(fsm: Fsm, tmp_path: Path) -> None:
    wrong = (
        b"pass\nfoo\nextra_turn plyer=Ann\npass 0\nskip what=draw\npass 5 5\nskip player=Bob what=draw count=x\npass\n"
    )
    done = fsm("record", RIGHT, "-o", "game.jsonl", stdin=wrong)
    assert done.exit_code == 0
    told = done.stderr.splitlines()
    assert told[0].startswith("found 'foo', expected one of extra_turn, ")
    assert told[1] == "found 'plyer=Ann', expected name=value of player, skips (did you mean \"player\"?)"
    assert told[2].startswith("found 'pass 0', expected pass or pass with a number")
    assert told[3].startswith("skip: Object missing required field `player`")
    assert told[4].startswith("found 'pass 5 5', expected")
    assert told[5].startswith("skip: Expected `int`, got `str`")
    assert len(told) == 6
    assert lines(tmp_path / "game.jsonl")[-2]["step"] == "beginning_of_combat"


def also(folder: Path, engine: str) -> None:
    """Another engine beside the right one."""
    with (folder / "mine.py").open("a", encoding="utf-8") as file:
        file.write(f"\n{engine}")


def test_what_the_engine_says_that_it_cannot_do_is_told(fsm: Fsm, tmp_path: Path) -> None:
    also(tmp_path, "class Cannot(Engine):\n    def act(self, act):\n        return {'cannot': 'extra turns'}\n")
    done = fsm("record", "mine:Cannot", "-o", "game.jsonl", stdin=b"pass 3\nextra_turn player=Ann\npass 9\n")
    assert done.exit_code == 0
    assert "did not do this: extra turns" in done.stderr
    assert "turn.insert" not in {one["kind"] for one in lines(tmp_path / "game.jsonl") if "kind" in one}
    assert fsm("check", "game.jsonl").exit_code == 0


def test_what_was_played_is_written_if_the_engine_fails(fsm: Fsm, tmp_path: Path) -> None:
    also(tmp_path, "class Breaks(Engine):\n    def do_end_turn(self, *_):\n        raise LookupError('a fault')\n")
    done = fsm("record", "mine:Breaks", "-o", "game.jsonl", stdin=b"pass 2\nend_turn\npass\n")
    assert done.exit_code == 2
    assert "LookupError: a fault" in done.stderr
    assert len(lines(tmp_path / "game.jsonl")) > 5


@pytest.mark.parametrize("players", ["Ann", "Ann,Ann", "Ann,"])
def test_players_have_different_names(fsm: Fsm, players: str) -> None:
    done = fsm("record", RIGHT, "-o", "game.jsonl", "--players", players)
    assert done.exit_code == 2
    assert "expected two or more different names" in done.stderr


SAID = (
    "extra_turn player=Ann skips=untap", "extra_phases phases=combat,postcombat_main after=this_main_phase", "end_turn",
    "attack creatures=Bear:first,Wolf", "skip what=draw player=Bob count=2", "leave players=Ann,Bob",
    "trigger at=cleanup",
)  # fmt: skip


@pytest.mark.parametrize("line", SAID)
def test_a_line_is_read_as_it_is_told(line: str) -> None:
    assert told(read_instruction(line)) == line
    assert line.split(maxsplit=1)[0] in {str(kind.__struct_config__.tag) for kind in ACTS}


def test_a_game_that_is_over_goes_no_further() -> None:
    recorder = Recorder(PythonEngine(Engine), Setup("cr2026", ("Ann", "Bob"), "Ann"))
    recorder.start()
    assert list(recorder.do("leave players=Bob")) == []
    assert recorder.over
    assert list(recorder.do("pass 3")) == []
    with pytest.raises(InputError, match="expected one of"):
        list(recorder.do("hello"))
