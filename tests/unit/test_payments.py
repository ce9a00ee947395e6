"""Paying for effects as they resolve: who is asked, mana abilities before, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Playing, card, unknown

from fsm.edition import edition_ids
from fsm.errors import IllegalAction
from fsm.game import Activate, Card, Choose, ChoosePayment, Concede, default_action, legal_actions
from fsm.scenario import ActRef
from fsm.scenario.running.actions import action_of
from fsm.scenario.writing.script import written
from fsm.shape import read

EVERY = pytest.mark.parametrize("edition", edition_ids())


def source(name: str = "Grove", *do: Any, **data: Any) -> Card:
    return card(name, type="artifact", abilities=[{"mana_ability": True, "do": list(do) or [{"mana": 1}], **data}])


GROVE = source(tap=True)
GROVE_DOES = [{"tap": True, "mana_ability": True, "do": [{"mana": 1}]}]
ROCK = card("Rock", type="artifact", abilities=[{"tap": True, "do": [{"life": 1}]}])


def asked(game: Playing, seat: int = 0, **price: Any) -> ChoosePayment | None:
    """What is asked as an instant resolves for which a player may pay; None if nobody is."""
    game.cast(seat, {"pay": {**price, "do": [{"life": 5}], "otherwise": [{"life": -5}]}})
    game.until(lambda state: isinstance(state.decision, ChoosePayment) or not state.stack)
    decision = game.state.decision
    return decision if isinstance(decision, ChoosePayment) else None


@EVERY
def test_mana_is_made_and_paid_as_something_resolves(edition: str) -> None:
    game = Playing(edition, battlefield=[(0, GROVE), (0, GROVE), (0, ROCK)])
    decision = asked(game, mana=2)
    assert decision == ChoosePayment(0, "Test", 2)
    assert decision.price == "2 mana"
    assert list(legal_actions(game.state)) == [Choose(0, 0), Activate(0, 1), Activate(0, 2)]
    game.do(Activate(0, 2))
    assert list(legal_actions(game.state)) == [Choose(0, 0), Activate(0, 1)]
    with pytest.raises(IllegalAction, match="Test is not paid for: it costs 2 mana, and Ann has 1"):
        game.do(Choose(0, 1))
    game.do(Activate(0, 1), Choose(0, 1))
    assert (game.state.players[0].life, game.state.players[0].mana) == (25, 0)
    topics = game.state.edition.cite
    assert set(topics("resolve_mana")) < set(game.of_kind("mana.activate")[0].rules)


@EVERY
def test_only_mana_abilities_are_activated_and_only_for_mana(edition: str) -> None:
    game = Playing(edition, battlefield=[(0, GROVE), (0, ROCK), (1, GROVE)])
    asked(game, mana=1)
    with pytest.raises(IllegalAction, match="only mana abilities") as refused:
        game.do(Activate(0, 2))
    assert refused.value.rules == game.state.edition.cite("resolve_mana") != ()
    for wrong in (Activate(0, 3), Activate(0, 1, 1), Activate(0, 9), Choose(0, 2)):
        assert wrong not in legal_actions(game.state)
    other = Playing(edition, battlefield=[(0, GROVE)])
    asked(other, life=1)
    with pytest.raises(IllegalAction, match="asks for no mana"):
        other.do(Activate(0, 1))


@pytest.mark.parametrize(
    ("makers", "mana", "is_asked"),
    [
        ([], 1, False),
        ([ROCK], 1, False),
        ([GROVE], 1, True),
        ([GROVE], 2, False),
        ([source("Well", {"choose_one": {"options": {"a": [{"mana": 1}], "b": [{"mana": 2}]}}}, tap=True)], 2, True),
        ([source("Font", {"mana": 1}, life=1)], 9, True),  # again and again
        ([source("Egg", {"mana": 1}, {"untap": "Grove"}, sacrifice=True), GROVE], 3, True),
        ([source("Filter", {"mana": 2}, mana=1, tap=True), GROVE], 2, True),
        ([source("Filter", {"mana": 2}, mana=9, tap=True)], 12, False),
        ([card("Elf", type="creature", toughness=1, abilities=GROVE_DOES)], 1, True),
    ],
)
def test_who_could_make_enough_mana_is_asked(makers: list[Card], mana: int, is_asked: bool) -> None:
    game = Playing(battlefield=[(0, maker) for maker in makers])
    assert (asked(game, mana=mana) is not None) is is_asked
    unpaid = game.of_kind("cost.unpaid")
    assert bool(unpaid) is not is_asked
    assert game.state.players[0].life == (20 if is_asked else 15)
    if unpaid:
        assert f"it costs {mana} mana, and Ann has" in unpaid[0].get("why")


@pytest.mark.parametrize(
    ("price", "why"),
    [
        ({"life": 21}, "it costs 21 life, and Ann has 20"),
        ({"discard": 8}, "it costs 8 cards, and Ann has"),
        ({"mana": 3}, "it costs 3 mana, and Ann has no more than 1"),
    ],
)
def test_the_run_says_why_a_player_cannot_pay(price: dict[str, int], why: str) -> None:
    game = Playing(setups=[unknown(), unknown()], battlefield=[(0, GROVE)])
    assert asked(game, **price) is None
    (unpaid,) = game.of_kind("cost.unpaid")
    assert unpaid.get("why").startswith(why)
    assert unpaid.rules == game.state.edition.cite("choice")


def test_what_may_be_done_before_is_written_as_it_is_read() -> None:
    game = Playing(battlefield=[(0, GROVE), (0, GROVE)])
    asked(game, mana=1)
    for action in legal_actions(game.state):
        assert action_of(game.state, 0, read(ActRef, written(game.state, action))) == action


def test_nobody_pays_who_is_told_nothing() -> None:
    game = Playing(battlefield=[(0, GROVE)])
    asked(game, mana=1)
    assert default_action(game.state) == Choose(0, 0)
    game.do(Choose(0, 0))
    assert game.state.players[0].life == 15
    assert game.of_kind("choice")[0].get("price") == "1 mana"


def test_who_leaves_after_making_mana_does_not_pay() -> None:
    game = Playing(players=3, battlefield=[(1, GROVE)])
    game.cast(0, {"pay": {"mana": 1, "player": "each", "otherwise": [{"life": {"amount": -1, "player": "you"}}]}})
    game.until(lambda state: isinstance(state.decision, ChoosePayment))
    game.do(Activate(1, 1), Concede(1))
    assert game.state.players[0].life == 17
    assert not game.of_kind("mana.pay")


def test_a_mana_ability_may_move_what_is_sacrificed_elsewhere() -> None:
    """Two effects would put the sacrificed Egg elsewhere; its controller chooses, and is asked to pay again."""
    egg = source("Egg", sacrifice=True)
    exile = card("Exile", type="enchantment", static=[{"instead": {"which": "permanent"}}])
    hand = card("Return", type="enchantment", static=[{"instead": {"which": "permanent", "goes": "hand"}}])
    game = Playing(battlefield=[(0, egg), (0, exile), (0, hand)])
    asked(game, mana=1)
    game.do(Activate(0, 1), Choose(0, 1))
    assert isinstance(game.state.decision, ChoosePayment)
    game.do(Choose(0, 1))
    assert game.of_kind("permanent.leave")[0].get("to") == "hand"
    assert game.state.players[0].life == 25


def test_who_leaves_while_a_mana_ability_asks_is_not_asked_again() -> None:
    well = source("Well", {"choose_one": {"options": {"a": [{"mana": 1}], "b": [{"mana": 2}]}}}, tap=True)
    game = Playing(players=3, battlefield=[(1, well)])
    game.cast(0, {"pay": {"mana": 1, "player": "each", "otherwise": [{"life": {"amount": -1, "player": "you"}}]}})
    game.until(lambda state: isinstance(state.decision, ChoosePayment))
    game.do(Activate(1, 1), Concede(1))
    assert game.state.decision is not None
    assert game.state.decision.player in game.state.rotation.seats
    assert game.state.players[0].life == 17
