"""All that is wrong in a scenario file is told at once, sorted by place, and a mistake is told once."""

from __future__ import annotations

import pytest
from cases import joined

from fsm.errors import MOST_TOLD, InputError, InputErrors
from fsm.scenario import parse_scenarios

EVERYWHERE = """\
nmae: a lesson
players:
  Ann: {lief: 3, battlefield: [Ornithoptr]}
  Bob: {hand: -1}
cards:
  - {name: War Cry, type: sorcry, effects: [{extra_trun: you}, {damage: -5}]}
  - {name: War Cry, type: sorcery}
script:
  - at: T1.upkep
    Ann: [{cast: War Cry}, jump, {cast: Tyme Walk}]
    Cat: pass
  - {at: upkeep, Bob: pass}
expect:
  turns: [Ann, Dan]
  turns: [Ann]
  order: [a < draw]
  state: {T1.draw: {active: Eve, Ann: {live: 3}, Fay: {life: 3}}}
  happens: [{event: stack.psh}, {event: damage, card: Opt, player: Gus}]
rules: ['1.2', '300.33']
"""


def told(text: str) -> list[str]:
    """What is told about a text, each error on its line."""
    with pytest.raises(InputError) as error:
        parse_scenarios(text, "f")
    return str(error.value).splitlines()


def test_all_that_is_wrong_is_told_in_the_order_of_its_places() -> None:
    places = [
        "1:1: unknown key 'nmae'", "3:9: unknown key 'lief'", "4:15: found -1", "6:27: found 'sorcry'",
        "6:46: unknown effect 'extra_trun'", "6:73: found -5", "7:12: two cards are called 'War Cry'",
        "9:9: 'upkep' in 'T1.upkep' is not", "10:28: unknown key 'jump'", "10:41: unknown card 'Tyme Walk'",
        "11:5: 'Cat' is not a player", "12:10: 'upkeep' names no turn", "14:16: no player 'Dan'",
        '15:3: duplicate key "turns"', "16:11: 'a' is not a p", "17:29: no player 'Eve'",
        "17:40: unknown key 'live'", "17:50: 'Fay' is not a player", "18:21: no event 'stack.psh'",
        "18:55: an event damage has no card",
    ]  # fmt: skip
    lines = told(EVERYWHERE)
    assert [line[: len(place) + 2] for line, place in zip(lines, places, strict=False)] == [f"f:{at}" for at in places]
    assert lines[MOST_TOLD:] == ["f: and 3 more; fix these first"]


def test_the_error_has_each_of_them_and_stands_at_the_first() -> None:
    with pytest.raises(InputErrors) as error:
        parse_scenarios(EVERYWHERE, "f")
    assert (error.value.file, error.value.line, error.value.column) == ("f", 1, 1)
    assert len(error.value.errors) == MOST_TOLD + 3
    assert {type(one) for one in error.value.errors} == {InputError}


def test_the_documents_of_a_file_are_all_read() -> None:
    text = "players: 3\n---\nplayers: []\n---\nplayers: [A]\nexpect: {turns: [A]}"
    assert [line.split(": ")[0] for line in told(text)] == [
        "f:1:10", "f:3:10", "f:5:10"
    ]  # fmt: skip


def test_all_that_is_wrong_in_what_is_explored_is_told() -> None:
    said = "{choose: [fly, {Cat: cast}, {Ann: [cast, jump]}], always: [{active: Dan}], never: [{event: damge}]}"
    verbs = [line.split(": ")[1][:20] for line in told(f"{HEAD}explore: {said}")]
    assert verbs == ["found 'fly', expecte"]
    said = said.replace("fly, ", "")
    places = [line.split(" ")[0] for line in told(f"{HEAD}explore: {said}")]
    assert places == ["f:3:21:", "f:3:46:", "f:3:73:", "f:3:96:"]


HEAD = "players: [Ann, Bob]\nexpect: {turns: [Ann]}\n"

ALONE = [
    ("a wrong card is known to the script",
     f"{HEAD}cards: [{{name: X, tpye: land}}]\nscript: [{{at: T1, Ann: {{play: X}}}}]"),
    ("an unknown edition has unknown numbers",
     f"{HEAD}edition: cr2007\nrules: ['1.2']\nexpect_in: {{cr2006: {{turns: [Ann]}}}}"),
    ("an event under an edition that is not named",
     f"{HEAD}expect_in: {{cr2007: {{never: [{{event: mana.burn, rule: '300.3'}}]}}}}"),
    ("nothing is expected of a misspelt expectation", "players: [Ann, Bob]\nexpect: {trns: [Ann]}"),
    ("nothing is expected of a misspelt field", "players: [Ann, Bob]\nexpect: {state: {T1: {Ann: {lif: 3}}}}"),
    ("nothing is expected, misspelt", "players: [Ann, Bob]\nexpct: {turns: [Ann]}\nuntil: T1"),
    ("a tapped permanent of a wrong card", "players: {Ann: {battlefield: [Tym], tapped: [Tym]}, Bob: }\nuntil: T1"),
    ("a wrong player's permanents", "players: {Ann: {life: x, tapped: [Bear]}, Bob: }\nuntil: T1"),
    ("a name with a comma", "players: {Ann: {battlefield: [Aurelia, the Warleader]}, Bob: }\nuntil: T1"),
    ("a token made by a wrong act", f"{HEAD}cards: [{{name: X, effects: [{{destroy: Elf}}]}}]\n"
     "script: [{at: T1, Ann: {cast: {name: Y, effects: [{token: {name: Elf}}], tpye: instant}}}]"),
]  # fmt: skip


@joined(ALONE)
def test_what_follows_from_a_mistake_is_not_told(what: str, text: str) -> None:
    assert len(told(text)) == 1, what
