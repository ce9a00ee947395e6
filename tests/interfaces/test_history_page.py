"""The page of the history: its links lead somewhere, and the years of its ten arguments are those of the runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cases import joined
from commands import ROOT

from fsm.edition import days
from fsm.history import history_of
from fsm.history.lines import span
from fsm.recording import Recording
from fsm.scenario import Scenario, read_scenarios, run_scenario

PAGE = ROOT / "scenarios" / "HISTORY.md"
_ARGUMENT = re.compile(
    r"^### (\d+)\. (.+)\n\n(?:.+\n)+\n\[(\d\d/\d\d)\]\((.+)\), `fsm history (\d\d/\d\d)`:\n\n```text\n((?:.+\n)+)```\n",
    re.MULTILINE,
)
_LINK = re.compile(r"\]\(([^)#]+)\)")
_YEARS = re.compile(r"(\S+ \.\. \S+) +(?:.*\((.+)\))?")
PICTURE = "../diagrams/history.svg"
"""It is made by `make diagrams`."""


def arguments(text: str) -> list[tuple[str, ...]]:
    return [match.groups() for match in _ARGUMENT.finditer(text)]


def numbers(scenario: Scenario, run: Recording, edition: str) -> set[str]:
    """The rules that a scenario shows under an edition, and those that the events of its run obey."""
    return {rule for frame in run for rule in frame.event.rules} | set(scenario.rules.get(edition, ()))


def check(folder: Path, argument: tuple[str, ...]) -> None:
    """Fails if the scenario has another outcome in other years than the page says, or does not show a number."""
    _, _, short, path, tested, told = argument
    assert "/".join(part[:2] for part in path.split("/")) == short == tested
    scenario, *others = read_scenarios(folder / path)
    begin = min(days()[edition] for each in (scenario, *others) for edition in each.editions)
    spans = history_of(scenario, editions=[id for id, day in days().items() if day >= begin]).spans
    lines = [match.groups() for line in told.splitlines() if (match := _YEARS.match(line))]
    assert [years for years, _ in lines] == [span(one.editions[0], one.editions[-1]) for one in spans]
    for (years, cited), one in zip(lines, spans, strict=True):
        played = [edition for edition in one.editions if edition in scenario.editions]
        shown = {rule for id in played for rule in numbers(scenario, run_scenario(scenario, id), id)}
        shown |= {rule for each in others for id in one.editions for rule in each.rules.get(id, ())}
        assert set(re.findall(r"\d+\.\d+[a-z]?", cited or "")) <= shown, f"{years}: {cited}"


def test_all_links_lead_somewhere() -> None:
    found = set(_LINK.findall(PAGE.read_text(encoding="utf-8"))) - {PICTURE}
    assert len(found) > 30
    assert [target for target in found if not (PAGE.parent / target).is_file()] == []
    assert "(HISTORY.md)" in (PAGE.parent / "README.md").read_text(encoding="utf-8")


def test_there_are_ten_arguments() -> None:
    assert [number for number, *_ in arguments(PAGE.read_text(encoding="utf-8"))] == [str(n) for n in range(1, 11)]


@pytest.mark.slow
@joined(arguments(PAGE.read_text(encoding="utf-8")))
def test_the_years_are_those_of_the_runs(*argument: str) -> None:
    check(PAGE.parent, argument)


@joined([("2002-02-20", "2002-02-21"), ("500.7", "500.8"), ("`45/01`", "`45/02`")])
def test_a_false_answer_is_noticed(true: str, false: str) -> None:
    (first, *_) = arguments(PAGE.read_text(encoding="utf-8"))
    wrong = tuple(part.replace(true.strip("`"), false.strip("`")) if n > 3 else part for n, part in enumerate(first))
    assert wrong != first
    with pytest.raises(AssertionError):
        check(PAGE.parent, wrong)
