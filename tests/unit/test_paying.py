"""Costs of attacking other than mana: every way to pay, and the sums that are fixed."""

from __future__ import annotations

import pytest

from fsm.game import Attack, DeclareAttackers, State, default_action, legal_actions, start_game, step, why_not
from fsm.game.combat.costs import Bill, matched, total_costs
from fsm.scenario import ActRef, parse_scenarios, run_scenario
from fsm.scenario.running.actions import action_of
from fsm.scenario.writing.script import written
from fsm.shape import read

TOLL = "{attack_cost: 1, attack_toll: {tap: creature, sacrifice: land, discard: 1}}"
BOARD = """
players:
  Ann: {battlefield: [Bear, Elf, Grove, Forest], hand: [Opt, Shock]}
  Bob: {battlefield: [{name: Gate, type: enchantment, static: [TOLL]}]}
cards:
  - {name: Bear, type: creature, power: 2, toughness: 2}
  - {name: Elf, type: creature, power: 1, toughness: 1}
  - name: Grove
    type: land
    abilities: [{tap: true, mana_ability: true, do: [{mana: 1}]}, {tap: true, mana_ability: true, do: [{mana: 2}]}]
until: T1
"""


def declaring(toll: str, board: str = BOARD) -> State:
    (scenario,) = parse_scenarios(board.replace("TOLL", toll))
    state = next(event.state for event in run_scenario(scenario) if event.state.decision is not None)
    while not isinstance(state.decision, DeclareAttackers):
        state, _ = step(state, default_action(state))
    return state


def test_every_way_to_pay_is_listed_once_and_written_as_it_is_read() -> None:
    state = declaring(TOLL)
    ways = list(legal_actions(state))
    # The Bear or the Elf attacks, and the other is tapped; five ways to make mana, two lands, two cards.
    assert len(ways) == len(set(ways)) == 1 + 2 * 5 * 2 * 2
    for action in ways:
        assert why_not(state, action) is None
        assert action_of(state, 0, read(ActRef, written(state, action), ())) == action


def test_what_nobody_can_pay_is_not_tried_with_each_set_of_permanents() -> None:
    """Six attackers, and an artifact to sacrifice for each: there are nine million sets of six permanents."""
    many = BOARD.replace("Bear, Elf, Grove, Forest", "Bear, " * 5 + "Elf, " + "Forest, " * 40)
    state = declaring("{attack_toll: {sacrifice: artifact}}", many)
    assert list(legal_actions(state)) == [Attack(0)]


def test_the_bill_of_an_attack_is_a_sum() -> None:
    state = declaring(TOLL)
    attacks = tuple((id, 1, None) for id in (1, 2))
    assert total_costs(state, attacks) == {0: Bill(2, ("creature",) * 2, ("land",) * 2, 2)}
    both = [action for action in legal_actions(state) if isinstance(action, Attack) and len(action.attackers) == 2]
    assert both == []


def test_nothing_is_paid_for_an_attack_without_a_cost() -> None:
    state = declaring("{attack_cost: 1, player: opponents}")
    (free,) = (action for action in legal_actions(state) if action == Attack(0, (1,)))
    assert len(list(legal_actions(state))) == 4
    refused = why_not(state, Attack(0, free.attackers, mana=(4,)))
    assert refused is not None
    assert "costs nothing" in str(refused)


@pytest.mark.parametrize(
    ("wanted", "given", "fits"),
    [
        ((), [], True),
        (("land",), [("land",), ("land",)], False),
        (("land", "creature"), [("creature", "land"), ("land",)], True),
        (("creature", "creature"), [("creature", "land"), ("land",)], False),
        (("land",) * 30 + ("creature",), [("land",)] * 31, False),
    ],
)
def test_each_wanted_type_needs_a_permanent_of_its_own(
    wanted: tuple[str, ...], given: list[tuple[str, ...]], fits: bool
) -> None:
    assert matched(wanted, [(frozenset(types),) for types in given]) is fits


def test_a_game_without_costs_has_no_bill() -> None:
    state, _ = start_game("cr2026", ["Ann", "Bob"])
    assert total_costs(state, ()) == {}
