"""``fsm diagram``: every kind of picture, in every format, and what it cannot be of."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest
from commands import GOOD, Fsm, Lesson

from fsm.diagram import DIAGRAM_KINDS
from fsm.recording import read_trace
from fsm.turn import base_turn


@pytest.mark.parametrize(
    ("name", "begins"), [("a.svg", b"<"), ("a.dot", b"digraph"), ("a.png", b"\x89PNG"), ("-", b"")]
)
def test_diagrams_are_drawn(fsm: Fsm, lesson: Lesson, tmp_path: Path, name: str, begins: bytes) -> None:
    file = lesson(GOOD)
    for command in (["turn", "-e", "cr2006"], ["scenario", file], ["scenario", file, "--events"], ["timeline", file]):
        done = fsm("diagram", *command, "-o", name)
        assert done.exit_code == 0, done.stderr
        if name == "-":
            assert done.stdout.lstrip().startswith(("digraph", "strict", "//", "graph"))
        else:
            assert begins in (tmp_path / name).read_bytes()[:200]
            (tmp_path / name).unlink()
    assert {path.name for path in tmp_path.iterdir()} == {"x.turn.yaml"}


@pytest.mark.parametrize(
    "command",
    [
        ["turn", "-e", "cr2006", "--level", "phase"],
        ["turn", "--aspect", "16:9", "--width", "1280", "--theme", "dark", "--detail", "rules"],
        ["turn", "--direction", "down", "--width", "390"],
        ["poster", "-e", "cr2006", "--paper", "a3", "--theme", "print"],
        ["turn", "--level", "machine", "--aspect", "4:3", "--scale", "1.5"],
        ["scenario", "x.turn.yaml", "--events", "--aspect", "page", "--theme", "print"],
        ["timeline", "x.turn.yaml", "--aspect", "16:9", "--width", "800"],
        ["compare", "cr2006", "cr2026", "--aspect", "1:1", "--theme", "light"],
        ["turn", "--level", "machine", "--at", "T1.combat.declare_attackers"],
        ["turn", "--level", "machine", "--at", "turn/beginning/upkeep/priority"],
        ["scenario", "x.turn.yaml", "--level", "machine"],
        ["scenario", "x.turn.yaml", "--level", "phase", "--at", "upkeep"],
        ["scenario", "x.turn.yaml", "--at", "T2.upkeep"],
        ["scenario", "x.turn.yaml", "--at", "T2.upkeep", "--events"],
        ["scenario", "x.turn.yaml", "--at", "upkeep", "--turn", "2"],
        ["timeline", "x.turn.yaml"],
        ["rule", "300.7"],
        ["rule", "500.10", "-e", "cr2011"],
        ["rule", "insert_phases"],
        ["rule", "reverse_phases"],
        ["compare", "cr2006", "cr2026"],
        ["history", "--from", "2003", "--to", "cr2011", "--paper", "a3", "--detail", "rules"],
    ],
    ids=" ".join,
)
def test_each_kind_of_diagram_is_drawn(fsm: Fsm, lesson: Lesson, tmp_path: Path, command: list[str]) -> None:
    lesson("name: two turns\nplayers: [Ann, Bob]\nexpect: {turns: [Ann, Bob]}\n")
    done = fsm("diagram", *command, "-o", "a.svg")
    assert (done.exit_code, done.output) == (0, "")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_folder_of_a_picture_is_made(fsm: Fsm, tmp_path: Path) -> None:
    assert fsm("diagram", "turn", "-o", "talk/slides/turn.dot").exit_code == 0
    assert (tmp_path / "talk" / "slides" / "turn.dot").exists()
    assert fsm("diagram", "turn", "--detail", "rule", "-o", "none/turn.dot").exit_code == 2
    assert not (tmp_path / "none").exists()


def test_an_address_chooses_its_turn(fsm: Fsm, lesson: Lesson) -> None:
    file = lesson("name: two turns\nplayers: [Ann, Bob]\nexpect: {turns: [Ann, Bob]}\n")
    assert "turn 2, Bob" in fsm("diagram", "scenario", file, "--at", "T2.upkeep", "-o", "-").output


def test_what_is_to_come_is_dimmed_with_what_happens_in_it(fsm: Fsm, lesson: Lesson) -> None:
    file = lesson("name: two turns\nplayers: [Ann, Bob]\nexpect: {turns: [Ann, Bob]}\n")
    told = {}
    for more in ([], ["--at", "draw"], ["--at", "cleanup"]):
        told[" ".join(more)] = fsm("diagram", "scenario", file, "--turn", "2", "--events", *more, "-o", "-").output
        assert "discards a card" in told[" ".join(more)]
    assert ['class="stop future"' in dot for dot in told.values()] == [False, True, False]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            ["trun", "-o", "a.svg"],
            "fsm: there is no kind 'trun' (did you mean \"turn\"?); there are: turn, poster, scenario",
        ),
        (
            ["turn", "--level", "stpe", "-o", "a.svg"],
            "there is no level 'stpe' (did you mean \"step\"?); there are: phase",
        ),
        (["turn", "--theme", "drak", "-o", "a.svg"], "there is no theme 'drak' (did you mean \"dark\"?)"),
        (["turn", "--aspect", "16:10", "-o", "a.svg"], "there are: 16:9, 4:3, 1:1, page"),
        (
            ["poster", "--paper", "a5", "-o", "a.svg"],
            "there is no paper 'a5'; there are: a4, a3, a2",
        ),
        (["turn", "--width", "3", "-o", "a.svg"], "the width 3 is out of range: give 16 to 20000 pixels"),
        (["turn", "--width", "0", "-o", "a.svg"], "the width 0 is out of range: give 16 to 20000 pixels"),
        (["turn", "--scale", "0", "-o", "a.svg"], "the scale 0 is out of range: give 0.1 to 20"),
        (["turn", "--at", "main2", "-o", "a.svg"], 'did you mean "postcombat_main"?'),
        (["turn", "--theme", "dark", "-o", "a.scxml"], "the format scxml has no theme, and dark is given"),
        (["turn", "--level", "phase", "--detail", "rules", "-o", "a.svg"], "only the level 'step' says what happens"),
        (["turn", "--at", "T1.upkeep#2", "-o", "a.svg"], "this turn has no T1.upkeep#2"),
        (["turn", "--at", "nonsense", "-o", "a.svg"], "this turn has beginning, beginning.untap"),
        (["scenario", "x.turn.yaml", "--at", "T9.upkeep", "-o", "a.svg"], "x.turn.yaml: there is no turn 9"),
        (
            ["scenario", "x.turn.yaml", "--at", "T1.upkeep", "--turn", "2", "-o", "a.svg"],
            "is in turn 1, and --turn says 2",
        ),
        (["scenario", "x.turn.yaml", "--at", "upkep", "-o", "a.svg"], "'upkep' is not a phase or step"),
        (["scenario", "x.turn.yaml", "--level", "stpe", "--events", "-o", "a.svg"], "there is no level 'stpe'"),
        (
            ["scenario", "x.turn.yaml", "--level", "machine", "--events", "-o", "a.svg"],
            "only the level 'step' shows what happened, not 'machine'",
        ),
        (
            ["rule", "300.2", "-o", "a.svg"],
            "no rewrite belongs to rule 300.2; one belongs to these: cr2026: 101.1, 500.7",
        ),
        (["rule", "300.7", "-e", "cr1999", "-o", "a.svg"], "cr1999"),
        (["compare", "cr2006", "cr1999", "-o", "a.svg"], "cr1999"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_what_a_diagram_cannot_be_of_is_said_in_one_line(
    fsm: Fsm, lesson: Lesson, tmp_path: Path, command: list[str], said: str
) -> None:
    lesson(GOOD)
    done = fsm("diagram", *command)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "a.svg").exists()


@pytest.mark.parametrize("name", ["mmd", "puml", "scxml", "json", "pml", "graphml", "markup.json"])
def test_a_diagram_is_written_in_the_format_of_its_suffix_or_in_the_one_that_is_named(
    fsm: Fsm, lesson: Lesson, tmp_path: Path, name: str
) -> None:
    file = lesson(GOOD)
    for command in (
        ["turn"],
        ["scenario", file],
        ["timeline", file],
        ["rule", "300.7"],
        ["compare", "cr2006", "cr2026"],
    ):
        assert fsm("diagram", *command, "-o", f"a.{name}").exit_code == 0
        assert fsm("diagram", *command, "-o", "b.txt", "--format", name).exit_code == 0
        printed = fsm("diagram", *command, "-o", "-", "--format", name)
        assert (tmp_path / f"a.{name}").read_bytes() == (tmp_path / "b.txt").read_bytes() == printed.stdout_bytes


def test_the_help_names_every_format(fsm: Fsm) -> None:
    from fsm.diagram import DIAGRAM_KINDS, FORMATS

    for command in DIAGRAM_KINDS:
        told = [word.rstrip(".") for word in fsm("diagram", command, "--help").stdout.split()]
        assert {f".{name}" for name in FORMATS} <= set(told)


def test_a_page_of_several_rules_says_how_to_draw_one_of_them(fsm: Fsm) -> None:
    done = fsm("diagram", "rule", "300", "--aspect", "16:9", "-o", "a.svg")
    assert (done.exit_code, done.stdout) == (0, "")
    said, _, command = done.stderr.rpartition(": ")
    assert said.startswith("300 has 5 rewrites, insert_phases, insert_steps, insert_steps_before, skip, add_turn")
    assert command.strip() == "fsm diagram rule insert_phases --edition cr2006 --aspect 16:9"
    assert fsm(*command.split()[1:], "-o", "b.svg").stderr == ""
    assert fsm("diagram", "rule", "300", "-o", "c.svg").stderr == ""


@pytest.mark.parametrize("group", [(), ("diagram",)])
def test_the_list_of_commands_has_whole_sentences(fsm: Fsm, group: tuple[str, ...]) -> None:
    listed = fsm(*group, "--help").stdout.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    assert len(listed) > 4
    assert [line for line in listed if not line.endswith(".") or line.endswith("...")] == []


def test_a_kind_that_is_added_is_a_command(fsm: Fsm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fsm.diagram import DIAGRAM_KINDS, DiagramKind, turn_diagram

    assert "phases" not in fsm("diagram", "--help").stdout
    kind = DiagramKind("phases", "Draw one place.", "edition", partial(turn_diagram, level="phase"), ("at",))
    monkeypatch.setitem(DIAGRAM_KINDS, "phases", kind)
    assert "Draw one place." in fsm("diagram", "--help").stdout
    assert "--level" not in fsm("diagram", "phases", "--help").stdout
    done = fsm("diagram", "phases", "-e", "cr2006", "--at", "combat", "-o", "a.dot")
    assert (done.exit_code, done.output) == (0, "")
    graph = base_turn("cr2006")
    assert (tmp_path / "a.dot").read_text(encoding="utf-8") == turn_diagram(graph, level="phase", at="combat").dot()


def test_an_unknown_format_is_said_with_all_there_are(fsm: Fsm, tmp_path: Path) -> None:
    for command in (["turn"], ["rule", "300.7"], ["compare", "cr2006", "cr2026"]):
        for arguments in (["-o", "a.svg", "--format", "gif"], ["-o", "-", "--format", "gif"], ["-o", "a.gif"]):
            done = fsm("diagram", *command, *arguments)
            assert done.exit_code == 2
            assert done.stderr.count("\n") == 1
            assert done.stderr.rstrip().endswith(", mmd, puml, scxml, json, pml, graphml, markup.json")
    assert list(tmp_path.iterdir()) == []


def test_names_reach_pictures_and_traces_escaped(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    import xml.etree.ElementTree as ET

    name = 'A<b>"&\\n龍'
    ann, other = '"<Ann>\\\\n"', '"Łukasz \\"x\\""'
    text = f"name: {json.dumps(name)}\nplayers: [{ann}, {other}]\nexpect: {{turns: [{ann}]}}\n"
    file = lesson(text)
    assert fsm("diagram", "scenario", file, "-o", "a.svg").exit_code == 0
    shown = "".join(ET.fromstring((tmp_path / "a.svg").read_text(encoding="utf-8")).itertext())  # noqa: S314  # our own
    assert "<Ann>" in shown
    told = fsm("run", file, "--trace", "t.jsonl")
    assert told.exit_code == 0
    assert "Turn 1 · <Ann>\\n" in told.stdout
    trace = read_trace((tmp_path / "t.jsonl").read_text(encoding="utf-8"))
    assert trace.players == ("<Ann>\\n", 'Łukasz "x"')


def test_a_turn_that_is_not_there_is_said(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    done = fsm("diagram", "scenario", lesson(GOOD), "--turn", "99", "-o", "a.svg")
    assert done.exit_code == 2
    assert "there is no turn 99; the run has" in done.stderr
    assert not (tmp_path / "a.svg").exists()


def test_a_turn_may_be_named_as_in_an_address(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    drawn = [fsm("diagram", "scenario", lesson(GOOD), "--turn", turn, "-o", "-").stdout for turn in ("1", "T1", "t1")]
    assert drawn[0]
    assert drawn[1:] == drawn[:1] * 2
    assert "'x' is no turn: write 3 or T3" in fsm("diagram", "scenario", lesson(GOOD), "--turn", "x", "-o", "-").stderr


def test_letters_that_cannot_be_read_are_told_with_the_least_width(fsm: Fsm, tmp_path: Path) -> None:
    told = fsm("diagram", "turn", "--width", "300", "--aspect", "16:9", "-o", str(tmp_path / "a.svg")).stderr
    least = re.search(r"the smallest letters have 4 pixels: for 9, give --width (\d+) or more", told)
    assert least
    assert not fsm("diagram", "turn", "--width", least[1], "--aspect", "16:9", "-o", str(tmp_path / "a.svg")).stderr


def test_an_option_of_other_programs_is_named(fsm: Fsm, tmp_path: Path) -> None:
    assert "Did you mean '--aspect'?" in fsm("diagram", "turn", "--ratio", "16:9", "-o", "a.svg").stderr
    done = fsm("diagram", "poster", "--paper", "A3", "--detail", "actions", "-o", str(tmp_path / "a.svg"))
    assert done.exit_code == 0


@pytest.mark.parametrize("output", ["x.turn.yaml/a.svg", "x.turn.yaml/a.dot", "x.turn.yaml/b/a.png"])
def test_a_picture_that_cannot_be_written_is_said(fsm: Fsm, lesson: Lesson, output: str) -> None:
    done = fsm("diagram", "scenario", lesson(GOOD), "-o", output)
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr


@pytest.mark.parametrize("output", ["a.gif", "a", "a.svg.zip", ".svg", "."])
def test_a_picture_in_no_known_format_is_said(fsm: Fsm, tmp_path: Path, output: str) -> None:
    done = fsm("diagram", "turn", "-o", output)
    assert done.exit_code == 2
    assert done.stderr
    assert list(tmp_path.iterdir()) == []


def test_only_kinds_with_several_directions_take_one(fsm: Fsm) -> None:
    told = {kind: "--direction" in fsm("diagram", kind, "--help").stdout for kind in DIAGRAM_KINDS}
    assert {kind for kind, takes in told.items() if takes} == {"turn", "scenario", "rule", "history"}
    done = fsm("diagram", "compare", "cr2006", "cr2026", "--direction", "down", "-o", "a.svg")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "No such option '--direction'" in done.stderr
