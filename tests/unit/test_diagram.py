"""The face of the room: formats, themes, highlights, names from users, files."""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fsm.diagram import FORMATS, Diagram, DiagramError, rule_diagram, turn_diagram
from fsm.diagram.drawing import render
from fsm.diagram.drawing.dot import quote
from fsm.diagram.pictures.naming import clean
from fsm.errors import FsmError
from fsm.turn import base_turn, insert_phases, insert_steps, parse_turn

if TYPE_CHECKING:
    from pathlib import Path

BASE = base_turn("cr2026")
MAGIC = {
    "svg": b"<svg",
    "png": b"\x89PNG\r\n\x1a\n",
    "pdf": b"%PDF-",
    "dot": b"digraph ",
    "mmd": b"---\ntitle: ",
    "puml": b"@startuml\n",
    "scxml": b"<?xml version='1.0' encoding='UTF-8'?>\n<scxml ",
    "json": b'{\n  "id": "turns"',
    "pml": b"/* ",
    "graphml": b"<?xml version='1.0' encoding='utf-8'?>\n<graphml ",
    "markup.json": b'{\n  "name": "turns',
}


@pytest.fixture(scope="module")
def diagram() -> Diagram:
    return turn_diagram(BASE)


@pytest.mark.parametrize("format", FORMATS)
def test_each_format_is_what_it_says(diagram: Diagram, format: str) -> None:
    assert diagram.render(format).startswith(MAGIC[format])


def test_the_image_is_drawn_at_twice_the_size(diagram: Diagram) -> None:
    width = int.from_bytes(diagram.render("png")[16:20], "big")
    assert width / diagram.layout.width == pytest.approx(2, rel=0.02)


def test_the_themes_differ(diagram: Diagram) -> None:
    assert diagram.dot("dark") != diagram.dot("light")
    assert diagram.render("png", "dark") != diagram.render("png")


@pytest.mark.parametrize(
    ("format", "theme", "message"),
    [
        ("pgn", "light", r"no format 'pgn' \(did you mean \"png\"\?\); there are: svg, png, pdf, dot"),
        ("svg", "drak", r"no theme 'drak' \(did you mean \"dark\"\?\); there are: auto, light, dark, print"),
    ],
)
def test_what_is_unknown_is_answered_by_what_there_is(diagram: Diagram, format: str, theme: str, message: str) -> None:
    with pytest.raises(DiagramError, match=message):
        diagram.render(format, theme)


def test_saving_goes_by_the_suffix(diagram: Diagram, tmp_path: Path) -> None:
    for suffix in FORMATS:
        diagram.save(tmp_path / f"turn.{suffix.upper()}")
        assert (tmp_path / f"turn.{suffix.upper()}").read_bytes().startswith(MAGIC[suffix])
    assert len(list(tmp_path.iterdir())) == len(FORMATS)


@pytest.mark.parametrize(
    ("name", "message"), [("turn.gif", "there are: svg, png, pdf, dot"), ("turn", r"\.svg, \.png")]
)
def test_an_unknown_suffix_writes_nothing(diagram: Diagram, tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(DiagramError, match=message):
        diagram.save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_failed_write_leaves_what_was_there(diagram: Diagram, tmp_path: Path) -> None:
    (tmp_path / "turn.dot").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(FsmError, match=r"turn\.dot"):
        diagram.save(tmp_path / "turn.dot")
    with pytest.raises(FsmError, match="cannot be written"):
        diagram.save(tmp_path / "file" / "turn.dot")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "turn.dot"]


def test_the_folder_of_a_picture_is_made(diagram: Diagram, tmp_path: Path) -> None:
    diagram.save(tmp_path / "talk" / "pictures" / "turn.dot")
    assert (tmp_path / "talk" / "pictures" / "turn.dot").read_text(encoding="utf-8") == diagram.dot()


@pytest.mark.parametrize("place", ["combat/declare_attackers", "combat.declare_attackers", "declare_attackers"])
def test_a_place_is_highlighted_by_its_id_or_address(place: str) -> None:
    marked = turn_diagram(BASE, highlight=place)
    assert [placed.tile.name for placed in marked.layout.tiles if placed.tile.here] == ["Declare attackers"]
    assert [pill.text for pill in marked.layout.pills] == ["here"]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("upkeep#2", "this turn has no upkeep#2"),
        ("upkep", "did you mean"),
        ("combat#2.end_of_combat", "it has beginning"),
    ],
)
def test_a_place_that_the_turn_does_not_have(place: str, message: str) -> None:
    with pytest.raises(DiagramError, match=message):
        turn_diagram(BASE, highlight=place)


def test_a_phase_and_the_turn_can_be_highlighted() -> None:
    assert [p.box.name for p in turn_diagram(BASE, highlight="combat").layout.boxes if p.box.here] == ["Combat"]
    assert not turn_diagram(BASE, highlight="turn").layout.pills


NAMES = [
    "<script>alert(1)</script>",
    "\"quoted\" & 'so' &lt;&amp;",
    "two\nlines\r\n\tand a tab",
    "back\\N slash \\G \\n \\",
    "<b>html</b>",
    "無限の力 Ωмега שלום 🔥",
    "forty letters long, this is exactly 40 l",
    "x" * 500,
    "\x00\ud800\ufffe\u202e",
    "]]> --> %s {0}",
]
EACH_NAME = [pytest.param(name, marks=() if number % 3 == 0 else pytest.mark.slow) for number, name in enumerate(NAMES)]
"""The names, of which a third is tried every day."""


