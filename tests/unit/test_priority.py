"""Priority: who gets it after what, and what happens before anybody gets it (rules.md part C)."""

from __future__ import annotations

import pytest
from playing import Playing, card

from fsm.edition import edition_ids
from fsm.errors import IllegalAction
from fsm.game import Activate, Cast, Concede, Order, OrderTriggers, Pass, Priority

EVERY = pytest.mark.parametrize("edition", edition_ids())
ROCK = card("Rock", type="artifact", abilities=[{"do": [{"mana": 1}], "tap": True, "mana_ability": True}])


@EVERY
def test_after_acting_the_same_player_has_priority_again(edition: str) -> None:
    game = Playing(edition, players=3)
    game.cast(0)
    assert game.state.decision == Priority(0)
    game.do(Pass(0))
    game.cast(1)
    assert game.state.decision == Priority(1)


@EVERY
def test_after_resolution_the_active_player_has_priority_whoever_cast(edition: str) -> None:
    game = Playing(edition, players=3)
    game.do(Pass(0))
    game.cast(1)
    game.resolve()
    assert game.state.decision == Priority(0)
    assert game.state.passes == 0


@EVERY
def test_all_pass_resolves_one_object_and_then_all_pass_again(edition: str) -> None:
    game = Playing(edition)
    game.cast(0, name="lower")
    game.cast(0, name="upper")
    game.do(Pass(0), Pass(1))
    assert [o.name for o in game.state.stack] == ["lower"]
    game.do(Pass(0), Pass(1))
    assert game.state.stack == ()
    assert game.state.address == "T1.beginning.upkeep"
    game.do(Pass(0), Pass(1))
    assert game.state.address == "T1.precombat_main"


@EVERY
def test_passes_do_not_count_once_somebody_acted(edition: str) -> None:
    game = Playing(edition, players=3)
    game.do(Pass(0), Pass(1))
    game.cast(2)
    game.do(Pass(2))
    assert game.state.decision == Priority(0)
    assert len(game.state.stack) == 1


@EVERY
def test_a_mana_ability_uses_no_stack_and_restarts_the_passes(edition: str) -> None:
    game = Playing(edition, battlefield=[(1, ROCK)])
    game.do(Pass(0), Activate(1, 1))
    assert game.state.stack == ()
    assert game.state.players[1].mana == 1
    assert game.state.decision == Priority(1)
    game.do(Pass(1))
    assert game.state.decision == Priority(0)
    assert game.state.address == "T1.beginning.upkeep"


@EVERY
def test_nobody_has_priority_in_the_untap_step_nor_in_an_ordinary_cleanup(edition: str) -> None:
    game = Playing(edition)
    game.until(lambda state: state.turn == 3)
    stops = {e.state.at.node.kind for e in game.of_kind("priority.get")}
    assert stops.isdisjoint({"untap", "cleanup"})
    assert len(stops) == 8  # no attackers: neither blockers nor damage


@EVERY
def test_triggers_of_untap_and_upkeep_go_on_the_stack_together(edition: str) -> None:
    """303.1, later 503.1: one ordering for both groups."""
    riser = card(
        "Riser", type="creature", toughness=1, triggers=[{"when": "untaps", "do": [{"life": 1}], "name": "rise"}]
    )
    chime = card("Chime", type="artifact", triggers=[{"when": "upkeep", "do": [{"life": 2}], "name": "chime"}])
    game = Playing(edition, battlefield=[(0, riser), (0, chime)])
    game.to("T1.combat.beginning_of_combat")
    game.happen(0, {"tap": "Riser"})
    game.until(lambda state: state.turn == 3 and type(state.decision) is OrderTriggers)
    asked = game.state.decision
    assert isinstance(asked, OrderTriggers)
    assert sorted(asked.names) == ["chime", "rise"]
    game.do(Order(0, (asked.names.index("chime"), asked.names.index("rise"))))
    assert [o.name for o in game.state.stack] == ["chime", "rise"]
    assert game.state.decision == Priority(0)


@EVERY
@pytest.mark.parametrize("players", [2, 3, 5])
def test_triggers_are_stacked_in_turn_order_from_the_active_player(edition: str, players: int) -> None:
    each = [
        (seat, card(f"Chime {seat}", type="artifact", triggers=[{"when": "end", "do": [{"life": 1}]}]))
        for seat in range(players)
    ]
    game = Playing(edition, players=players, battlefield=each)
    game.to("T2.ending.end")
    order = [*range(1, players), 0]
    assert [o.controller for o in game.state.stack] == order
    assert game.state.decision == Priority(1)


@EVERY
def test_an_order_that_is_none_is_refused(edition: str) -> None:
    both = [
        (0, card(name, type="artifact", triggers=[{"when": "draw", "do": [{"life": n}]}]))
        for n, name in enumerate("ab", 1)
    ]
    game = Playing(edition, players=3, battlefield=both)
    game.until(lambda state: type(state.decision) is OrderTriggers)
    for wrong in [(0,), (0, 0), (0, 1, 2), (1, 2), ()]:
        with pytest.raises(IllegalAction, match="an order of 2"):
            game.do(Order(0, wrong))
    game.do(Order(0, (1, 0)))
    assert [o.name for o in game.state.stack] == ["b", "a"]


