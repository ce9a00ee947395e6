"""Every run is a run of the machine, place by place; and a way that a rewrite opens leads where the rewrite does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from moves import Pairs, count_moves
from rewriting import graphs

from fsm.recording import Recording
from fsm.turn import (
    OVER,
    TurnGraph,
    end_combat,
    end_turn,
    repeat_cleanup,
    second_combat_damage,
    skip_blocks_and_damage,
)
from fsm.turn.following import widest


@pytest.mark.slow
def test_every_run_of_the_corpus_is_a_run_of_the_machine(recordings: tuple[Recording, ...]) -> None:
    known: Pairs = set()
    assert sum(count_moves((frame.state for frame in recording), known) for recording in recordings) > 50_000


def way(graph: TurnGraph, stop: str, guard: str) -> str | None:
    """Where the way out of a stop leads that a guard opens, if there is one."""
    every = graph.table[f"turn/{stop}/ending"].transitions
    found = [one for one in every if (guard, True) in one.guards]
    return found[0].reaches or OVER if found else None


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
    again = way(graph, stop, "cleanup_repeats")
    if again is not None:
        after = repeat_cleanup(graph, stop)
        assert again == stop
        assert after.node(leads(after, stop)).kind == kind
    second = way(graph, stop, "second_damage")
    if second is not None:
        after, wide = second_combat_damage(graph, stop), widest(graph).graph
        assert second not in graph.nodes
        assert [wide.node(second).kind, after.node(leads(after, stop)).kind] == [kind, kind]
