"""Cards that come to a graveyard or a library together are arranged by their owner."""

from __future__ import annotations

import pytest
from playing import Playing, card, unknown

from fsm.errors import IllegalAction
from fsm.game import ArrangeCards, Cast, Concede, Order, Pile, Priority, legal_actions, pile_of, replace
from fsm.game.state.piles.pile import names, rearranged, size

PLAGUE = {"pump": {"what": "creatures", "toughness": -1}}
ANT, BEE = (card(name, type="creature", power=1, toughness=1) for name in ("Ant", "Bee"))


def dying(*creatures: str, players: int = 2) -> Playing:
    """Creatures of the first player die together, and somebody is asked."""
    board = [(0, {"Ant": ANT, "Bee": BEE}[name]) for name in creatures]
    game = Playing("cr2026", players=players, battlefield=board)
    game.cast(0, PLAGUE)
    game.until(lambda state: type(state.decision) is ArrangeCards or (not state.stack and not state.battlefield))
    return game


def test_each_order_is_legal_and_the_first_is_the_lowest() -> None:
    game = dying("Ant", "Bee", "Ant")
    decision = game.state.decision
    assert isinstance(decision, ArrangeCards)
    assert (decision.player, decision.zone, decision.names) == (0, "graveyard", ("Ant", "Bee", "Ant"))
    assert [action.order for action in legal_actions(game.state) if isinstance(action, Order)][:2] == [
        (0, 1, 2),
        (0, 2, 1),
    ]
    with pytest.raises(IllegalAction):
        game.do(Order(0, (0, 1)))
    game.do(Order(0, (2, 0, 1)))
    assert names(game.state.players[0].graveyard)[-3:] == ("Ant", "Ant", "Bee")
    assert game.of_kind("cards.arrange")[0].get("cards") == ["Bee", "Ant", "Ant"]
    assert game.state.decision == Priority(0)


def test_cards_that_are_alike_need_no_order() -> None:
    game = dying("Ant", "Ant")
    assert game.state.decision == Priority(0)
    assert size(game.state.players[0].graveyard) == 3


def test_who_leaves_arranges_nothing() -> None:
    game = dying("Ant", "Bee", players=3)
    game.do(Concede(0))
    assert type(game.state.decision) is Priority
    assert game.state.rotation.seats == (1, 2)


def test_an_order_changes_places_and_not_what_cards_are() -> None:
    game = dying("Ant", "Bee")
    before = game.state.players[0].graveyard
    game.do(Order(0, (1, 0)))
    after = game.state.players[0].graveyard
    assert {(run.first, run.name) for run in before.runs} == {(run.first, run.name) for run in after.runs}
    assert (before.arrived, before.count) == (after.arrived, after.count)


def test_the_bottom_of_a_library_is_arranged_too() -> None:
    setup = replace(unknown(), library=pile_of(["low", "mid", "high"]))
    game = Playing("cr2026", battlefield=[(0, ANT), (0, BEE)], setups=[setup, unknown()])
    game.do(Cast(0, card("Flood", effects=[{"move": {"what": "creatures", "to": "library", "place": "bottom"}}])))
    game.until(lambda state: type(state.decision) is ArrangeCards)
    assert names(game.state.players[0].library) == ("Bee", "Ant", "low", "mid", "high")
    assert isinstance(game.state.decision, ArrangeCards)
    assert game.state.decision.names == ("Bee", "Ant")
    game.do(Order(0, (1, 0)))
    assert names(game.state.players[0].library) == ("Ant", "Bee", "low", "mid", "high")
    (told,) = game.of_kind("cards.arrange")
    assert dict(told.detail) == {"to": "library"}
    assert game.of_kind("cards.arrange")[0].get("cards") is None


def test_tokens_are_not_arranged() -> None:
    game = Playing("cr2026", battlefield=[(0, ANT)])
    imp = {"token": {"name": "Imp", "power": 1, "toughness": 1}}
    game.cast(0, imp, {"move": {"what": "creatures", "to": "graveyard"}})
    game.until(lambda state: type(state.decision) is ArrangeCards or not state.stack)
    assert len(game.of_kind("permanent.leave")) == 2
    assert type(game.state.decision) is Priority


def test_a_pile_is_rearranged_on_top_or_below() -> None:
    pile = Pile.of(("a", 2), ("b", 1), ("c", 1))
    assert names(rearranged(pile, (3, 2))) == ("a", "a", "c", "b")
    assert names(rearranged(pile, (1, 0), bottom=True)) == ("a", "a", "b", "c")
    assert names(rearranged(pile, (2, 9, 0), bottom=True)) == ("b", "a", "a", "c")
