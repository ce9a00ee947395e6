"""The alternative text of a picture says all that the picture says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from drawing import DIAGRAMS

from fsm.diagram import Diagram, timeline_diagram
from fsm.diagram.layout.geometry import Layout
from fsm.scenario import read_scenarios, run_scenario

FEW = [name for at, name in enumerate(DIAGRAMS) if at % 9 == 0 and not re.search(r"(?:random|eventful:) \d\d", name)]
ABRIDGED = re.compile(r"\+\d+ more|…|[Ss]maller|listed|The two turns do not differ")
"""What a drawing says instead of what it has no room for."""
LONG = 12
"""A word of more letters may be broken in a drawing."""


def words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s\u00a0·,;:.()\[\]]+", text.lower()) if word]


def drawn(layout: Layout) -> Iterator[str]:
    """Each text of a drawing; the lines of one are joined."""
    for text in layout.texts:
        yield " ".join("".join(run.text for run in line) for line in text.lines)
    for placed in layout.tiles:
        yield placed.tile.name
        yield from ("".join(run.text for run in row.line) for row in placed.rows)
    yield from (pill.text for pill in layout.pills)


def untold(diagram: Diagram) -> list[str]:
    """The words of a drawing that its alternative text lacks; a long word is broken in a drawing."""
    told = words(diagram.alternative)
    known, long = set(told), " ".join(word for word in told if len(word) > LONG)
    said = [word for text in drawn(diagram.layout) if not ABRIDGED.search(text) for word in words(text)]
    return [word for word in said if word not in known and word not in long]


@pytest.mark.parametrize("name", FEW)
def test_all_that_is_drawn_is_told(name: str) -> None:
    assert untold(DIAGRAMS[name]()) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_all_that_is_drawn_in_any_picture_is_told(part: int) -> None:
    missing = {name: untold(DIAGRAMS[name]()) for name in list(DIAGRAMS)[part::8]}
    assert {name: words for name, words in missing.items() if words} == {}


@pytest.mark.parametrize("scenario", ["09/29", "14/01", "07/01", "21/13", "15/01"])
def test_all_that_a_timeline_shows_is_told(scenario: str) -> None:
    recording = run_scenario(read_scenarios(scenario)[0])
    for look in ({}, {"aspect": "16:9"}, {"width": 390}):
        assert untold(timeline_diagram(recording).with_look(**look)) == []


def test_turns_are_told_in_order_of_play() -> None:
    recording = run_scenario(read_scenarios("09/29")[0])
    text = timeline_diagram(recording).alternative
    turns = [text.index(turn) for turn in ("Turn 1, Ann:", "Turn 2, Bob:", "Turn 3, Ann, by Time for Two, extra:")]
    assert turns == sorted(turns)
