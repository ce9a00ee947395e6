"""Which of several legends stays: who is asked, in which order, and what a player may answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from fsm.game import Card, Choose, ChooseKept, State, legal_actions, start_game, step
from fsm.scenario import judge, parse_scenarios, run_scenario

HERO = Card("Hero", ("creature",), supertypes=("legendary",), power=1, toughness=1)
JACE = Card("Jace", ("planeswalker",), supertypes=("legendary",), subtypes=("Jace",), loyalty=3)
OLD_JACE = Card("Old Jace", ("planeswalker",), supertypes=("legendary",), subtypes=("Jace",), loyalty=3)


def begun(*battlefield: tuple[int, Card], edition: str = "cr2026") -> State:
    return start_game(edition, ["Ann", "Bob"], battlefield=battlefield)[0]


def test_each_player_is_asked_in_turn_order_and_all_others_go_together() -> None:
    state = begun((1, HERO), (0, HERO), (1, HERO), (0, HERO), (0, JACE))
    assert isinstance(state.decision, ChooseKept)
    assert (state.decision.player, state.decision.options) == (0, ("Hero", "Hero#2"))
    assert [*legal_actions(state)] == [Choose(0, 0), Choose(0, 1)]
    state, events = step(state, Choose(0, 1))
    assert isinstance(state.decision, ChooseKept)
    assert (state.decision.player, len(state.battlefield)) == (1, 5)
    state, events = step(state, Choose(1, 0))
    assert [(p.id, p.controller) for p in state.battlefield] == [(1, 1), (4, 0), (5, 0)]
    assert [event.kind for event in events[:3]] == ["choice", "permanent.leave", "permanent.leave"]


@pytest.mark.parametrize(("edition", "left"), [("cr2008", []), ("cr2011", []), ("cr2026", ["Jace", "Old Jace"])])
def test_planeswalkers_of_one_type(edition: str, left: list[str]) -> None:
    state = begun((0, JACE), (1, OLD_JACE), edition=edition)
    assert [p.card.name for p in state.battlefield] == left


def test_an_edition_that_keeps_one_of_each_type(tmp_path: Path) -> None:
    """As from 2013 to 2017: each player keeps one of their planeswalkers of a type."""
    file = tmp_path / "between.toml"
    file.write_text('title = "Between"\nlike = "cr2011"\n[choices]\nlegend_rule = "one_stays"\n', encoding="utf-8")
    state = begun((0, JACE), (1, OLD_JACE), (0, OLD_JACE), edition=str(file))
    assert isinstance(state.decision, ChooseKept)
    assert (state.decision.by, state.decision.options) == ("the planeswalker uniqueness rule", ("Jace", "Old Jace"))


@pytest.mark.parametrize("edition", ["cr2006", "cr2008", "cr2011", "cr2026"])
def test_worlds_that_entered_together_all_go(edition: str) -> None:
    (scenario,) = parse_scenarios(f"""
edition: {edition}
players: {{Ann: {{}}, Bob: {{battlefield: [Old]}}}}
cards:
  - {{name: Old, type: enchantment, supertypes: [world]}}
  - {{name: Two, type: instant, effects: [{{token: {{name: New, type: enchantment, supertypes: [world], count: 2}}}}]}}
script: [{{at: T1.upkeep, Ann: {{cast: Two}}}}]
expect: {{state: {{T1.end: {{Ann: {{battlefield: []}}, Bob: {{battlefield: [], graveyard: [Old]}}}}}}}}
""")
    assert judge(scenario, run_scenario(scenario)) == []
