"""A creature that has not been there since its controller's turn began neither attacks nor taps for a cost (302.6)."""

from __future__ import annotations

import pytest
from playing import Playing, card

from fsm.edition import edition_ids
from fsm.errors import IllegalAction
from fsm.game import Activate, Attack, Cast, DeclareAttackers, Pass

EVERY = pytest.mark.parametrize("edition", edition_ids())
DRUID = card("Druid", type="creature", power=1, toughness=1, flash=True, abilities=[{"do": [{"life": 1}], "tap": True}])
GOBLIN = card("Goblin", type="creature", power=1, toughness=1, keywords=["haste"])


def with_druid(edition: str) -> tuple[Playing, int]:
    """A game in the first upkeep, with Ann's Druid on the battlefield since a moment ago, and its id."""
    game = Playing(edition, battlefield=[(0, GOBLIN)])
    game.do(Cast(0, DRUID))
    game.resolve()
    return game, game.state.battlefield[-1].id


def attackers(game: Playing) -> tuple[int, ...]:
    """The creatures that could attack when they are next declared."""
    decision = game.until(lambda state: type(state.decision) is DeclareAttackers).decision
    assert isinstance(decision, DeclareAttackers)
    return decision.candidates


@EVERY
def test_a_new_creature_does_not_attack(edition: str) -> None:
    game, druid = with_druid(edition)
    assert druid not in attackers(game)
    with pytest.raises(IllegalAction):
        game.do(Attack(0, (druid,)))


@EVERY
def test_it_is_new_through_the_turn_of_another_player(edition: str) -> None:
    game, druid = with_druid(edition)
    for place in ("T1.ending.end", "T2.beginning.upkeep", "T2.ending.end"):
        game.to(place)
        while game.state.priority != 0:
            game.do(Pass(1))
        with pytest.raises(IllegalAction, match="came this turn"):
            game.do(Activate(0, druid, 0))


@EVERY
def test_in_its_controllers_next_turn_it_is_new_no_more(edition: str) -> None:
    game, druid = with_druid(edition)
    game.to("T3.beginning.upkeep")
    game.do(Activate(0, druid, 0))
    game.resolve()
    assert game.state.players[0].life == 21
    game.to("T4.beginning.upkeep")
    game.to("T5.beginning.upkeep")
    assert druid in attackers(game)
