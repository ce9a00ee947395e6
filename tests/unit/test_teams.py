"""Teams that share their turns, their life and their fate (rules.md B.3, B.7, D.6, D.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playing import Playing, card, unknown

from fsm.edition import edition_ids, load_edition
from fsm.errors import IllegalAction, InputError, SetupError
from fsm.game import (
    Attack,
    Block,
    Cast,
    Choose,
    ChooseDefender,
    ChooseDiscards,
    Concede,
    DeclareAttackers,
    DeclareBlockers,
    DiscardCards,
    Options,
    Pass,
    Pile,
    Player,
    PlayLand,
    Priority,
    State,
    schedule,
    start_game,
)
from fsm.game.state.piles.pile import size
from fsm.game.state.players.who import opponents
from fsm.game.state.tally import spells_cast
from fsm.recording import play_by_play, schedule_lines
from fsm.scenario import judge, parse_scenarios, run_scenario
from fsm.wording import event_sentence

EVERY = pytest.mark.parametrize("edition", edition_ids())
PAIRS = ((0, 1), (2, 3))
THREE = ((0, 1), (2, 3), (4, 5))
BEAR = card("Bear", type="creature", power=2, toughness=2)
FOREST = card("Forest", type="land")


def pairs(edition: str = "cr2026", **more: Any) -> Playing:
    """Ann and Bob against Cat and Dan."""
    return Playing(edition, players=4, options=Options(PAIRS), **more)


def three(edition: str = "cr2026", **more: Any) -> Playing:
    """Three teams of two."""
    return Playing(edition, players=6, options=Options(THREE), **more)


def decision(game: Playing) -> Any:
    """What is asked now."""
    return game.state.decision


def asked(kind: type) -> Callable[[State], bool]:
    return lambda state: type(state.decision) is kind


def test_who_belongs_together() -> None:
    state = three().state
    assert [state.team(seat) for seat in (0, 1, 5)] == [(0, 1), (0, 1), (4, 5)]
    assert [state.is_active(seat) for seat in (0, 1, 2, None)] == [True, True, False, False]
    assert opponents(state) == (2, 3, 4, 5)
    assert opponents(three(first=4).state) == (0, 1, 2, 3)
    alone = Playing(players=3).state
    assert alone.team(2) == (2,)
    assert opponents(alone) == (1, 2)
    assert not alone.is_active(1)


@EVERY
def test_teams_sit_in_the_order_in_which_they_are_named(edition: str) -> None:
    """The first player of each is the primary one; who goes first says which team does."""
    game = Playing(edition, players=4, options=Options(((3, 0), (1, 2))), first=2)
    game.until(lambda state: state.turn == 3)
    assert game.turns() == ["Bob", "Dan", "Bob"]
    assert game.state.apnap() == (1, 2, 3, 0)
    assert event_sentence(game.events[0]) == "The game begins; Bob and Cat take the first turn"


@pytest.mark.parametrize(
    ("edition", "teams", "life"),
    [
        ("cr2006", PAIRS, [40, 40, 40, 40]),
        ("cr2006", ((0, 1, 2), (3,)), [60, 60, 60, 20]),
        ("cr2008", PAIRS, [30, 30, 30, 30]),
        ("cr2011", ((0, 1, 2), (3,)), [45, 45, 45, 20]),
        ("cr2026", PAIRS, [30, 30, 30, 30]),
        ("cr2026", ((0,), (1,), (2,), (3,)), [20, 20, 20, 20]),
    ],
)
def test_the_life_that_teams_begin_with(edition: str, teams: tuple[tuple[int, ...], ...], life: list[int]) -> None:
    """606.4a and 606.10, later 810.4 and 810.11; a player alone begins as ever."""
    state, _ = start_game(edition, ["Ann", "Bob", "Cat", "Dan"], options=Options(teams))
    assert [player.life for player in state.players] == life


@pytest.mark.parametrize("teams", [((0, 1), (2,)), ((0, 1, 2, 3),), ((0, 1), (1, 2, 3)), ((0, 1, 2, 3), ())])
def test_each_player_is_in_one_of_two_or_more_teams(teams: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(SetupError, match="two or more are needed, with each of the seats in one of them"):
        start_game("cr2026", ["Ann", "Bob", "Cat", "Dan"], options=Options(teams))


def test_a_team_has_one_life_total() -> None:
    with pytest.raises(SetupError, match="share one life total; found 7 and 20"):
        pairs(setups=[unknown(), unknown(life=7), unknown(), unknown()])


def test_a_scenario_says_the_life_of_a_team_once() -> None:
    text = "{teams: [[Ann, Bob], [Cat, Dan]], players: {Ann: , Bob: {life: 9}, Cat: , Dan: }, until: T1}"
    (scenario,) = parse_scenarios(text, "f")
    assert [p.life for p in run_scenario(scenario).final.players] == [9, 9, 30, 30]
    twice = text.replace("Ann: ,", "Ann: {life: 8},", 1)
    with pytest.raises(InputError, match=r"f:1:\d+: found 8 of Ann and 9 of Bob; a team has one life total"):
        parse_scenarios(twice, "f")


@EVERY
def test_a_team_is_asked_as_long_as_one_of_it_acts(edition: str) -> None:
    """606.6, later 805.5b."""
    game = pairs(edition)
    game.do(Pass(0))
    game.cast(1, {"life": 1})
    assert decision(game) == Priority(0)
    game.do(Pass(0), Pass(1), Pass(2))
    game.cast(3, {"life": 1})
    assert decision(game) == Priority(2)
    game.do(Pass(2), Pass(3), Pass(0))
    assert not game.of_kind("stack.resolve")
    game.do(Pass(1))
    assert len(game.of_kind("stack.resolve")) == 1
    assert decision(game) == Priority(0)


@EVERY
def test_a_land_each_and_no_second_one(edition: str) -> None:
    game = pairs(edition)
    game.to("T1.precombat_main")
    game.do(PlayLand(0, FOREST), Pass(0), PlayLand(1, FOREST))
    assert [player.lands_played for player in game.state.players] == [1, 1, 0, 0]
    with pytest.raises(IllegalAction, match="has played a land this turn"):
        game.do(Pass(0), PlayLand(1, FOREST))
    with pytest.raises(IllegalAction, match="during your own main phase"):
        game.do(Pass(1), PlayLand(2, FOREST))


@EVERY
def test_who_controls_one_player_decides_for_his_team(edition: str) -> None:
    """606.6g, later 805.8."""
    game = three(edition)
    game.happen(0, {"control_turn": "Dan"})
    game.until(lambda state: state.turn == 2)
    while game.state.turn == 2:
        who = decision(game).player
        assert game.state.decider == (0 if who in (2, 3) else who)
        game.do(Pass(who) if game.state.priority is not None else Choose(who, 0))
    assert game.state.decider == 4
    (begun,) = game.of_kind("control.begin")
    assert event_sentence(begun) == "Ann controls this turn of Cat and Dan, by Test"


@EVERY
def test_an_extra_turn_keeps_the_player_who_was_given_it(edition: str) -> None:
    """Its riders are his: here he, not the primary player, draws."""
    game = pairs(edition)
    game.to("T1.precombat_main")
    game.do(Pass(0))
    game.happen(1, {"extra_turn": {"player": "you", "riders": [{"draw": 3}]}})
    assert [turn.player for turn in game.state.rotation.pending] == [1]
    (added,) = game.of_kind("turn.insert")
    assert event_sentence(added) == "+ Ann and Bob will take an extra turn after this one, by Test"
    game.to("T2.beginning.upkeep")
    assert game.state.active == 0
    assert [e.player for e in game.of_kind("card.draw") if e.state.turn == 2] == [1, 1, 1]


@EVERY
@pytest.mark.parametrize("what", ["extra_turn", "skip"])
def test_one_effect_on_both_counts_once_if_the_edition_says_so(edition: str, what: str) -> None:
    """805.8; cr2006 has no such clause."""
    effect = {"extra_turn": "each"} if what == "extra_turn" else {"skip": {"what": "draw", "player": "each"}}
    game = three(edition)
    game.happen(0, effect)
    each = game.of_kind({"extra_turn": "turn.insert", "skip": "skip.create"}[what])
    once = edition != "cr2006"
    assert [e.player for e in each] == ([0, 2, 4] if once else [0, 1, 2, 3, 4, 5])


def test_two_effects_on_both_count_twice() -> None:
    game = pairs()
    game.happen(0, {"skip": {"what": "draw", "player": "Cat"}}, {"skip": {"what": "draw", "player": "Dan"}})
    game.until(lambda state: state.turn == 6)
    assert [e.state.turn for e in game.of_kind("step.skip") if e.get("by")] == [2, 4]


@EVERY
def test_a_step_that_a_teammate_gets_is_added_to_the_team_s_turn(edition: str) -> None:
    game = pairs(edition)
    game.do(Pass(0))
    game.happen(1, {"extra_steps": {"step": "upkeep", "player": "you"}})
    assert len(game.of_kind("step.insert")) == 1
    game.do(Pass(0), Pass(1))
    game.happen(2, {"extra_steps": {"step": "upkeep", "player": "you"}})
    in_any_turn = load_edition(edition).choices["steps_you_get"] != load_edition("cr2026").choices["steps_you_get"]
    assert len(game.of_kind("step.insert")) == 1 + in_any_turn


@EVERY
def test_opponents_are_the_players_of_other_teams(edition: str) -> None:
    game = three(edition)
    game.happen(0, {"life": {"amount": -1, "player": "opponents"}})
    assert [e.player for e in game.of_kind("life.change")] == [2, 3, 4, 5]
    life = game.state.players[0].life
    assert [player.life for player in game.state.players] == [life, life, *[life - 2] * 4]


@EVERY
def test_until_your_next_turn_is_until_the_team_s_next_turn(edition: str) -> None:
    game = pairs(edition)
    game.do(Pass(0))
    game.happen(1, {"lasting": {"name": "mark", "until": "your_next_turn"}})
    game.happen(0, {"delayed": {"at": "upkeep", "whose": "you", "do": [{"life": 1}]}})
    game.to("T2.ending.end")
    assert [e.name for e in game.state.lasting] == ["mark"]
    game.to("T3.beginning.upkeep")
    assert game.state.lasting == ()
    assert [o.name for o in game.state.stack] == ["Test"]


def test_the_delayed_trigger_of_a_teammate_waits_for_the_team_s_step() -> None:
    game = pairs()
    game.do(Pass(0), Pass(1), Pass(2))
    game.happen(3, {"delayed": {"at": "end", "whose": "you", "do": [{"life": 1}]}})
    game.to("T2.ending.end")
    assert [e.state.turn for e in game.of_kind("trigger")] == [2]


def test_day_and_night_look_at_what_one_player_of_the_team_cast() -> None:
    """502.2a: two spells of two players make no day, and no spell of either makes it night."""
    game = pairs()
    game.happen(0, {"daytime": "night"})
    game.happen(0)
    game.do(Pass(0))
    game.happen(1)
    assert spells_cast(game.state) == 2
    game.to("T2.beginning.upkeep")
    assert game.state.designations.daytime == "day"
    game.happen(2)
    game.to("T3.beginning.upkeep")
    assert game.state.designations.daytime == "day"
    game.to("T4.beginning.upkeep")
    assert game.state.designations.daytime == "night"
    game.happen(2)
    game.do(Pass(2))
    game.happen(3)
    game.to("T5.beginning.upkeep")
    assert game.state.designations.daytime == "night"


def test_sagas_schemes_and_titles_of_each_player() -> None:
    tale = card("Tale", type="enchantment", chapters=[[], [], []])
    game = pairs(battlefield=[(0, tale), (1, tale), (2, tale)])
    game.happen(0, {"initiative": "Bob"})
    game.to("T1.combat.beginning_of_combat")
    assert [p.lore for p in game.state.battlefield] == [1, 1, 0]
    game.to("T3.beginning.upkeep")
    assert [(e.player, e.state.turn) for e in game.of_kind("player.venture")] == [(1, 1)]
    assert [o.name for o in game.state.stack] == ["the initiative"]


def test_each_player_with_a_scheme_deck_sets_one_in_motion() -> None:
    text = """
