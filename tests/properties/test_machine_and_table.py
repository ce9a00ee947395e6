"""The machine on ``transitions`` and the flat table say the same of every rewritten turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rewriting import graphs
from transitions import MachineError

from fsm.recording import Recording
from fsm.turn import Configuration, TurnGraph, TurnMachine
from fsm.turn.machine import GUARDS, OVER
from fsm.turn.pieces import walk

Answers = tuple[bool, bool, bool]
"""Have all passed, is the stack empty, is priority needed."""

ALL_ANSWERS: tuple[Answers, ...] = tuple((a, b, c) for a in (False, True) for b in (False, True) for c in (False, True))
ENDLESS = 2_000


class Listening:
    """A model that answers as it is told and writes down what is left and entered."""

    state: str
    advance: Callable[[], bool]

    def __init__(self, graph: TurnGraph) -> None:
        self.answers: Answers = (False, False, False)
        self.heard: list[tuple[str, str]] = []
        self.machine = TurnMachine(self, graph)
        for path, state in states_of(self.machine.states):
            state.add_callback("enter", self.hear("enter", path))
            state.add_callback("exit", self.hear("exit", path))

    def hear(self, what: str, path: str) -> Callable[[], None]:
        return lambda: self.heard.append((what, path))

    def all_passed(self) -> bool:
        return self.answers[0]

    def stack_empty(self) -> bool:
        return self.answers[1]

    def needs_priority(self) -> bool:
        return self.answers[2]


def states_of(states: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, state in states.items():
        yield prefix + name, state
        yield from states_of(state.states, f"{prefix}{name}/")


def advance(row: Configuration, answers: Answers) -> tuple[bool, Configuration, list[tuple[str, str]]]:
    """What the table does, by its moves."""
    said = dict(zip(GUARDS, answers, strict=True))
    for move in row.moves:
        if all(said[guard] is wanted for guard, wanted in move.guards):
            heard = [*(("exit", path) for path in move.exits), *(("enter", path) for path in move.enters)]
            return True, move.to, heard
    return False, row, []


def compare(model: Listening, row: Configuration, answers: Answers) -> Configuration:
    """Fires the one event at both, under the same answers; they agree or it is an error."""
    model.answers, model.heard = answers, []
    moved = model.advance()
    expected, after, heard = advance(row, answers)
    assert (moved, model.state, model.heard) == (expected, after.name, heard)
    return after


def walk_everywhere(graph: TurnGraph) -> int:
    """From every row that is not the last, under every combination of answers."""
    model = Listening(graph)
    compared = 0
    for name, row in graph.table.items():
        asked = {guard for move in row.moves for guard, _ in move.guards}
        for answers in ALL_ANSWERS:
            if any(answer and guard not in asked for guard, answer in zip(GUARDS, answers, strict=True)):
                continue  # nobody asks; the random walks answer so too
            model.machine.set_state(name, model)
            if row.moves:
                compare(model, row, answers)
            elif graph.path:  # where the table has no moves, the machine has none
                with pytest.raises(MachineError, match="Can't trigger"):
                    model.advance()
            compared += 1
    return compared


@given(graphs())
def test_the_linked_table_is_the_one_walked_from_the_whole_machine(graph: TurnGraph) -> None:
    whole = walk(Listening(graph).machine)
    linked = {
        name: [(move.guards, move.exits, move.enters, move.to.name) for move in row.moves]
        for name, row in graph.table.items()
    }
    assert linked == {name: [walked[:4] for walked in moves] for name, moves in whole.items()}
    assert list(linked) == list(whole)


@given(graphs(), st.lists(st.sampled_from(ALL_ANSWERS), max_size=150))
def test_both_go_the_same_way_through_any_turn(graph: TurnGraph, answers: list[Answers]) -> None:
    model, row = Listening(graph), graph.table.start
    assert model.state == row.name
    for answer in answers:
        if row.name == OVER:
            break
        row = compare(model, row, answer)


@given(graphs())
def test_both_reach_the_end_by_way_of_the_whole_path(graph: TurnGraph) -> None:
    model, row = Listening(graph), graph.table.start
    visited: list[str] = []
    for _ in count():
        if row.name == OVER:
            break
        if row.substate == "beginning":
            visited.append(row.stop)
        row = compare(model, row, (True, True, False))
        assert len(visited) < ENDLESS
    assert tuple(visited) == graph.path


def test_both_agree_everywhere_in_every_turn_of_the_corpus(recordings: tuple[Recording, ...]) -> None:
    """All the turns as they ended, and all that they were on the way there."""
    graphs_made = {frame.state.graph: None for recording in recordings for frame in recording}
    rewritten = [graph for graph in graphs_made if graph.inserted or any(n.skipped and n.skipped.by for n in graph)]
    assert len(rewritten) >= 10
    # The moves of a stop depend on it and on what follows; each such pair is compared once.
    seen: set[tuple[str, ...]] = set()
    compared = 0
    for graph in graphs_made:
        shape = (graph.edition.id, *graph.path)
        if shape not in seen:
            seen.add(shape)
            compared += walk_everywhere(graph)
    assert compared > 5_000
