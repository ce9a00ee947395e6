"""Paying for what a player does: choices on the way, and what is taken back."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Playing, card, spell

from fsm.edition import edition_ids
from fsm.errors import IllegalAction, InputError
from fsm.exploring.digests import Digests
from fsm.game import (
    Activate,
    Attack,
    Card,
    Cast,
    Choose,
    ChooseDiscards,
    ChooseOption,
    Concede,
    DeclareAttackers,
    Player,
    Priority,
    legal_actions,
    pile_of,
    view,
)
from fsm.game.decisions.costs.purchases import Paying
from fsm.scenario import parse_scenarios, run_scenario

EVERY = pytest.mark.parametrize("edition", edition_ids())
BEAR = card("Bear", type="creature", power=2, toughness=2)
FOREST = card("Forest", type="land", abilities=[{"tap": True, "mana_ability": True, "do": [{"mana": 1}]}])
PRISON = card("Prison", type="enchantment", static=[{"attack_cost": 2}])
DEAR = spell({"life": 4}, name="Dear", cost=2)


def well(player: str = "you", **data: Any) -> Card:
    """A permanent whose mana ability asks a player whether it adds one mana or two."""
    options = {"one": [{"mana": 1}], "two": [{"mana": 2}]}
    ability = {
        "tap": True,
        "mana_ability": True,
        "do": [{"choose_one": {"options": options, "player": player}}],
        **data,
    }
    return card("Well", type="artifact", abilities=[ability])


def attacking(edition: str, *board: tuple[int, Card], players: int = 2) -> Playing:
    game = Playing(edition, players, board)
    game.until(lambda state: isinstance(state.decision, DeclareAttackers))
    return game


@EVERY
def test_a_spell_waits_for_what_its_mana_ability_asks(edition: str) -> None:
    game = Playing(edition, battlefield=[(0, well())])
    asked = game.do(Cast(0, DEAR, mana=(1,)))
    assert isinstance(asked.decision, ChooseOption)
    assert [thing.name for thing in asked.stack] == ["Dear"]
    done = game.do(Choose(0, 1))
    assert (done.decision, done.players[0].mana) == (Priority(0), 0)
    assert game.kinds()[-4:] == ["choice", "mana.add", "mana.pay", "priority.get"]
    game.resolve()
    assert game.state.players[0].life == 24


@EVERY
def test_what_is_not_paid_for_is_taken_back(edition: str) -> None:
    game = Playing(edition, battlefield=[(0, well())])
    before = game.state
    game.do(Cast(0, DEAR, mana=(1,)), Choose(0, 0))
    assert game.state == before
    (undone,) = game.of_kind("action.undone")
    assert undone.get("why") == "Dear costs 2 and Ann has 1 mana"
    assert undone.rules == before.edition.cite("illegal_action") != ()


ATTACK = """
players:
  Ann: {battlefield: [Bear, Well]}
  Bob: {battlefield: [Toll]}
cards:
  - {name: Bear, type: creature, power: 2, toughness: 2}
  - {name: Toll, type: enchantment, static: [{attack_cost: 2}]}
  - name: Well
    type: artifact
    abilities:
      - tap: true
        mana_ability: true
        do: [{choose_one: {player: WHO, options: {one: [{mana: 1}], two: [{mana: 2}]}}}]
