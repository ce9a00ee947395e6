"""The checker on priority, the stack, and what changes the order of turns: small traces, changed by hand."""

from __future__ import annotations

from typing import Any

import pytest
from checking import Entry, at_level, entries, judged, random_trace

from fsm.edition import load_edition
from fsm.scenario import parse_scenarios, run_scenario

GAME = """name: Spells that change the order of turns
edition: cr2026
players: [Ann, Bob, Cat]
script:
  - {at: T1.upkeep, Bob: {cast: {name: Roundabout, type: instant, effects: [reverse_turn_order]}}}
  - {at: T1.end, Ann: {cast: {name: Once More, type: instant, effects: [EFFECT]}}}
expect: {never: [T9]}
"""


def trace_with(effect: str, level: str = "full") -> list[Entry]:
    (scenario,) = parse_scenarios(GAME.replace("EFFECT", effect))
    trace = at_level(entries(run_scenario(scenario)), level)
    assert not why(trace)
    return trace


def why(trace: list[Entry]) -> str:
    """Why a trace is impossible, or nothing."""
    finding = judged(trace).finding
    return "" if finding is None else finding.why


def place(trace: list[Entry], kind: str, **fields: str) -> int:
    """The place of the first event of a kind with these fields."""
    return next(n for n, one in enumerate(trace) if one.get("kind") == kind and fields.items() <= one.items())


def without(entry: Entry, *keys: str) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in keys}


@pytest.mark.parametrize("by", ["Roundabout", "Once More"])
def test_a_cleanup_step_in_which_the_order_of_turns_changes_comes_again(by: str) -> None:
    trace = [without(one, "seq") for one in trace_with("{extra_turn: you}", "steps")]
    event = trace.pop(next(n for n, one in enumerate(trace) if one.get("by") == by))
    if event["kind"] == "order.reverse":
        event |= {"phase": "ending", "step": "cleanup", "node": "T1.ending.cleanup"}
    ends = place(trace, "step.begin", step="cleanup") + 1
    before, again = trace[:ends], trace[ends - 1] | {"node": "T1.ending.cleanup#2"}
    assert not why([*before, event, again, *trace[ends:]])
    assert "ending.cleanup#2 comes next" in why([*before, event, *trace[ends:]])


def test_the_turn_order_is_reversed_by_the_player_whose_spell_resolves() -> None:
    trace = trace_with("{life: 1}")
    at = place(trace, "order.reverse")
    before, event, after = trace[:at], trace[at], trace[at + 1 :]
    assert why([*before, event | {"player": "Cat"}, *after]) == "another player put the top of the stack there"
    assert not why([*before, without(event, "player"), *after])


def test_what_an_effect_skips_names_it_and_what_comes_then_does_not() -> None:
    trace = [without(one, "seq") for one in trace_with("{life: 1}", "steps")]
    at = place(trace, "step.begin", step="draw")
    before, draw, after, rest = trace[:at], trace[at], trace[at + 1], trace[at + 2 :]
    skipped = draw | {"kind": "step.skip", "by": "Fatigue"}
    assert not why([*before, skipped, after, *rest])
    assert why([*before, skipped, after | {"by": "Fatigue"}, *rest])
    assert why([*before, draw, after | {"by": "Fatigue"}, *rest])


def test_a_step_is_skipped_when_its_phase_has_begun() -> None:
    trace = [without(one, "seq") for one in at_level(trace_with("{life: 1}"), "without ends")]
    trace = trace[: place(trace, "stack.push", name="Once More") - 1]
    begins = place(trace, "phase.begin", phase="ending")
    skipped = trace.pop(place(trace, "step.begin", step="end")) | {"kind": "step.skip", "by": "Fatigue"}
    cleanup = without(skipped, "by") | {"kind": "step.begin", "step": "cleanup", "node": "T1.ending.cleanup"}
    assert not why([*trace[: begins + 1], skipped, cleanup])
    assert why([*trace[:begins], skipped, trace[begins], cleanup])


def test_a_step_may_name_the_effect_that_ended_the_turn_before_it() -> None:
    (scenario,) = parse_scenarios(GAME.replace("EFFECT", "end_turn").replace("T1.end", "T1.precombat_main"))
    trace = at_level(entries(run_scenario(scenario)), "steps")
    cleanup = place(trace, "step.begin", step="cleanup")
    assert trace[cleanup - 1]["kind"] == "step.skip"
    assert not why([*trace[:cleanup], trace[cleanup] | {"by": "Once More"}, *trace[cleanup + 1 :]])
    assert why([*trace[:cleanup], trace[cleanup] | {"by": "Fatigue"}, *trace[cleanup + 1 :]])


def test_what_resolves_leaves_the_stack_once() -> None:
    trace = trace_with("end_turn")
    at = place(trace, "stack.remove")
    assert why([*trace[: at + 1], without(trace[at], "seq")]) == "this object is not on the stack"


def test_nobody_gets_priority_in_a_phase_before_its_first_step() -> None:
    trace = trace_with("{life: 1}")
    at = place(trace, "phase.begin", phase="combat")
    gets = without(trace[at], "seq") | {"kind": "priority.get"}
    finding = judged([*trace[: at + 1], gets, *trace[at + 1 :]]).finding
    assert finding is not None
    assert finding.why == "no player has priority before a step begins"
    assert finding.rules == load_edition("cr2026").cite("nothing_between")


@pytest.mark.parametrize("kinds", ["priority.get", "priority.pass", "priority.get priority.pass stack.push"])
def test_the_rules_say_who_it_is_if_a_trace_does_not(kinds: str) -> None:
    for trace in (trace_with("{life: 1}"), random_trace(5, "cr2006")):
        unnamed = [without(one, "player") if one.get("kind") in kinds.split() else one for one in trace]
        assert not why(unnamed)
        at = place(unnamed, "priority.pass")
        assert why([*unnamed[:at], *unnamed[at + 1 :]])


def test_a_trace_may_begin_where_a_player_has_priority() -> None:
    trace = trace_with("{life: 1}")
    for at in range(place(trace, "step.begin", step="upkeep"), place(trace, "order.reverse") + 1):
        assert not why([trace[0], *trace[at:]]), trace[at]
