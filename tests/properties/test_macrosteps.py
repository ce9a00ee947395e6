"""Macrosteps are the rules, done again: with them and without them a game goes the same way, event for event."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import NAMES, card
from random_games import CARDS, RandomGame

from fsm.cards.vocabulary import Life
from fsm.edition import edition_ids, load_edition
from fsm.errors import LimitReached
from fsm.game import (
    PASS,
    UNKNOWN,
    Action,
    Concede,
    Options,
    Permanent,
    Pile,
    Player,
    Priority,
    StackObject,
    State,
    play,
    replace,
    set_player,
    start_game,
    step,
)
from fsm.game.flow import macrosteps, running
from fsm.game.flow.arrival import TURN_IS_OVER
from fsm.game.flow.plan import Plan
from fsm.game.state.agenda import do_next
from fsm.game.state.attackers import Combat
from fsm.game.state.state import (
    Ahead,
    ControlEffect,
    DelayedAbility,
    Designations,
    LastingEffect,
    SkipEffect,
    set_standing,
)
from fsm.scenario import default_action
from fsm.turn import add_turn, insert_steps_before

SPELLS = tuple(known for known in CARDS if not set(known.type) - {"instant", "sorcery"})
LIBRARY = 12
"""Few enough cards that somebody loses by drawing, if the game goes on for long."""

KINDS_OF_STOPS = ("turn", "upkeep", "draw", "precombat_main", "combat", "end_of_combat", "end", "cleanup")
WALL = card("Wall", type="creature", toughness=4, triggers=[{"when": when, "do": []} for when in KINDS_OF_STOPS[1:]])


@contextlib.contextmanager
def rules_only() -> Iterator[None]:
    """No state is taken for calm: the rules are asked at each step."""
    with mock.patch.object(macrosteps, "is_calm", return_value=False):
        yield


class SpellGame(RandomGame):
    """A game without permanents at first, each action taken three ways."""

    def __init__(self, edition: str, players: int, numbers: list[int]) -> None:
        seated = [Player(hand=Pile.of((UNKNOWN, 6)), library=Pile.of((UNKNOWN, LIBRARY)))] * players
        self.cards, self.taken = SPELLS, []
        self.state, events = start_game(edition, NAMES[:players], seated)
        self.events = list(events)
        self.play(numbers)

    def do(self, action: Action) -> None:
        """By macrosteps, by macrosteps with nothing recorded, and by the rules alone."""
        before = self.state
        after = step(before, action)
        with rules_only():
            assert step(before, action) == after
        self.state, _ = after
        assert play(before, action) == self.state


@settings(max_examples=examples(30))
@given(st.sampled_from(edition_ids()), st.integers(2, 4), st.lists(st.integers(0, 2_000), min_size=20, max_size=150))
def test_a_game_goes_the_same_way_by_passages_and_by_the_rules(edition: str, players: int, numbers: list[int]) -> None:
    with contextlib.suppress(LimitReached):  # a documented limit may end a game
        SpellGame(edition, players, numbers).finish(turns=3)


def _players(**changes: Any) -> Callable[[State], State]:
    """Changes the second player, whose turn it is."""
    return lambda state: set_player(state, 1, **changes)


def _state(**changes: Any) -> Callable[[State], State]:
    return lambda state: replace(state, **changes)


def _stands(**changes: Any) -> Callable[[State], State]:
    return lambda state: set_standing(state, **changes)


_SOURCE = StackObject(0, "ability", "Test", 1)
NOT_CALM = {
    "mana": _players(mana=2),
    "a land that was played": _players(lands_played=1),
    "an extra turn": lambda state: replace(state, rotation=add_turn(state.rotation, 1, "Test")),
    "an extra turn of the other player": lambda state: replace(state, rotation=add_turn(state.rotation, 0, "Test")),
    "another order of turns": lambda state: replace(state, rotation=replace(state.rotation, last=state.rotation.due)),
    "no life": _players(life=0),
    "a card drawn from nowhere": _players(overdrew=True),
    "a scheme": _players(schemes=Pile.of(("All in Good Time", 1))),
    "a permanent": _state(battlefield=(Permanent(1, WALL, 1, 1),)),
    "a spell": _state(stack=(replace(_SOURCE, kind="spell"),)),
    "an ability that waits": _state(waiting=(_SOURCE,)),
    "a delayed ability": _stands(
        delayed=tuple(DelayedAbility(n, "Test", 1, at, ()) for n, at in enumerate(KINDS_OF_STOPS))
    ),
    "an effect that lasts": _stands(
        lasting=tuple(LastingEffect(n, "Test", 1, f"next_{at}") for n, at in enumerate(KINDS_OF_STOPS))
    ),
    "a skip": _stands(skips=tuple(SkipEffect(n, "Test", 1, at) for n, at in enumerate(KINDS_OF_STOPS))),
    "a defending player": _state(combat=Combat(defender=0)),
    "control of a phase": _stands(
        ahead=Ahead(tuple(ControlEffect(n, "Test", 0, 1, (), at) for n, at in enumerate(("", "combat", "ending"))))
    ),
    "a thing to do first": _stands(ahead=Ahead(after_skip=((Life(amount=1), _SOURCE),))),
    "the monarch": _stands(designations=Designations(titles=(("monarch", 1),))),
}
"""What may be in a state that happens, or matters, as steps and phases end and begin."""


def last_passes(edition: str, players: int = 2) -> Iterator[State]:
    """The states of the second turn in which the last player is about to pass, the macrosteps from them known."""
    state, _ = start_game(edition, NAMES[:players])
    while state.turn < 3:
        before, state = state, play(state, default_action(state))
        if before.turn == 2 and before.passes == players - 1:
            yield before


@pytest.mark.parametrize("what", NOT_CALM)
@pytest.mark.parametrize("edition", ["cr2006", "cr2026"])
def test_what_is_not_calm_goes_by_the_rules(edition: str, what: str) -> None:
    for calm in last_passes(edition):
        _goes_by_the_rules(calm)
        _goes_by_the_rules(NOT_CALM[what](calm))


def _goes_by_the_rules(state: State) -> State:
    action = default_action(state)
    after = step(state, action)
    with rules_only():
        assert step(state, action) == after
    return after[0]


def _kept(state: State) -> bool:
    """Whether a macrostep is known from the place where play is."""
    plan = state.at.plan
    return isinstance(plan, Plan) and any(known is not macrosteps.NOT_KEPT for known in plan.macrosteps.values())


@pytest.mark.parametrize("edition", edition_ids())
def test_a_passage_is_kept_for_each_last_pass_of_a_regular_turn(edition: str) -> None:
    assert all(_kept(before) for before in list(last_passes(edition)))


@pytest.mark.parametrize("edition", edition_ids())
def test_the_change_of_turns_is_kept_in_a_calm_state(edition: str) -> None:
    state, _ = start_game(edition, NAMES[:2])
    while state.turn < 4:
        state = play(state, default_action(state))
    with mock.patch.object(running, "do_next", wraps=do_next) as asked:
        while state.turn < 8:
            state = play(state, default_action(state))
    assert TURN_IS_OVER not in [call.args[0].agenda for call in asked.call_args_list]


def test_only_the_first_turn_of_a_game_has_no_draw() -> None:
    state = list(last_passes("cr2026"))[-1]
    state = replace(state, rotation=replace(state.rotation, first=3))
    while state.turn < 7:
        state = _goes_by_the_rules(state)


def test_passages_are_those_of_the_players_who_are_left() -> None:
    for before in list(last_passes("cr2026", players=3)):
        assert before.priority == 0
        _goes_by_the_rules(before)
        _goes_by_the_rules(step(before, Concede(2))[0])


DRAW_FIRST = """
title = "Draw first"
like = "cr2026"

