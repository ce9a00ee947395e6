"""A decision that is added: one module has all of it, and a line in the table of kinds makes it known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playing import Playing

from fsm.cards.vocabulary import Effect
from fsm.edition import edition_ids
from fsm.errors import IllegalAction
from fsm.game import (
    Choose,
    Concede,
    Decision,
    StackObject,
    State,
    add_effect,
    legal_actions,
    remove_effect,
    replace,
    set_player,
)
from fsm.game.decisions.kind import one_of
from fsm.game.decisions.table import DECISION_KINDS
from fsm.game.state.event import Log, emit
from fsm.game.state.piles.pile import put_under, take_top
from fsm.scenario import judge, parse_scenarios, run_scenario
from fsm.scenario.writing.script import written

PLACES = ("top", "bottom")
TEXT = """
edition: [cr2006, cr2026]
players:
  Ann: {library: [Opt, Forest]}
  Bob: {}
cards: [{name: Glance, type: instant, effects: [glance]}]
script:
  - at: T1.upkeep
    Ann: [{cast: Glance}, {choose: bottom}]
until: T1.upkeep
"""


class Glance(Effect, frozen=True):
    """Its controller looks at the top card of their library, and may put it on the bottom."""


class ChoosePlace(Decision, frozen=True):
    """Where a card goes."""

    card: str


def ask(state: State, log: Log, effect: Glance, source: StackObject) -> State:
    """Asks where the top card goes."""
    card, _ = take_top(state.players[source.controller].library)
    return replace(state, decision=ChoosePlace(source.controller, card))


def names(state: State, decision: ChoosePlace) -> tuple[str, ...]:
    """The places."""
    return PLACES


def answer(state: State, log: Log, decision: ChoosePlace, action: Choose) -> State:
    """Puts the card there."""
    seat, state = decision.player, replace(state, decision=None)
    emit(log, "choice", state, "choice", seat, name=decision.card, option=PLACES[action.option])
    if not action.option:
        return state
    card, rest = take_top(state.players[seat].library)
    return set_player(state, seat, library=put_under(rest, card))


@pytest.fixture(autouse=True)
def _added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    kinds: dict[Any, Any] = DECISION_KINDS
    monkeypatch.setitem(kinds, ChoosePlace, one_of(ChoosePlace, names, answer))
    add_effect("glance", Glance, ask)
    yield
    remove_effect("glance")


@pytest.mark.parametrize("edition", edition_ids())
def test_an_added_decision_is_asked_listed_and_answered(edition: str) -> None:
    game = Playing(edition)
    game.cast(0, "glance")
    game.until(lambda state: type(state.decision) is ChoosePlace)
    assert list(legal_actions(game.state)) == [Choose(0, 0), Choose(0, 1)]
    assert [written(game.state, action) for action in legal_actions(game.state)] == [
        {"choose": name} for name in PLACES
    ]
    with pytest.raises(IllegalAction, match="there are 2 options"):
        game.do(Choose(0, 2))
    game.do(Choose(0, 1))
    assert game.of_kind("choice")[0].get("option") == "bottom"
    assert game.state.priority == 0


def test_a_script_answers_an_added_decision_and_its_default_is_the_first() -> None:
    for text, option, library in (
        (TEXT, "bottom", (("Opt", 1), ("Forest", 1))),
        (TEXT.replace(", {choose: bottom}", ""), "top", (("Forest", 1), ("Opt", 1))),
    ):
        (scenario,) = parse_scenarios(text, "f")
        for edition in scenario.editions:
            recording = run_scenario(scenario, edition)
            assert judge(scenario, recording) == []
            (chosen,) = [frame.event for frame in recording.frames if frame.event.kind == "choice"]
            assert (chosen.get("name"), chosen.get("option")) == ("Opt", option)
            assert tuple(recording.frames[-1].state.players[0].library) == library


def test_nobody_is_asked_once_they_have_left() -> None:
    game = Playing(players=3)
    game.cast(0, "glance")
    game.until(lambda state: type(state.decision) is ChoosePlace)
    game.do(Concede(0))
    assert type(game.state.decision) is not ChoosePlace
    game.until(lambda state: state.turn == 2)