teams: [[Ann, Bob], [Cat, Dan]]
players: {Ann: {schemes: [Plan]}, Bob: {schemes: [Plot]}, Cat: , Dan: }
cards: [{name: Plan, type: scheme, effects: []}, {name: Plot, type: scheme, effects: []}]
until: T1.precombat_main
"""
    (scenario,) = parse_scenarios(text, "f")
    moved = [f.event for f in run_scenario(scenario) if f.event.kind == "scheme.motion"]
    assert [(e.player, e.get("name")) for e in moved] == [(0, "Plan"), (1, "Plot")]


@EVERY
def test_reversing_the_order_turns_the_teams_round_and_not_their_players(edition: str) -> None:
    game = three(edition)
    game.happen(0, "reverse_turn_order")
    assert game.state.apnap() == (0, 1, 4, 5, 2, 3)
    game.until(lambda state: state.turn == 4)
    assert game.turns() == ["Ann", "Eve", "Cat", "Ann"]


@EVERY
def test_a_team_that_concedes_leaves_with_all_it_has(edition: str) -> None:
    game = three(edition, battlefield=[(2, BEAR), (3, BEAR), (4, BEAR)])
    game.happen(0, {"extra_turn": "each"}, {"skip": {"what": "turn", "player": "Dan"}}, {"control_turn": "Cat"})
    game.do(Pass(0), Pass(1))
    game.cast(2, {"life": 1})
    game.do(Concede(3))
    state = game.state
    assert state.rotation.seats == (0, 1, 4, 5)
    assert [p.controller for p in state.battlefield] == [4]
    assert (state.stack, state.skips, state.ahead.controls) == ((), (), ())
    assert {turn.player for turn in state.rotation.pending} <= {0, 1, 4, 5}
    assert state.decision == Priority(4)
    assert state.outcome is None
    assert [e.player for e in game.of_kind("player.lose")] == [3, 2]


@EVERY
def test_titles_skip_a_teammate_who_leaves_at_the_same_time(edition: str) -> None:
    game = three(edition)
    game.happen(0, {"monarch": "Cat"})
    held = bool(game.of_kind("title.take"))
    game.do(Concede(2))
    assert [e.player for e in game.of_kind("title.take")] == ([2, 0] if held else [])


@EVERY
def test_both_teams_out_of_life_at_once_draw(edition: str) -> None:
    game = pairs(edition)
    game.cast(0, {"damage": {"amount": 25, "player": "each"}})
    game.until(lambda state: state.outcome is not None)
    assert game.state.outcome is not None
    assert game.state.outcome.winner is None
    assert sorted(e.player or 0 for e in game.of_kind("player.lose")) == [0, 1, 2, 3]


@EVERY
def test_of_three_teams_one_is_attacked_and_blocks_together(edition: str) -> None:
    game = three(edition, battlefield=[(1, BEAR), (3, BEAR), (4, BEAR), (5, BEAR)])
    game.until(asked(ChooseDefender))
    assert decision(game) == ChooseDefender(0, (2, 4))
    game.do(Choose(0, 1))
    assert event_sentence(game.of_kind("combat.defender")[0]) == "Eve and Fay are the defending team"
    game.until(asked(DeclareAttackers))
    assert decision(game) == DeclareAttackers(0, (1,), (4, 5))
    game.do(Attack(0, (1,), (5,)))
    assert event_sentence(game.of_kind("combat.attack")[0]) == "Ann and Bob attack Fay with Bear"
    game.until(asked(DeclareBlockers))
    assert decision(game) == DeclareBlockers(4, (3, 4), (1,))
    game.do(Block(4, ((4, 1),)))
    game.to("T1.postcombat_main")
    assert [p.controller for p in game.state.battlefield] == [3, 4]


def test_a_creature_that_a_teammate_puts_in_attacks_an_opponent() -> None:
    game = pairs(battlefield=[(0, BEAR)])
    game.until(asked(DeclareAttackers))
    game.do(Attack(0, (1,)), Pass(0))
    game.happen(1, {"token": {"name": "Goblin", "attacking": True}})
    combat = game.state.combat
    assert combat is not None
    assert [a.defender for a in combat.attackers] == [2, 2]
    alone = pairs()
    alone.to("T1.combat.beginning_of_combat")
    alone.happen(0, {"token": {"name": "Goblin", "attacking": True}})
    assert alone.state.combat is not None
    assert [a.defender for a in alone.state.combat.attackers] == [2]


@EVERY
def test_in_an_extra_draw_step_of_the_first_turn_all_draw(edition: str) -> None:
    """Only the regular one is special, as it is only the regular one that is skipped later."""
    game = pairs(edition)
    game.happen(0, {"extra_phases": ["beginning"]})
    game.to("T1.beginning#2.draw")
    drawn = [e.player for e in game.of_kind("card.draw")]
    assert drawn == ([1, 0, 1] if edition == "cr2006" else [0, 1])


@EVERY
def test_the_second_of_a_large_team_draws_first(edition: str) -> None:
    game = Playing(edition, players=4, options=Options(((0, 1, 2), (3,))))
    game.to("T1.precombat_main")
    assert [e.player for e in game.of_kind("card.draw")] == ([1] if edition == "cr2006" else [])


def test_the_schedule_tells_the_turns_of_teams() -> None:
    game = three()
    game.to("T1.ending.end")
    game.do(Pass(0))
    game.happen(1, {"extra_turn": "you"}, {"skip": {"what": "turn", "player": "Fay"}})
    turns = [(c.address, c.player, c.removed_by) for c in schedule(game.state) if c.level == "turn"]
    assert turns == [("extra turn 1", 0, ""), ("turn", 2, ""), ("turn", 4, "Test"), ("turn", 0, "")]
    told = [line.strip() for line in schedule_lines(game.state)]
    assert "+ extra turn 1 of Ann and Bob, put there by Test" in told
    assert "- turn of Eve and Fay, will be skipped: Test" in told


def test_the_play_by_play_tells_of_teams() -> None:
    text = """
