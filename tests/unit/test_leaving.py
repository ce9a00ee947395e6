"""Players who lose, concede and leave: what goes with them, and how the turn goes on (rules.md D.8)."""

from __future__ import annotations

import pytest
from cases import crossed, joined
from playing import Playing, card, unknown

from fsm.edition import edition_ids
from fsm.errors import IllegalAction
from fsm.game import (
    NO_CARDS,
    UNKNOWN,
    AssignDamage,
    Attack,
    Block,
    Choose,
    ChooseDefender,
    ChooseDiscards,
    ChooseSkip,
    Concede,
    DeclareAttackers,
    DeclareBlockers,
    Order,
    OrderDamage,
    OrderTriggers,
    Pass,
    Pile,
    Priority,
    legal_actions,
    replace,
)

EVERY = pytest.mark.parametrize("edition", edition_ids())
BEAR = card("Bear", type="creature", power=2, toughness=2)


@EVERY
def test_the_turn_of_a_player_who_left_goes_on_without_him(edition: str) -> None:
    """2007 on, 800.4g, 800.4j: the next player in turn order gets priority instead."""
    game = Playing(edition, players=3)
    game.to("T1.precombat_main")
    game.do(Concede(0))
    assert game.state.address == "T1.precombat_main"
    assert game.state.decision == Priority(1)
    game.until(lambda state: state.turn == 2)
    assert game.turns() == ["Ann", "Bob"]
    later = [e for e in game.of_kind("priority.get") if e.state.turn == 1 and 0 not in e.state.rotation.seats]
    assert {e.player for e in later} == {1, 2}
    assert "T1.ending.cleanup" in game.begun()


@EVERY
def test_what_he_had_goes_with_him(edition: str) -> None:
    game = Playing(edition, players=3, battlefield=[(0, BEAR), (1, BEAR)])
    game.cast(0, name="his")
    game.do(Pass(0))
    game.cast(1, name="hers")
    game.do(Pass(1), Concede(0))
    assert [o.name for o in game.state.stack] == ["hers"]
    assert [p.controller for p in game.state.battlefield] == [1]
    him = game.state.players[0]
    assert him.left
    assert (him.hand, him.library, him.graveyard, him.mana) == (NO_CARDS, NO_CARDS, NO_CARDS, 0)


@EVERY
def test_extra_turns_of_a_player_who_left_are_not_taken(edition: str) -> None:
    game = Playing(edition, players=3)
    game.happen(0, {"extra_turn": "each"})
    game.do(Concede(2))
    game.until(lambda state: state.turn == 5)
    assert game.turns() == ["Ann", "Bob", "Ann", "Bob", "Ann"]


@EVERY
def test_normal_order_skips_his_seat(edition: str) -> None:
    game = Playing(edition, players=4)
    game.do(Concede(1))
    game.until(lambda state: state.turn == 5)
    assert game.turns() == ["Ann", "Cat", "Dan", "Ann", "Cat"]


@EVERY
def test_players_who_lose_at_once_draw_the_game(edition: str) -> None:
    game = Playing(edition)
    game.cast(0, {"life": {"amount": -20, "player": "each"}})
    game.do(Pass(0), Pass(1))
    outcome = game.state.outcome
    assert outcome is not None
    assert outcome.winner is None
    assert outcome.rules
    assert len(game.of_kind("player.lose")) == 2


@EVERY
def test_drawing_from_an_empty_library_loses_at_the_next_check(edition: str) -> None:
    game = Playing(edition, setups=[unknown(library=0), unknown()])
    game.cast(0, {"draw": 1})
    game.do(Pass(0), Pass(1))
    outcome = game.state.outcome
    assert outcome is not None
    assert outcome.winner == 1
    assert game.kinds().index("card.draw") < game.kinds().index("player.lose")


@EVERY
def test_in_the_declaration_the_departed_is_not_asked_any_more(edition: str) -> None:
    game = Playing(edition, players=3, battlefield=[(0, BEAR), (1, BEAR)])
    game.until(lambda state: type(state.decision) is DeclareAttackers)
    game.do(Concede(0))
    assert game.state.address == "T1.combat.declare_attackers"
    assert game.state.decision == Priority(1)
    game.until(lambda state: state.turn == 2)
    assert "T1.combat.combat_damage" not in game.begun()


@EVERY
def test_no_damage_is_dealt_to_a_player_who_left(edition: str) -> None:
    """800.4d, 800.4e."""
    game = Playing(edition, players=3, battlefield=[(0, BEAR), (1, BEAR)])
    game.to("T1.precombat_main")
    game.until(lambda state: type(state.decision).__name__ == "ChooseDefender")
    game.do(Choose(0, 0))
    game.until(lambda state: type(state.decision) is DeclareAttackers)
    game.do(Attack(0, (1,)))
    game.until(lambda state: type(state.decision) is DeclareBlockers)
    game.do(Concede(1))
    game.until(lambda state: state.turn == 2)
    assert not game.of_kind("damage")
    assert game.state.players[2].life == 20


