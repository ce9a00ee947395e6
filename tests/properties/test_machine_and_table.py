"""The machine on ``transitions`` and the flat table say the same of every rewritten turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import chain, combinations, count, pairwise
from typing import Any

import pytest
from cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from rewriting import graphs
from transitions import MachineError

from fsm.recording import Recording
from fsm.turn import GUARDS, OVER, SUBSTATES, Configuration, TurnGraph, TurnMachine, advance
from fsm.turn.chart import TRIGGER, stop_transitions
from fsm.turn.transition import Guards, state_name

Answers = dict[str, bool]
"""What a model answers, by the names of the guards."""

GIVEN = st.fixed_dictionaries({name: st.booleans() for name in GUARDS})
ENDLESS = 2_000


class Listening:
    """A model that answers as it is told and writes down what is left and entered."""

    def __init__(self, graph: TurnGraph) -> None:
        self.answers: Answers = {}
        self.heard: list[tuple[str, str]] = []
        self.machine = TurnMachine(self, graph)
        for path, state in states_of(self.machine.states):
            state.add_callback("enter", self.hear("enter", path))
            state.add_callback("exit", self.hear("exit", path))

    def __getattr__(self, name: str) -> Callable[[], bool]:
        if name not in GUARDS:
            raise AttributeError(name)
        return lambda: self.answers.get(name, False)

    def hear(self, what: str, path: str) -> Callable[[], None]:
        return lambda: self.heard.append((what, path))


def states_of(states: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, state in states.items():
        yield prefix + name, state
        yield from states_of(state.states, f"{prefix}{name}/")


def taken(row: Configuration, answers: Answers) -> tuple[bool, Configuration, list[tuple[str, str]]]:
    """What the table does, by its moves."""
    for one in row.transitions:
        if all(answers.get(guard, False) is wanted for guard, wanted in one.guards):
            heard = [*(("exit", path) for path in one.exits), *(("enter", path) for path in one.enters)]
            return True, row.after(one), heard
    return False, row, []


def compare(model: Listening, row: Configuration, answers: Answers) -> Configuration:
    """Fires the one event at both, under the same answers; they agree or it is an error."""
    model.answers, model.heard = answers, []
    moved = model.machine.advance()
    expected, after, heard = taken(row, answers)
    assert advance(row, answers) is after
    assert (moved, model.machine.state, model.heard) == (expected, after.name, heard)
    return after


def walk_everywhere(graph: TurnGraph, stops: Collection[str]) -> int:
    """From every row of some stops, under every combination of the answers that are asked."""
    model = Listening(graph)
    compared = 0
    for name in (state_name(stop, substate) for stop in stops for substate in SUBSTATES):
        row = graph.table[name]
        asked = sorted({guard for move in row.transitions for guard, _ in move.guards})
        for held in chain.from_iterable(combinations(asked, size) for size in range(len(asked) + 1)):
            model.machine.set_state(name)
            if row.transitions:
                compare(model, row, dict.fromkeys(held, True))
            elif graph.path:  # where the table has no moves, the machine has none
                with pytest.raises(MachineError, match="Can't trigger"):
                    model.machine.advance()
            compared += 1
    return compared


def declared(machine: TurnMachine) -> dict[str, list[tuple[str | None, Guards]]]:
    """The transitions that the library holds out of each state, in the order in which it tries them."""
    trigger = machine.events.get(TRIGGER)
    return {
        source: [(one.dest, tuple((str(each.func), each.target) for each in one.conditions)) for one in these]
        for source, these in (trigger.transitions if trigger else {}).items()
    }


@given(graphs())
def test_the_table_has_the_transitions_that_the_library_holds(graph: TurnGraph) -> None:
    machine = Listening(graph).machine
    leaves = [path for path, state in states_of(machine.states) if not state.states]
    assert list(graph.table) == leaves
    rows = {name: [(one.target, one.guards) for one in row.transitions] for name, row in graph.table.items()}
    assert {name: these for name, these in rows.items() if these} == declared(machine)


@settings(max_examples=examples(30))
@given(graphs(), st.lists(GIVEN, max_size=100))
def test_both_go_the_same_way_through_any_turn(graph: TurnGraph, answers: list[Answers]) -> None:
    model, row = Listening(graph), graph.table.start
    assert model.machine.state == row.name
    for answer in answers:
        if row.name == OVER:
            break
        row = compare(model, row, answer)


@settings(max_examples=examples(30))
@given(graphs())
def test_both_reach_the_end_by_way_of_the_whole_path(graph: TurnGraph) -> None:
    model, row = Listening(graph), graph.table.start
    visited: list[str] = []
    for _ in count():
        if row.name == OVER:
            break
        if row.substate == "beginning":
            visited.append(row.stop)
        row = compare(model, row, {"all_passed": True, "stack_empty": True})
        assert len(visited) < ENDLESS
    assert tuple(visited) == graph.path


@pytest.mark.slow
def test_both_agree_everywhere_in_every_turn_of_the_corpus(recordings: tuple[Recording, ...]) -> None:
    """All the turns as they ended, and all that they were on the way there."""
    graphs_made = {frame.state.graph: None for recording in recordings for frame in recording}
    rewritten = [graph for graph in graphs_made if graph.inserted or any(n.skipped and n.skipped.by for n in graph)]
    assert len(rewritten) >= 10
    # The moves of a stop depend on it and on the places they lead to; each such stop is compared once.
    pairs: set[object] = set()
    seen: set[object] = set()
    compared = 0
    for graph in graphs_made:
        fresh_pairs = {pair: stops for pair, stops in _pairs(graph) if pair not in pairs}
        pairs.update(fresh_pairs)
        stops = chain.from_iterable(fresh_pairs.values())
        shapes = {stop: (graph.edition.id, graph.node(stop).kind, _relations(graph, stop)) for stop in stops}
        fresh = {shape: stop for stop, shape in shapes.items() if shape not in seen}
        seen.update(fresh)
        compared += walk_everywhere(graph, tuple(fresh.values())) if fresh else 0
    assert compared > 1_000


def _pairs(graph: TurnGraph) -> Iterator[tuple[object, list[str]]]:
    """Each phase with the one that follows it and the cleanup step to come, which is all that its moves lead to."""
    for phase, following in pairwise([*(part for part in graph.root if part.live), None]):
        assert phase is not None
        stops = [step.node.id for step in tuple(phase) or (phase,) if step.live]
        cleanups = tuple(stop for stop in graph.path if graph.node(stop).kind == "cleanup")
        yield (graph.edition.id, phase, following, cleanups[-1:]), stops


def _relations(graph: TurnGraph, stop: str) -> object:
    """The transitions of a stop, and for each whether it leads into its phase, into another, or into a phase itself."""
    phase = stop.partition("/")[0]
    return tuple(
        (one.guards, one.topic, one.source.rpartition("/")[2], one.target.rpartition("/")[2], one.reaches == stop)
        + ((one.reaches.partition("/")[0] == phase, "/" in one.reaches) if one.reaches else ())
        for one in stop_transitions(graph, stop)
    )
