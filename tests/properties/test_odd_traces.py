"""Whatever a trace, a log or a mapping holds, it is judged, or refused at a place, and soon."""

from __future__ import annotations

import json
from cProfile import Profile
from pathlib import Path

import pytest
from mutating import SCENARIOS
from odd_traces import odd_mapping, odd_trace, read_and_check

from fsm.check import EFFECTS
from fsm.recording import trace_lines
from fsm.scenario import read_scenarios, run_scenario

FEW = range(16)
MANY, AT_ONCE = 5_000, 500
CALLS = 20_000_000
"""How many functions the check of so few lines may call: some seconds, but the same number on every machine."""


def check(folder: Path, seed: int, mapped: bool) -> bool:
    """Checks an odd trace, or an odd log by an odd mapping; whether it was judged."""
    mapping, trace = odd_mapping(seed) if mapped else (None, odd_trace(seed))
    calls = Profile(subcalls=False, builtins=False)
    try:
        verdict = calls.runcall(read_and_check, folder, trace, mapping, EFFECTS[seed % 3])
    except Exception as error:
        made = "odd_mapping" if mapped else "odd_trace"
        raise AssertionError(f"odd_traces.{made}({seed}): {type(error).__name__}: {error}") from error
    called = sum(one.callcount for one in calls.getstats())
    assert called < CALLS, f"seed {seed} calls {called:,} functions"
    return verdict is not None


def test_odd_traces_are_judged_or_refused(tmp_path: Path) -> None:
    said = [check(tmp_path, seed, mapped=False) for seed in FEW]
    assert len(FEW) / 4 < said.count(True) < len(FEW)


def test_who_passes_may_be_left_out(tmp_path: Path) -> None:
    """Here passes name no player, in a game of which somebody has left."""
    (scenario,) = read_scenarios(SCENARIOS / "17-players-who-leave" / "01-in-one-s-own-turn.turn.yaml")
    lines = map(json.loads, trace_lines(run_scenario(scenario, scenario.editions[0])))
    nameless = ({**line, "player": None} if line.get("kind") == "priority.pass" else line for line in lines)
    assert read_and_check(tmp_path, "\n".join(map(json.dumps, nameless)).encode()) is not None


def test_a_pass_may_come_before_any_turn(tmp_path: Path) -> None:
    (scenario,) = read_scenarios(SCENARIOS / "01-phases-and-steps" / "01-an-empty-turn-has-five-phases.turn.yaml")
    header, *events = map(json.loads, trace_lines(run_scenario(scenario, "cr2008")))
    told = [event for event in events if event.get("kind") != "game.begin"]
    assert told[0]["kind"] == "turn.begin"
    lines = [header, {**told[0], "kind": "priority.pass"}, *told[1:]]
    verdict = read_and_check(tmp_path, "\n".join(map(json.dumps, lines)).encode())
    assert verdict is not None
    assert verdict.finding is not None


def test_odd_mappings_are_read_or_refused(tmp_path: Path) -> None:
    assert any(check(tmp_path, seed, mapped=True) for seed in (*FEW, *FEW))


@pytest.mark.slow
@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("first", range(0, MANY, AT_ONCE))
def test_many_odd_traces_are_judged_or_refused(tmp_path: Path, first: int, mapped: bool) -> None:
    for seed in range(first, first + AT_ONCE):
        check(tmp_path, seed, mapped)


def test_an_odd_trace_is_the_same_each_time() -> None:
    assert [odd_trace(seed) for seed in FEW] == [odd_trace(seed) for seed in FEW]
    assert len({odd_trace(seed) for seed in FEW}) > 12
