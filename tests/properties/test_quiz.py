"""No question of the quiz has two right answers, and the right one is what the run does: over the corpus."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from commands import ROOT

from fsm.quiz import LEVELS, Question, asked, judged, pick, questions, shuffled
from fsm.recording import Recording
from fsm.scenario import read_scenarios, run_scenario

FILES = sorted((ROOT / "scenarios").rglob("*.turn.yaml"))


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311  # a game


def found(recording: Recording, at: int, *kinds: str) -> int:
    """The position of the first event of some kinds from a position on."""
    return next(n for n in range(at, len(recording)) if recording[n].event.kind in kinds)


def true_place(question: Question) -> tuple[str, str]:
    """The name of the step or main phase that begins next, and what added it or its phase."""
    recording, at = question.recording, question.at
    while True:
        at = found(recording, at, "step.begin", "phase.begin")
        event = recording[at].event
        graph = event.state.graph
        if event.kind == "step.begin" or not graph.children(event.node):
            break
        at += 1
    node, phase = graph.node(event.node), graph.node(graph.phase_of(event.node))
    by = next((mark.by or "the rules" for mark in (node.inserted, phase.inserted) if mark), "")
    edition = graph.edition
    return (edition.step(node.kind) if node.level == "step" else edition.phase(node.kind)).name, by


def is_true(question: Question, text: str) -> bool:
    """Whether an answer says what the run does."""
    recording, at, asks = question.recording, question.at, question.asks
    if asks.endswith("is over. What comes next?"):
        name, by = true_place(question)
        said = text.startswith((f"the {name}", f"the regular {name}"))
        return said and text.endswith(f"that {by} added" if by else name)
    if asks.endswith("Whose turn comes next?"):
        event = recording[found(recording, at, "turn.begin")].event
        name = event.state.name(event.state.active)
        by = event.get("by") or "an effect"
        return text == (f"{name}'s extra turn, by {by}" if event.get("extra") else f"{name}'s regular turn")
    if asks.startswith("All players pass"):
        event = recording[found(recording, at, "stack.resolve")].event
        on_stack = {item.id: item for item in recording[at - 1].state.stack}[event.get("object", 0)]
        name = str(event.get("name"))
        if on_stack.kind != "ability" or "ability" in name:
            return text == name
        return text.endswith(f" {name.removeprefix('the ')} ability") or bool(
            re.fullmatch(rf"the ability of (.+ )?{re.escape(name)}", text)
        )
    if asks.startswith("Combat damage"):
        kind = recording[at].event.kind
        return text == {"damage": "it is dealt at once"}.get(kind, text if "on the stack, and" in text else "")
    if asks.startswith("It has resolved"):
        event = recording[found(recording, at, "priority.get", "step.begin", "stack.resolve")].event
        return event.kind == "priority.get" and text == event.state.name(event.player or 0)
    end = found(recording, at, "step.begin", "phase.begin", "turn.begin")
    lost = [frame.event for frame in recording.frames[at:end] if frame.event.kind in ("mana.burn", "mana.empty")]
    mine = [event for event in lost if f" of {event.state.name(event.player or 0)}?" in asks]
    if not mine:
        return text == "it stays in the pool"
    return (" life" in text) if mine[0].kind == "mana.burn" else text == "it is lost, and nothing else happens"


def check(recording: Recording) -> Counter[str]:
    """Fails if a question of a run is not fair; how many there are of each kind."""
    kinds: Counter[str] = Counter()
    for one in questions(recording):
        texts = [one.right.text, *(choice.text for choice in one.wrong)]
        where = f"{recording.file} {recording.edition.id} {one.at} {one.asks} {texts}"
        assert 3 <= len(texts) == len(set(texts)) <= 4, where
        assert [text for text in texts if is_true(one, text)] == texts[:1], where
        for choice in (one.right, *one.wrong):
            assert choice.why, where
            assert choice.rules, f"{where}: {choice}"
            assert set(choice.rules) <= set(recording.edition.rules), where
        kinds[one.asks.partition(" ")[2][-12:]] += 1
    return kinds


@pytest.mark.parametrize(
    "files", [pytest.param(FILES[::30], id="some"), pytest.param(FILES, id="all", marks=pytest.mark.slow)]
)
def test_every_question_has_one_right_answer(files: list[Path]) -> None:
    kinds: Counter[str] = Counter()
    for file in files:
        for scenario in read_scenarios(file):
            for edition in scenario.editions:
                kinds += check(run_scenario(scenario, edition))
    assert len(kinds) >= 4
    assert kinds.total() > 10 * len(files)


def test_what_is_shown_does_not_tell_the_answer() -> None:
    (scenario,) = read_scenarios(ROOT / "scenarios/11-skipped-steps-and-phases/02-fatigue.turn.yaml")
    recording = run_scenario(scenario, "cr2026")
    about = [one for one in questions(recording) if any("because of Fatigue" in wrong.why for wrong in one.wrong)]
    assert about
    for one in about:
        choices = shuffled(one, seeded(1))
        lines = "\n".join(asked(one, choices))
        assert "Draw step is skipped: Fatigue" not in lines.split("Turn")[-1]
        number = choices.index(one.right) + 1
        wrong = number % len(choices) + 1
        assert next(judged(one, choices, number)).startswith("Right: the precombat main phase")
        assert next(judged(one, choices, wrong)).startswith(f"No, it is {number}: the precombat main phase")
        told = "\n".join(judged(one, choices, wrong))
        assert "it is skipped, because of Fatigue [614.10a]" in told or "it is skipped, because of Fatigue [" in told


def test_reasons_within_an_added_phase_and_beside_it() -> None:
    (scenario,) = read_scenarios(ROOT / "scenarios/13-extra-steps/08-aurelia-and-obeka.turn.yaml")
    asked_ = {one.asks: one for one in questions(run_scenario(scenario, "cr2026"))}
    inside = asked_[
        "The beginning of combat step of the combat phase that Aurelia, the Warleader added is over. What comes next?"
    ]
    later = {choice.text.partition(" of the")[0]: (choice.why, choice.rules) for choice in inside.wrong}
    assert later["the declare blockers step"] == ("it comes later in the same phase", ("506.1",))
    assert inside.right.rules == ("508", "506.1")
    (beside,) = [
        one
        for one in asked_.values()
        if one.right.text.startswith("the upkeep step of") and "end of combat" in one.asks
    ]
    whys = {choice.text: (choice.why, choice.rules) for choice in beside.wrong}
    older = "the beginning of combat step of the combat phase that Aurelia, the Warleader added"
    assert whys[older] == ("it comes later: what was added last comes first", ("501", "500.10", "503"))


def test_damage_of_each_edition() -> None:
    (scenario,) = read_scenarios(ROOT / "scenarios/06-combat/06-first-strike-makes-two-damage-steps.turn.yaml")[:1]
    for edition, said in (("cr2006", "it goes on the stack"), ("cr2026", "it is dealt at once")):
        (one, *_) = [q for q in questions(run_scenario(scenario, edition)) if q.asks.startswith("Combat damage")]
        assert one.right.text.startswith(said)
        other = "cr2011 and cr2026" if edition == "cr2006" else "cr2006 and cr2008"
        assert other in one.wrong[0].why


def levels(file: str, edition: str, *asks: str) -> dict[str, set[str]]:
    """The levels of the questions that a run asks, by the questions."""
    (scenario, *_) = read_scenarios(ROOT / "scenarios" / f"{file}.turn.yaml")
    found: dict[str, set[str]] = {one: set() for one in asks}
    for one in questions(run_scenario(scenario, edition)):
        if one.asks in found:
            found[one.asks].add(one.level)
    return found


def test_the_level_is_that_of_what_has_to_be_known() -> None:
    upkeep, main, combat, regular = (
        f"The {one} is over. What comes next?"
        for one in ("upkeep step", "precombat main phase", "end of combat step", "regular end of combat step")
    )
    plain = levels("01-phases-and-steps/03-a-game-of-three-starts-with-a-draw", "cr2026", upkeep, main)
    assert plain == {upkeep: {"easy"}, main: {"easy"}}
    first_draw = levels("01-phases-and-steps/02-a-game-of-two-starts-without-a-draw", "cr2026", upkeep, main)
    assert first_draw == {upkeep: {"easy", "medium"}, main: {"easy"}}
    one = levels("12-extra-phases/01-relentless-assault-after-combat", "cr2026", upkeep, combat)
    assert one[combat] == {"easy"}
    two = levels("13-extra-steps/08-aurelia-and-obeka", "cr2026", regular)
    assert two == {regular: {"hard"}}


def test_nothing_odd_is_in_the_turn_of_an_easy_question() -> None:
    """Two Relentless Assaults, an extra turn that is to come, and one that is under way."""
    for file in ("12-extra-phases/02-two-assaults", "09-extra-turns/01"):
        (path,) = (ROOT / "scenarios").glob(f"{file}*")
        easy = [one for one in questions(run_scenario(read_scenarios(path)[0])) if one.level == "easy"]
        assert easy
        for one in easy:
            shown = "\n".join(asked(one, shuffled(one, seeded(1))))
            assert not re.search("inserted|extra turn", shown.rpartition("Turn ")[2]), shown


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_may_be_picked(level: str) -> None:
    (scenario,) = read_scenarios(ROOT / "scenarios/13-extra-steps/08-aurelia-and-obeka.turn.yaml")
    recording = run_scenario(scenario, "cr2026")
    assert {one.level for one in questions(recording)} == set(LEVELS)
    assert {one.level for n in range(9) if (one := pick(recording, seeded(n), level))} == {level}


def test_the_same_seed_picks_the_same_question() -> None:
    (scenario,) = read_scenarios(ROOT / "scenarios/12-extra-phases/10-aurelia.turn.yaml")
    recording = run_scenario(scenario, "cr2026")
    one, other = pick(recording, seeded(3)), pick(recording, seeded(3))
    assert one is not None
    assert other is not None
    assert (one.at, one.asks) == (other.at, other.asks)
    assert len({picked.at for n in range(20) if (picked := pick(recording, seeded(n)))}) > 1