[phases.beginning]
steps = ["draw", "upkeep"]
"""


def test_a_turn_may_begin_with_a_step_in_which_something_happens(tmp_path: Path) -> None:
    """The turn goes on after that step, and does not begin again."""
    (tmp_path / "first.toml").write_text(DRAW_FIRST, encoding="utf-8")
    state, _ = start_game(load_edition(str(tmp_path / "first.toml")), NAMES[:2])
    while state.turn < 3:
        state = _goes_by_the_rules(state)


def test_an_inserted_step_begins_once() -> None:
    for calm in list(last_passes("cr2006")):
        if calm.address == "T2.combat.beginning_of_combat":
            graph = insert_steps_before(calm.graph, "combat/declare_attackers", ("declare_attackers",), "Test")
            state = replace(calm, at=graph.table[calm.at.name])
            assert [_goes_by_the_rules(state).address for _ in range(2)] == ["T2.combat.declare_attackers"] * 2


def test_teams_go_by_the_rules() -> None:
    list(last_passes("cr2026", players=4))
    state, _ = start_game("cr2026", NAMES[:4], options=Options(teams=((0, 1), (2, 3))))
    while state.turn < 4:
        state = _goes_by_the_rules(state)


def test_who_draws_from_an_empty_library_in_a_calm_state_loses() -> None:
    poor = [Player(hand=Pile.of((UNKNOWN, 7)), library=Pile.of((UNKNOWN, 2)))] * 2
    state, _ = start_game("cr2026", NAMES[:2], poor)
    while state.outcome is None:
        assert isinstance(state.decision, Priority)
        state = play(state, PASS[state.decision.player])
    assert (state.turn, state.outcome.winner) == (6, 0)  # Bob's third draw; nobody draws in the first turn
