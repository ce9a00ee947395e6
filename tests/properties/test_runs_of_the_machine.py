"""Every run is a run of the machine, place by place; and a way that a rewrite opens leads where the rewrite does."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st
from random_games import RandomGame
from rewriting import graphs

from fsm.edition import edition_ids
from fsm.game import State
from fsm.recording import Recording
from fsm.turn import (
    Configuration,
    TurnGraph,
    end_combat,
    end_turn,
    repeat_cleanup,
    second_combat_damage,
    skip_blocks_and_damage,
)
from fsm.turn.chart import OVER


def is_move(before: Configuration, after: Configuration) -> bool:
    """Whether play goes from one place to the other by a move of the turn's machine, before or after a rewrite."""
    rows = [graph.table.get(before.name) for graph in (after.graph, before.graph)]
    return any(
        row is not None and (row.name == after.name or any(move.to.name == after.name for move in row.moves))
        for row in rows
    )


def is_skipped(before: Configuration, after: Configuration) -> bool:
    """Whether a stop that play had come to is skipped before it begins, and play goes on to the next one."""
    graph = after.graph
    if before.substate != "beginning" or before.stop not in graph.stops or not graph.is_skipped(before.stop):
        return False
    rest = graph.stops[graph.stops.index(before.stop) + 1 :]
    following = next((stop for stop in rest if not graph.is_skipped(stop)), None)
    return after.name == OVER if following is None else after.stop == following


Pairs = set[tuple[Configuration, Configuration]]
"""Moves that were looked at already."""


def count_moves(states: Iterable[State], known: Pairs) -> int:
    """Looks at all moves of a run; those of a turn of which nothing has begun are its start, as it then is."""
    moves, before = 0, None
    for state in states:
        if before is not None and before.turn == state.turn and before.at is not state.at:
            if (before.at, state.at) not in known:
                start, there = before.graph.table.start, state.graph.table.start
                begins = before.at is start and state.at is there
                assert is_move(before.at, state.at) or begins or is_skipped(before.at, state.at)
            known.add((before.at, state.at))
            moves += 1
        before = state
    return moves


def test_every_run_of_the_corpus_is_a_run_of_the_machine(recordings: tuple[Recording, ...]) -> None:
    known: Pairs = set()
    assert sum(count_moves((frame.state for frame in recording), known) for recording in recordings) > 50_000


@given(
    edition=st.sampled_from(edition_ids()),
    players=st.integers(2, 3),
    numbers=st.lists(st.integers(0, 10**6), min_size=5, max_size=30),
)
def test_every_random_game_is_a_run_of_the_machine(edition: str, players: int, numbers: list[int]) -> None:
    game = RandomGame(edition, players, numbers)
    count_moves((event.state for event in game.events), set())


def way(graph: TurnGraph, stop: str, guard: str) -> str | None:
    """Where the way out of a stop leads that a guard opens, if there is one."""
    moves = graph.table[f"turn/{stop}/ending"].moves
    found = [move.to for move in moves if (guard, True) in move.guards]
    return None if not found else OVER if found[0].name == OVER else found[0].stop


def leads(graph: TurnGraph, stop: str) -> str:
    """Where play goes after a stop in a rewritten turn; a part that was just inserted, as what it repeats."""
    following = graph.following(stop)
    return OVER if following is None else following


@given(graphs(), st.integers(0, 10**6))
def test_a_way_leads_where_its_rewrite_does(graph: TurnGraph, number: int) -> None:
    if not graph.path:
        return
    stop = graph.path[number % len(graph.path)]
    kind = graph.node(stop).kind
    ended = way(graph, stop, "ends_turn")
    if kind != "cleanup" and ended is not None:
        assert ended == leads(end_turn(graph, stop, "x"), stop)
    if kind != "cleanup" and ended is None:
        assert len(end_turn(graph, stop, "x").nodes) > len(graph.nodes)  # no cleanup step is left: one is added
    combat = way(graph, stop, "ends_combat")
    inside = graph.node(graph.phase_of(stop)).kind == "combat"
    assert (combat is not None) == (inside and bool(graph.edition.cite("end_combat_phase")))
    if combat is not None:
        assert combat == leads(end_combat(graph, stop, "x"), stop)
    unopposed = way(graph, stop, "no_attackers")
    if unopposed is not None:
        assert unopposed == leads(skip_blocks_and_damage(graph, stop), stop)
    for guard, repeat in (("second_damage", second_combat_damage), ("cleanup_repeats", repeat_cleanup)):
        again = way(graph, stop, guard)
        if again is not None:
            after = repeat(graph, stop)
            assert again == stop
            assert after.node(leads(after, stop)).kind == kind