teams: [[Ann, Bob], [Cat, Dan]]
players: [Ann, Bob, Cat, Dan]
script: [{at: T2.upkeep, Cat: concede}]
expect: {winner: Bob, turns: [Ann, Cat]}
"""
    (scenario,) = parse_scenarios(text, "f")
    lines = list(play_by_play(run_scenario(scenario)))
    assert any(line.startswith("Turn 2 · Cat and Dan ") for line in lines)
    assert any("The game ends: Ann and Bob win" in line for line in lines)
    assert lines[-1] == "Ann and Bob win: the last team in the game (104.2a, 104.2c)."


@pytest.mark.parametrize("winner", ["Cat", "nobody"])
def test_who_lost_did_not_win(winner: str) -> None:
    text = "{teams: [[Ann, Bob], [Cat, Dan]], players: [Ann, Bob, Cat, Dan], script: [{at: T1.upkeep, Dan: concede}], "
    (scenario,) = parse_scenarios(f"{text} expect: {{winner: {winner}}}}}", "f")
    (failure,) = judge(scenario, run_scenario(scenario))
    assert failure.found == "Ann"


def test_a_spell_that_names_the_active_player_means_the_primary_one() -> None:
    """805.9 lets its controller choose; here it is the first."""
    game = pairs()
    game.to("T2.beginning.upkeep")
    game.happen(2, {"draw": {"player": "active"}})
    assert [e.player for e in game.of_kind("card.draw")] == [2]


def test_an_unknown_hand_may_hold_anything_for_either() -> None:
    game = pairs()
    game.to("T1.precombat_main")
    game.do(Pass(0), Cast(1, card("Slow", type="sorcery", effects=[{"life": 1}])))
    assert [o.controller for o in game.state.stack] == [1]


@EVERY
def test_only_the_extra_turn_of_a_team_is_called_extra(edition: str) -> None:
    game = pairs(edition)
    game.happen(0, {"extra_turn": {"player": "you"}})
    game.until(lambda state: state.turn == 3)
    begun = game.of_kind("turn.begin")
    extra = set(game.state.edition.cite("extra_turn"))
    assert [extra <= set(event.rules) for event in begun] == [False, True, False]


def test_each_ability_of_rad_counters_is_an_object_of_its_own() -> None:
    game = pairs()
    for name in ("Ann", "Bob"):
        game.happen(0, {"player_counters": {"kind": "rad", "player": name, "amount": 1}})
    game.to("T1.precombat_main")
    rads = [one for one in game.state.stack if one.name == "rad counters"]
    assert len({one.id for one in rads}) == 2
    assert all(one.id <= game.state.serial for one in rads)


@EVERY
def test_a_team_discards_at_the_same_time(edition: str) -> None:
    """Nothing has been discarded while the second player still chooses (103.4, later 101.4)."""
    many = Player(hand=Pile.of(("Opt", 5), ("Shock", 6)), library=Pile.of(("Forest", 60)))
    game = pairs(edition, setups=[many, many, Player(), Player()])
    game.until(asked(ChooseDiscards))
    first, count = decision(game).player, decision(game).count
    game.do(DiscardCards(first, ("Opt",) * count))
    assert type(decision(game)) is ChooseDiscards
    assert {first, decision(game).player} == {0, 1}
    assert [size(player.graveyard) for player in game.state.players[:2]] == [0, 0]
    game.do(DiscardCards(decision(game).player, ("Shock",) * decision(game).count))
    assert all(size(player.hand) == player.hand_size for player in game.state.players[:2])
