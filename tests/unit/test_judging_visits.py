"""Judging is linear: how often it looks at the events of a recording does not grow with what is expected of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from fsm.recording import Recording
from fsm.recording import places as places_module
from fsm.scenario import judge, parse_scenarios, run_scenario


class Counted(tuple[Any, ...]):
    """Frames that count how many of them are looked at."""

    visits = 0

    def __iter__(self) -> Iterator[Any]:
        for frame in super().__iter__():
            Counted.visits += 1
            yield frame

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        Counted.visits += len(found) if isinstance(at, slice) else 1
        return found


def visits(turns: int, expect: str) -> tuple[int, int]:
    """How many looks at a frame judging takes, and how often a graph is asked for the names of a place."""
    (scenario,) = parse_scenarios(f"players: [Ann, Bob]\nuntil: T{turns}\nexpect: {{{expect}}}\n")
    recording = run_scenario(scenario)
    Counted.visits = asked = 0
    original = places_module.keys_of

    def keys_of(*arguments: Any) -> Any:
        nonlocal asked
        asked += 1
        return original(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        for module in ("fsm.recording.places", "fsm.scenario.judging.events"):
            patch.setattr(f"{module}.keys_of", keys_of)
        assert judge(scenario, Recording(Counted(recording.frames))) == []
    return Counted.visits, asked


ONE = {
    "order": ("order", "untap < upkeep < end"),
    "order in turns": ("order", "T{0}.untap < T{0}.upkeep"),
    "never a place": ("never", "upkeep#1{0}"),
    "never an event": ("never", "{{event: stack.push, name: n{0}}}"),
    "never an event there": ("never", "{{event: step.begin, at: upkeep#1{0}, player: Ann}}"),
    "never by a rule": ("never", "{{event: stack.push, rule: '500.1', name: n{0}}}"),
    "happens": ("happens", "{{event: priority.get, player: Ann}}"),
}
"""An expectation of each sort, by the number of the one that it is."""


def expected(kind: str, count: int) -> str:
    field, text = ONE[kind]
    return f"{field}: [{', '.join(text.format(min(n, 20)) for n in range(1, count + 1))}]"


@pytest.mark.parametrize("kind", ONE)
def test_ten_times_as_long_a_game_is_looked_at_ten_times_as_often(kind: str) -> None:
    expect = expected(kind, 100)
    for few, many in zip(visits(30, expect), visits(300, expect), strict=True):
        assert many <= 11 * few


@pytest.mark.parametrize("kind", ONE)
def test_ten_times_as_many_expectations_are_no_more_looks_at_events(kind: str) -> None:
    for few, many in zip(visits(60, expected(kind, 10)), visits(60, expected(kind, 100)), strict=True):
        assert many <= 1.2 * few + 10


def test_states_at_many_places_are_looked_up_each_at_its_place() -> None:
    places = [f"T{turn}.{step}" for turn in range(1, 101) for step in ("upkeep", "end")]
    few, _ = visits(100, "state: {" + ", ".join(f"{place}: {{stack: []}}" for place in places[:20]) + "}")
    many, _ = visits(100, "state: {" + ", ".join(f"{place}: {{stack: []}}" for place in places) + "}")
    assert many <= 2 * few


def test_an_order_that_differs_is_told_of_the_first_turn_only() -> None:
    (scenario,) = parse_scenarios("players: [Ann, Bob]\nuntil: T9\nexpect: {order: [upkeep < untap]}\n", "f")
    (failure,) = judge(scenario, run_scenario(scenario))
    assert "expected  T1.upkeep < T1.untap" in str(failure)
