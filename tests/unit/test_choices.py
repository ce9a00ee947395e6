"""Choices as effects happen, what need not untap, skips that wait or are followed by something, and what lasts."""

from __future__ import annotations

from typing import Any

import pytest
from playing import NAMES, Playing, card, unknown

from fsm.edition import edition_ids
from fsm.errors import IllegalAction
from fsm.game import (
    UNKNOWN,
    Activate,
    Choose,
    ChooseOption,
    ChooseUntap,
    Concede,
    KeepTapped,
    Priority,
    legal_actions,
    schedule,
)
from fsm.shape import ShapeError

EVERY = pytest.mark.parametrize("edition", edition_ids())
BEAR = card("Bear", type="creature", power=2, toughness=2)
WEAPON = card(
    "Weapon",
    type="artifact",
    static=[{"may_stay_tapped": True}],
    abilities=[{"tap": True, "do": [{"pump": {"what": "Bear", "power": 1, "until": "while_tapped"}}]}],
)
EITHER = {"choose_one": {"options": {"life": [{"life": 3}], "card": ["draw"]}}}


def asked(game: Playing, *effects: Any, seat: int = 0) -> ChooseOption:
    """What is asked as an instant with these effects resolves."""
    game.cast(seat, *effects)
    decision = game.until(lambda state: isinstance(state.decision, ChooseOption)).decision
    assert isinstance(decision, ChooseOption)
    return decision


def lives(game: Playing) -> list[int]:
    return [player.life for player in game.state.players]


@EVERY
@pytest.mark.parametrize(("option", "life"), [(0, 20), (1, 25)])
def test_what_may_be_done_is_done_if_wanted(edition: str, option: int, life: int) -> None:
    game = Playing(edition)
    decision = asked(game, {"may": [{"life": 5}]})
    assert (decision.player, decision.by, decision.options) == (0, "Test", ("no", "yes"))
    game.do(Choose(0, option))
    assert lives(game)[0] == life
    assert game.of_kind("choice")[0].rules == game.state.edition.cite("choice") != ()
    assert type(game.state.decision) is Priority


@EVERY
def test_one_of_several_is_chosen(edition: str) -> None:
    for option, (life, hand) in enumerate([(23, 6), (20, 7)]):
        game = Playing(edition)
        assert asked(game, EITHER).options == ("life", "card")
        game.do(Choose(0, option))
        assert (lives(game)[0], sum(n for _, n in game.state.players[0].hand)) == (life, hand)


def test_the_answers_are_listed_and_others_refused() -> None:
    game = Playing()
    asked(game, EITHER)
    assert list(legal_actions(game.state)) == [Choose(0, 0), Choose(0, 1)]
    for wrong in (Choose(0, 2), Choose(0, -1), Choose(1, 0), KeepTapped(0)):
        with pytest.raises(IllegalAction):
            game.do(wrong)


def test_nobody_has_priority_before_all_is_done() -> None:
    game = Playing()
    asked(game, EITHER, {"life": 1}, EITHER)
    game.do(Choose(0, 0))
    assert isinstance(game.state.decision, ChooseOption)
    assert lives(game)[0] == 24
    assert [o.name for o in game.state.stack] == ["Test"]
    game.do(Choose(0, 1))
    assert game.state.stack == ()


@EVERY
def test_players_choose_in_turn_order_and_then_it_happens(edition: str) -> None:
    game = Playing(edition, players=3)
    asked(game, {"may": {"player": "each", "do": [{"life": {"amount": 4, "player": "chooser"}}]}}, seat=0)
    chosen = []
    while isinstance(game.state.decision, ChooseOption):
        assert lives(game) == [20, 20, 20]
        chosen.append(game.state.decision.player)
        game.do(Choose(chosen[-1], chosen[-1] % 2))
    assert chosen == [0, 1, 2]
    assert lives(game) == [20, 24, 20]


