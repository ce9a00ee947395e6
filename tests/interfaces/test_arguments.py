"""The page of arguments: each scenario is run, and each line and each rule number of its answer is found in the run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cases import joined
from commands import ROOT

from fsm.edition import load_edition
from fsm.recording import Recording, play_by_play
from fsm.scenario import judge, read_scenarios, run_scenario

PAGE = ROOT / "docs" / "ARGUMENTS.md"
_SECTION = re.compile(
    r"^## (\d+)\. (.+)\n\n((?:.+\n)+)\n\[(\d\d/\d\d)\]\((.+)\) by the rules of (\w+):\n\n```text\n((?:.+\n)+)```\n",
    re.MULTILINE,
)
_CITED = re.compile(r"\[(\d[\d.]+[a-z]?(?:, \d[\d.]+[a-z]?)*)\](?!\()")


def sections(text: str) -> list[tuple[str, ...]]:
    return [match.groups() for match in _SECTION.finditer(text)]


def spaced(line: str) -> str:
    return " ".join(line.split())


def told(recording: Recording) -> list[str]:
    """All that the commands print about a run: the steps of each turn, then what happened."""
    players = dict(recording.turns)
    turns = [f"T{number} {players[number]}: {graph.notation()}" for number, graph in recording.graphs.items()]
    return turns + [spaced(line) for line in play_by_play(recording, everything=True)]


def check(folder: Path, section: tuple[str, ...]) -> None:
    """Fails if an answer is not what the run says."""
    _, _, answer, number, path, edition, facts = section
    assert "/".join(part[:2] for part in path.split("/")[-2:]) == number
    scenario = read_scenarios(folder / path)[0]
    assert edition in scenario.editions
    recording = run_scenario(scenario, edition)
    assert judge(scenario, recording) == []
    lines = iter(told(recording))
    for fact in facts.splitlines():
        assert spaced(fact) in lines, f"the run does not say, or not there: {fact}"
    rules = {rule for frame in recording for rule in frame.event.rules} | set(scenario.rules[edition])
    cited = {rule for many in _CITED.findall(answer) for rule in many.split(", ")}
    assert cited, "no rule is cited"
    assert cited <= rules, f"the scenario does not show {cited - rules}"
    assert cited <= set(load_edition(edition).rules)


def test_there_are_as_many_as_the_title_says_and_all_are_listed() -> None:
    text = PAGE.read_text(encoding="utf-8")
    found = sections(text)
    assert [int(number) for number, *_ in found] == list(range(1, 51))
    assert len(re.findall("^## ", text, re.MULTILINE)) == 50
    listed = re.findall(r"^(\d+)\. \[(.+)\]\(#(.+)\)$", text, re.MULTILINE)
    assert [(number, question) for number, question, _ in listed] == [section[:2] for section in found]
    for number, question, anchor in listed:
        assert anchor == re.sub(r"[^\w\- ]", "", f"{number} {question}".lower()).replace(" ", "-")


@joined(sections(PAGE.read_text(encoding="utf-8")))
def test_the_answers_are_those_of_the_runs(*section: str) -> None:
    check(PAGE.parent, section)


@joined(
    [
        ("500.8]", "500.7]", "does not show"),
        ("M1 | BC DA DB CD EC | +1", "M1 | +1", "does not say"),
        ("12-extra-phases/10-", "12-extra-phases/11-", "12/11"),
        ("cr2026", "cr2006", "cr2006"),
    ]
)
def test_a_false_answer_is_noticed(true: str, false: str, said: str) -> None:
    (first, *_) = sections(PAGE.read_text(encoding="utf-8"))
    changed = tuple(part.replace(true, false) for part in first)
    assert changed != first
    with pytest.raises((AssertionError, OSError), match=said):
        check(PAGE.parent, changed)
