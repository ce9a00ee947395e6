"""Steps seen: what begins in a run, in words that any program can tell."""

from __future__ import annotations

from fsm.recording import Seen, seen_in
from fsm.scenario import parse_scenarios, run_scenario

TWO_WAYS = """
players: [Ann, Bob]
script:
  - at: T1.precombat_main
    Ann: [{cast: Time Walk}, {cast: {name: War Cry, effects: [{extra_phases: [combat]}]}}]
until: T2.untap
"""


def _seen() -> list[Seen]:
    (scenario,) = parse_scenarios(TWO_WAYS)
    return [one for one in map(seen_in, run_scenario(scenario)) if one]


def test_each_turn_phase_and_step_is_seen_as_it_begins() -> None:
    first = [one for one in _seen() if one.turn == 1]
    assert [one.begins for one in first[:4]] == ["turn", "phase", "step", "step"]
    assert sum(one.begins == "phase" for one in first) == 6


def test_what_an_effect_made_says_so() -> None:
    made = [(one.begins, one.step or one.phase, one.by) for one in _seen() if one.by]
    combat = ("beginning_of_combat", "declare_attackers", "end_of_combat")
    assert made == [
        ("phase", "combat", "War Cry"),
        *(("step", step, "War Cry") for step in combat),
        ("turn", "", "Time Walk"),
    ]
