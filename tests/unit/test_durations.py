"""Durations, delayed triggers and mana: when what lasts ends (rules.md parts B.0 and E)."""

from __future__ import annotations

import pytest
from cases import crossed, joined
from playing import Playing, card, unknown

from fsm.edition import edition_ids
from fsm.game import Concede

EVERY = pytest.mark.parametrize("edition", edition_ids())
OLD = pytest.mark.parametrize("edition", ["cr2006", "cr2008"])
NEW = pytest.mark.parametrize("edition", ["cr2011", "cr2026"])


def lasting(game: Playing) -> list[str]:
    return [effect.name for effect in game.state.lasting]


def ended_at(edition: str, until: str, at: str) -> str:
    """Where an effect ends that the active player creates at a place."""
    game = Playing(edition)
    game.to(at)
    game.happen(game.state.active, {"lasting": {"name": "mark", "until": until}})
    game.until(lambda state: not state.lasting)
    (event,) = game.of_kind("effect.end")
    assert event.rules
    return event.state.address


@joined(
    crossed(
        edition_ids(),
        [
            ("end_of_turn", "T1.beginning.upkeep", "T1.ending.cleanup"),
            ("end_of_upkeep", "T1.beginning.upkeep", "T1.beginning.upkeep"),
            ("end_of_beginning", "T2.beginning.upkeep", "T2.beginning.draw"),
            ("end_of_combat", "T1.combat.beginning_of_combat", "T1.combat.end_of_combat"),
            ("end_of_combat", "T1.combat.end_of_combat", "T1.combat.end_of_combat"),
            ("end_of_combat", "T1.postcombat_main", "T1.ending.cleanup"),
            ("end_of_precombat_main", "T1.precombat_main", "T1.precombat_main"),
            ("next_upkeep", "T1.beginning.upkeep", "T2.beginning.upkeep"),
            ("your_next_upkeep", "T1.beginning.upkeep", "T3.beginning.upkeep"),
            ("your_next_untap", "T1.beginning.upkeep", "T3.beginning.untap"),
            ("next_combat", "T1.precombat_main", "T1.combat.beginning_of_combat"),
            ("next_end", "T1.ending.end", "T2.ending.end"),
        ],
    )
)
def test_where_a_duration_ends(edition: str, until: str, at: str, ends: str) -> None:
    assert ended_at(edition, until, at) == ends


@EVERY
def test_until_your_next_turn_ends_before_its_untap_step(edition: str) -> None:
    game = Playing(edition, players=3)
    game.happen(0, {"lasting": {"name": "mark", "until": "your_next_turn"}})
    game.until(lambda state: state.turn == 4)
    (event,) = game.of_kind("effect.end")
    assert event.state.turn == 4
    before = game.events[: game.events.index(event)]
    assert "step.begin" not in [e.kind for e in before if e.state.turn == 4]


@EVERY
def test_an_extra_turn_counts_as_the_next_turn(edition: str) -> None:
    game = Playing(edition)
    game.happen(0, {"extra_turn": "you"}, {"lasting": {"name": "mark", "until": "your_next_turn"}})
    game.until(lambda state: state.turn == 2)
    assert lasting(game) == []


@EVERY
def test_an_effect_made_in_cleanup_lasts_until_the_next_cleanup(edition: str) -> None:
    late = card("Late", type="enchantment", triggers=[{"when": "cleanup", "do": [{"life": 1}], "nth": 1}])
    game = Playing(edition, battlefield=[(0, late)])
    game.to("T1.ending.cleanup")
    game.happen(0, {"lasting": "mark"})
    assert lasting(game) == ["mark"]
    game.until(lambda state: state.turn == 2)
    (event,) = game.of_kind("effect.end")
    assert event.state.address == "T1.ending.cleanup#2"


@EVERY
def test_forever_is_forever(edition: str) -> None:
    game = Playing(edition)
    game.happen(0, {"lasting": {"name": "mark", "until": "game"}})
    game.until(lambda state: state.turn == 5)
    assert lasting(game) == ["mark"]


@EVERY
def test_a_delayed_trigger_of_the_next_end_step_waits_if_that_has_begun(edition: str) -> None:
    """313.2, later 513.2 and 513.3: no back-up."""
    game = Playing(edition)
    game.to("T1.ending.end")
    game.happen(0, {"delayed": {"at": "end", "do": [{"life": 5}]}})
    game.until(lambda state: state.turn == 2)
    assert game.state.players[0].life == 20
    game.until(lambda state: state.turn == 3)
    assert game.state.players[0].life == 25
    assert len(game.of_kind("trigger")) == 1


