"""Variants that touch the turn: day and night, Sagas, schemes, monarch and initiative (rules.md B.1, B.4, B.7)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playing import Playing, card, unknown

from fsm.edition import edition_ids
from fsm.errors import IllegalAction
from fsm.game import Cast, Concede, Pass, Pile, Player, catalogue, pile_of
from fsm.game.state.state import A_REGULAR_TURN
from fsm.game.state.tally import spells_cast
from fsm.scenario import parse_scenarios
from fsm.wording import event_sentence

OLD = pytest.mark.parametrize("edition", [id for id in edition_ids() if id != "cr2026"])
TALE = card("Tale", type="enchantment", chapters=[[{"life": 1}], [{"life": 2}]])
MAIN, END = "T1.precombat_main", "T1.ending.end"


def lore(game: Playing) -> list[int]:
    return [p.lore for p in game.state.battlefield if p.card.chapters]


def deck(game: Playing) -> Pile:
    return game.state.players[0].schemes


def plotting(*names: str) -> list[Player]:
    return [msgspec.structs.replace(unknown(), schemes=pile_of(reversed(names))), unknown()]


def scheming(edition: str = "cr2026") -> Playing:
    """Ann has a scheme deck of two cards that catalogue and scenario know."""
    text = """
players: {Ann: {schemes: [Plan, Plot]}, Bob: {}}
cards: [{name: Plan, type: scheme, effects: [{life: 3}]}, {name: Plot, type: scheme, ongoing: true}]
until: T1
"""
    (scenario,) = parse_scenarios(text, "f")
    assert scenario.setups[0].schemes == ("Plan", "Plot")
    game = Playing(edition, setups=plotting("Plan", "Plot"))
    known = msgspec.structs.replace(game.state.game, cards=scenario.cards)
    game.state = msgspec.structs.replace(game.state, game=known)
    return game


@pytest.mark.parametrize(
    ("daytime", "spells", "after"),
    [
        ("day", 0, "night"), ("day", 1, "day"), ("day", 2, "day"),
        ("night", 0, "night"), ("night", 1, "night"), ("night", 2, "day"), ("night", 3, "day"),
        ("", 0, ""), ("", 2, ""),
    ],
)  # fmt: skip
def test_what_the_last_turn_was_makes_it_day_or_night(daytime: str, spells: int, after: str) -> None:
    game = Playing()
    if daytime:
        game.happen(0, {"daytime": daytime})
    game.to("T2.beginning.upkeep")
    for _ in range(spells):
        game.happen(1)
    game.to("T2.ending.end")
    assert game.state.designations.daytime == ("day" if daytime == "day" else daytime)
    game.to("T3.beginning.upkeep")
    assert game.state.designations.daytime == after


def test_the_first_turn_has_no_turn_before_it() -> None:
    game = Playing()
    game.to(MAIN)
    game.happen(0, {"daytime": "day"}, {"extra_phases": ["beginning"]})
    game.to("T1.beginning#2.upkeep")
    assert game.state.designations.daytime == "day"


def test_an_extra_untap_step_looks_at_the_turn_before_this_one_again() -> None:
    game = Playing()
    game.to("T2.precombat_main")
    game.happen(1, {"daytime": "night"})
    game.happen(1, {"extra_phases": ["beginning"]})
    game.to("T2.beginning#2.upkeep")
    assert game.state.designations.daytime == "night"
    game.to("T3.beginning.upkeep")
    assert game.state.designations.daytime == "day"


def test_to_become_what_it_is_already_is_no_event() -> None:
    game = Playing()
    game.happen(0, {"daytime": "day"}, {"daytime": "day"})
    assert [e.get("name") for e in game.of_kind("daytime.change")] == ["day"]


def test_spells_are_counted_for_the_next_turn_alone() -> None:
    game = Playing()
    game.happen(0)
    assert (spells_cast(game.state), game.state.this_turn.cast_before) == (1, 0)
    game.to("T2.beginning.upkeep")
    assert (spells_cast(game.state), game.state.this_turn.cast_before) == (0, 1)
    game.do(Pass(1))
    game.happen(0)
    assert spells_cast(game.state) == 0, "only the active player's spells count"
    game.to("T3.beginning.upkeep")
    assert game.state.this_turn is A_REGULAR_TURN


@OLD
@pytest.mark.parametrize("effect", [{"daytime": "day"}, {"monarch": "you"}, {"initiative": "you"}], ids=str)
def test_editions_without_the_rule_do_nothing(edition: str, effect: Any) -> None:
    game = Playing(edition)
    game.happen(0, effect)
    assert game.of_kind("effect.nothing")
    assert (game.state.designations.daytime, game.state.designations.titles) == ("", ())


@OLD
def test_a_saga_gets_no_counters_under_an_edition_without_them(edition: str) -> None:
    game = Playing(edition, battlefield=[(0, TALE)])
    game.to("T1.precombat_main")
    game.do(Cast(0, TALE))
    game.resolve()
    game.to("T3.beginning.upkeep")
    assert lore(game) == [0, 0]


def test_a_saga_counts_as_it_enters_and_in_its_controllers_main_phases() -> None:
    game = Playing()
    game.to(MAIN)
    game.do(Cast(0, TALE))
    game.resolve()
    game.to(END)
    assert (lore(game), game.state.players[0].life) == ([1], 21)
    game.to("T2.ending.end")
    assert lore(game) == [1]
    game.to("T3.precombat_main")
    assert lore(game) == [2]
    game.resolve()
    assert (lore(game), game.state.players[0].life) == ([], 23)
    assert tuple(game.state.players[0].graveyard) == (("Tale", 1),)


def test_two_sagas_each_get_a_counter() -> None:
    game = Playing(battlefield=[(0, TALE), (0, card("Long", type="enchantment", chapters=[[], [], []])), (1, TALE)])
    game.to("T1.combat.beginning_of_combat")
    assert lore(game) == [1, 1, 0]


def test_a_saga_that_left_is_not_sacrificed_again() -> None:
    game = Playing(battlefield=[(0, card("Brief", type="enchantment", chapters=[[{"move": {"what": "self"}}]]))])
    game.to(END)
    assert lore(game) == []
    assert [e.get("name") for e in game.of_kind("permanent.leave")] == ["Brief"]


def test_a_chapter_that_waits_keeps_its_saga() -> None:
    """714.4: ending the turn drops the ability, and then nothing holds the Saga any more."""
    game = Playing(battlefield=[(0, card("Brief", type="enchantment", chapters=[[{"life": 1}]]))])
    game.to(MAIN)
    game.happen(0, "end_turn")
    assert (lore(game), game.state.players[0].life) == ([], 20)


@pytest.mark.parametrize("edition", ["cr2011", "cr2026"])
def test_the_top_scheme_is_set_in_motion_and_put_to_the_bottom(edition: str) -> None:
    game = scheming(edition)
    game.to(MAIN)
    assert [o.name for o in game.state.stack] == ["Plan"]
    assert tuple(deck(game)) == (("Plot", 1),)
    game.resolve()
    assert tuple(deck(game)) == (("Plan", 1), ("Plot", 1))
    game.to("T3.ending.end")
    assert [(seat, name) for _, seat, name in game.state.designations.face_up] == [(0, "Plot")]
    game.to("T5.ending.end")
    assert [e.get("name") for e in game.of_kind("scheme.motion")] == ["Plan", "Plot", "Plan"]
    game.do(Concede(0))
    assert game.state.designations.face_up == ()
    assert not deck(game)


@pytest.mark.parametrize("edition", ["cr2006", "cr2008"])
def test_older_editions_have_no_schemes(edition: str) -> None:
    game = scheming(edition)
    game.to("T3.ending.end")
    assert not game.of_kind("scheme.motion")


def test_a_scheme_is_not_cast() -> None:
    game = Playing()
    game.to(MAIN)
    with pytest.raises(IllegalAction, match=r"Plan is a scheme: it is set in motion, not cast \(505\.3\)"):
        game.do(Cast(0, card("Plan", type="scheme")))


def test_a_scheme_deck_holds_schemes() -> None:
    with pytest.raises(Exception, match=r"f:1:\d+: 'Opt' is not a scheme"):
        parse_scenarios("{players: {Ann: {schemes: [Opt]}, Bob: {}}, until: T1}", "f")
    assert "scheme" not in catalogue()["Opt"].type


def test_one_player_at_a_time_is_the_monarch() -> None:
    game = Playing(players=3)
    game.happen(0, {"monarch": "each"}, {"initiative": "you"})
    assert game.state.designations.titles == (("monarch", 2), ("initiative", 0))
    sentences = [event_sentence(event) for event in game.of_kind("title.take")]
    assert sentences[-2:] == ["Cat becomes the monarch", "Ann takes the initiative"]


def test_the_monarch_who_lost_the_title_still_draws_for_what_triggered() -> None:
    game = Playing()
    game.happen(0, {"monarch": "you"})
    game.to(END)
    drawn = len(game.of_kind("card.draw"))
    game.happen(0, {"monarch": "opponents"})
    game.resolve()
    assert [e.player for e in game.of_kind("card.draw")[drawn:]] == [0]


@pytest.mark.parametrize(("who", "heir"), [(0, 1), (2, 0)])
def test_titles_of_a_player_who_leaves(who: int, heir: int) -> None:
    game = Playing(players=3)
    game.happen(0, {"monarch": "Ann" if who == 0 else "Cat"}, {"initiative": "Bob"})
    game.do(Concede(who))
    assert game.state.designations.holder("monarch") == heir
    assert game.state.designations.holder("initiative") == 1


def test_the_initiative_ventures_in_every_upkeep_an_extra_one_too() -> None:
    game = Playing()
    game.happen(0, {"initiative": "you"})
    game.to("T3.beginning.upkeep")
    game.happen(0, {"extra_steps": "upkeep"})
    game.to("T4.beginning.upkeep")
    where = [e.state.address for e in game.of_kind("player.venture")]
    assert where == ["T1.beginning.upkeep", "T3.beginning.upkeep", "T3.beginning.upkeep#2"]