script: [{at: T1.declare_attackers, Ann: {attack: [Bear], mana: [Well]}}]
until: T1
"""


def test_who_is_told_nothing_chooses_what_pays_for_it() -> None:
    (scenario,) = parse_scenarios(ATTACK.replace("WHO", "you"))
    run = run_scenario(scenario)
    assert [frame.event.get("option") for frame in run if frame.event.kind == "choice"] == ["two"]
    assert run.final.players[1].life == 18


def test_a_scripted_action_that_is_taken_back_by_default_is_an_error() -> None:
    text = ATTACK.replace("WHO", "opponents")
    (scenario,) = parse_scenarios(text)
    with pytest.raises(InputError, match=r":14:.*taken back: this attack costs 2 mana, and Ann has 1; say"):
        run_scenario(scenario)
    (said,) = parse_scenarios(text.replace("}}]\nuntil", "}, Bob: {choose: one}}]\nuntil"))
    assert run_scenario(said).final.players[1].life == 20


@EVERY
def test_an_action_that_no_choice_can_pay_for_is_refused(edition: str) -> None:
    game = attacking(edition, (0, BEAR), (0, well()), (1, PRISON), (1, PRISON))
    before = game.state
    with pytest.raises(IllegalAction, match="this attack costs 4 mana, and Ann has 1"):
        game.do(Attack(0, (1,), mana=(2,)))
    assert game.state is before
    assert list(legal_actions(before)) == [Attack(0)]


@EVERY
def test_an_attack_that_some_choice_pays_for_is_listed(edition: str) -> None:
    game = attacking(edition, (0, BEAR), (0, well()), (0, FOREST), (1, PRISON))
    assert list(legal_actions(game.state)) == [Attack(0), Attack(0, (1,), mana=(2,)), Attack(0, (1,), mana=(2, 3))]
    game.do(Attack(0, (1,), mana=(2, 3)), Choose(0, 0))
    assert [p.card.name for p in game.state.permanents(0) if p.tapped] == ["Bear", "Well", "Forest"]
    assert game.of_kind("combat.attack")[-1].get("attackers") == ["Bear"]


def test_another_player_may_choose_so_that_too_little_is_there() -> None:
    game = attacking("cr2026", (0, BEAR), (0, well("opponents")), (1, PRISON))
    before = game.state
    game.do(Attack(0, (1,), mana=(2,)))
    assert game.state.decision is not None
    assert game.state.decision.player == 1
    game.do(Choose(1, 0))
    assert game.state == before


def test_who_leaves_meanwhile_does_not_come_back() -> None:
    game = attacking("cr2026", (0, BEAR), (0, well()), (1, PRISON), players=3)
    game.do(next(action for action in legal_actions(game.state) if action != Attack(0)))
    game.do(Concede(2), Choose(0, 0))
    assert game.state.rotation.seats == (0, 1)
    assert isinstance(game.state.decision, DeclareAttackers)
    assert not any(permanent.tapped for permanent in game.state.permanents(0))


def test_who_is_attacked_leaves_while_the_attack_is_paid_for() -> None:
    game = attacking("cr2026", (0, BEAR), (0, well()), (1, PRISON), players=3)
    game.do(next(action for action in legal_actions(game.state) if action != Attack(0)))
    game.do(Concede(1), Choose(0, 1))
    assert [event.get("why") for event in game.of_kind("action.undone")] == ["a player has left"]
    assert game.of_kind("combat.attack")[-1].get("attackers") == []
    assert not any(permanent.tapped for permanent in game.state.permanents(0))


def test_a_mana_ability_with_very_many_choices_is_tried_in_a_moment() -> None:
    """A hand of sixty different cards, of which thirty are discarded as mana is made: nobody tries each set of them."""
    hoard = card("Hoard", type="artifact", abilities=[{"mana_ability": True, "do": [{"discard": 30}, {"mana": 2}]}])
    own = Player(hand=pile_of([f"Card {n}" for n in range(60)]))
    game = Playing(setups=[own, Player()], battlefield=[(0, hoard)])
    game.do(Cast(0, spell({"life": 1}, name="Card 1", cost=2), mana=(1,)))
    assert isinstance(game.state.decision, ChooseDiscards)
    game.do(next(iter(legal_actions(game.state))))
    assert [thing.name for thing in game.state.stack] == ["Card 1"]


def test_the_player_who_pays_may_leave() -> None:
    game = Playing(players=3, battlefield=[(0, well())])
    game.do(Cast(0, DEAR, mana=(1,)), Concede(0))
    assert game.state.stack == ()
    assert game.state.decision == Priority(1)
    assert game.state.standing.playing is None


def test_a_spell_that_leaves_the_stack_meanwhile_is_not_cast() -> None:
    odd = card("Odd", type="artifact", abilities=[{"mana_ability": True, "do": [{"mana": 2}, "counter"]}])
    game = Playing(battlefield=[(0, odd)])
    game.do(Cast(0, DEAR, mana=(1,)))
    assert (game.state.stack, game.state.decision) == ((), Priority(0))


def test_a_mana_ability_that_may_move_play_elsewhere_is_refused() -> None:
    options = {"mana": [{"mana": 2}], "end": ["end_turn"]}
    ender = card(
        "Ender", type="artifact", abilities=[{"mana_ability": True, "do": [{"choose_one": {"options": options}}]}]
    )
    game = Playing(battlefield=[(0, ender)])
    with pytest.raises(IllegalAction, match="Ender would move play elsewhere before this is done"):
        game.do(Cast(0, DEAR, mana=(1,)))


def test_a_state_in_the_middle_of_a_payment_is_a_value_like_others() -> None:
    """It can be hidden, and told from others."""
    game = Playing(battlefield=[(0, well())])
    before = game.state
    state = game.do(Cast(0, DEAR, mana=(1,)))
    assert not any(isinstance(task, Paying) for task in view(state, 1).agenda)
    assert any(isinstance(task, Paying) for task in state.agenda)
    assert Digests().digest(state) == Digests().digest(game.state) != Digests().digest(before)


def test_an_activated_ability_is_paid_for_with_choices() -> None:
    tower = card("Tower", type="land", abilities=[{"mana": 2, "sacrifice": True, "do": [{"life": 2}]}])
    game = Playing(battlefield=[(0, well()), (0, tower)])
    before = game.state
    game.do(Activate(0, 2, mana=(1,)), Choose(0, 0))
    assert game.state == before
    game.do(Activate(0, 2, mana=(1,)), Choose(0, 1))
    assert [thing.name for thing in game.state.stack] == ["Tower"]
    assert game.state.permanent(2) is None