def test_a_chooser_is_remembered_by_what_is_delayed() -> None:
    game = Playing()
    later = {"delayed": {"at": "end", "do": [{"life": {"amount": -7, "player": "chooser"}}]}}
    asked(game, {"may": {"player": "opponents", "do": [later]}})
    game.do(Choose(1, 1))
    game.until(lambda state: state.turn == 2)
    assert lives(game) == [20, 13]


@EVERY
def test_what_a_player_who_leaves_was_asked_is_settled(edition: str) -> None:
    """Another opponent chooses for who has left while being asked (600.4d, 800.4e, 800.4g)."""
    chooses = {"life": [{"life": 3}], "more": [{"life": 100}]}
    for effect, life in (
        ({"choose_one": {"player": "opponents", "options": chooses}}, 26),
        ({"may": {"player": "opponents", "do": [{"life": 100}]}}, 20),
    ):
        game = Playing(edition, players=4)
        asked(game, effect)
        game.do(Concede(2), Concede(1))
        assert isinstance(game.state.decision, ChooseOption)
        assert game.state.decision.player == 3
        game.do(Choose(3, 0), Choose(3, 0))
        assert lives(game)[0] == life
        assert [e.player for e in game.of_kind("choice")] == [0, 3, 3]


@EVERY
def test_the_controller_picks_who_chooses_for_a_player_who_has_left(edition: str) -> None:
    game = Playing(edition, players=4)
    asked(game, {"choose_one": {"player": "Bob", "options": {"life": [{"life": 3}], "more": [{"life": 100}]}}})
    game.do(Concede(1))
    assert isinstance(game.state.decision, ChooseOption)
    assert (game.state.decision.player, game.state.decision.options) == (0, (NAMES[2], NAMES[3]))
    game.do(Concede(3), Choose(0, 1))  # who was picked has left meanwhile, so only one is left
    assert (game.state.decision.player, game.state.decision.options) == (2, ("life", "more"))
    game.do(Choose(2, 1))
    assert lives(game)[0] == 120


def test_who_cannot_be_asked_is_not() -> None:
    game = Playing(players=3)
    game.cast(0, {"may": {"player": "Bob", "do": [{"life": 5}]}}, {"life": 1})
    game.do(Concede(1))
    game.resolve()
    assert lives(game)[0] == 21
    assert game.of_kind("choice") == []


def test_a_mana_ability_does_all_that_it_says_at_once() -> None:
    spring = card(
        "Spring", type="artifact", abilities=[{"mana_ability": True, "do": [{"mana": 2}, {"may": [{"life": -1}]}]}]
    )
    game = Playing(battlefield=[(0, spring)])
    game.do(Activate(0, 1))
    assert isinstance(game.state.decision, ChooseOption)
    assert game.state.players[0].mana == 2
    game.do(Choose(0, 1))
    assert (lives(game)[0], game.state.stack, game.state.priority) == (19, (), 0)


def test_ending_the_turn_can_be_chosen_and_the_rest_is_said() -> None:
    game = Playing()
    asked(game, {"may": ["end_turn", {"life": 2}]}, {"life": 1})
    game.do(Choose(0, 1))
    game.until(lambda state: state.turn == 2)
    assert lives(game)[0] == 23
    assert "T1.precombat_main" not in game.begun("phase.begin")


def at_untap(edition: str, *tapped: int) -> Playing:
    """Two Weapons and a Bear of Ann's, tapped in her first turn; she is asked in her second untap step."""
    game = Playing(edition, battlefield=[(0, WEAPON), (0, WEAPON), (0, BEAR)])
    for id in tapped:
        game.do(Activate(0, id))
        game.resolve()
    game.until(lambda state: state.turn == 3)
    return game


