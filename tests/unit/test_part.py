"""The parts of a turn: chunks begin where serial numbers say so, and a rewrite makes one chunk anew."""

from __future__ import annotations

from typing import Any

import pytest

from fsm.errors import ArgumentError
from fsm.turn import TurnGraph, base_turn, insert_phases, insert_steps, insert_steps_before, reverse_phases, skip
from fsm.turn.part import in_chunks


def grown(count: int) -> TurnGraph:
    """A turn with so many extra combats, each made in the phase before it."""
    graph, anchor = base_turn("cr2026"), "combat"
    for number in range(1, count + 1):
        graph = insert_phases(graph, anchor, ("combat",), "x")
        anchor = f"combat+{number}"
    return graph


def test_however_a_row_was_made_its_sections_are_the_same() -> None:
    graph = grown(90)
    assert 2 <= len(graph.root.chunks) <= 10
    assert in_chunks(tuple(graph.root)) == graph.root.chunks
    again = reverse_phases(reverse_phases(graph, "turn", "x"), "turn", "y")
    assert again is graph


@pytest.mark.parametrize("insert", [insert_steps, insert_steps_before])
def test_steps_are_kept_in_chunks_too(insert: object) -> None:
    assert callable(insert)
    graph: TurnGraph = base_turn("cr2026")
    for _ in range(90):
        graph = insert(graph, "beginning/upkeep", ("upkeep",), "x")
    phase = graph.part("beginning")
    assert len(phase.chunks) >= 2
    assert in_chunks(tuple(phase)) == phase.chunks
    assert len(graph.path) == 12 + 90


def test_a_rewrite_makes_one_section_anew_and_shares_the_others() -> None:
    graph = grown(90)
    after = skip(graph, "combat+40/declare_blockers", "x")
    made = set(after.root.chunks) - set(graph.root.chunks)
    assert len(made) == 1
    assert [node.id for node, _ in after.changes(graph)] == ["combat+40/declare_blockers"]
    extra = insert_phases(after, "combat+70", ("postcombat_main",), "x")
    assert [(node.id, was) for node, was in extra.changes(after)] == [("postcombat_main+91", None)]


def test_what_a_part_says_of_itself_is_what_counting_gives() -> None:
    graph = skip(insert_steps(grown(70), "combat+9/end_of_combat", ("end_of_combat",), "x"), "combat+30", "x")
    seen: dict[str, int] = {}
    for node in list(graph)[1:]:
        seen[node.kind] = seen.get(node.kind, 0) + 1
        assert graph.number(node.id)[0] == seen[node.kind]
        assert graph.find(node.kind, seen[node.kind]) == node.id
    assert graph.insertions == len(graph.inserted) == 71
    play, stop = [], graph.following()
    while stop is not None:
        play.append(stop)
        assert graph.coming(stop) == tuple(graph.node(id).kind for id in graph.path[len(play) - 1 :])
        stop = graph.following(stop)
    assert tuple(play) == graph.path


def test_only_a_turn_is_compared_with_a_turn() -> None:
    before: Any = "a turn"
    with pytest.raises(ArgumentError, match="found 'a turn'"):
        list(base_turn("cr2026").changes(before))
