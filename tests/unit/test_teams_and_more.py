"""Teams that share their turns, where they meet the other options, effects and decisions of a game."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playing import Playing, card

from fsm.edition import edition_ids
from fsm.errors import IllegalAction
from fsm.game import (
    Activate,
    Attack,
    Block,
    ChooseUntap,
    Concede,
    DeclareAttackers,
    DeclareBlockers,
    KeepTapped,
    Options,
    Pass,
    Priority,
    State,
    legal_actions,
    schedule,
)
from fsm.game.combat.requirements import least_attack
from fsm.wording import event_sentence

EVERY = pytest.mark.parametrize("edition", edition_ids())
RESTARTS = pytest.mark.parametrize("edition", ["cr2011", "cr2026"])
PAIRS = ((0, 1), (2, 3))
THREE = ((0, 1), (2, 3), (4, 5))
BEAR = card("Bear", type="creature", power=2, toughness=2)
PRISON = card("Prison", type="enchantment", static=[{"attack_cost": 2}])
LAND = card("Land", type="land", abilities=[{"do": [{"mana": 2}], "tap": True, "mana_ability": True}])


def of_six(edition: str, attack: Literal["one", "multiple"] = "multiple", **more: Any) -> Playing:
    """Three teams of two; everybody has a Bear, numbered from 1."""
    bears = [(seat, BEAR) for seat in range(6)]
    return Playing(edition, players=6, battlefield=bears, options=Options(THREE, attack), **more)


def asked(kind: type) -> Any:
    return lambda state: type(state.decision) is kind


def decision(game: Playing) -> Any:
    """What is asked now."""
    return game.state.decision


def attackers(state: State) -> list[tuple[int, int]]:
    """Who attacks whom."""
    return [] if state.combat is None else [(a.id, a.defender) for a in state.combat.attackers]


@EVERY
def test_all_players_of_all_other_teams_may_be_attacked(edition: str) -> None:
    """602 and 802, with 606.7, 810.7 and 805.10: one attack of the team, one block of each attacked team."""
    game = of_six(edition)
    game.until(asked(DeclareAttackers))
    assert decision(game) == DeclareAttackers(0, (1, 2), (2, 3, 4, 5))
    game.do(Attack(0, (1, 2), (3, 4)))
    assert event_sentence(game.of_kind("combat.attack")[0]) == "Ann and Bob attack Dan with Bear and Eve with Bear"
    game.until(asked(DeclareBlockers))
    assert decision(game) == DeclareBlockers(2, (3, 4), (1,))
    with pytest.raises(IllegalAction):
        game.do(Block(2, ((3, 2),)))
    game.do(Block(2, ((3, 1),)))
    assert decision(game) == DeclareBlockers(4, (5, 6), (2,))
    game.do(Block(4))
    assert event_sentence(game.of_kind("combat.block")[1]) == "No creature of Eve and Fay blocks"
    assert decision(game) == Priority(0)


@EVERY
def test_without_the_option_one_team_is_attacked_and_whom_is_said(edition: str) -> None:
    game = of_six(edition, "one")
    game.until(asked(DeclareAttackers))
    assert decision(game) == DeclareAttackers(0, (1, 2), (2, 3))
    with pytest.raises(IllegalAction):
        game.do(Attack(0, (1,), (4,)))
    game.do(Attack(0, (1, 2), (3, 2)))
    assert game.state.combat is not None
    assert game.state.combat.defender == 2
    game.until(asked(DeclareBlockers))
    assert decision(game) == DeclareBlockers(2, (3, 4), (1, 2))


@EVERY
@pytest.mark.parametrize("leaver", [2, 3])
def test_a_team_that_leaves_is_not_asked_to_block(edition: str, leaver: int) -> None:
    game = of_six(edition)
    game.until(asked(DeclareAttackers))
    game.do(Attack(0, (1, 2), (3, 4)))
    game.until(asked(DeclareBlockers))
    game.do(Concede(leaver))
    assert game.state.rotation.seats == (0, 1, 4, 5)
    assert decision(game) == DeclareBlockers(4, (5, 6), (2,))
    assert attackers(game.state) == [(1, 3), (2, 4)]
    game.to("T1.postcombat_main")
    assert [p.life for p in game.state.players[4:]] == [game.state.players[0].life - 2] * 2


@EVERY
@pytest.mark.parametrize("leaver", [4, 5])
def test_the_team_that_is_asked_to_block_is_asked_again_when_another_leaves(edition: str, leaver: int) -> None:
    game = of_six(edition)
    game.until(asked(DeclareAttackers))
    game.do(Attack(0, (1, 2), (3, 4)))
    game.until(asked(DeclareBlockers))
    game.do(Concede(leaver))
    assert decision(game) == DeclareBlockers(2, (3, 4), (1,))
    game.do(Block(2, ((4, 1),)))
    assert decision(game) == Priority(0)


@EVERY
def test_all_passes_of_a_team_that_leaves_are_gone(edition: str) -> None:
    game = of_six(edition)
    game.until(lambda state: state.decision == Priority(4))
    assert game.state.passes == 4
    game.do(Concede(1))
    assert (decision(game), game.state.passes) == (Priority(4), 2)


@EVERY
def test_each_pays_for_what_he_attacks_with(edition: str) -> None:
    board = [(0, BEAR), (1, BEAR), (1, LAND), (1, LAND), (2, PRISON), (3, PRISON)]
    game = Playing(edition, players=4, battlefield=board, options=Options(PAIRS))
    game.until(asked(DeclareAttackers))
    cost = 2 if edition == "cr2026" else 4
    with pytest.raises(IllegalAction, match=f"costs {cost} mana, and Ann has 0"):
        game.do(Attack(0, (1,), (3,), (3, 4)))
    offered = [a for a in legal_actions(game.state) if isinstance(a, Attack)]
    assert {a.attackers for a in offered} == {(), (2,)}
    lands = (3,) if edition == "cr2026" else (3, 4)
    assert Attack(0, (2,), (3,), lands) in offered
    game.do(Attack(0, (2,), (3,), lands))
    assert [e.player for e in game.of_kind("mana.pay")] == [1]


def test_what_must_attack_attacks_whom_it_may_for_nothing() -> None:
    must = card("Must", type="creature", power=2, toughness=2, keywords=["attacks each turn if able"])
    for edition, attack in (("cr2011", ()), ("cr2026", (1,))):
        board = [(1, must), (2, PRISON)]
        game = Playing(edition, players=4, battlefield=board, options=Options(PAIRS))
        game.until(asked(DeclareAttackers))
        assert least_attack(game.state, decision(game)) == Attack(0, attack, (3,) * len(attack))


@EVERY
def test_one_answer_says_what_of_the_team_stays_tapped(edition: str) -> None:
    ability = {"tap": True, "do": [{"life": 1}]}
    lazy = card("Lazy", type="artifact", static=[{"may_stay_tapped": True}], abilities=[ability])
    game = Playing(edition, players=4, battlefield=[(0, lazy), (1, lazy), (2, lazy)], options=Options(PAIRS))
    game.do(Activate(0, 1), Pass(0), Activate(1, 2))
    game.until(lambda state: state.decision == Priority(2))
    game.do(Activate(2, 3))
    game.until(asked(ChooseUntap))
    assert (game.state.turn, decision(game)) == (2, ChooseUntap(2, (3,)))
    game.do(KeepTapped(2))
    game.until(asked(ChooseUntap))
    assert decision(game) == ChooseUntap(0, (1, 2))
    game.do(KeepTapped(0, (2,)))
    assert [p.tapped for p in game.state.permanents()] == [False, True, False]
    assert [e.player for e in game.of_kind("permanent.stay")] == [1]


@EVERY
def test_that_player_is_meant_in_what_he_may_do_too(edition: str) -> None:
    """805.4d: once for each player of the team, and each is asked about himself."""
    may = {"may": {"player": "active", "do": [{"draw": {"player": "active"}}]}}
    clock = card("Clock", type="artifact", triggers=[{"when": "upkeep", "whose": "each", "do": [may]}])
    game = Playing(edition, players=4, battlefield=[(0, clock)], options=Options(PAIRS))
    game.to("T1.beginning.upkeep")
    effects = [ability.effects[0] for ability in game.state.stack]
    assert [(e.player, e.do[0].player) for e in effects] == [("Ann", "Ann"), ("Bob", "Bob")]  # type: ignore[attr-defined]


@EVERY
def test_a_teammate_s_untapping_is_not_one_s_own(edition: str) -> None:
    orb = card("Orb", type="artifact", triggers=[{"when": "a permanent untaps", "whose": "you", "do": [{"life": 1}]}])
    foe = card(
        "Foe", type="artifact", triggers=[{"when": "a permanent untaps", "whose": "opponents", "do": [{"life": 1}]}]
    )
    game = Playing(edition, players=4, battlefield=[(0, orb), (0, foe), (1, BEAR)], options=Options(PAIRS))
    game.happen(0, {"tap": "Bear"})
    game.happen(0, {"untap": "Bear"})
    assert game.of_kind("trigger") == []


@EVERY
def test_until_the_end_of_the_next_turn_of_the_team(edition: str) -> None:
    game = Playing(edition, players=4, options=Options(PAIRS))
    game.do(Pass(0))
    game.happen(1, {"lasting": {"name": "mark", "until": "end_of_your_next_turn"}})
    game.to("T3.ending.end")
    assert [e.name for e in game.state.lasting] == ["mark"]
    game.to("T4.beginning.upkeep")
    assert game.state.lasting == ()


@RESTARTS
def test_a_restarted_game_has_the_same_teams_and_their_life(edition: str) -> None:
    teams = ((2, 0), (3, 1), (4,))
    game = Playing(edition, players=5, options=Options(teams), first=2)
    game.do(Concede(3))
    game.happen(2, "reverse_turn_order", {"life": -8})
    game.to("T2.precombat_main")
    assert game.state.active == 4
    game.happen(4, "restart_game")
    assert game.state.rotation.primaries == (2, 4)
    assert game.state.rotation.seats == (2, 0, 4)
    assert game.state.rotation.reversed_by == ""
    assert [player.life for player in game.state.players if not player.left] == [30, 30, 20]
    game.to("T5.beginning.upkeep")
    assert game.turns() == ["Cat", "Eve", "Eve", "Cat", "Eve"]


@RESTARTS
def test_the_team_that_restarts_the_game_goes_first(edition: str) -> None:
    game = Playing(edition, players=4, options=Options(PAIRS))
    game.until(lambda state: state.decision == Priority(3))
    game.happen(3, "restart_game")
    (restart,) = game.of_kind("game.restart")
    assert event_sentence(restart) == "The game is restarted, by Test; Cat and Dan take the first turn"
    assert (game.state.active, game.state.turn) == (2, 2)
    assert [e.node for e in game.of_kind("step.skip") if e.state.turn == 2] == ["beginning/draw"]


def test_the_order_of_teams_is_mirrored_and_restored() -> None:
    """Whatever the seats are: teams need not sit in the order in which players are named."""
    game = Playing(players=6, options=Options(((4, 5), (0, 1), (2, 3))), first=4)
    game.happen(4, "reverse_turn_order", name="Turn")
    assert game.state.rotation.reversed_by == "Turn"
    assert game.state.rotation.due == 2
    game.happen(4, "reverse_turn_order", name="Turn")
    assert game.state.rotation.reversed_by == ""
    assert game.state.rotation.due == 0


@EVERY
def test_the_schedule_tells_who_will_control_a_team(edition: str) -> None:
    """Control of one is control of all: of two who would control the team the last counts (606.6g, 805.8)."""
    game = Playing(edition, players=4, options=Options(PAIRS))
    game.cast(0, {"control_turn": "target"}, name="First", target=2, targets="player")
    game.resolve()
    game.do(Pass(0))
    game.cast(1, {"control_turn": "target"}, name="Last", target=3, targets="player")
    game.resolve()
    coming = next(c for c in schedule(game.state) if c.level == "turn" and c.player == 2)
    assert (coming.controller, coming.controlled_by) == (1, "Last")
    game.to("T2.beginning.upkeep")
    assert [(e.get("controller"), e.get("by")) for e in game.of_kind("control.begin")] == [("Bob", "Last")]
