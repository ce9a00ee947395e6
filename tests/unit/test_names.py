"""Names of users are read aloud, and whatever they write stays on its line in messages."""

from __future__ import annotations

from itertools import product

import pytest
from cases import joined

from fsm.errors import FsmError, InputError
from fsm.recording import play_by_play
from fsm.scenario import judge, parse_scenarios, run_scenario
from fsm.words import shown

CARDS = "players: [Ann, Bob]\ncards: ["
PLACES = {
    "a player in a list": "players: [{name}, Bob]\nuntil: T1",
    "a player in a mapping": "players: {{Bob: , {name}: }}\nuntil: T1",
    "a scenario": "players: [Ann, Bob]\nname: {name}\nuntil: T1",
    "a card": CARDS + "{{name: {name}}}]\nuntil: T1",
    "a card in place": "players: {{Ann: {{battlefield: [{{name: {name}, type: land}}]}}, Bob: }}\nuntil: T1",
    "a token": CARDS + "{{name: x, effects: [{{token: {name}}}]}}]\nuntil: T1",
    "a token among fields": CARDS + "{{name: x, effects: [{{token: {{name: {name}}}}}]}}]\nuntil: T1",
    "what lasts": CARDS + "{{name: x, effects: [{{lasting: {name}}}]}}]\nuntil: T1",
    "a trigger": CARDS + "{{name: x, type: land, triggers: [{{when: untap, do: [], name: {name}}}]}}]\nuntil: T1",
    "an ability": CARDS + "{{name: x, type: land, abilities: [{{do: [], name: {name}}}]}}]\nuntil: T1",
    "an option": CARDS + "{{name: x, effects: [{{choose_one: {{options: "
    "{{{name}: [draw], b: [draw]}}}}}}]}}]\nuntil: T1",
    "an option in a list": CARDS + "{{name: x, effects: [{{choose_one: {{options: "
    "[{{name: {name}, do: []}}, {{name: b, do: []}}]}}}}]}}]\nuntil: T1",
}
UNREADABLE = (
    r'"\u200b"', r'"A\u200bnn"', r'"A\x01"', r'"A\e[31mB"', r'"A\nB"', r'"\u202eAnn"',
    r'"A\u2028"', r'"A\x85"', r'"\uFEFF"',
    r'"\u3164"', r'"\u2800"', r'"\u0301"', '" "', '""',
)  # fmt: skip


@joined(product(PLACES, UNREADABLE))
def test_a_name_that_nobody_can_read_is_refused_at_its_place(place: str, name: str) -> None:
    text = PLACES[place].format(name=name)
    with pytest.raises(InputError) as error:
        parse_scenarios(text, "f")
    lines = text.splitlines()
    line = next(n for n, said in enumerate(lines) if name in said)
    assert (error.value.line, error.value.column) == (line + 1, lines[line].index(name) + 1)
    assert str(error.value).isprintable()


READABLE = ("Łukasz", "龍", "Ann-Marie O'Neill (2)", "<b>", "a: b # c", "🐉", "é", "nobody else")


@joined(product(PLACES, READABLE))
def test_a_name_that_can_be_read_is_taken(place: str, name: str) -> None:
    assert parse_scenarios(PLACES[place].format(name=f'"{name}"'))


MESSAGES = (
    (r'{players: [Ann, Bob], expect: {happens: [{event: trigger, name: "A\e[31m\nB"}]}}', r"\x1b[31m\nB"),
    (r'{players: [Ann, Bob], expect: {state: {T1: {stack: ["A\nB", "\u202e"]}}}}', r"[A\nB, \u202e]"),
    (r'{players: [Ann, Bob], expect: {state: {T1: {after: "A\e", stack: []}}}}', r"A\x1b did not resolve"),
)


@pytest.mark.parametrize(("text", "said"), MESSAGES)
def test_what_was_expected_is_shown_on_its_line(text: str, said: str) -> None:
    (scenario,) = parse_scenarios(text)
    (failure,) = judge(scenario, run_scenario(scenario))
    assert said in str(failure)
    assert all(line.isprintable() for line in str(failure).split("\n"))


@pytest.mark.parametrize(
    "act",
    [
        r'{attack: ["\e[31m\n"], refused: true}', r'{activate: "\e[31m\n"}', r'{cast: "\e[31m\n"}', r'"\e[31m\n"',
        r'{cast: Time Walk, target: "\e[31m\n"}', r'{choose: "\e[31m\n"}', r'{"\e[31m\n": true}',
    ],
)  # fmt: skip
def test_what_a_script_says_is_shown_on_one_line(act: str) -> None:
    text = f"players: [Ann, Bob]\nscript: [{{at: T1.precombat_main, Ann: {act}}}]\nuntil: T1"
    with pytest.raises(FsmError) as error:
        run_scenario(parse_scenarios(text, "a\nb")[0])
    assert str(error.value).isprintable()
    assert str(error.value).startswith(r"a\nb:2:")


def test_a_long_text_is_cut() -> None:
    text = f"players: [Ann, Bob]\nexpect: {{happens: [{{event: trigger, name: {'x' * 100_000}}}]}}"
    (scenario,) = parse_scenarios(text)
    (failure,) = judge(scenario, run_scenario(scenario))
    assert len(str(failure)) < 3_000
    assert shown("x" * 100, 10) == "xxxxxxxxx…"


def test_a_play_by_play_is_printable() -> None:
    (scenario,) = parse_scenarios(r'{players: [Ann, Bob], about: "\e[31m", expect: {turns: [Ann]}}')
    assert all(line.isprintable() for line in play_by_play(run_scenario(scenario), everything=True))
