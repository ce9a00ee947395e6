"""Statuses of permanents: what is face down is another thing for those who may not look at it (110.6, 217.8b)."""

from __future__ import annotations

from fsm.game import State, view
from fsm.game.objects.permanents.statuses import real_card, statuses
from fsm.game.state.view import FACE_DOWN
from fsm.scenario import parse_scenarios, run_scenario

TEXT = """
edition: cr2006
players:
  Ann: {graveyard: [Mole], battlefield: [Bear]}
  Bob: {}
cards:
  - {name: Bear, type: creature, power: 2, toughness: 2}
  - {name: Mole, type: creature, power: 5, toughness: 5, morph: 3}
  - {name: Rise, type: sorcery, effects: [{put: {card: Mole, face_down: true}}]}
script: [{at: T1.precombat_main, Ann: {cast: Rise}}]
until: T1.combat
"""


def final() -> State:
    (scenario,) = parse_scenarios(TEXT)
    return run_scenario(scenario).final


def test_only_its_controller_looks_at_a_face_down_permanent() -> None:
    state = final()
    (mole,) = (p for p in state.battlefield if p.face_down)
    assert real_card(mole).name == "Mole"
    assert mole.card.abilities
    assert view(state, 0).battlefield == state.battlefield
    for seat in (1, None):
        (seen,) = (p for p in view(state, seat).battlefield if p.face_down)
        assert (seen.card, seen.printed, seen.id) == (FACE_DOWN, None, mole.id)


def test_a_permanent_has_one_value_of_each_status() -> None:
    bear, mole = final().battlefield
    assert statuses(bear) == ("untapped", "unflipped", "face up", "phased in")
    assert statuses(mole) == ("untapped", "unflipped", "face down", "phased in")
