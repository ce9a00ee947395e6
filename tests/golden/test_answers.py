"""Every scenario under every edition: on which days its answer changes, and what decided it.

``answers`` has a file for each folder of the corpus. ``REWRITE_GOLDEN=1`` writes them again; each new line is a claim
about the rules of that day: look it up in a text of them before you commit it.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest
from kept import agrees

from fsm.edition import Point, around, days, played_ids, points
from fsm.edition.settings import RULE
from fsm.history import History, history_of
from fsm.library import SUFFIX, corpus_folder
from fsm.scenario import read_scenarios

HERE = Path(__file__).parent / "answers"
FOLDERS = sorted({file.parent.name for file in corpus_folder().glob(f"*/*{SUFFIX}")})
NOTHING = "-"
"""Stands where no setting decides."""

RULES = HERE / "rules.txt"
"""The rules that came or went and decide an answer, but are no point in the history of the turn; each was looked up."""


def answers(name: str, history: History) -> list[str]:
    """A line for each change of an answer, and for each reason for which a game cannot begin."""
    lines = [
        f"{name}  {days()[change.newer]}  {' | '.join(' + '.join(names) for names in change.deciding) or NOTHING}"
        for change in history.changes
    ]
    for why, several in groupby(history.missing, key=lambda one: one[1].partition(": ")[0]):
        ids = [id for id, _ in several]
        lines.append(f"{name}  {ids[0]} .. {ids[-1]}  cannot begin: {why}")
    return lines


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_answers_change_on_their_days(folder: str) -> None:
    lines: list[str] = []
    for file in sorted((corpus_folder() / folder).glob(f"*{SUFFIX}")):
        for scenario in read_scenarios(file):
            lines += answers(f"{file.name.removesuffix(SUFFIX)}: {scenario.name}", history_of(scenario))
    agrees(HERE / f"{folder}.txt", lines)


def kept() -> set[tuple[str, str]]:
    """The days of all changes, each with what decides it, as the files have them."""
    lines = [line for folder in FOLDERS for line in (HERE / f"{folder}.txt").read_text(encoding="utf-8").splitlines()]
    changes = [line.rsplit("  ", 2)[1:] for line in lines if "  cannot begin: " not in line]
    return {(day, name) for day, decided in changes for name in decided.replace(" | ", " + ").split(" + ")}


def decides(point: Point) -> set[str]:
    """What a point may be decided by: its settings, and whether there is a rule of its topics."""
    return {*point.settings, *(RULE + topic for topic in point.topics)}


SINCE_1999 = [(point, days()[after]) for point in points() if (after := around(point.day)[1]) in played_ids()[1:]]
"""The points between two editions that can be played, each with the day of the later one."""


def test_every_change_of_an_answer_is_a_point_of_the_history() -> None:
    """Or a rule that came or went beside the turn, which is listed, and was looked up."""
    told = {(day, name) for point, day in SINCE_1999 for name in decides(point)}
    beside = {tuple(line.split("  ")) for line in RULES.read_text(encoding="utf-8").splitlines()}
    decided = kept()
    assert sorted(decided - told - beside) == []
    assert sorted(beside - (decided - told)) == [], "what decides nothing any more is left out"


def test_every_folder_has_its_answers() -> None:
    assert {file.stem for file in HERE.glob("*.txt")} == {*FOLDERS, RULES.stem}