@EVERY
def test_the_pass_of_a_player_who_left_is_not_somebody_else_s(edition: str) -> None:
    """All players in the game have to pass in succession (300.2, 500.2)."""
    game = Playing(edition, players=4)
    game.do(Pass(0), Pass(1), Concede(0))
    assert (game.state.decision, game.state.passes) == (Priority(2), 1)
    game.do(Pass(2))
    assert (game.state.address, game.state.decision) == ("T1.beginning.upkeep", Priority(3))
    game.do(Concede(2), Concede(3))
    assert game.state.outcome is not None


@EVERY
def test_who_has_not_passed_yet_and_leaves_is_not_waited_for(edition: str) -> None:
    game = Playing(edition, players=4)
    game.do(Pass(0), Concede(3), Pass(1), Pass(2))
    assert game.state.address == "T1.beginning.draw"


@EVERY
def test_leaving_twice_is_refused(edition: str) -> None:
    game = Playing(edition, players=3)
    game.do(Concede(1))
    with pytest.raises(IllegalAction, match="not in the game"):
        game.do(Concede(1))
    for seat in (-1, 7):
        with pytest.raises(IllegalAction):
            game.do(Concede(seat))


@joined(crossed(edition_ids(), range(2, 9)))
def test_the_last_player_wins(edition: str, players: int) -> None:
    game = Playing(edition, players=players)
    for seat in range(players - 1):
        game.do(Concede(seat))
    assert game.state.outcome is not None
    assert game.state.outcome.winner == players - 1
    assert game.kinds()[-1] == "game.end"


def attacked(edition: str, blockers: int = 2) -> Playing:
    """Of three players Ann attacks Bob, who blocks one Bear with as many of his as he has."""
    game = Playing(edition, players=3, battlefield=[(0, BEAR), (0, BEAR), *[(1, BEAR)] * blockers])
    game.until(lambda state: type(state.decision) is DeclareAttackers)
    game.do(Attack(0, (1, 2)))
    game.until(lambda state: type(state.decision) is DeclareBlockers)
    return game


def asked(game: Playing) -> int | None:
    return game.state.decision.player if game.state.decision else None


@EVERY
def test_a_pass_of_who_has_left_counts_for_nobody(edition: str) -> None:
    """Ann has passed; she leaves, and Bob's pass alone does not end the step."""
    game = Playing(edition, players=3)
    game.do(Pass(0), Concede(0))
    assert (game.state.decision, game.state.passes) == (Priority(1), 0)
    game.do(Pass(1))
    assert game.state.decision == Priority(2)
    game.do(Pass(2))
    assert game.state.address == "T1.beginning.draw"


@EVERY
def test_a_pass_of_who_stays_still_counts(edition: str) -> None:
    game = Playing(edition, players=4)
    game.do(Pass(0), Pass(1), Concede(3))
    assert (game.state.decision, game.state.passes) == (Priority(2), 2)
    game.do(Pass(2))
    assert game.state.address == "T1.beginning.draw"


@EVERY
def test_while_damage_is_divided_the_blockers_leave_with_their_player(edition: str) -> None:
    """An attacker whose blockers are gone is still blocked, and deals no damage."""
    game = attacked(edition)
    game.do(Block(1, ((3, 1), (4, 1))))
    game.until(lambda state: type(state.decision) is AssignDamage)
    game.do(Concede(1))
    assert game.state.address == "T1.combat.combat_damage"
    game.until(lambda state: state.turn == 2)
    assert not game.of_kind("damage")


@EVERY
def test_while_damage_is_divided_the_attacker_leaves(edition: str) -> None:
    """What the first of two attackers was to deal is not dealt (the second was being asked for)."""
    game = Playing(edition, players=3, battlefield=[(0, BEAR), (0, BEAR), *[(1, BEAR)] * 2])
    game.until(lambda state: type(state.decision) is DeclareAttackers)
    game.do(Attack(0, (1, 2)))
    game.until(lambda state: type(state.decision) is DeclareBlockers)
    game.do(Block(1, ((3, 2), (4, 2))))
    game.until(lambda state: type(state.decision) is AssignDamage)
    assert game.state.combat is not None
    assert [damage.source for damage in game.state.combat.pending] == [1]
    game.do(Concede(0))
    game.until(lambda state: state.turn == 2)
    assert not game.of_kind("damage")


def test_while_blockers_are_put_in_order_they_leave() -> None:
    game = attacked("cr2011")
    game.do(Block(1, ((3, 1), (4, 1))))
    assert isinstance(game.state.decision, OrderDamage)
    state = game.do(Concede(1))
    assert state.decision == Priority(0)


@EVERY
def test_who_has_left_cannot_be_attacked(edition: str) -> None:
    """The rules are silent; whom to attack has been chosen for this combat."""
    game = Playing(edition, players=4, battlefield=[(0, BEAR)])
    game.until(lambda state: type(state.decision) is ChooseDefender)
    game.do(Choose(0, 0))
    game.until(lambda state: type(state.decision) is Priority and "combat" in state.address)
    game.do(Concede(1))
    game.until(lambda state: state.turn == 2)
    assert DeclareAttackers not in {type(event.state.decision) for event in game.events}
    assert "T1.combat.combat_damage" not in game.begun()


