"""Conditions, limits, counted events and targets: what is refused as it is read, and what is offered."""

from __future__ import annotations

import pytest

from fsm import parse_scenarios, run_scenario
from fsm.errors import InputError
from fsm.game import Activate, Cast, catalogue, legal_actions, read_card, start_game, step
from fsm.shape import ShapeError


@pytest.mark.parametrize(
    ("ability", "says"),
    [
        ({"when": "enters", "nth": 1, "do": ["draw"]}, 'a permanent "enters" only once; leave nth out'),
        ({"when": "dies", "nth": 2, "do": ["draw"]}, 'a permanent "dies" only once; leave nth out'),
        ({"when": "upkeep", "nth": -1, "do": ["draw"]}, "found -1, expected a number from 0"),
        ({"when": "attacks", "whose": "you", "do": ["draw"]}, '"attacks" is about this permanent'),
        ({"when": "you draw", "whose": "opponents", "do": ["draw"]}, "leave whose out"),
        ({"when": "upkeep", "if": "your_trun", "do": ["draw"]}, 'did you mean "your_turn"'),
        (
            {"when": "upkeep", "if": "counters_0", "do": ["draw"]},
            "means at least that many; expected a number from 1 to 999; to ask",
        ),
        (
            {"when": "upkeep", "if": "counters_0_omen", "do": ["draw"]},
            "write {if: {is: counters_1_omen, do: .., otherwise",
        ),
        ({"when": "upkeep", "if": "paid_1000", "do": ["draw"]}, "expected a number from 1 to 999$"),
        (
            {"when": "upkeep", "if": "entered_that_turn", "do": ["draw"]},
            'did you mean "entered_this_turn"',
        ),
        ({"when": "upkeep", "do": [{"pay": {"do": ["draw"]}}]}, "pay: has no cost"),
        ({"when": "upkeep", "do": [{"if": {"is": [], "do": ["draw"]}}]}, "if: has no condition"),
    ],
)
def test_what_a_trigger_cannot_mean_is_refused(ability: dict[str, object], says: str) -> None:
    with pytest.raises(ShapeError, match=says):
        read_card({"name": "Test", "type": "enchantment", "triggers": [ability]})


def test_a_word_without_a_meaning_is_an_error_at_its_line() -> None:
    text = (
        "players: [Ann, Bob]\ncards:\n- name: Odd\n  type: artifact\n  triggers: [{when: leaves, nth: 2, do: [draw]}]\n"
    )
    with pytest.raises(InputError) as error:
        parse_scenarios(text + "until: T1\n", "odd.turn.yaml")
    assert str(error.value).startswith("odd.turn.yaml:5:34: nth: ")


def test_abilities_for_anyone_are_offered_to_everybody() -> None:
    vapors = catalogue()["Lethal Vapors"]
    state, _ = start_game("cr2026", ["Ann", "Bob", "Cleo"], battlefield=[(2, vapors)])
    assert [a for a in legal_actions(state) if isinstance(a, Activate)] == [Activate(0, 1)]
    state, _ = step(state, Activate(0, 1))
    assert state.stack[-1].controller == 0


def test_an_ability_with_a_target_is_offered_with_each_of_them() -> None:
    icy, bears = catalogue()["Icy Manipulator"], catalogue()["Grizzly Bears"]
    state, _ = start_game("cr2026", ["Ann", "Bob"], battlefield=[(0, icy), (1, bears)])
    assert [a for a in legal_actions(state) if isinstance(a, Activate)] == [Activate(0, 1, 0, 1), Activate(0, 1, 0, 2)]


def test_an_opponent_is_offered_and_nobody_else() -> None:
    ruse = catalogue()["Empty City Ruse"]
    state, _ = start_game("cr2026", ["Ann", "Bob", "Cleo"], cards=[ruse])
    while state.at.node.kind != "precombat_main":
        state, _ = step(state, next(iter(legal_actions(state))))
    for target, offered in ((1, True), (2, True), (0, False)):
        refused = ""
        try:
            step(state, Cast(0, ruse, target))
        except ValueError as error:
            refused = str(error)
        assert (not refused) is offered, refused


def test_a_target_that_leaves_while_it_is_chosen_is_chosen_anew() -> None:
    text = """
players: {Ann: {battlefield: [Stonehorn Dignitary, Dragon]}, Bob: {}, Cleo: {}, Dan: {}}
script:
  - at: T1.precombat_main
    Ann: {cast: Terror, target: Dragon}
  - at: T1.precombat_main
    Bob: concede
  - at: T1.precombat_main
    Ann: {choose: Dan}
cards:
  - name: Dragon
    type: creature
    toughness: 5
    triggers: [{when: dies, targets: player, do: [{skip: {what: untap, player: target}}]}]
until: T3
"""
    (scenario,) = parse_scenarios(text)
    recording = run_scenario(scenario)
    skipped = [frame.event.player for frame in recording.frames if frame.event.kind == "step.skip"]
    assert 3 in skipped
