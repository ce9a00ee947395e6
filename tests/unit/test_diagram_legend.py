"""Legends say only what is true of the picture above them."""

from __future__ import annotations

import pytest

from fsm.diagram import Diagram, turn_diagram
from fsm.scenario import parse_scenarios, run_scenario
from fsm.turn import base_turn, parse_turn

DASHED = "Dashed: only if its condition holds"


def _legend(diagram: Diagram) -> list[str]:
    return [note.text for note in diagram.layout.picture.legend]


def _guards(diagram: Diagram) -> list[str]:
    return [edge.source for edge in diagram.layout.picture.edges if edge.kind == "guard"]


def test_a_solid_way_out_of_a_step_without_priority_is_explained() -> None:
    told = "Solid: all players pass with the stack empty"
    assert _legend(turn_diagram(base_turn("cr2026")))[0] == f"{told}, or nobody has priority"
    assert _legend(turn_diagram(parse_turn("Up D | M1")))[0] == told


def _recorded(until: str, at: str | None = None) -> Diagram:
    (scenario,) = parse_scenarios(f"players: [Ann, Bob]\nuntil: {until}\n", "x")
    return run_scenario(scenario).turn(1).diagram(at=at)


def test_what_a_recording_has_decided_is_no_longer_dashed() -> None:
    diagram = _recorded("T2")
    assert _guards(diagram) == []
    assert DASHED not in _legend(diagram)


@pytest.mark.parametrize("until", ["T1.upkeep", "T1.precombat_main"])
def test_what_a_recording_has_not_reached_stays_dashed(until: str) -> None:
    diagram = _recorded(until)
    assert _guards(diagram) == ["combat.declare_attackers", "combat.combat_damage", "ending.cleanup"]
    assert DASHED in _legend(diagram)
