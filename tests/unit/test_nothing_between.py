"""Nothing happens between turns, phases and steps (cr2006 300.2, later 500.12)."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from fsm.scenario import read_scenarios, run_scenario

SCENARIOS = Path(__file__).parents[2] / "scenarios"
BUSY = (
    "04-abilities-of-steps/20-a-bell-for-every-step",
    "02-mana/01-mana-is-kept-between-steps-and-burns",
    "03-durations/19-until-the-end-of-a-phase",
    "06-combat/01-the-five-steps-of-combat",
)
"""Scenarios in which something happens as steps and phases begin and end."""

ENDS = ("step.end", "phase.end", "turn.end")
ENDING = ("effect.end", "mana.burn", "mana.empty")
"""What happens as a step or phase ends."""


@pytest.mark.parametrize("file", BUSY)
def test_what_ends_is_followed_by_what_begins(file: str) -> None:
    (scenario,) = read_scenarios(SCENARIOS / f"{file}.turn.yaml")
    for edition in scenario.editions:
        over = False
        for before, event in pairwise(frame.event for frame in run_scenario(scenario, edition)):
            over = before.kind in ENDS or (over and before.kind in ENDING)
            structure = event.kind.startswith(("turn.", "phase.", "step.", "game."))
            assert structure or not over or event.kind in ENDING, f"{edition}: {event.kind} after {before.kind}"
