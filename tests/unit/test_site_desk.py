"""The desk of the page of Play: what it answers is what the command line prints and writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cases import case, joined
from commands import Fsm, fsm

from fsm.recording import play_by_play
from fsm.scenario import parse_scenarios, run_scenario
from fsm.site.desk import answer
from fsm.webpage import Page

__all__ = ["fsm"]

ASSAULT = (Path(__file__).parents[2] / "scenarios" / "relentless-assault.turn.yaml").read_text(encoding="utf-8")
PLAIN = "players: [Ann, Bob]\n"


def ask(do: str, **said: Any) -> dict[str, Any]:
    """The answer to a request that is all right."""
    answered: dict[str, Any] = json.loads(answer(json.dumps({"do": do, **said})))
    assert answered.pop("ok"), answered
    return answered


def wrong(do: str, **said: Any) -> list[tuple[int, int, str]]:
    """What is wrong with a request."""
    answered = json.loads(answer(json.dumps({"do": do, **said})))
    assert not answered["ok"]
    return [(one["line"], one["column"], one["message"]) for one in answered["errors"]]


def test_it_tells_what_the_package_has_the_newest_edition_first() -> None:
    about = ask("about")
    assert [one["id"] for one in about["editions"]] == ["cr2026", "cr2011", "cr2008", "cr2006"]
    assert {one["name"] for one in about["kinds"]} == {"turn", "poster", "scenario", "timeline", "compare"}
    assert {"svg", "mmd"} <= {one["name"] for one in about["formats"]}


def test_a_run_has_the_lines_of_the_play_by_play() -> None:
    run = ask("run", text=ASSAULT)
    (scenario,) = parse_scenarios(ASSAULT)
    lines = [line for line in list(play_by_play(run_scenario(scenario)))[2:] if line]
    assert ["  " * one["depth"] + one["text"] for one in run["events"]] == [line[:72].rstrip() for line in lines]
    assert [", ".join(one["rules"]) for one in run["events"]] == [line[72:].strip() for line in lines]
    assert all(number in run["rules"] for one in run["events"] for number in one["rules"])


def test_a_run_is_told_and_judged() -> None:
    run = ask("run", text=ASSAULT)
    assert (run["edition"], run["also"], run["asked"], run["verdict"]) == ("cr2026", ["cr2006"], True, [])
    assert run["turns"][0]["notation"].startswith("U Up [D] | M1 | +1:(BC DA")
    assert run["story"][1].startswith("**Turn 1, Ann.**")
    (failure,) = ask("run", text="players: [Ann, Bob]\nexpect: {turns: [Bob]}\n")["verdict"]
    assert failure.startswith("2:18: ")
    assert "expected  Bob" in failure


def test_a_legal_act_that_was_to_be_refused_is_told_as_legal() -> None:
    run = ask("run", text=f"{PLAIN}script: [{{at: T1.upkeep, Ann: {{pass: true, refused: true}}}}]\nuntil: T1\n")
    assert run["verdict"][0].startswith("2:53: this was not refused: it is legal at T1.beginning.upkeep")
    assert "what Ann tries is legal, although the script expects a refusal" in run["story"][1]


def test_a_run_without_expectations_says_where_it_stops() -> None:
    run = ask("run", text=PLAIN)
    assert not run["asked"]
    assert run["end"].startswith("The run ends with T1")


def test_a_place_chooses_and_marks_the_picture() -> None:
    text = "players: [Ann, Bob]\nuntil: T2\n"
    second = ask("run", text=text, place="T2.upkeep")
    assert (second["place"], second["picture"]["turn"]) == ("T2.upkeep", 2)
    for nowhere in ("T2.combat#2", "T9", "upkep", ""):
        with case(nowhere):
            assert ask("run", text=text, place=nowhere)["place"] is None
    assert ask("run", text=text)["picture"]["turn"] == 1
    assert ask("run", text=text, place="T2")["picture"]["svg"] != second["picture"]["svg"]


def test_a_game_that_ends_at_once_has_no_picture() -> None:
    run = ask("run", text="players: {Ann: {life: 0}, Bob: {}}\n")
    assert run["end"].startswith("Bob wins")


ERRORS = {
    "players: [Ann]": [(1, 10, "found 1 player, expected two to eight")],
    "players: [Ann, Bob\n": [
        (1, 10, "this is not YAML: the [ that begins here is not closed; put a ] at the end of what belongs to it")
    ],
}


@joined(ERRORS)
def test_what_is_wrong_has_its_place_and_the_words_of_the_terminal(text: str) -> None:
    assert wrong("run", text=text) == ERRORS[text]


def test_a_wrong_request_is_an_answer_too() -> None:
    for request in ("", "[", "[]", "{}", '{"do": "dance"}', '{"do": "run"}', '{"do": "run", "text": 3}'):
        with case(request):
            (error,) = json.loads(answer(request))["errors"]
            assert error["message"].startswith("this is no request: ")


def test_an_error_of_the_program_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from fsm.site.desk import telling

    def broken(*_: object) -> None:
        raise RuntimeError("what nobody thought of")

    monkeypatch.setattr(telling, "run_of", broken)
    ((_, _, message),) = wrong("run", text=PLAIN)
    assert message == "an error of this program, please report it: RuntimeError: what nobody thought of"


def test_a_text_has_the_limit_of_a_file() -> None:
    assert wrong("run", text="#" * 2**20 + "é") == [(0, 0, "the file is larger than 1,048,576 bytes, the maximum")]


def test_one_scenario_of_a_file_is_chosen() -> None:
    text = f"name: one\n{PLAIN}---\nname: two\n{PLAIN}"
    assert ask("run", text=text)["scenarios"] == ["one", "two"]
    assert ask("run", text=text, scenario="2")["title"] == ask("run", text=text, scenario="two")["title"] == "two"


DRAWN: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "scenario": (
        ("scenario", "scenario.turn.yaml", "--turn", "1", "--events", "--edition", "2006"),
        {"turn": 1, "events": True},
    ),
    "timeline": (("timeline", "scenario.turn.yaml", "--edition", "2006"), {}),
    "turn": (("turn", "--edition", "2006", "--at", "upkeep"), {"at": "upkeep"}),
    "compare": (("compare", "2006", "2011"), {"other": "2011"}),
    "poster": (("poster", "--edition", "2006"), {}),
}


@pytest.mark.parametrize("kind", DRAWN)
def test_a_picture_is_that_of_the_command_line(fsm: Fsm, tmp_path: Path, kind: str) -> None:
    command, said = DRAWN[kind]
    (tmp_path / "scenario.turn.yaml").write_text(ASSAULT, encoding="utf-8")
    look = {"width": 800, "theme": "dark"}
    more = ("--width", "800", "--theme", "dark", "--caption", "A point")
    drawn = ask("picture", text=ASSAULT, edition="cr2006", kind=kind, look=look, caption="A point", **said)
    printed = fsm("diagram", *command, *more, "-o", "-", "--format", "svg")
    assert drawn["svg"] == printed.stdout
    assert drawn["name"].endswith(".svg")


def test_a_picture_that_there_is_not_says_which_there_are() -> None:
    said: dict[str, Any]
    for said in ({"kind": "pie"}, {"turn": 7}, {"look": {"theme": "pink"}}, {"kind": "compare"}, {"look": {"size": 1}}):
        with case(said):
            ((_, _, message),) = wrong("picture", text=PLAIN, **said)
            assert "please report" not in message


FILES = {
    "trace": ("run", "scenario.turn.yaml", "--trace", "-"),
    "html": ("player", "scenario.turn.yaml", "-o", "-"),
    **{
        name: ("diagram", "scenario", "scenario.turn.yaml", "-o", "-", "--format", name)
        for name in ("svg", "dot", "mmd", "puml", "scxml", "json", "pml", "graphml", "markup.json")
    },
}


@pytest.mark.parametrize("format", FILES)
def test_a_file_is_that_of_the_command_line(fsm: Fsm, tmp_path: Path, format: str) -> None:
    text = PLAIN if format == "html" else ASSAULT
    (tmp_path / "scenario.turn.yaml").write_text(text, encoding="utf-8")
    made = ask("download", text=text, format=format)
    assert made["content"] == fsm(*FILES[format]).stdout
    assert made["name"].endswith({"trace": ".trace.jsonl"}.get(format, f".{format}"))


def test_a_script_is_downloaded_as_it_is() -> None:
    assert ask("download", text="players: [", format="yaml")["content"] == "players: ["
    ((_, _, message),) = wrong("download", text=PLAIN, format="png")
    assert "there are: yaml, trace, html, svg" in message


def test_the_player_shows_all_editions_or_some() -> None:
    (scenario,) = parse_scenarios(ASSAULT, "scenario.turn.yaml")
    every = [run_scenario(scenario, id) for id in scenario.editions]
    assert ask("player", text=ASSAULT)["data"] == json.loads(json.dumps(Page(every, ASSAULT, [[], []]).data()))
    assert len(ask("player", text=ASSAULT, editions=["cr2011"])["data"]["recordings"]) == 1


def test_it_tells_when_the_answer_changed_as_the_terminal_does() -> None:
    root = Path(__file__).parents[2]
    text = next((root / "scenarios/45-since-1999").glob("01-*.yaml")).read_text(encoding="utf-8")
    found = ask("history", text=text)
    assert found["missing"] == {}
    older, newer = found["spans"]
    assert (older["outcome"], newer["outcome"]) == (1, 0)
    assert (older["editions"][-1], newer["editions"][0], newer["editions"][-1]) == (
        "cr2001-07-23",
        "cr2002-02-20",
        "cr2026",
    )
    assert older["told"] == "turns: Ann, Ann, Bob, Bob, Ann"
    assert any("what decided it: Extra turns (extra_turns" in line for line in found["lines"])
    assert wrong("history", text="players: [Ann]")[0][:2] == (1, 10)


def test_the_player_shows_the_game_up_to_an_error() -> None:
    text = f"{PLAIN}script:\n  - at: T1.upkeep\n    Ann: {{cast: Time Walk}}\n"
    (one,) = ask("player", text=text)["data"]["recordings"]
    assert one["wrong"][0][1] == 4
    assert wrong("run", text=text)[0][0] == 4


def test_what_happened_is_expected_once() -> None:
    text = ask("expect", text=PLAIN)["text"]
    assert "turns: [Ann]" in text
    assert ask("run", text=text)["asked"]
    assert "says what is expected already" in wrong("expect", text=text)[0][2]
    assert ask("expect", text=text, replace=True)["text"] == text
