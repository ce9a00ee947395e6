"""``fsm check`` on traces and mappings that make no sense, and on what comes slowly: one line, and soon."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterator
from cProfile import Profile
from pathlib import Path
from typing import Any

import pytest
from commands import Fsm

from fsm.check import LineRule, Mapping, Setup, check_trace
from fsm.check.observed import Observed
from fsm.check.reading import Lines
from fsm.edition import load_edition
from fsm.errors import TraceError

HEADER: dict[str, Any] = {
    "type": "header", "format": "turn-trace", "version": "1.0", "edition": "cr2026", "players": ["Ann", "Bob", "Cat"],
}  # fmt: skip
BEGIN: dict[str, Any] = {"type": "event", "kind": "turn.begin", "turn": 1, "active": "Ann"}

WRONG: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "no team": ({"teams": [[]]}, {}, "1:1: teams: found an empty team"),
    "a team of nobody": ({"teams": [["Ann", "Bob"], []]}, {}, "1:1: teams: found an empty team"),
    "twice in a team": ({"teams": [["Ann", "Ann"], ["Bob", "Cat"]]}, {}, "1:1: teams: found 'Ann' twice"),
    "in two teams": ({"teams": [["Ann", "Bob"], ["Bob", "Cat"]]}, {}, "1:1: teams: found 'Bob' twice"),
    "a stranger in a team": ({"teams": [["Ann", "Zoe"]]}, {}, "1:1: teams: found 'Zoe', who is none of the players"),
    "a player twice": ({"players": ["Ann", "Ann"]}, {}, "1:1: players: found 'Ann' twice"),
    "an order of some": ({"order": ["Bob"]}, {}, "1:1: order: found 1 players, expected all 3"),
    "an order of strangers": ({"order": ["Bob", "Zoe"]}, {}, "1:1: order: found 'Zoe', who is none of the players"),
    "a turn of no team": ({}, {"team": []}, "2:1: team: found a list, expected a list of its players, each once"),
    "a turn of a list of teams": ({}, {"team": [["Ann"]]}, "2:1: team: found a list, expected"),
    "a turn of half a team twice": ({}, {"team": ["Ann", "Ann"]}, "2:1: team: found a list, expected"),
    "a turn of a number": ({}, {"team": 3}, "2:1: team: found 3, expected"),
    "a turn of a stranger": ({}, {"team": ["Ann", "Zoe"]}, "2:1: impossible: turn.begin T1 Ann"),
    "no type": ({"type": None}, {}, "1:1: expected a header"),
    "half a character": ({}, {"active": "\ud800"}, "2:63: found \\ud800, which is half of a character"),
    "the other half": ({}, {"active": "x\udc00"}, "2:64: found \\udc00, which is half of a character"),
    "half a player": ({"players": ["\ud800"]}, {}, "1:96: found \\ud800, which is half of a character"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_trace_that_makes_no_sense_is_refused_at_its_line(fsm: Fsm, tmp_path: Path, what: str) -> None:
    header, event, said = WRONG[what]
    lines = [{key: value for key, value in (HEADER | header).items() if value is not None}, BEGIN | event]
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, lines)))
    done = fsm("check", "x.jsonl", "--effects", "unknown")
    assert done.exit_code == (1 if "impossible" in said else 2)
    assert f"x.jsonl:{said}" in done.stdout + done.stderr


def test_a_line_that_is_cut_is_called_so(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(f'{json.dumps(HEADER)}\n{{"type":"event","kind":"\\ud83d\\ude00')
    assert "x.jsonl:2:37: the line is cut" in fsm("check", "x.jsonl").stderr


def test_a_player_who_is_named_twice_on_the_command_line(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(f"{json.dumps(HEADER)}\n{json.dumps(BEGIN)}\n")
    done = fsm("check", "x.jsonl", "--players", "Ann,Ann")
    assert (done.exit_code, "found 'Ann' twice" in done.stderr) == (2, True)


@pytest.mark.parametrize("key", ["²", "٣", "-1", "1" * 900])
def test_what_is_no_number_is_no_place_in_a_list(fsm: Fsm, tmp_path: Path, key: str) -> None:
    (tmp_path / "x.jsonl").write_text('{"a": [["x"]]}\n')
    (tmp_path / "map.toml").write_text(f'edition = "cr2026"\n[fields]\nkind = "a.{key}"\n', encoding="utf-8")
    done = fsm("check", "x.jsonl", "--map", "map.toml")
    assert (done.exit_code, "none of 1 lines is an event" in done.stderr) == (2, True)


class Slow(io.BytesIO):
    """A file whose lines come slowly."""

    def readline(self, size: int | None = -1) -> bytes:
        time.sleep(0.15)
        return super().readline(size)


def busy() -> None:
    """Takes the processor for a while."""
    end = time.process_time() + 0.15
    while time.process_time() < end:
        pass


def events(stream: io.BytesIO, pattern: str = "step (?P<step>[a-z]+)") -> Iterator[Observed]:
    rule = LineRule(pattern, {"kind": "step.begin"})
    return iter(Mapping(lines=(rule,)).reader(Lines(stream, "log")))


@pytest.mark.slow
def test_only_the_time_of_an_expression_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fsm.check.guard.SECONDS", 0.05)
    assert [event.step for event in events(Slow(b"step untap\nstep upkeep\nstep draw\n"))] == [
        "untap",
        "upkeep",
        "draw",
    ]
    for _ in events(io.BytesIO(b"step untap\n" * 3)):
        busy()
    with pytest.raises(TraceError, match="log:2:1: a regular expression of the mapping takes longer"):
        list(events(io.BytesIO(b"step untap\n" + b"x" * 400 + b"\n"), "(?P<step>untap)|(x?){60}(x+)+!"))


@pytest.mark.slow
def test_few_lines_that_skip_much_take_little_time() -> None:
    lines = [Observed("event", "step.skip", step="cleanup", by="Stasis", line=n) for n in range(2, 27)]
    setup = Setup(players=("Ann", "Bob"), effects="unknown")
    calls = Profile(subcalls=False, builtins=False)
    calls.runcall(check_trace, lines, load_edition("cr2026"), setup)
    assert sum(one.callcount for one in calls.getstats()) < 6_000_000
