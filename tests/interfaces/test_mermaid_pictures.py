"""What mermaid-cli draws of our Mermaid, as GitHub shows it: all kinds of pictures, every text whole and in its place.

To look at them: ``MERMAID_PICTURES=folder`` writes them there, as PNG.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from consuming import ask, chromium

from fsm import read_scenarios, run_scenario
from fsm.diagram import (
    Diagram,
    compare_diagram,
    history_diagram,
    poster_diagram,
    rule_diagram,
    scenario_diagram,
    timeline_diagram,
    turn_diagram,
)
from fsm.diagram.formats.outline import Shape, outline
from fsm.pages.gallery import EXHIBITS
from fsm.recording import Recording
from fsm.turn import base_turn, insert_phases, skip

pytestmark = pytest.mark.consumers

SCENARIOS = Path(__file__).parents[2] / "scenarios"
BASE = base_turn("cr2026")
LONG = "The Name of a Card That Goes On and On and On, and Then Some More, Until Nobody Remembers How It Began"


def _played(file: str) -> Recording:
    return run_scenario(read_scenarios(SCENARIOS / file)[0])


def _pictures() -> dict[str, Diagram]:
    explored = {exhibit.name: exhibit.make for exhibit in EXHIBITS if exhibit.name.startswith("explored")}
    assault = _played("relentless-assault.turn.yaml")
    return {
        "turn": turn_diagram(BASE, title="The turn"),
        "phases": turn_diagram(BASE, level="phase", at="upkeep"),
        "machine": turn_diagram(BASE, level="machine"),
        "poster": poster_diagram(BASE),
        "events": scenario_diagram(assault.turn(1), events=True),
        "skipped": turn_diagram(skip(insert_phases(BASE, "precombat_main", ("combat",), LONG), "combat+1", LONG)),
        "timeline": timeline_diagram(assault),
        "many turns": timeline_diagram(_played("09-extra-turns/20-many-turns-later.turn.yaml")),
        "rule": rule_diagram("300.8"),
        "editions": compare_diagram("cr2006", "cr2026"),
        "history": history_diagram(),
        "house edition": compare_diagram("cr2026", str(SCENARIOS / "27-house-rules/reflection.toml")),
        **{name: make(SCENARIOS) for name, make in explored.items()},
    }


BOUNDS = {"history": (1425, 2600), "machine": (4600, 4000), "many turns": (1000, 5500), "rule": (1800, 1500)}
"""The most that a picture may be wide and high, in pixels, where it is more than usual."""
USUAL = (1425, 2300)
"""In a column of 980 pixels, as on GitHub, its letters of 16 pixels then have 11 or more."""


@pytest.fixture(scope="module")
def made() -> dict[str, Diagram]:
    return _pictures()


@pytest.fixture(scope="module")
def drawn(made: dict[str, Diagram]) -> dict[str, dict[str, Any]]:
    """What is in each picture."""
    texts = [diagram.render("mmd").decode() for diagram in made.values()]
    folder = os.environ.get("MERMAID_PICTURES")
    answers = ask("pictures.mjs", texts, chromium(), *([folder] if folder else []))
    return dict(zip(made, answers, strict=True))


def test_every_kind_of_picture_has_a_size_that_can_be_shown(drawn: dict[str, dict[str, Any]]) -> None:
    for name, picture in drawn.items():
        assert "error" not in picture, name
        width, height = picture["size"]
        widest, highest = BOUNDS.get(name, USUAL)
        assert (100 < width <= widest, 100 < height <= highest) == (True, True), (name, width, height)


def test_every_text_is_whole_and_stands_in_its_shape(
    made: dict[str, Diagram], drawn: dict[str, dict[str, Any]]
) -> None:
    for name, diagram in made.items():
        picture = diagram.layout.whole or diagram.layout.picture
        shown = [_plain(text["text"]) for text in drawn[name]["texts"]]
        assert _plain(f"{picture.title} {picture.subtitle}") in (text.replace(" · ", " ", 1) for text in shown[:1])
        for line in _lines(outline(picture)):
            assert any(_plain(line) in text for text in shown), (name, line)
        assert [text["text"] for text in drawn[name]["texts"] if not _inside(text)] == [], name


def test_a_skipped_phase_is_one_state_that_says_so(drawn: dict[str, dict[str, Any]]) -> None:
    texts = [_plain(text["text"]) for text in drawn["skipped"]["texts"]]
    assert f"Combat 506 extra by {LONG} 500.8 skipped by {LONG} 500.11" in texts
    assert sum("Declare attackers" in text for text in texts) == 1


def _lines(shape: Shape) -> list[str]:
    """All that the shapes and arrows in a shape say."""
    arrows = [arrow.text for arrow in shape.arrows]
    return [*shape.lines, *arrows, *(line for inner in shape.inside for line in _lines(inner))]


def _plain(text: str) -> str:
    return " ".join(text.split())


def _inside(text: dict[str, list[float]]) -> bool:
    """Whether a text is within its frame; a pixel may be missing to what is rounded."""
    (x, y, width, height), (left, top, across, down) = text["frame"], text["room"]
    return left - 1 <= x and top - 1 <= y and x + width <= left + across + 1 and y + height <= top + down + 1
