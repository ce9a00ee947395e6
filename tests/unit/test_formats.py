"""The formats made from a diagram's turns and as text: which there are, the same bytes, names of states, odd turns."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from walking import CASES, several

from fsm.diagram import FORMATS, Diagram, DiagramError, DrawnTurn, turn_diagram
from fsm.diagram.formats import REGISTRY, format_of
from fsm.diagram.formats.chart import MAX_KEY, ExportChart, ExportState, make_chart, turn_keys
from fsm.turn import base_turn, end_turn, insert_phases, insert_steps, parse_turn, skip

ROOT = Path(__file__).parents[2]
BASE = base_turn("cr2026")
OF_GRAPHS = ("scxml", "json", "pml", "graphml", "markup.json")
AS_TEXT = ("mmd", "puml", *OF_GRAPHS)


def test_every_format_is_registered_under_its_suffix() -> None:
    assert FORMATS == ("svg", "png", "pdf", "dot", "mmd", "puml", "scxml", "json", "pml", "graphml", "markup.json")
    assert [format.name for format in REGISTRY.values()] == list(FORMATS)
    page = (ROOT / "docs" / "DRAWING.md").read_text(encoding="utf-8")
    assert all(f"| `.{name}` |" in page for name in FORMATS)


@pytest.mark.parametrize(
    ("path", "format"),
    [
        ("a.json", "json"),
        ("a.markup.json", "markup.json"),
        ("a.MARKUP.Json", "markup.json"),
        ("b.markup/a.json", "json"),
        ("markup.json", "json"),
        ("a.b.mmd", "mmd"),
    ],
)
def test_the_longest_suffix_names_the_format(path: str, format: str) -> None:
    assert format_of(path) == format


@pytest.mark.parametrize("path", ["a", ".json", "a.json/b"])
def test_a_name_without_suffix_names_no_format(path: str) -> None:
    with pytest.raises(DiagramError, match=r"write \.svg, .*\.graphml, \.markup\.json"):
        format_of(path)


def test_an_unknown_format_is_answered_by_all_there_are() -> None:
    with pytest.raises(DiagramError, match=r"no format 'gif'.*; there are: svg, png, pdf, dot, mmd, puml, scxml, json"):
        format_of("a.gif")
    with pytest.raises(DiagramError, match=r"'graphm' \(did you mean \"graphml\"\?\)"):
        turn_diagram(BASE).render("graphm")


def test_a_file_may_have_another_suffix_than_its_format(tmp_path: Path) -> None:
    turn_diagram(BASE).save(tmp_path / "turn.txt", format="mmd")
    assert (tmp_path / "turn.txt").read_bytes() == turn_diagram(BASE).render("mmd")


@pytest.mark.parametrize("format", AS_TEXT)
def test_pictures_have_themes_and_machines_none(format: str) -> None:
    diagram = turn_diagram(BASE)
    if format in OF_GRAPHS:
        with pytest.raises(DiagramError, match=f"the format {format} has no theme, and dark is given: leave the theme"):
            diagram.render(format, "dark")
    else:
        assert diagram.render(format) != diagram.render(format, "dark")


# the same diagram, the same bytes


SAMPLE = """
import sys
from fsm.diagram import Diagram, DrawnTurn, turn_diagram
from fsm.turn import parse_turn
one, other = (parse_turn(notation, "cr2011") for notation in sys.argv[1:3])
turns = (DrawnTurn("T3", one, "Ann"), DrawnTurn("T4", other, "Bob"))
diagram = Diagram(turn_diagram(one, title="Ann; T3").layout, turns)
written = {format: diagram.render(format) for format in sys.argv[3:]}
"""


@pytest.mark.slow
def test_the_same_diagram_gives_the_same_bytes_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = CASES["all at once"].diagram.turns[0].graph
    arguments = [graph.notation(exact=True), base_turn("cr2011").notation(), *AS_TEXT]
    program = f"{SAMPLE}\nsys.stdout.buffer.write(b''.join(written.values()))"
    seed = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, check=True, env=environment)
    here: dict[str, dict[str, bytes]] = {}
    monkeypatch.setattr(sys, "argv", ["-c", *arguments])
    exec(compile(SAMPLE, "sample", "exec"), here)  # noqa: S102  # the same program, in this process
    assert done.stdout == b"".join(here["written"].values())


@pytest.mark.parametrize("format", AS_TEXT)
def test_how_a_graph_came_to_be_does_not_matter(format: str) -> None:
    one = insert_steps(insert_phases(BASE, "combat", ("combat",), "A"), "beginning/upkeep", ("upkeep",), "B")
    notation = one.notation(exact=True)
    del one
    first = turn_diagram(parse_turn(notation)).render(format)
    again = insert_steps(insert_phases(BASE, "combat", ("combat",), "A"), "beginning/upkeep", ("upkeep",), "B")
    assert turn_diagram(again).render(format) == first


# the machine of several turns


def states_of(chart: ExportChart) -> dict[str, ExportState]:
    def below(state: ExportState) -> list[ExportState]:
        return [state, *(inner for child in state.children for inner in below(child))]

    return {inner.path: inner for state in chart.states for inner in below(state)}


@pytest.mark.parametrize("name", CASES)
def test_every_move_leads_to_a_state_and_every_state_is_reached(name: str) -> None:
    states = states_of(make_chart(CASES[name].diagram.turns))
    reached = {move.target for state in states.values() for move in state.transitions}
    assert reached <= set(states)
    initial = next(iter(states))
    assert {path for path, state in states.items() if state.kind in ("atomic", "final")} <= {
        *reached,
        *(path for path in states if path.endswith("/beginning")),
        "over",
    }
    assert states[initial].kind in ("compound", "parallel")


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (("before", "after"), ("before", "after")),
        (("Turn 1 · Ann", "Turn 2 · Bob"), ("Turn-1-Ann", "Turn-2-Bob")),
        (("x", "x", "x"), ("x", "x-2", "x-3")),
        (("x-2", "x", "x"), ("x-2", "x", "x-3")),
        (("over", "together", "stack"), ("over-2", "together-2", "stack-2")),
        (("1", "שלום", ""), ("turn-1", "turn", "turn-2")),
        (("a" * 60, "a" * 60), ("a" * MAX_KEY, "a" * MAX_KEY + "-2")),
        (("x",), ("turn",)),
    ],
)
def test_turns_have_names_that_every_format_takes(names: tuple[str, ...], keys: tuple[str, ...]) -> None:
    assert turn_keys(tuple(DrawnTurn(name, BASE) for name in names)) == keys


def test_a_skipped_turn_is_gone_past_and_stays_in_the_graph() -> None:
    parts = (
        DrawnTurn("one", BASE, "Ann"),
        DrawnTurn("two", BASE, "Bob", skipped="Stasis"),
        DrawnTurn("three", BASE, "Ann"),
    )
    chart = make_chart(parts)
    assert [state.path for state in chart.states] == ["one", "three", "over"]
    last = states_of(chart)["one/ending/cleanup/ending"]
    assert last.transitions[-1].target == "three/beginning/untap/beginning"
    assert {move.target for move in last.transitions[:-1]} == {"one/ending/cleanup/beginning"}
    text = Diagram(turn_diagram(BASE).layout, parts).render("graphml").decode()
    assert '<node id="two/combat">' in text
    assert ">Stasis</data>" in text


def test_a_turn_with_nothing_left_in_it_is_over() -> None:
    empty = BASE
    for phase in BASE.children():
        empty = skip(empty, phase, "Time Vault")
    for parts in ((DrawnTurn("x", empty),), (DrawnTurn("x", empty, "Ann"), DrawnTurn("y", empty, "Bob"))):
        assert [state.path for state in make_chart(parts).states] == ["over"]
        for format in FORMATS:
            assert Diagram(turn_diagram(empty).layout, parts).render(format)
    beside = several(DrawnTurn("x", empty), DrawnTurn("y", BASE), lanes=())
    assert states_of(make_chart(beside.diagram.turns))["together/x"].children[0].path == "together/x/over"
    assert json.loads(beside.text("json"))["states"]["together"]["states"]["x"]["initial"] == "over"


def test_turns_without_players_run_side_by_side_and_those_of_a_game_follow_each_other() -> None:
    beside = make_chart((DrawnTurn("before", BASE), DrawnTurn("after", BASE)))
    assert [state.path for state in beside.states] == ["together", "over"]
    assert beside.together
    after = make_chart((DrawnTurn("T1", BASE, "Ann"), DrawnTurn("T2", BASE, "Bob")))
    assert [state.path for state in after.states] == ["T1", "T2", "over"]
    assert not after.together


def test_a_diagram_of_no_turn_can_only_be_drawn() -> None:
    bare = Diagram(turn_diagram(BASE).layout)
    for format in FORMATS:
        if format not in OF_GRAPHS:
            assert bare.render(format)
            continue
        with pytest.raises(DiagramError, match="shows no turn"):
            bare.render(format)


def test_what_is_said_of_a_state() -> None:
    graph = end_turn(insert_phases(BASE, "combat", ("combat",), "Aurelia"), "combat+1/declare_attackers", "Time Stop")
    states = states_of(
        make_chart((DrawnTurn("T1", graph, "Ann", "extra #1 by Time Walk"), DrawnTurn("T2", BASE, "Bob")))
    )
    turn, phase = states["T1"].facts, states["T1/combat+1"].facts
    assert turn is not None
    assert (turn["player"], turn["extra"]) == ("Ann", "extra #1 by Time Walk")
    assert turn["notation"] == graph.notation()
    assert phase == {
        "label": "Combat",
        "kind": "combat",
        "rule": "506",
        "address": "combat#2",
        "inserted": True,
        "serial": 1,
        "inserted_by": "Aurelia",
        "inserted_rule": "500.8",
    }
    assert "T1/postcombat_main" not in states
    assert states["T1/combat+1/declare_attackers"].facts == {
        "label": "Declare attackers",
        "kind": "declare_attackers",
        "rule": "508",
        "address": "combat#2.declare_attackers",
        "order": graph.path.index("combat+1/declare_attackers") + 1,
    }


def test_what_stately_shows_of_a_state() -> None:
    graph = insert_phases(BASE, "combat", ("combat",), "Aurelia")
    parts = (DrawnTurn("T1", graph, "Ann", "extra #1 by Time Walk"), DrawnTurn("T2", skip(graph, "combat", ""), "Bob"))
    turns = json.loads(Diagram(turn_diagram(BASE).layout, parts).render("json"))["states"]
    assert turns["T1"]["description"] == "T1 · 500.1 · extra #1 by Time Walk"
    assert turns["T2"]["description"] == "T2 · 500.1"
    assert turns["T1"]["states"]["combat+1"]["description"] == "Combat · 506 · inserted by Aurelia"
    assert turns["T1"]["states"]["combat+1"]["tags"] == ["inserted"]
    assert turns["T1"]["states"]["combat"]["description"] == "Combat · 506"
    assert "combat" not in turns["T2"]["states"]


def test_where_nobody_gets_priority_there_is_no_state_for_it() -> None:
    states = states_of(make_chart((DrawnTurn("T1", BASE),)))
    assert "turn/beginning/untap/priority" not in states
    assert "turn/ending/cleanup/priority" in states