@EVERY
def test_what_need_not_untap_is_asked_for_and_the_rest_untaps(edition: str) -> None:
    game = at_untap(edition, 1, 2)
    assert game.state.decision == ChooseUntap(0, (1, 2))
    assert {action.permanents for action in legal_actions(game.state) if isinstance(action, KeepTapped)} == {
        (),
        (1,),
        (2,),
        (1, 2),
    }
    assert [p.tapped for p in game.state.battlefield] == [True, True, False]
    game.do(KeepTapped(0, (2,)))
    assert [p.tapped for p in game.state.battlefield] == [False, True, False]
    assert [e.get("object") for e in game.of_kind("permanent.stay")] == [2]
    assert len(game.state.lasting) == 1


def test_what_stays_tapped_has_to_be_among_it() -> None:
    game = at_untap("cr2026", 1, 2)
    for wrong in (KeepTapped(0, (3,)), KeepTapped(0, (1, 1)), KeepTapped(1, ()), Choose(0, 0)):
        with pytest.raises(IllegalAction):
            game.do(wrong)
    with pytest.raises(IllegalAction, match=r"Bear has to untap \(502\.3\)"):
        game.do(KeepTapped(0, (3,)))


def test_nothing_tapped_nothing_asked() -> None:
    game = at_untap("cr2026")
    assert game.state.address == "T3.beginning.upkeep"


@EVERY
@pytest.mark.parametrize(
    ("at", "ends"),
    [("T1.precombat_main", "T3.ending.cleanup"), ("T2.beginning.upkeep", "T3.ending.cleanup")],
)
def test_until_the_end_of_ones_next_turn(edition: str, at: str, ends: str) -> None:
    game = Playing(edition)
    game.to(at)
    if game.state.priority != 0:
        game.until(lambda state: state.priority == 0)
    game.happen(0, {"lasting": {"name": "mark", "until": "end_of_your_next_turn"}})
    game.until(lambda state: not state.lasting)
    (event,) = game.of_kind("effect.end")
    assert event.state.address == ends
    assert event.rules == event.state.edition.cite("wear_off")


@EVERY
def test_what_lasts_until_a_point_of_a_departed_players_next_turn_ends_when_it_would_have_begun(edition: str) -> None:
    """800.4m; before 2012 nothing ends it, since that turn never begins."""
    game = Playing(edition, players=3)
    untils = ("your_next_turn", "your_next_upkeep", "end_of_your_next_turn")
    game.happen(0, *({"lasting": {"name": until, "until": until}} for until in untils))
    game.do(Concede(0))
    game.until(lambda state: state.turn == 3)
    assert sum(1 for _ in game.state.lasting) == 3
    game.until(lambda state: state.turn == 4)
    assert bool(game.state.lasting) == (edition != "cr2026")


@EVERY
def test_the_schedule_says_what_put_a_phase_there(edition: str) -> None:
    game = Playing(edition)
    game.to("T1.precombat_main")
    game.happen(0, {"extra_phases": {"phases": ["combat"]}}, name="Fury")
    coming = [(c.address, c.by) for c in schedule(game.state) if c.level == "phase"]
    assert coming == [("combat", "Fury"), ("combat#2", ""), ("postcombat_main", ""), ("ending", "")]


@EVERY
def test_a_skip_of_the_next_turn_waits_and_is_over_with_it(edition: str) -> None:
    game = Playing(edition)
    game.happen(0, {"skip": {"what": "draw", "player": "each", "all": True, "next_turn": True}})
    assert all(skip.waits for skip in game.state.skips)
    assert "Test" not in {coming.removed_by for coming in schedule(game.state)}
    game.until(lambda state: state.turn == 6)
    skipped = [e.state.turn for e in game.of_kind("step.skip") if e.get("by") == "Test"]
    assert skipped == [2, 3]
    assert game.state.skips == ()