@EVERY
def test_a_delayed_trigger_of_ones_own_next_upkeep_happens_once(edition: str) -> None:
    game = Playing(edition)
    game.happen(0, {"delayed": {"at": "upkeep", "do": [{"life": 5}], "whose": "you"}})
    game.until(lambda state: state.turn == 6)
    (event,) = game.of_kind("trigger")
    assert event.state.address == "T3.beginning.upkeep"


@EVERY
def test_a_delayed_trigger_of_this_turn_is_gone_with_it(edition: str) -> None:
    game = Playing(edition)
    game.to("T1.combat.end_of_combat")
    game.happen(0, {"delayed": {"at": "end_of_combat", "do": [{"life": 5}], "this_turn": True}})
    game.until(lambda state: state.turn == 3)
    assert game.of_kind("trigger") == []


@OLD
def test_mana_stays_between_steps_and_burns_at_the_end_of_the_phase(edition: str) -> None:
    """300.3: life is lost, it is no damage; everybody burns."""
    game = Playing(edition)
    game.to("T2.beginning.upkeep")
    game.happen(1, {"mana": {"amount": 2, "player": "each"}})
    game.to("T2.beginning.draw")
    assert [p.mana for p in game.state.players] == [2, 2]
    game.to("T2.precombat_main")
    assert [(p.mana, p.life) for p in game.state.players] == [(0, 18), (0, 18)]
    assert {e.state.address for e in game.of_kind("mana.burn")} == {"T2.beginning.draw"}
    assert all(e.rules == ("300.3",) for e in game.of_kind("mana.burn"))
    assert not game.of_kind("damage")


@NEW
def test_mana_empties_at_the_end_of_each_step_without_loss(edition: str) -> None:
    game = Playing(edition)
    game.to("T2.beginning.upkeep")
    game.happen(1, {"mana": {"amount": 2, "player": "each"}})
    game.to("T2.beginning.draw")
    assert [(p.mana, p.life) for p in game.state.players] == [(0, 20), (0, 20)]
    assert not game.of_kind("mana.burn")


def order_of_leaving(edition: str) -> list[str]:
    game = Playing(edition)
    game.to("T1.precombat_main")
    game.happen(0, {"mana": 1}, {"lasting": {"name": "mark", "until": "end_of_precombat_main"}})
    game.to("T1.combat.beginning_of_combat")
    return [kind for kind in game.kinds() if kind in ("mana.burn", "mana.empty", "effect.end")]


@pytest.mark.parametrize(
    ("edition", "order"),
    [
        ("cr2006", ["mana.burn", "effect.end"]),
        ("cr2008", ["mana.burn", "effect.end"]),
        ("cr2011", ["mana.empty", "effect.end"]),
        ("cr2026", ["effect.end", "mana.empty"]),
    ],
)
def test_which_goes_first_as_a_phase_ends_the_edition_says(edition: str, order: list[str]) -> None:
    assert order_of_leaving(edition) == order


@EVERY
def test_damage_wears_off_together_with_until_end_of_turn(edition: str) -> None:
    bear = card("Bear", type="creature", power=2, toughness=2)
    game = Playing(edition, battlefield=[(0, bear)])
    game.cast(0, {"pump": {"toughness": 5}}, targets="permanent", target=1)
    game.resolve()
    game.cast(0, {"damage": 4}, targets="permanent", target=1)
    game.resolve()
    assert game.state.battlefield[0].damage == 4
    game.until(lambda state: state.turn == 2)
    assert [p.damage for p in game.state.battlefield] == [0]
    assert game.state.toughness(game.state.battlefield[0]) == 2


@EVERY
def test_only_the_active_player_discards_to_seven(edition: str) -> None:
    game = Playing(edition, setups=[unknown(9), unknown(9)])
    game.until(lambda state: state.turn == 2)
    assert [sum(n for _, n in p.hand) for p in game.state.players] == [7, 9]
    discards = game.of_kind("card.discard")
    assert {e.state.address for e in discards} == {"T1.ending.cleanup"}
    assert len(discards) == 2


@EVERY
def test_a_player_who_left_is_not_asked_to_discard(edition: str) -> None:
    """600.4a, later 800.4a: what he owned left with him."""
    game = Playing(edition, players=3, setups=[unknown(9), unknown(), unknown()])
    game.to("T1.ending.end")
    game.do(Concede(0))
    game.until(lambda state: state.turn == 2)
    assert game.of_kind("card.discard") == []
    assert game.turns() == ["Ann", "Bob"]
