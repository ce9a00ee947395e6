"""The debugger's motions and what-if runs, on scenarios of the corpus and any positions in them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from fsm.debugger import Session
from fsm.errors import FsmError
from fsm.recording import Recording
from fsm.recording.view import view
from fsm.scenario import ActRef, parse_scenarios, read_scenarios, run_scenario
from fsm.scenario.running.actions import action_of
from fsm.scenario.writing.script import written
from fsm.shape import read

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.turn.yaml"))
FORWARDS, BACKWARDS = ("into", "over", "out"), ("back", "back_over", "back_out")

files = st.sampled_from(SCENARIOS)


@cache
def session(file: Path) -> Session:
    return Session.open(str(file))


def said(recording: Recording) -> list[object]:
    return [(f.event.kind, f.event.node, f.event.player, f.event.detail, f.event.rules) for f in recording]


@given(files, st.data())
def test_motions_go_back_to_the_very_state(file: Path, data: st.DataObject) -> None:
    debugged = session(file)
    at = data.draw(st.integers(0, debugged.tape.last))
    debugged.go(at)
    before = view(debugged.state)
    visited = [at]
    for name in data.draw(st.lists(st.sampled_from(FORWARDS), max_size=12)):
        debugged.move(getattr(debugged.tape, name))
        assert debugged.at > visited[-1] or debugged.at == visited[-1] == debugged.tape.last
        visited.append(debugged.at)
    while debugged.at > at:
        here = debugged.at
        debugged.move(getattr(debugged.tape, data.draw(st.sampled_from(BACKWARDS))))
        assert debugged.at < here
        if debugged.at < at:
            debugged.go(at)
    assert debugged.at == at
    assert view(debugged.state) == before


@given(files)
@settings(max_examples=examples(40))
def test_steps_backwards_visit_the_stops_of_steps_forwards(file: Path) -> None:
    tape = session(file).tape
    forwards, backwards = [0], [tape.last]
    while forwards[-1] < tape.last:
        forwards.append(tape.into(forwards[-1]))
    while backwards[-1] > 0:
        backwards.append(tape.back(backwards[-1]))
    assert backwards[::-1] == forwards == list(range(len(tape)))
    for at in range(0, len(tape), 7):
        over = tape.over(at)
        assert all(tape.depths[p] > tape.depths[at] for p in range(at + 1, over)), "over passes only what is deeper"
        out = tape.back_out(at)
        assert out == 0 or tape.depths[out] < tape.depths[at]


@given(files)
def test_what_is_written_for_an_action_means_that_action(file: Path) -> None:
    for answer in session(file).recording.answers:
        text = written(answer.before, answer.action)
        act = read(ActRef, text)
        cards = dict.fromkeys(("cast", "play", "suspend"), getattr(answer.action, "card", None))
        if isinstance(text, dict) and (text.keys() & cards.keys()):
            from msgspec.structs import replace

            act = replace(act, **{verb: card for verb, card in cards.items() if verb in text})
        seat = answer.action.player
        assert action_of(answer.before, seat, act) == answer.action, f"{file}: {text}"


@given(files, st.data())
def test_a_what_if_run_is_reproduced_by_its_scenario(file: Path, data: st.DataObject) -> None:
    debugged = session(file)
    debugged.go(data.draw(st.integers(0, debugged.tape.last)))
    options = debugged.legal()
    if not options:
        return
    number = data.draw(st.integers(1, min(len(options), 20)))
    before = said(debugged.recording)
    other = debugged.what_if(str(number))
    assert said(debugged.recording) == before, "the run that is left stays as it was"
    (scenario,) = parse_scenarios(other.as_text())
    assert said(run_scenario(scenario)) == said(other.recording)
    split = other.at
    assert said(other.recording)[: min(split, debugged.at)] == before[: min(split, debugged.at)]


@given(files, st.data())
def test_whoever_decides_tries_what_they_see_to_be_legal(file: Path, data: st.DataObject) -> None:
    """The game goes on from there as they saw it, unless hidden cards or choices say how."""
    whole = session(file)
    whole.go(data.draw(st.integers(0, whole.tape.last)))
    state = whole.waiting()
    if state is None or state.decision is None:
        return
    viewer = state.name(state.decision.player if state.decider is None else state.decider)
    debugged = Session.open(str(file), viewer=viewer)
    debugged.go(whole.at)
    options = debugged.legal()
    assert options
    try:
        other = debugged.what_if(str(data.draw(st.integers(1, min(len(options), 20)))))
    except FsmError as error:
        assert str(error).startswith("what follows here depends on c")  # noqa: PT017  # both ends are right
    else:
        assert said(other.recording)[: whole.at + 1] == said(debugged.recording)[: whole.at + 1]


@given(st.text(max_size=40))
@settings(max_examples=examples(300))
def test_any_expression_has_a_value_or_says_why_not(text: str) -> None:
    debugged = session(SCENARIOS[0])
    try:
        debugged.evaluate(text)
    except FsmError as error:
        assert str(error)  # noqa: PT017  # both ends are right


@given(st.text(max_size=30))
@settings(max_examples=examples(200))
def test_any_place_is_one_to_stop_at_or_is_refused(text: str) -> None:
    debugged = session(SCENARIOS[0])
    try:
        found = debugged.stop_at(text)
    except FsmError:
        return
    debugged.remove(found.number)
    assert found.found.stops


def test_every_scenario_is_there() -> None:
    assert len(SCENARIOS) > 400
    assert all(read_scenarios(file) for file in SCENARIOS[:3])