@EVERY
@pytest.mark.parametrize(
    ("what", "where"),
    [("upkeep", "T3.beginning.draw"), ("combat", "T1.postcombat_main"), ("ending", "T2"), ("turn", "T3")],
)
def test_what_follows_a_skip_comes_first_in_what_begins_next(edition: str, what: str, where: str) -> None:
    game = Playing(edition)
    game.happen(0, {"skip": {"what": what, "then": [{"life": 1}]}})
    game.until(lambda state: state.turn == 4)
    (event,) = game.of_kind("life.change")
    inside = event.state.graph.addresses.get(event.node, "")
    assert f"T{event.state.turn}{'.' if inside else ''}{inside}".startswith(where)
    here = game.events.index(event)
    assert game.events[here - 1].kind in ("step.begin", "phase.begin", "turn.begin")


FAST = card("Fast", type="enchantment", static=[{"skip": "draw", "optional": True, "then": [{"life": 2}]}])


@EVERY
@pytest.mark.parametrize(("option", "life", "draws"), [(0, 22, []), (1, 20, [2])])
def test_a_step_that_need_not_be_skipped(edition: str, option: int, life: int, draws: list[int]) -> None:
    game = Playing(edition, battlefield=[(1, FAST)])
    game.until(lambda state: state.decision is not None and type(state.decision).__name__ == "ChooseSkip")
    assert list(legal_actions(game.state)) == [Choose(1, 0), Choose(1, 1)]
    game.do(Choose(1, option))
    game.to("T2.precombat_main")
    assert lives(game)[1] == life
    assert [e.state.turn for e in game.of_kind("card.draw")] == draws


@EVERY
@pytest.mark.parametrize("leaver", [0, 1])
def test_a_question_about_skips_survives_who_leaves(edition: str, leaver: int) -> None:
    """Bob may skip his draw step, and Ann's Hub would skip it too; either of them leaves while he is asked."""
    hub = card("Hub", type="artifact", static=[{"skip": "draw", "player": "each"}])
    game = Playing(edition, players=3, battlefield=[(0, hub), (1, FAST)])
    game.until(lambda state: state.turn == 2 and type(state.decision).__name__ == "ChooseSkip")
    game.do(Concede(leaver))
    if leaver == 0:
        assert list(legal_actions(game.state)) == [Choose(1, 0), Choose(1, 1)]
        game.do(Choose(1, 1))
    game.until(lambda state: state.turn == 3)
    assert [e.get("by") for e in game.of_kind("step.skip") if e.state.turn == 2] == [None, None]
    assert [e.player for e in game.of_kind("card.draw") if e.state.turn == 2] == ([1] if leaver == 0 else [])


@pytest.mark.parametrize("what", ["turn", "draw"])
def test_an_optional_skip_of_who_leaves_is_not_asked_again(what: str) -> None:
    optional = card("Vault", type="artifact", static=[{"skip": what, "optional": True}])
    game = Playing(players=3, battlefield=[(1, optional)])
    game.until(lambda state: type(state.decision).__name__ == "ChooseSkip")
    game.do(Concede(1))
    game.until(lambda state: state.turn == 3)
    assert game.of_kind("turn.skip") == []


def pools(game: Playing) -> tuple[int, int]:
    """Ann's mana, and how much of it stays."""
    return game.state.players[0].mana, sum(e.mana for e in game.state.lasting)


@EVERY
def test_other_mana_is_spent_before_what_stays(edition: str) -> None:
    game = Playing(edition)
    game.to("T1.precombat_main")
    game.happen(0, {"mana": {"amount": 3, "until": "end_of_turn"}}, {"mana": 2})
    assert pools(game) == (5, 3)
    game.cast(0, {"life": 1}, cost=4)
    assert pools(game) == (1, 1)
    game.resolve()
    game.happen(0, {"mana": 2})
    assert pools(game) == (3, 1)
    game.to("T1.combat.beginning_of_combat")
    assert pools(game) == (1, 1)
    game.until(lambda state: state.turn == 2)
    assert pools(game) == (0, 0)
    burns = edition in ("cr2006", "cr2008")
    assert lives(game)[0] == 21 - (3 if burns else 0)


