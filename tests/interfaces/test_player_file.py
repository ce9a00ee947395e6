"""The player: one page that needs nothing else, what it holds, and what is said where it cannot be made."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from cases import every_day
from commands import GOOD, Fsm, Lesson

from fsm.game import State
from fsm.recording import Recording, trace_lines
from fsm.recording.view import FACTS, view
from fsm.scenario import parse_scenarios, read_scenarios, run_scenario
from fsm.webpage import Page
from fsm.webpage.pictures import drawn
from fsm.webpage.record import SAID, Reader
from fsm.webpage.states import READS

SCENARIOS = Path(__file__).parents[2] / "scenarios"
ASSAULT = SCENARIOS / "relentless-assault.turn.yaml"
HOSTILE = "</script><script>alert(1)</script>\"'<!--&amp;"


def assault(edition: str = "cr2026") -> Recording:
    return run_scenario(read_scenarios(ASSAULT)[0], edition)


def data_of(page: str) -> dict[str, Any]:
    """The data that a page holds, as a browser finds it."""
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    data: dict[str, Any] = json.loads(text)
    return data


def columns_of(data: dict[str, Any]) -> dict[str, list[int]]:
    """The columns of a recording, with those that stand together in the table ``said``."""
    said = [data["tables"]["said"][number] for number in data["columns"]["said"]]
    columns: dict[str, list[int]] = data["columns"]
    return columns | {name: [row[place] for row in said] for place, name in enumerate(SAID)}


def state_at(reader: Reader, at: int) -> dict[str, Any]:
    """The facts after an event by their paths, put together from what changed, as the page does."""
    now: dict[int, int] = {}
    changes = reader.states.flat[: sum(reader.changes[: at + 1])]
    now |= zip(changes[::2], changes[1::2], strict=True)
    tables = reader.states.leaves
    return {".".join(tables.paths.values[path]): tables.values.values[number] for path, number in now.items() if number}


def leaves(value: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    if isinstance(value, dict) and value:
        return {leaf: v for key, inner in value.items() for leaf, v in leaves(inner, (*path, str(key))).items()}
    return {path: value}


def test_the_page_is_one_file_that_may_load_nothing() -> None:
    page = assault().page().html()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert html.unescape(policy).startswith("default-src 'none'; ")
    assert not re.findall(r"<(?:link|img|iframe|object|embed|base)\b|\bsrc=|@import|url\(", page.replace("srcdoc", ""))
    for tag, what in (("style", "style-src"), ("script", "script-src")):
        (inside,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{what} 'sha256-{digest}'" in html.unescape(policy)
    assert not re.search(r'\son[a-z]+="|\sstyle="', page.partition("<script")[0])


def test_each_fact_of_a_view_says_which_fields_it_reads() -> None:
    assert {*READS, "players"} == set(FACTS)
    assert {field for reads in READS.values() for field in reads} <= set(State.__struct_fields__)


FOLDERS = sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir())


@pytest.mark.parametrize("folder", every_day(FOLDERS, *FOLDERS[::3]))
def test_the_states_of_the_page_are_those_of_the_recording(folder: str) -> None:
    file = max((SCENARIOS / folder).glob("*.turn.yaml"))
    for scenario in read_scenarios(file):
        recording = run_scenario(scenario)
        reader = Reader(recording)
        reader.read()
        for at in {0, 1, len(recording) // 3, len(recording) // 2, len(recording) - 1}:
            shown = {".".join(path): value for path, value in leaves(view(recording[at].state)).items()}
            assert state_at(reader, at) == shown, (file.name, at)


def test_events_say_what_the_trace_says() -> None:
    recording = assault()
    data = data_of(recording.page().html())["recordings"][0]
    columns, tables = columns_of(data), data["tables"]
    assert data["header"] == next(trace_lines(recording))
    lines = [json.loads(line) for line in list(trace_lines(recording))[1:-1]]
    for at, line in enumerate(lines):
        phase, step, inside, *_ = tables["node"][columns["node"][at]]
        address = f"T{columns['turn'][at]}" + (f".{inside}" if inside else "")
        assert (tables["kind"][columns["kind"][at]], phase, step, address) == (
            *(line[key] for key in ("kind", "phase", "step", "node")),
        )
        assert tables["rules"][columns["rules"][at]] == line["rules"]
        assert columns["line"][at] == line.get("line", 0)
        detail = json.loads(f"{{{tables['detail'][columns['detail'][at]]}}}")
        assert detail.items() <= line.items()


def test_why_tells_the_rules_in_words_and_what_put_it_there() -> None:
    data = data_of(assault().page().html())["recordings"][0]
    assert data["rules"]["500.8"].startswith("An extra phase")
    facts = [text for entry in data["tables"]["facts"] for text, _ in entry]
    assert "combat was inserted by Relentless Assault (500.8), at T1.precombat_main, event 22, line 6" in facts


def test_equal_turns_are_drawn_once() -> None:
    scenario = parse_scenarios("players: [Ann, Bob]\nuntil: T12", "x")[0]
    data = Page((run_scenario(scenario),)).data()["recordings"][0]
    assert len(data["turns"]) == 12
    assert len(data["pictures"]) == 2  # the first turn, which has no draw, and all others
    assert [turn["picture"] for turn in data["turns"]] == [0, *[1] * 11]


def test_of_very_many_pictures_the_last_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fsm.webpage.pictures.MOST", 1)
    recording = run_scenario(parse_scenarios("players: [Ann, Bob]\nuntil: T3", "x")[0])
    data = recording.page().data()["recordings"][0]
    assert [turn["picture"] for turn in data["turns"]] == [0, -1, -1]
    assert data["turns"][2]["notation"] == "U Up D | M1 | BC DA [DB] [CD] EC | M2 | E CL"


def test_names_are_never_markup() -> None:
    name = json.dumps(HOSTILE)
    text = f"name: {name}\nplayers: [{name}, Bob]\nuntil: T1\n"
    recording = run_scenario(parse_scenarios(text, "x")[0])
    page = recording.page(text).html()
    assert page.count("<script") == page.count("</script>") == 2
    assert data_of(page)["recordings"][0]["players"][0] == HOSTILE
    notebook = recording.page()._repr_html_()
    assert re.fullmatch(r'<iframe [^<>]* srcdoc="[^"<>]*"></iframe>', notebook, re.DOTALL)
    assert html.unescape(notebook.partition('srcdoc="')[2].rpartition('"')[0]) == recording.page().html()


def test_a_long_game_makes_a_small_page() -> None:
    recording = run_scenario(parse_scenarios("players: [Ann, Bob]\nuntil: T310", "x")[0])
    assert len(recording) > 20_000
    assert len(recording.page().html().encode()) < 5_000_000


def test_a_recording_without_graphviz_is_shown_without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    from fsm.diagram import Diagram, DiagramError

    def fail(self: Diagram) -> str:
        raise DiagramError("there is no Graphviz")

    drawn.cache_clear()
    monkeypatch.setattr(Diagram, "svg", fail)
    data = assault().page().data()["recordings"][0]
    assert data["pictures"] == []
    assert [turn["picture"] for turn in data["turns"]] == [-1]


def test_the_command_writes_all_editions_or_one(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    name = lesson(f"{GOOD}edition: [cr2006, cr2026]\n")
    for more, editions in (([], ["cr2026", "cr2006"]), (["-e", "2011"], ["cr2011"])):
        done = fsm("player", name, "-o", "x.html", *more)
        assert (done.exit_code, done.output) == (0, "")
        data = data_of((tmp_path / "x.html").read_text(encoding="utf-8"))
        assert [one["edition"]["id"] for one in data["recordings"]] == editions
        assert data["source"]["lines"][0] == "name: a lesson"


def test_one_of_several_scenarios_is_chosen(fsm: Fsm, lesson: Lesson) -> None:
    name = lesson(f"{GOOD}---\n{GOOD.replace('a lesson', 'another')}")
    for more, title in (([], "a lesson"), (["--scenario", "2"], "another"), (["--scenario", "another"], "another")):
        done = fsm("player", name, "-o", "-", *more)
        assert f"<title>{title}</title>" in done.stdout


def test_a_run_writes_a_player_too(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    done = fsm("run", lesson(f"{GOOD}edition: [cr2006, cr2026]\n"), "--player", "x.html")
    assert (done.exit_code, "a lesson" in done.stdout) == (0, True)
    assert len(data_of((tmp_path / "x.html").read_text(encoding="utf-8"))["recordings"]) == 2


def test_a_run_writes_no_player_among_its_lines(fsm: Fsm, lesson: Lesson) -> None:
    done = fsm("run", lesson(GOOD), "--player", "-")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "use fsm player FILE -o -" in done.stderr


def test_a_trace_is_shown_without_states(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    recording = assault()
    lesson("".join(f"{line}\n" for line in trace_lines(recording)), "x.jsonl")
    assert fsm("player", "x.jsonl", "-o", "x.html").exit_code == 0
    data = data_of((tmp_path / "x.html").read_text(encoding="utf-8"))["recordings"][0]
    (turn,) = data["turns"]
    assert turn["notation"] == recording.graphs[1].notation()
    assert len(data["pictures"]) == 1
    columns, tables = columns_of(data), data["tables"]
    told = [tables["text"][number] for number in columns["text"]]
    assert told[8] == "Ann passes"
    assert told[21] == "+ A further combat phase is added, by Relentless Assault"
    ids = {tables["node"][number][3] for number in columns["node"]}
    assert {id for id in ids if id != "turn"} <= {
        *data["pictures"][0]["stops"],
        *(stop.partition(".")[0] for stop in data["pictures"][0]["stops"]),
    }


def test_a_trace_of_an_unknown_edition_is_shown_as_it_is(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    header = {"type": "header", "format": "turn-trace", "version": "1.0", "edition": "house", "players": []}
    place = {"active": "Eve", "phase": "lunch", "step": "soup", "node": "T1.lunch.soup"}
    event = {"type": "event", "seq": 1, "kind": "step.begin", "turn": 1, **place}
    lesson(f"{json.dumps(header)}\n{json.dumps(event)}\n", "x.jsonl")
    assert fsm("player", "x.jsonl", "-o", "x.html").exit_code == 0
    data = data_of((tmp_path / "x.html").read_text(encoding="utf-8"))["recordings"][0]
    assert (data["players"], data["tables"]["text"]) == (["Eve"], ["Soup"])
    assert [(turn["notation"], turn["picture"]) for turn in data["turns"]] == [("soup", -1)]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no.turn.yaml", "-o", "x.html"], "no.turn.yaml: cannot be read: no such file"),
        (["bad.turn.yaml", "-o", "x.html"], "bad.turn.yaml:1:10: "),
        (["x.turn.yaml", "-o", "."], ".: cannot be written: is a directory"),
        (["x.turn.yaml", "-o", "x.turn.yaml/no.html"], "x.turn.yaml/no.html: cannot be written: file exists"),
        (["x.turn.yaml", "-o", "x.turn.yaml"], "x.turn.yaml: this is the input file"),
        (["x.turn.yaml", "-o", ""], "fsm: found an empty file name"),
        (["x.turn.yaml"], "Error: Missing option '--output'"),
        (["x.turn.yaml", "-o", "x.html", "-e", "cr1999"], "fsm: "),
        (["x.turn.yaml", "-o", "x.html", "--scenario", "a leson"], "it has 'a lesson'"),
        (["bad.jsonl", "-o", "x.html"], "bad.jsonl:1:1: not JSON"),
        (["empty.jsonl", "-o", "x.html"], "empty.jsonl: the trace has no events"),
        (["empty.jsonl", "-o", "x.html", "-e", "cr2006"], "empty.jsonl: a trace has one run"),
    ],
)
def test_what_cannot_be_used_is_said(fsm: Fsm, lesson: Lesson, tmp_path: Path, arguments: list[str], said: str) -> None:
    lesson(GOOD)
    lesson("players: 3", "bad.turn.yaml")
    lesson("nonsense\n", "bad.jsonl")
    lesson('{"type":"header","format":"turn-trace","version":"1.0","edition":"cr2026","players":[]}\n', "empty.jsonl")
    done = fsm("player", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert not (tmp_path / "x.html").exists()


def test_the_folder_of_a_page_is_made(fsm: Fsm, lesson: Lesson, tmp_path: Path) -> None:
    assert fsm("player", lesson(GOOD), "-o", "a/new/folder/x.html").exit_code == 0
    assert (tmp_path / "a" / "new" / "folder" / "x.html").is_file()


def test_a_player_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="found no recording"):
        Page(())
