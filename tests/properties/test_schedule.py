"""The schedule says what will happen, if from now on everybody only passes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm.edition import edition_ids
from fsm.game import Cast, Event, Options, Priority, State, play, read_card, schedule, start_game
from fsm.scenario import default_action

PLACES = ["combat", "main", "draw", "upkeep", "end", "turn", "extra_turn", "declare_attackers", "ending"]
PHASES = st.lists(st.sampled_from(["combat", "main", "beginning"]), min_size=1, max_size=2)
SKIPS = st.fixed_dictionaries(
    {
        "what": st.sampled_from(PLACES),
        "count": st.integers(1, 2),
        "player": st.sampled_from(["you", "opponents", "each"]),
    }
)
EFFECTS = st.one_of(
    st.fixed_dictionaries({"extra_turn": st.sampled_from(["you", "each", "opponents"])}),
    PHASES.map(lambda kinds: {"extra_phases": {"phases": kinds}}),
    st.sampled_from(["upkeep", "end"]).map(lambda step: {"extra_steps": {"step": step, "where": "after_this_phase"}}),
    SKIPS.map(lambda skip: {"skip": skip}),
    st.sampled_from(["each", "opponents"]).map(lambda who: {"control_turn": who}),
    st.just("reverse_turn_order"),
)
Seated = tuple[int, tuple[tuple[int, ...], ...]]
SEATED: st.SearchStrategy[Seated] = st.sampled_from(
    [(2, ()), (3, ()), (4, ()), (4, ((0, 1), (2, 3))), (6, ((0, 1), (2, 3), (4, 5)))]
)
TURVY = read_card({"name": "Topsy Turvy", "type": "enchantment", "static": [{"reverse_phases": True}]})
BEGINS = ("phase.begin", "step.begin")
NO_ATTACKERS = ("declare_blockers", "combat_damage")


def begun(events: list[Event], turn: int) -> list[str]:
    """The addresses of the phases and steps that began in a turn, as the turn was numbered then."""
    return [
        e.state.graph.addresses[e.node]
        for e in events
        if e.kind in BEGINS and e.state.turn == turn and e.state.graph.node(e.node).kind not in NO_ATTACKERS
    ]


@pytest.mark.parametrize("edition", edition_ids())
@given(
    effects=st.lists(EFFECTS, min_size=1, max_size=5),
    seated=SEATED,
    wait=st.integers(0, 20),
    turvies=st.integers(0, 3),
)
def test_what_is_scheduled_comes(edition: str, effects: list[Any], seated: Seated, wait: int, turvies: int) -> None:
    players, teams = seated
    board = [(0, TURVY)] * turvies
    state, _ = start_game(edition, [f"P{n}" for n in range(players)], battlefield=board, options=Options(teams))
    while wait or type(state.decision) is not Priority:
        state, wait = play(state, default_action(state)), max(0, wait - 1)
    card = read_card({"name": "Big", "type": "instant", "effects": effects})
    assert state.decision is not None
    state = play(state, Cast(state.decision.player, card))
    while state.stack:
        state = play(state, default_action(state))
    coming_up = schedule(state)
    coming = [c.address for c in coming_up if c.level != "turn" and not c.removed_by]
    coming = [address for address in coming if not address.endswith(NO_ATTACKERS)]
    turns = [c for c in coming_up if c.level == "turn" and not c.removed_by]
    log: list[Event] = []
    number = state.turn
    after: State = state
    while after.turn <= number + len(turns):
        after = play(after, default_action(after), log)
    assert begun(log, number) == coming
    taken = [e.state for e in log if e.kind == "turn.begin"]
    assert [state.active for state in taken[: len(turns)]] == [c.player for c in turns]
    by = "Topsy Turvy" if turvies % 2 else ""
    assert all((begin.graph.reversed.by if begin.graph.reversed else "") == by for begin in taken)
    assert all(coming.phases_reversed_by == by for coming in coming_up if coming.level == "turn")
    controlled = {e.state.turn: (e.get("controller"), e.get("by")) for e in log if e.kind == "control.begin"}
    for begin, told in zip(taken, turns, strict=False):
        name = None if told.controller is None else state.name(told.controller)
        assert controlled.get(begin.turn, (None, "")) == (name, told.controlled_by)