@EVERY
def test_casting_triggers_go_above_the_spell_before_its_caster_acts_again(edition: str) -> None:
    watcher = card("Watcher", type="enchantment", triggers=[{"when": "you cast", "do": [{"life": 1}], "name": "watch"}])
    game = Playing(edition, battlefield=[(0, watcher)])
    game.cast(0, name="spell")
    assert [o.name for o in game.state.stack] == ["spell", "watch"]
    assert game.state.decision == Priority(0)


@EVERY
def test_state_based_actions_come_before_triggers_and_priority(edition: str) -> None:
    dies = card(
        "Martyr",
        type="creature",
        power=1,
        toughness=1,
        triggers=[{"when": "leaves", "do": [{"life": 3}], "name": "last word"}],
    )
    game = Playing(edition, battlefield=[(0, dies)])
    game.cast(0, {"damage": 1}, targets="permanent", target=1)
    game.do(Pass(0), Pass(1))
    assert [o.name for o in game.state.stack] == ["last word"]
    since = [e.kind for e in game.events[-4:]]
    assert since == ["permanent.leave", "trigger", "stack.push", "priority.get"]


@EVERY
def test_a_player_without_life_loses_only_when_somebody_would_get_priority(edition: str) -> None:
    """300.3 with 102.3b; later 704.3: nobody checks in the untap step."""
    drain = card("Drain", type="creature", toughness=9, triggers=[{"when": "untaps", "do": [{"life": -30}]}])
    game = Playing(edition, battlefield=[(0, drain)])
    game.to("T1.combat.beginning_of_combat")
    game.happen(0, {"tap": "Drain"})
    game.until(lambda state: state.turn == 3 or state.outcome is not None)
    assert game.state.address == "T3.beginning.upkeep"
    assert game.state.players[0].life == 20
    game.do(Pass(0), Pass(1))
    assert game.state.outcome is not None
    assert game.state.outcome.winner == 1


@pytest.mark.parametrize("edition", ["cr2006", "cr2008"])
def test_mana_burn_kills_at_the_next_priority_not_at_once(edition: str) -> None:
    game = Playing(edition)
    game.to("T1.precombat_main")
    game.happen(0, {"mana": 25})
    game.do(Pass(0), Pass(1))
    assert game.state.outcome is not None
    kinds = game.kinds()
    assert kinds.index("mana.burn") < kinds.index("player.lose")
    between = kinds[kinds.index("mana.burn") : kinds.index("player.lose")]
    assert "step.begin" in between
    assert "priority.get" not in between


@EVERY
def test_priority_in_cleanup_brings_another_cleanup(edition: str) -> None:
    """314.3, later 514.3a: every repeat is a whole cleanup step."""
    late = card("Late", type="enchantment", triggers=[{"when": "cleanup", "do": [{"life": 1}], "nth": 1}])
    game = Playing(edition, battlefield=[(0, late)])
    game.until(lambda state: state.turn == 2)
    cleanups = [address for address in game.begun() if address.startswith("T1.ending.cleanup")]
    assert cleanups == ["T1.ending.cleanup", "T1.ending.cleanup#2"]
    assert game.state.players[0].life == 21


@EVERY
@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_priority_of_a_player_who_leaves_goes_on(edition: str, leaver: int) -> None:
    game = Playing(edition, players=3)
    game.do(*(Pass(seat) for seat in range(leaver)), Concede(leaver))
    if leaver == 2:
        assert game.state.address == "T1.beginning.draw"
        assert game.state.decision == Priority(0)
    else:
        assert game.state.decision == Priority(leaver + 1)
        assert game.state.address == "T1.beginning.upkeep"


@EVERY
def test_instants_are_cast_by_anybody_with_priority(edition: str) -> None:
    game = Playing(edition, players=3)
    game.do(Pass(0))
    with pytest.raises(IllegalAction, match="Ann is not asked"):
        game.do(Cast(0, card("Opt")))
    game.do(Cast(1, card("Opt")))
    assert game.state.stack[-1].controller == 1


def test_what_a_spell_says_after_ending_the_turn_still_happens() -> None:
    game = Playing("cr2026")
    game.cast(0, "end_turn", {"life": -3}, {"extra_turn": "you"})
    game.do(Pass(0), Pass(1))
    assert game.state.players[0].life == 17
    assert (game.state.turn, game.state.active) == (2, 0)
    ended = next(e for e in game.events if e.kind == "life.change")
    assert ended.state.address == "T1.beginning.upkeep"
    assert ended.state.graph.path == ("beginning/untap", "beginning/upkeep", "ending/cleanup")