STAND_IN = """#!{python}
import sys
from pygraphviz import AGraph
(format,) = (a[2:] for a in sys.argv if a.startswith("-T"))
assert "-n2" in sys.argv
sys.stdout.buffer.write(AGraph(string=sys.stdin.read()).draw(format=format, prog="nop2"))
"""


@pytest.fixture
def neato(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's neato, or, where there is none, a program that is called and answers like it."""
    if shutil.which("neato") is None:
        program = tmp_path / "neato"
        program.write_text(STAND_IN.format(python=sys.executable))
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)


@pytest.mark.parametrize("name", EACH_NAME)
def test_any_name_is_drawn_in_every_format(name: str) -> None:
    graph = insert_phases(BASE, "combat", ("combat",), name)
    diagram = turn_diagram(graph, title=name, subtitle=name)
    assert "<script>" not in diagram.dot()
    assert all(diagram.render(kind).startswith(MAGIC[kind]) for kind in FORMATS)


@pytest.mark.parametrize("level", ["phase", "machine"])
@pytest.mark.parametrize("name", EACH_NAME)
def test_any_name_is_drawn_at_every_level(name: str, level: str) -> None:
    graph = insert_steps(insert_phases(BASE, "combat", ("combat",), name), "beginning/upkeep", ("upkeep",), name)
    diagram = turn_diagram(graph, title=name, subtitle=name, level=level, at="upkeep#2")
    assert "<script>" not in diagram.dot()
    assert all(diagram.render(kind).startswith(MAGIC[kind]) for kind in ("svg", "dot"))


@pytest.mark.parametrize("number", ["300.6", "724"])
def test_rules_about_turns_and_several_rules_are_drawn_in_every_format(number: str) -> None:
    """Other kinds: ``tests/interfaces/test_every_diagram.py``."""
    diagram = rule_diagram(number)
    assert all(diagram.render(kind).startswith(MAGIC[kind]) for kind in FORMATS)


@pytest.mark.usefixtures("neato")
@pytest.mark.parametrize("name", EACH_NAME)
def test_names_reach_graphviz_without_a_warning(name: str) -> None:
    graph = insert_phases(BASE, "combat", ("combat",), name)
    assert b"<svg" in render._by_command(turn_diagram(graph, title=name).dot(), "svg")


def test_a_clean_name_is_one_line() -> None:
    assert clean("a\n\tb\x00 \ud800c") == "a b c"


@pytest.mark.usefixtures("neato")
@pytest.mark.slow
def test_without_pygraphviz_the_system_draws(diagram: Diagram, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    for kind in FORMATS:
        assert diagram.render(kind).startswith(MAGIC[kind])


def test_the_system_may_have_only_the_program_dot(
    diagram: Diagram, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "dot"
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.stdout.write('<svg' + ' '.join(sys.argv[1:]))\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    assert render.draw(diagram.dot(), "svg") == b"<svg-Kneato -n2 -Tsvg -Gdpi=72.000000"


def test_without_any_graphviz_the_error_says_what_to_do(diagram: Diagram, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    monkeypatch.setenv("PATH", "")
    for kind in ("svg", "png", "pdf"):
        with pytest.raises(DiagramError, match=f"drawing as {kind} needs Graphviz: pygraphviz cannot be") as error:
            diagram.render(kind)
        assert "pip install pygraphviz" in str(error.value)
        assert "apk add graphviz" in str(error.value)
    for kind in FORMATS[3:]:
        assert diagram.render(kind)


def test_nothing_but_drawing_needs_pygraphviz() -> None:
    from pathlib import Path

    folder = Path(render.__file__).parents[2]
    importing = re.compile(r"^\s*(?:from|import) pygraphviz", re.MULTILINE)
    found = [path.name for path in folder.rglob("*.py") if importing.search(path.read_text(encoding="utf-8"))]
    assert found == ["render.py"]


def test_drawing_is_silent(diagram: Diagram, capfd: pytest.CaptureFixture[str]) -> None:
    diagram.render("png")
    assert capfd.readouterr() == ("", "")


def test_dot_that_is_broken_is_reported() -> None:
    with pytest.raises(DiagramError, match="cannot draw"):
        render.draw("digraph {", "svg")


def test_the_picture_names_its_edition_once() -> None:
    title = BASE.edition.title
    for diagram in (
        turn_diagram(BASE),
        turn_diagram(BASE, title=f"A turn · {title}"),
        turn_diagram(BASE, subtitle=title),
    ):
        picture = diagram.layout.picture
        assert f"{picture.title} {picture.subtitle}".count(title) == 1


def test_older_editions_speak_their_own_words() -> None:
    tiles = {p.tile.id: (p.tile.name, p.tile.detail) for p in turn_diagram(base_turn("cr2006")).layout.tiles}
    assert tiles["ending.end"] == ("End of turn step", "313")
    assert tiles["beginning.untap"] == ("Untap", "302 · no priority")
    boxes = [p.box.name for p in turn_diagram(parse_turn("U Up D | M1 | +1:M2 | E CL", "cr2006")).layout.boxes]
    assert boxes == ["Beginning", "Main 1", "Main 2", "End phase"]


@given(st.text(alphabet='ab<>"\\ _-.0é', max_size=8) | st.sampled_from(["node", "Strict", "-4.2", ".5", ""]))
def test_ids_and_values_are_quoted_as_graphviz_does(text: str) -> None:
    from graphviz.quoting import FINAL_ODD_BACKSLASHES
    from graphviz.quoting import quote as quoted

    assume(not FINAL_ODD_BACKSLASHES.search(text))  # Graphviz cannot read these
    assert quote(text) == quoted(text)