@EVERY
def test_as_long_as_it_is_there_ends_as_its_source_phases_out(edition: str) -> None:
    flag = card(
        "Flag",
        type="artifact",
        keywords=["phasing"],
        abilities=[{"do": [{"lasting": {"name": "colours", "until": "while_there"}}]}],
    )
    game = Playing(edition, players=2, battlefield=[(0, flag)], first=1)
    game.until(lambda state: state.turn == 4 and state.priority == 0)
    game.do(Activate(0, 1))
    game.resolve()
    assert [e.name for e in game.state.lasting] == ["colours"]
    game.until(lambda state: state.turn == 6)
    assert game.state.lasting == ()
    assert game.of_kind("effect.end")[0].rules == game.state.edition.cite("as_long_as")


@pytest.mark.parametrize("until", ["while_there", "while_tapped"])
def test_what_a_spell_does_has_nothing_to_last_with(until: str) -> None:
    with pytest.raises(ShapeError, match="no permanent is the source of this"):
        card(effects=[{"lasting": {"name": "mark", "until": until}}])


@EVERY
def test_a_players_seat_is_not_taken_for_a_permanent_that_phased_out(edition: str) -> None:
    """502.15e: only what names the permanent forgets it; permanent 1 and the player of seat 1 are two things."""
    ghost = card("Ghost", type="creature", power=1, toughness=1, keywords=["phasing"])
    game = Playing(edition, battlefield=[(0, ghost)])
    late = {"delayed": {"at": "end", "whose": "you", "do": [{"life": {"amount": -4, "player": "target"}}]}}
    game.to("T1.ending.end")
    game.cast(0, late, targets="player", target=1)
    game.resolve()
    game.until(lambda state: state.turn == 4)
    assert lives(game) == [20, 16]


@EVERY
def test_cards_are_milled_as_long_as_there_are_any(edition: str) -> None:
    game = Playing(edition, setups=[unknown(library=3), unknown()])
    game.happen(0, {"mill": 5})
    assert game.state.players[0].library.runs == ()
    assert tuple(game.state.players[0].graveyard) == ((UNKNOWN, 3), ("Test", 1))
    assert game.state.outcome is None


@EVERY
def test_nobody_is_asked_where_a_spell_goes_that_has_suspended_itself(edition: str) -> None:
    """Two effects would each put what is exiled elsewhere; its controller chooses as it moves, and it moves once."""
    board = [
        (0, card(name, type="enchantment", static=[{"instead": {"which": "card", "to": "exile", "goes": goes}}]))
        for name, goes in (("Grave", "graveyard"), ("Glove", "hand"))
    ]
    game = Playing(edition, battlefield=board)
    game.cast(0, {"suspend_itself": 3}, {"suspend_itself": 3}, suspend=3)
    game.until(lambda state: isinstance(state.decision, ChooseOption))
    game.do(Choose(0, 1))
    assert isinstance(game.state.decision, Priority)
    moved = [event.kind for event in game.events if event.kind in ("choice", "effect.nothing")]
    assert moved == ["choice", "effect.nothing"]
    assert any(run.name == "Test" for run in game.state.players[0].hand.runs)


@EVERY
def test_nobody_chooses_for_what_is_gone_before_it_is_asked_about(edition: str) -> None:
    """Each player has a permanent that enters with a choice; one leaves the game as another is asked."""
    gate = card("Gate", type="artifact", static=[{"chooses": "color"}])
    game = Playing(edition, players=3, battlefield=[(0, gate)])
    game.cast(0, {"token_copy": {"what": "Gate", "player": "each"}})
    game.until(lambda state: isinstance(state.decision, ChooseOption))
    game.do(Concede(1))
    game.until(lambda state: isinstance(state.decision, Priority))
    assert sorted(event.player for event in game.of_kind("choice") if event.player is not None) == [0, 2]
