"""Every kind of diagram in every format under every edition, and what is said where one is not there."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from functools import cache, partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from cases import joined
from drawing import ink

from fsm.diagram import (
    DIAGRAM_KINDS,
    FORMATS,
    Diagram,
    DiagramError,
    compare_diagram,
    explored_diagram,
    history_diagram,
    poster_diagram,
    rule_diagram,
    scenario_diagram,
    timeline_diagram,
    turn_diagram,
)
from fsm.diagram.layout.geometry import Rect
from fsm.edition import edition_ids, load_edition
from fsm.exploring import explore, sequences
from fsm.recording import Recording
from fsm.scenario import parse_scenarios, run_scenario
from fsm.turn import base_turn

GAME = """
name: Everything that changes turns
edition: [cr2006, cr2008, cr2011, cr2026]
players: [Ann, Bob]
script:
  - at: T1.precombat_main
    Ann: [{cast: Relentless Assault}, {cast: Time Walk}, {cast: Fatigue, target: Bob}]
  - at: T2.upkeep
    Ann: {cast: Time Stop}
until: T3
"""


OPEN = """
edition: [cr2006, cr2008, cr2011, cr2026]
players: {Ann: {battlefield: [Bear]}, Bob: {}}
cards: [{name: Bear, type: creature, power: 2, toughness: 2}]
until: T1
"""


@cache
def played(edition: str) -> Recording:
    return run_scenario(parse_scenarios(GAME)[0], edition)


def _turn(level: str, edition: str) -> Diagram:
    return turn_diagram(base_turn(edition), level=level)


def _poster(edition: str) -> Diagram:
    return poster_diagram(base_turn(edition))


def _scenario(edition: str) -> Diagram:
    return scenario_diagram(played(edition).turn(1), events=True)


def _timeline(edition: str) -> Diagram:
    return timeline_diagram(played(edition))


def _rule(edition: str) -> Diagram:
    return rule_diagram(load_edition(edition).number("extra_phase"), edition)


def _compare(edition: str) -> Diagram:
    others = [id for id in edition_ids() if id != edition]
    return compare_diagram(edition, others[0])


def _history(edition: str) -> Diagram:
    return history_diagram(until=edition)


def _explored(edition: str, few: bool) -> Diagram:
    (scenario,) = parse_scenarios(OPEN)
    ways = sequences(scenario, 2, edition)
    assert len(ways) == 2
    return explored_diagram(explore(scenario, edition), ways if few else ())


KINDS: dict[str, Callable[[str], Diagram]] = {
    **{f"turn at the level {level}": partial(_turn, level) for level in ("phase", "step", "machine")},
    "poster": _poster,
    "scenario": _scenario,
    "timeline": _timeline,
    "rule": _rule,
    "compare": _compare,
    "history": _history,
    "explored, few ways": partial(_explored, few=True),
    "explored, many ways": partial(_explored, few=False),
}


def is_xml(data: bytes) -> bool:
    return ET.fromstring(data) is not None  # noqa: S314  # written a moment ago


LOOKS: dict[str, Callable[[bytes], bool]] = {
    "svg": is_xml,
    "png": lambda data: data.startswith(b"\x89PNG"),
    "pdf": lambda data: data.startswith(b"%PDF"),
    "dot": lambda data: data.startswith(b"digraph turn {"),
    "mmd": lambda data: b"stateDiagram-v2" in data,
    "puml": lambda data: data.startswith(b"@startuml") and data.rstrip().endswith(b"@enduml"),
    "scxml": is_xml,
    "json": lambda data: bool(json.loads(data)["states"]),
    "pml": lambda data: b"active proctype play" in data,
    "graphml": is_xml,
    "markup.json": lambda data: bool(json.loads(data)["transitions"]),
}


def test_each_format_has_its_look_and_each_kind_is_drawn() -> None:
    assert set(LOOKS) == set(FORMATS)
    assert {kind.split()[0].rstrip(",") for kind in KINDS} == set(DIAGRAM_KINDS)


PAINTED = ("png", "pdf")
"""Formats that Graphviz paints from the DOT text, which takes it a tenth of a second."""

EACH = [(kind, edition) for kind in KINDS for edition in edition_ids()]


def check_looks(kind: str, edition: str, formats: Collection[str]) -> None:
    diagram = KINDS[kind](edition)
    for format in formats:
        assert LOOKS[format](diagram.render(format)), format


@pytest.mark.slow
@joined(EACH)
def test_each_kind_in_each_format(kind: str, edition: str) -> None:
    check_looks(kind, edition, LOOKS)


@joined(list(enumerate(EACH))[::3])
def test_each_kind_in_each_text_format_and_each_painted_one_in_turn(number: int, of: tuple[str, str]) -> None:
    """Each kind and each edition comes to both of the painted ones."""
    kind, edition = of
    painted = PAINTED[(number + number // len(edition_ids())) % len(PAINTED)]
    check_looks(kind, edition, [format for format in LOOKS if format not in PAINTED or format == painted])


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_picture_gives_the_same_bytes(kind: str) -> None:
    for format in ("dot", "mmd", "puml", "scxml", "json", "pml", "graphml", "markup.json"):
        assert KINDS[kind]("cr2026").render(format) == KINDS[kind]("cr2026").render(format)


POINT = "The newest extra turn is taken first, and so Bob has to wait until all of the older ones are taken."


@pytest.mark.parametrize("look", [{}, {"aspect": "16:9"}, {"width": 390}], ids=str)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.slow
def test_each_kind_has_a_caption_of_its_own(kind: str, look: dict[str, Any]) -> None:
    diagram = KINDS[kind]("cr2026").with_caption(POINT).with_look(**look)
    (caption,) = (text for text in diagram.layout.texts if text.id == "caption")
    assert " ".join("".join(run.text for run in line).strip() for line in caption.lines) == POINT
    others = [ink(text) for text in diagram.layout.texts if text is not caption]
    others += [box.rect for box in diagram.layout.boxes] + [tile.rect for tile in diagram.layout.tiles]
    assert not [other for other in others if apart(ink(caption), other) < 0]
    assert POINT in diagram.alternative
    bare = diagram.with_caption("")
    assert bare.layout == KINDS[kind]("cr2026").with_look(**look).layout


@pytest.mark.parametrize("look", [{}, {"aspect": "16:9"}, {"width": 390}], ids=str)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.slow
def test_each_kind_may_have_another_title(kind: str, look: dict[str, Any]) -> None:
    title = "Judges of <Bern>"
    diagram = KINDS[kind]("cr2026").with_title(title).with_look(**look)
    said = ["".join(run.text for line in text.lines for run in line) for text in diagram.layout.texts]
    assert any(one.startswith(title) for one in said), said
    assert "Judges of &lt;Bern&gt;" in diagram.svg()


def apart(one: Rect, other: Rect) -> float:
    """How far two rectangles are apart; less than nothing if they overlap."""
    across = max(one.x - other.right, other.x - one.right)
    return max(across, one.y - other.bottom, other.y - one.bottom)


def test_each_format_with_words_says_the_caption() -> None:
    diagram = _turn("step", "cr2026").with_caption("Nobody\n<draws> first.")
    for format in ("svg", "dot", "mmd", "puml"):
        assert "first" in diagram.render(format).decode(), format
    assert "Nobody &lt;draws&gt; first." in diagram.svg()


def test_the_conclusion_of_a_scenario_is_the_caption_of_its_pictures() -> None:
    (scenario,) = parse_scenarios(f"{GAME}conclusion: {{today: Bob loses a turn.}}\n")
    recording = run_scenario(scenario)
    for diagram in (scenario_diagram(recording.turn(1)), timeline_diagram(recording)):
        assert diagram.layout.picture.caption == "Bob loses a turn."
        assert diagram.with_caption("Other.").layout.picture.caption == "Other."
    assert timeline_diagram(run_scenario(scenario, "2006")).layout.picture.caption == ""
    assert timeline_diagram(recording.seen_by("nobody")).layout.picture.caption == ""


def test_an_unknown_format_is_told_with_all_there_are(tmp_path: Path) -> None:
    with pytest.raises(DiagramError, match=r"svg.*markup"):
        _scenario("cr2026").save(tmp_path / "x.gif")
    assert not list(tmp_path.iterdir())
