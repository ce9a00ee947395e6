"""Notebooks: turns, recorded turns and recordings show themselves; without Graphviz as text."""

from __future__ import annotations

import html
import re
import sys
from base64 import b64decode
from typing import Any

import graphviz
import pytest
from consuming import need

from fsm.diagram.telling import told
from fsm.recording import Recording
from fsm.scenario import parse_scenarios, run_scenario
from fsm.showing import diagram_of
from fsm.turn import base_turn

SCENARIO = "name: A game\nplayers: [Ann, Bob]\nscript:\n  - {at: T1.upkeep, Ann: {cast: Opt}}\nuntil: T2\n"


@pytest.fixture(scope="module")
def recording() -> Recording:
    return run_scenario(parse_scenarios(SCENARIO, "x")[0])


VALUES = ("graph", "turn", "recording")


def value(recording: Recording, name: str) -> Any:
    return {"graph": base_turn("cr2026"), "turn": recording.turn(1), "recording": recording}[name]


@pytest.mark.parametrize("name", VALUES)
def test_a_value_shows_itself_as_a_picture_and_as_text(recording: Recording, name: str) -> None:
    shown = value(recording, name)
    bundle = shown._repr_mimebundle_(include=None, exclude=None)
    assert bundle["text/plain"] == repr(shown)
    assert bundle["image/svg+xml"] == shown._repr_svg_()
    assert bundle["image/svg+xml"].startswith("<svg")


@pytest.mark.parametrize("name", VALUES)
def test_a_picture_has_an_alternative_text(recording: Recording, name: str) -> None:
    diagram = diagram_of(value(recording, name))
    for bundle in (value(recording, name)._repr_mimebundle_(), diagram._repr_mimebundle_()):
        image = r'<img alt="([^"<>]+)" style="([^"<>]+)" src="data:image/svg\+xml;base64,(.+)">'
        found = re.fullmatch(image, bundle["text/html"])
        assert found
        assert b64decode(found[3]).decode() == bundle["image/svg+xml"]
        assert html.unescape(found[1]) == diagram.alternative
        assert found[2] == f"width:100%;max-width:{diagram.layout.width:.0f}pt"
    picture = diagram.layout.picture
    assert diagram.alternative == f"{picture.title} · {picture.subtitle}. {told(diagram.layout.shown)}"
    assert diagram._repr_mimebundle_()["text/plain"] == diagram.alternative


def test_a_picture_of_a_size_keeps_it_in_a_notebook() -> None:
    shown = base_turn("cr2026").diagram().with_look(width=500)._repr_mimebundle_()["text/html"]
    assert 'style="max-width:100%"' in shown


def test_what_is_shown_is_the_turn_the_recorded_turn_and_the_timeline(recording: Recording) -> None:
    assert 'id="stop-combat.declare_attackers"' in value(recording, "graph")._repr_svg_()
    assert "turn 1, Ann" in value(recording, "turn")._repr_svg_()
    assert 'id="turn-2"' in value(recording, "recording")._repr_svg_()


@pytest.mark.parametrize("name", VALUES)
def test_without_graphviz_there_is_the_text(recording: Recording, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    monkeypatch.setenv("PATH", "")
    shown = value(recording, name)
    assert shown._repr_svg_() is None
    assert shown._repr_mimebundle_() == {"text/plain": repr(shown)}


def test_texts_are_one_line(recording: Recording) -> None:
    assert repr(recording) == f"<Recording 'A game': {len(recording)} events, 2 turns>"
    assert all("\n" not in repr(value(recording, name)) for name in VALUES)


def test_the_source_of_a_picture_is_its_text_with_the_places_kept() -> None:
    diagram = base_turn("cr2026").diagram()
    source = diagram.source
    assert isinstance(source, graphviz.Source)
    assert source.source.replace("  layout=nop2;\n", "") == diagram.dot()


@pytest.mark.consumers
def test_the_source_of_a_picture_is_drawn_by_the_graphviz_package_as_it_is_placed() -> None:
    need("dot", "the graphviz package draws with the program dot, which")
    diagram = base_turn("cr2026").diagram()
    source = diagram.source
    drawn = source.pipe(encoding="utf-8")
    assert size_of(drawn) == size_of(diagram.svg())
    assert size_of(graphviz.Source(diagram.dot(), format="svg").pipe(encoding="utf-8")) != size_of(drawn), "placed anew"
    assert source._repr_mimebundle_()["image/svg+xml"] == drawn


def size_of(svg: str) -> tuple[int, ...]:
    """The width and height of a picture, in points."""
    box = re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"', svg)
    assert box, svg[:300]
    return tuple(round(float(side)) for side in box.groups())
