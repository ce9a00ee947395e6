"""What can be typed at a place of a scenario file: keys, verbs, cards, players, places, editions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cases import case
from hypothesis import given
from hypothesis import strategies as st

from fsm.scenario import parse_scenarios
from fsm.site.desk import answer

FILES = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.turn.yaml"))
CORPUS = [file for file in FILES if file.parent.name != "27-house-rules"]  # which need the files of their editions
PLAYERS = "players: [Ann, Bob]\n"
SCRIPT = f"{PLAYERS}script:\n  - at: T2.upkeep\n    "


def options(text: str) -> tuple[int, dict[str, str]]:
    """The column and the options at the mark | of a text: what each writes."""
    before, _, after = text.partition("|")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    asked = {"do": "complete", "text": before + after, "line": line, "column": column}
    answered = json.loads(answer(json.dumps(asked)))
    assert answered["ok"], answered
    return answered["from"], {one["label"]: one["apply"] for one in answered["options"]}


CASES: dict[str, dict[str, str]] = {
    "|": {"players": "players: ", "script": "script: "},
    "~pl|": {"players": "players: "},
    "~pl|: [Ann, Bob]": {"players": "players"},
    f"{PLAYERS}---\n|": {"players": "players: "},
    f"{PLAYERS}script:\n  |": {"- at": "- at: "},
    f"{PLAYERS}script:\n  - |": {"at": "at: ", "Bob": "Bob: "},
    f"{PLAYERS}script:\n  - at: ~T3.u|": {"T3.upkeep": "T3.upkeep"},
    f"{PLAYERS}script: [{{at: ~T1|": {"T1.combat": "T1.combat"},
    f"{SCRIPT}|": {"responding_to": "responding_to: ", "Ann": "Ann: "},
    f"{SCRIPT}Ann: |": {"pass": "pass"},
    f"{SCRIPT}Ann: {{~c|": {"cast": "cast: ", "attack": "attack: "},
    f"{SCRIPT}Ann: {{cast: ~Relentless A|}}": {"Relentless Assault": "Relentless Assault"},
    f'{SCRIPT}Ann: {{cast: ~"Aurelia, th|': {"Aurelia, the Warleader": '"Aurelia, the Warleader"'},
    f"{SCRIPT}Ann: [{{cast: Opt}}, {{play: |": {"Forest": "Forest"},
    f"cards: [{{name: Ox}}]\n{SCRIPT}Ann: {{cast: |": {"Ox": "Ox"},
    f"{SCRIPT}Ann: {{cast: Opt, target: |": {"Bob": "Bob"},
    f"{PLAYERS}edition: [cr2006, |]": {"cr2011": "cr2011", "today": "today"},
    f"{PLAYERS}edition: ~2002|": {"2002-02-20": '"2002-02-20"', "2002": '"2002"'},
    f"{PLAYERS}rules: [|]": {"500.8": '"500.8"'},
    f"{PLAYERS}edition: 1999-04-23 .. 2002-02-19\nrules: [|]": {"300.6": '"300.6"'},
    f"{PLAYERS}expect:\n  turns: [Ann, |": {"Bob": "Bob"},
    f"{PLAYERS}expect: {{state: {{T1.end: {{|": {"Ann": "Ann: ", "stack": "stack: "},
    f"{PLAYERS}expect: {{state: {{T1.end: {{Ann: {{|": {"life": "life: "},
    f"{PLAYERS}expect: {{happens: [{{event: |": {"turn.insert": "turn.insert"},
    f"{PLAYERS}ante: |": {"true": "true"},
    f"{PLAYERS}cards:\n  - type: |\n    name: Ox\n": {"creature": "creature"},
    f"{PLAYERS}cards: [{{effects: [{{~ex|": {"extra_phases": "extra_phases: "},
}


def test_what_can_stand_at_the_cursor() -> None:
    """The mark ~ is where what is typed begins."""
    for text, some in CASES.items():
        with case(text):
            start, found = options(text.replace("~", ""))
            here = text.partition("|")[0].rpartition("\n")[2]
            assert start == len(here.partition("~")[0]) + 1
            assert found.items() >= some.items()


def test_what_cannot_stand_there_is_no_option() -> None:
    assert "players" not in options(f"{PLAYERS}|")[1]
    assert not options(f"{SCRIPT}Ann: {{cast: Opt, |")[1].keys() & {"attack", "pay", "cast"}
    assert "Forest" not in options(f"{SCRIPT}Ann: {{cast: |")[1]
    for nothing in (f"{PLAYERS}# pla|", "players: [\n] : {{{ |", f"{PLAYERS}about: Ann's |", "players: {|"):
        with case(nothing):
            assert options(nothing)[1] == {}


@pytest.mark.parametrize("at", range(0, len(CORPUS), 40))
def test_what_stands_in_a_scenario_is_an_option_there(at: int) -> None:
    """Each verb of a script can be typed where it stands."""
    text = CORPUS[at].read_text(encoding="utf-8")
    lines = text.split("\n")
    for scenario in parse_scenarios(text)[:1]:
        for path, (line, column) in scenario.document.keys.items():
            if path[0] == "script" and len(path) == 3:
                before, here = lines[: line - 1], lines[line - 1]
                marked = "\n".join([*before, f"{here[: column - 1]}|{here[column - 1 :]}", *lines[line:]])
                assert str(path[2]) in options(marked)[1]


@given(st.text(alphabet="[]{}:,-#\"' \nabT1.|>&*é\ue000", max_size=40), st.integers(-3, 50), st.integers(-3, 50))
def test_no_text_is_too_strange(text: str, line: int, column: int) -> None:
    asked = {"do": "complete", "text": text, "line": line, "column": column}
    assert json.loads(answer(json.dumps(asked)))["ok"]
