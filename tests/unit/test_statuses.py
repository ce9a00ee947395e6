"""Statuses of permanents: what is face down is another thing for those who may not look at it (110.6, 217.8b)."""

from __future__ import annotations

from debugging import debug

from fsm.game import State, legal_actions, view
from fsm.game.objects.permanents.statuses import real_card, statuses
from fsm.game.state.view import FACE_DOWN
from fsm.scenario import parse_scenarios, run_scenario
from fsm.scenario.writing.script import written

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


CAST = """
edition: cr2026
players: {Ann: {hand: [Mole], battlefield: [Mine]}, Bob: {}}
cards:
  - {name: Mole, type: creature, power: 5, toughness: 5, cost: 9, morph: 3}
  - {name: Mine, type: artifact, abilities: [{tap: true, mana_ability: true, do: [{mana: 3}]}]}
script: [{at: T1.precombat_main, Ann: [{activate: Mine}, {cast: Mole, face_down: true}]}]
until: T1.combat
"""


def test_only_its_controller_looks_at_a_face_down_spell() -> None:
    (scenario,) = parse_scenarios(CAST)
    states = [frame.event.state for frame in run_scenario(scenario).frames]
    on_stack = next(state for state in states if state.stack)
    (spell,) = on_stack.stack
    assert (spell.printed and spell.printed.name, spell.name) == ("Mole", FACE_DOWN.name)
    assert view(on_stack, 0).stack == on_stack.stack
    assert [view(on_stack, seat).stack[0].printed for seat in (1, None)] == [None, None]
    rich = next(state for state in states if state.players[0].mana == 3 and state.priority == 0)
    assert [written(rich, action) for action in legal_actions(rich)] == ["pass", {"cast": "Mole", "face_down": True}]


def test_face_down_is_typed_after_the_card() -> None:
    said = debug(CAST, "j T1.precombat_main", "whatif cast mole face down", "whatif cast mole", "q")
    assert "Mole face down costs 3 and Ann has 0 mana" in said
    assert "Mole costs 9 and Ann has 0 mana" in said