@EVERY
def test_who_discards_next_is_asked_when_the_one_asked_leaves(edition: str) -> None:
    hand = Pile.of(("Opt", 1), ("Shock", 1), (UNKNOWN, 2))
    game = Playing(edition, players=3, setups=[replace(unknown(), hand=hand) for _ in range(3)])
    game.cast(0, {"discard": {"player": "each"}})
    game.until(lambda state: type(state.decision) is ChooseDiscards)
    assert asked(game) == 0
    game.do(Concede(0))
    assert type(game.state.decision) is ChooseDiscards
    assert asked(game) == 1


@EVERY
def test_who_orders_triggers_next_is_asked_when_the_one_asked_leaves(edition: str) -> None:
    two = card(
        "Two", type="artifact", triggers=[{"when": "upkeep", "do": [{"life": n}], "name": str(n)} for n in (1, 2)]
    )
    game = Playing(edition, players=3, battlefield=[(0, two), (1, two)])
    assert game.state.decision == OrderTriggers(0, ("1", "2"))
    game.do(Concede(0))
    assert game.state.decision == OrderTriggers(1, ("1", "2"))
    game.do(Order(1, (1, 0)))
    assert [o.name for o in game.state.stack] == ["2", "1"]


@EVERY
def test_whose_turn_would_be_skipped_when_he_leaves_never_has_it(edition: str) -> None:
    vault = card("Vault", type="artifact", static=[{"skip": "turn", "optional": True}])
    game = Playing(edition, players=3, battlefield=[(1, vault), (2, vault)])
    game.until(lambda state: type(state.decision) is ChooseSkip)
    assert game.state.decision == ChooseSkip(1, "turn", ("Vault",), True)
    game.do(Concede(1))
    assert game.state.decision == ChooseSkip(2, "turn", ("Vault",), True)
    game.do(Choose(2, 0))
    assert game.turns() == ["Ann", "Ann"]


@EVERY
def test_a_resolving_spell_gives_nothing_to_who_has_left(edition: str) -> None:
    """800.4a, cr2026 800.4d: what he would control is not made, what happens to others is done."""
    hand = Pile.of(("Opt", 1), ("Shock", 1), (UNKNOWN, 2))
    game = Playing(edition, players=3, setups=[unknown(), replace(unknown(), hand=hand), unknown()])
    game.cast(
        0,
        *(
            {"discard": {"player": "Bob"}},
            {"token": {"name": "Goblin"}},
            {"extra_turn": "you"},
            {"control_turn": "each"},
        ),
        *({"delayed": {"at": "end", "do": ["draw"]}}, {"life": {"amount": 3, "player": "Bob"}}),
    )
    game.until(lambda state: type(state.decision) is ChooseDiscards)
    game.do(Concede(0))
    game.until(lambda state: type(state.decision) is Priority)
    state = game.state
    assert (state.battlefield, state.delayed, state.ahead.controls, len(state.rotation.pending)) == ((), (), (), 0)
    assert state.players[1].life == 23


@EVERY
def test_nobody_can_be_made_to_concede(edition: str) -> None:
    """507, 711.5, 723.5: who controls a player decides for him, but concedes only for himself."""
    game = Playing(edition, players=3)
    game.happen(0, {"control_turn": "Bob"})
    game.to("T2.precombat_main")
    assert (game.state.decision, game.state.decider) == (Priority(1), 0)
    assert not [action for action in legal_actions(game.state) if isinstance(action, Concede)]
    game.do(Concede(0))
    assert (game.state.decision, game.state.decider, game.state.rotation.seats) == (Priority(1), 1, (1, 2))


@EVERY
def test_with_the_last_opponent_the_game_ends_and_nothing_else_happens(edition: str) -> None:
    game = attacked(edition, blockers=1)
    game.do(Concede(2))
    before = len(game.events)
    game.do(Concede(1))
    assert game.kinds()[before:] == ["player.lose", "player.leave", "game.end"]
    assert (game.state.decision, game.state.agenda) == (None, ())
    with pytest.raises(IllegalAction, match="the game is over"):
        game.do(Pass(0))


@EVERY
def test_only_what_is_of_who_leaves_is_removed(edition: str) -> None:
    """800.4a: as Bob leaves, Ann goes on waiting for Cat's next turn, and both keep their counters."""
    game = Playing(edition, players=3)
    game.happen(
        0, {"control_turn": "opponents"}, {"player_counters": {"kind": "poison", "amount": 1, "player": "each"}}
    )
    game.do(Concede(1))
    assert [(one.controller, one.player) for one in game.state.ahead.controls] == [(0, 2)]
    assert [held[0] for held in game.state.standing.counters] == [0, 2]
