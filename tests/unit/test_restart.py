"""The game is restarted: what is left of the old one is its cards, and the numbers of the turns (rules.md D.9)."""

from __future__ import annotations

import pytest
from playing import Playing, card, unknown

from fsm.game import (
    ENDLESS,
    UNKNOWN,
    Choose,
    ChooseSkip,
    Concede,
    DeclareAttackers,
    Pass,
    Pile,
    Priority,
    Scheduled,
    replace,
    schedule,
    start_game,
)
from fsm.game.priority.loop import without_numbers
from fsm.game.state.piles.pile import size

KNOWING = pytest.mark.parametrize("edition", ["cr2011", "cr2026"])
RESTART = "restart_game"


def restarted(edition: str, players: int = 3, **options: object) -> Playing:
    game = Playing(edition, players=players, **options)  # type: ignore[arg-type]
    game.happen(0, RESTART)
    return game


@KNOWING
def test_nothing_but_cards_and_numbers_is_left_of_the_old_game(edition: str) -> None:
    board = [(seat, card("Bear", type="creature", toughness=2)) for seat in range(3)]
    game = Playing(edition, players=3, battlefield=board)
    game.happen(0, {"mana": {"amount": 3, "player": "each"}}, {"lasting": {"name": "x", "until": "game"}})
    game.happen(
        0, {"extra_turn": "each"}, {"skip": "draw"}, {"control_turn": "each"}, {"delayed": {"at": "end", "do": []}}
    )
    game.happen(0, {"monarch": "you"}, {"daytime": "night"}, "reverse_turn_order")
    game.happen(0, RESTART)
    new, _ = start_game(edition, game.state.game.names)
    state = game.state
    assert (state.turn, state.address) == (2, "T2.beginning.upkeep")
    assert state.rotation == replace(new.rotation, first=2, created=3)
    players = tuple(replace(p, library=new.players[0].library) for p in state.players)
    assert [*map(without_numbers, players)] == [*map(without_numbers, new.players)]
    same = replace(state, turn=1, rotation=new.rotation, players=new.players, serial=new.serial, game=new.game)
    assert same == new


@pytest.mark.parametrize("edition", ["cr2006", "cr2008"])
def test_before_2011_it_does_nothing(edition: str) -> None:
    game = restarted(edition)
    assert game.state.turn == 1
    assert game.of_kind("effect.nothing")
    assert not game.of_kind("game.restart")


@KNOWING
def test_every_card_a_player_owns_is_in_his_new_library(edition: str) -> None:
    setup = replace(unknown(hand=2, library=3), graveyard=Pile.of(("Opt", 2)), exile=Pile.of(("Shock", 1)))
    ghost = card("Ghost", type="creature", toughness=2, keywords=["phasing"])
    game = Playing(edition, setups=[setup, unknown()], battlefield=[(0, ghost), (0, card("Rock", type="artifact"))])
    assert game.state.battlefield[0].phased_out
    game.happen(0, {"token": {"name": "Goblin"}})
    game.do(Pass(0))
    game.happen(1, RESTART)
    ann, bob = game.state.players
    assert (size(ann.hand), size(ann.library)) == (7, 3)
    assert ann.graveyard.runs == ann.exile.runs == ()
    assert (tuple(bob.hand), size(bob.library)) == (((UNKNOWN, 7),), ENDLESS)


@KNOWING
@pytest.mark.parametrize(
    ("players", "left", "draws"), [(2, (), False), (3, (), True), (3, (1,), False), (4, (3,), True)]
)
def test_in_a_new_game_of_two_the_first_draw_is_skipped(
    edition: str, players: int, left: tuple[int, ...], draws: bool
) -> None:
    game = Playing(edition, players=players)
    game.do(*(Concede(seat) for seat in left))
    game.happen(0, RESTART)
    game.to("T2.precombat_main")
    assert ("T2.beginning.draw" in game.begun()) is draws
    game.until(lambda state: state.turn == 3)
    game.to("T3.precombat_main")
    assert "T3.beginning.draw" in game.begun()


def test_day_and_night_are_not_checked_in_the_first_turn_of_the_new_game() -> None:
    """There is no turn before it (731)."""
    game = Playing("cr2026", players=3)
    game.happen(0, RESTART, {"daytime": "day"})
    assert game.state.designations.daytime == "day"
    game.until(lambda state: state.turn == 3 and type(state.decision) is Priority)
    assert game.state.designations.daytime == "night"


@KNOWING
def test_who_had_it_restarted_goes_first_also_in_anothers_turn(edition: str) -> None:
    game = Playing(edition, players=4)
    game.do(Concede(2))
    game.cast(0, {"life": 1})
    game.until(lambda state: state.decision == Priority(3))
    game.cast(3, {"extra_turn": "each"}, RESTART)
    game.resolve()
    game.until(lambda state: state.turn == 6)
    assert game.turns() == ["Ann", "Dan", "Ann", "Bob", "Dan", "Ann"]


@KNOWING
def test_after_a_restart_the_schedule_is_that_of_the_new_game(edition: str) -> None:
    game = Playing(
        edition, players=3, battlefield=[(0, card("Turvy", static=[{"reverse_phases": True}], type="artifact"))]
    )
    game.happen(0, {"extra_turn": "each"}, {"control_turn": "each"}, RESTART)
    (restart,) = game.of_kind("game.restart")
    assert schedule(restart.state) == tuple(Scheduled("turn", "turn", seat) for seat in (0, 1, 2))
    assert [c for c in schedule(game.state) if c.by or c.removed_by or c.reversed_by or c.phases_reversed_by] == []
    assert {c.controller for c in schedule(game.state)} == {None}


@KNOWING
def test_restarted_again_and_again_the_turns_are_counted_on(edition: str) -> None:
    game = Playing(edition)
    for turn in range(1, 6):
        assert game.state.turn == turn
        game.happen(game.state.active, RESTART)
    assert [event.state.rotation.first for event in game.of_kind("game.restart")] == [2, 3, 4, 5, 6]
    game.do(Concede(1))
    assert game.state.outcome is not None
    assert game.state.outcome.winner == 0


@KNOWING
def test_a_spell_that_discards_before_and_after_asks_in_both_games(edition: str) -> None:
    hand = Pile.of(("Opt", 1), (UNKNOWN, 3))
    game = Playing(edition, setups=[replace(unknown(), hand=hand), unknown()])
    game.happen(0, {"discard": {"player": "each"}}, RESTART, {"discard": {"player": "each"}}, {"life": 2})
    assert game.state.address == "T2.beginning.upkeep"
    assert [size(player.hand) for player in game.state.players] == [6, 6]
    assert game.state.players[0].life == 22


@KNOWING
def test_what_enters_before_the_first_untap_step_may_attack(edition: str) -> None:
    game = Playing(edition, players=3)
    game.happen(0, RESTART, {"token": {"name": "Goblin"}})
    game.until(lambda state: type(state.decision) is DeclareAttackers or state.turn > 2)
    assert type(game.state.decision) is DeclareAttackers


def test_what_could_be_skipped_is_not_asked_in_the_new_game() -> None:
    game = Playing(
        "cr2026", battlefield=[(0, card("Vault", type="artifact", static=[{"skip": "turn", "optional": True}]))]
    )
    assert type(game.state.decision) is ChooseSkip
    game.do(Choose(0, 1))
    game.happen(0, RESTART)
    game.until(lambda state: state.turn == 5)
    assert ChooseSkip not in {type(e.state.decision) for e in game.events if e.state.turn > 1}
