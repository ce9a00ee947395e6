"""The scenario reader: every message has its place, what was found, and the mend."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cases import joined

from fsm.errors import InputError
from fsm.game import LIMITS, Limits
from fsm.scenario import parse_scenarios, run_scenario
from fsm.turn.interpreter import MAX_INSERTED

HEAD = "players: [Ann, Bob]\nexpect: {turns: [Ann]}\n"
"""Two lines of a complete scenario; what is added stands from line 3 on."""


def fault(text: str, limits: Limits = LIMITS) -> str:
    with pytest.raises(InputError) as error:
        run_all(text, limits)
    return str(error.value)


def run_all(text: str, limits: Limits = LIMITS) -> None:
    for scenario in parse_scenarios(text, "f"):
        for edition in scenario.editions:
            run_scenario(scenario, edition, limits)


def test_two_players_and_an_expectation_are_a_complete_scenario() -> None:
    (scenario,) = parse_scenarios(HEAD, "lessons/one.turn.yaml")
    assert (scenario.name, scenario.editions, scenario.players) == ("one", ("cr2026",), ("Ann", "Bob"))
    assert run_scenario(scenario).turns == ((1, "Ann"),)


def test_editions_are_called_by_their_years_and_the_newest_is_first() -> None:
    (scenario,) = parse_scenarios(
        f"{HEAD}edition: [2006, today, 2011]\nrules: {{2006: '300.6', today: '500.7'}}\n"
        "expect_in: {2006: {turns: [Ann]}}\nskip: {2011: why}\n"
    )
    assert scenario.editions == ("cr2026", "cr2011", "cr2006")
    assert scenario.rules == {"cr2026": ("500.7",), "cr2011": (), "cr2006": ("300.6",)}
    assert [len(list(scenario.expected(id))) for id in scenario.editions] == [1, 1, 2]
    assert scenario.marks.skip == {"cr2011": "why"}
    assert run_scenario(scenario).edition.id == "cr2026"


def test_an_edition_of_one_s_own_counts_as_from_the_day_of_the_one_that_it_extends(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text('title = "Old"\nlike = "cr2006"\n')
    (tmp_path / "new.toml").write_text('title = "New"\nlike = "today"\neffective = "2027-01-01"\n')
    text = f"{HEAD}edition: [old.toml, 2006, cr2011, 2026, new.toml]"
    (scenario,) = parse_scenarios(text, str(tmp_path / "x.turn.yaml"))
    assert [Path(id).name for id in scenario.editions] == ["new.toml", "cr2026", "cr2011", "old.toml", "cr2006"]


def test_several_documents_are_several_scenarios() -> None:
    names = [s.name for s in parse_scenarios(f"name: one\n{HEAD}---\nname: two\n{HEAD}")]
    assert names == ["one", "two"]


SHAPES = [
    (f"{HEAD}marks: [slow, 2]", "f:3:15: found 2, expected a text; put it in quotes"),
    (f"{HEAD}marks: [no mark]", "f:3:9: found 'no mark', expected the name of a mark, such as slow"),
    (f"{HEAD}marks: [slow, slow]", "f:3:15: duplicate mark 'slow'; leave one out"),
    (f"{HEAD}marks: skip", "f:3:8: skip is no mark of a scenario; write skip: and the reason"),
    (f"{HEAD}skip: true", "f:3:7: found True, expected a text"),
    (f"{HEAD}skip: ' '", "f:3:7: skip: is empty; write a text"),
    (f"{HEAD}xfail: {{}}", "f:3:8: xfail: is empty; write a text"),
    (f"{HEAD}xfail: {{cr2026: ''}}", "f:3:17: xfail: is empty; write a text"),
    (f"{HEAD}xfail: {{cr2206: why}}", "f:3:9: the scenario does not run under 'cr2206' (did you mean \"cr2026\"?)"),
    ("players: {Ann: {deck: 40, hand: 3}, Bob: {}}\nuntil: T1", "f:1:33: deck: becomes the library"),
    ("players: {Ann: {mulligans: 1}, Bob: {}}\nuntil: T1", "f:1:28: mulligans: are for a player with a deck"),
    ("players: {Ann: {deck: 9, mulligans: 9}, Bob: {}}\nuntil: T1", "f:1:37: found 9, expected at most 8"),
    (
        f"{HEAD}cards: [{{name: Bet, effects: [{{move: {{what: top, out_of: library, to: ante}}}}]}}]",
        "f:3:9: move: only cards for ante change the ante zone or an owner; add for_ante: true",
    ),
    (
        f"{HEAD}cards: [{{name: Win, effects: [{{move: {{what: Opt, out_of: ante, to: hand}}}}]}}]",
        "f:3:9: move: only cards for ante change the ante zone or an owner; add for_ante: true",
    ),
    (
        f"{HEAD}cards: [{{name: Con, targets: permanent, effects: [{{change_owner: target}}]}}]",
        "f:3:9: change_owner: only cards for ante change the ante zone or an owner; add for_ante: true",
    ),
    (f"{HEAD}golden: 1", "f:3:9: found 1, expected true or false"),
    ("- 1", "f:1:1: found a list, expected a scenario: a mapping with players"),
    ("just a text", "f:1:1: found 'just a text'"),
    ("expect: {turns: [Ann]}", 'f:1:1: the key "players" is missing'),
    ("players: [Ann, Bob]\nexpect: {}", "f:2:1: expect: is empty; known here: turns"),
    ("players: [Ann, Bob]\nexpect: {turns: []}", "f:2:17: turns: is empty"),
    ("players: [Ann, Bob]\nexpect: {turn: [Ann]}", "f:2:10: unknown key 'turn' (did you mean \"turns\"?)"),
    (f"{HEAD}exepct: 3", "f:3:1: unknown key 'exepct' (did you mean \"expect\"?)"),
    (f"{HEAD}name: 3", "f:3:7: found 3, expected a text; put it in quotes"),
    (f"{HEAD}rules: [300.6]", "f:3:9: found 300.6, expected a text; put it in quotes"),
    (f"{HEAD}rules: [nonsense]", "f:3:9: no rule 'nonsense' in cr2026; fsm rules lists them"),
    (f"{HEAD}rules: nonsense", "f:3:8: no rule 'nonsense' in cr2026"),
    (
        f"{HEAD}edition: [cr2006, cr2011]\nrules: ['300.66']",
        "no rule '300.66' in cr2011 or cr2006 (did you mean \"300.6\"?)",
    ),
    (f"{HEAD}edition: cr2006\nrules: ['500.7']", "f:4:9: no rule '500.7' in cr2006"),
    (
        f"{HEAD}edition: [cr2006, cr2011, cr2026]\nrules: ['300.9', '500.10']",
        "f:4:18: '500.10' is one rule in cr2026 and another in cr2011; say which is meant: "
        'rules: {cr2026: ["500.10"], cr2011: [...]}',
    ),
    (
        f"{HEAD}edition: [cr2011, cr2026]\nrules: ['500.5']",
        "f:4:9: '500.5' is one rule in cr2026 and another in cr2011",
    ),
    (f"{HEAD}rules: {{cr2011: ['500.10']}}", "f:3:9: the scenario does not run under 'cr2011'"),
    (
        f"{HEAD}edition: [cr2006, cr2026]\nrules: {{cr2006: ['300.6', '500.7']}}",
        "f:4:27: no rule '500.7' in cr2006",
    ),
    (
        "players: [Ann, Bob]\nexpect: {never: [{event: mana.burn, rule: '300.33'}]}",
        "f:2:43: no rule '300.33' in cr2026",
    ),
    (
        "players: [Ann, Bob]\nedition: [cr2006, cr2026]\nexpect: {happens: [{event: mana.burn, rule: '300.3'}]}",
        "f:3:45: no rule '300.3' in cr2026; expect it under expect_in:",
    ),
    (
        "players: [Ann, Bob]\nedition: [cr2006, cr2026]\n"
        "expect_in: {cr2026: {never: [{event: mana.burn, rule: '300.3'}]}}",
        "f:3:55: no rule '300.3' in cr2026",
    ),
    ("players: [Ann]\nexpect: {turns: [Ann]}", "f:1:10: found 1 player, expected two to eight"),
    ("players: Ann\nexpect: {turns: [Ann]}", "f:1:10: found 1 player, expected two to eight"),
    (
        "players: Ann, Bob\nuntil: T1",
        "f:1:10: found 1 player, expected two to eight; put brackets around a list: [Ann, Bob]",
    ),
    (f"players: [{', '.join('abcdefghi')}]\nexpect: {{turns: [a]}}", "f:1:10: found 9 players"),
    ("players: [Ann, Ann]\nexpect: {turns: [Ann]}", "f:1:16: two players are called 'Ann'"),
    ("players: [Ann, at]\nexpect: {turns: [Ann]}", "f:1:16: a player cannot be called 'at'"),
    ("players: [Ann, ' ']\nexpect: {turns: [Ann]}", "f:1:16: found ' ', expected a name of 1 to 200 characters"),
    ("players: [Ann, stack]\nexpect: {turns: [Ann]}", "f:1:16: a player cannot be called 'stack'"),
    ("players: {Ann: {lief: 3}, Bob: }\nexpect: {turns: [Ann]}", "f:1:17: unknown key 'lief' (did you mean \"life\"?)"),
    ("players: {Ann: {hand: -1}, Bob: }\nexpect: {turns: [Ann]}", "f:1:23: found -1, expected a number from 0"),
    ("players: {Ann: {mana: -5}, Bob: }\nexpect: {turns: [Ann]}", "f:1:23: found -5, expected a number from 0"),
    ("players: {Ann: {life: 1000001}, Bob: }\nexpect: {turns: [Ann]}", "f:1:23: found 1000001, expected a number from"),
    ("players: {Ann: {library: -1}, Bob: }\nexpect: {turns: [Ann]}", "f:1:26: found -1, expected a number from 0"),
    (f"{HEAD}cards: [{{name: x, cost: -3}}]", "f:3:25: found -3, expected a number from 0"),
    (
        f"{HEAD}cards: [{{name: x, power: 9999999}}]",
        "f:3:26: found 9999999, expected a number from -1000000 to 1000000",
    ),
    (f"{HEAD}cards: [{{name: x, effects: [{{mana: -5}}]}}]", "f:3:36: found -5, expected a number from 0 to 1000000"),
    (f"{HEAD}cards: [{{name: x, effects: [{{damage: -5}}]}}]", "f:3:38: found -5, expected a number from 0"),
    (
        f"{HEAD}cards: [{{name: x, effects: [{{draw: 20000}}]}}]",
        "f:3:36: found 20000, expected a number from 0 to 10000",
    ),
    (f"{HEAD}cards: [{{name: x, effects: [{{extra_phases: []}}]}}]", "f:3:44: found a list with nothing in it"),
    (
        f"{HEAD}cards: [{{name: x, effects: [{{extra_steps: {{step: upkeep, where: before_next, anchor: end}}}}]}}]",
        "f:3:43: a step upkeep cannot come before a step end, which is in another phase; expected untap, upkeep or",
    ),
    (
        f"{HEAD}cards: [{{name: x, effects: [{{extra_steps: {{step: upkeep, anchor: draw}}}}]}}]",
        "add where: before_next",
    ),
    (f"{HEAD}cards: [{{name: x, triggers: [{{when: upkeep, nth: -1, do: [draw]}}]}}]", "f:3:50: found -1, expected"),
    ("players: [Ann, Bob]\nexpect: {state: {T1: {Ann: {mana: -1}}}}", "f:2:35: found -1, expected a number from 0"),
    ("players: {Ann: {tapped: [Bear]}, Bob: }\nexpect: {turns: [Ann]}", "'Bear' is not among Ann's permanents"),
    ("players: {Ann: {battlefield: [Time Walk]}, Bob: }\nexpect: {turns: [Ann]}", "Time Walk is not a permanent"),
    ("players: {Ann: {battlefield: [Paradox Haze]}, Bob: }\nexpect: {turns: [Ann]}", "Paradox Haze is an Aura"),
    (f"{HEAD}edition: 2028", "f:3:10: there is no edition '2028' (did you mean \"2026\"?)"),
    (f"{HEAD}edition: [2006, cr2006]", "f:3:10: duplicate edition; name each once"),
    (f"{HEAD}edition: 2006\nexpect_in: {{today: {{turns: Ann}}}}", "f:4:13: the scenario does not run under 'today'"),
    (f"{HEAD}edition: cr2007", "f:3:10: there is no edition 'cr2007'"),
    (
        f"{HEAD}edition: [cr2006, cr2o26]",
        "f:3:19: there is no edition 'cr2o26' (did you mean \"cr2026\"?); there are: cr2006",
    ),
    (f"{HEAD}edition: [cr2006, cr2006]", "f:3:10: duplicate edition; name each once"),
    (f"{HEAD}expect_in: {{cr2006: {{turns: [Ann]}}}}", "f:3:13: the scenario does not run under 'cr2006'"),
    (
        f"{HEAD}expect_in: {{cr2026: {{never: [{{event: mana.burn, card: Opt}}]}}}}",
        "f:3:55: an event mana.burn has no card; it has player, amount and life",
    ),
    (
        f"{HEAD}expect_in: {{cr2026: {{happens: [{{event: step.end, player: Ann}}]}}}}",
        "f:3:58: an event step.end has no player; it has none of these",
    ),
    (f"{HEAD}first: Cat", "f:3:8: no player 'Cat'; players are Ann, Bob"),
    (f"{HEAD}until: T1.upkep", "f:3:8: 'upkep' in 'T1.upkep' is not a phase or step (did you mean \"upkeep\"?)"),
    (f"{HEAD}cards: [Time Walk]", "f:3:9: under cards: a card is defined"),
    (f"{HEAD}cards: [{{name: x}}, {{name: x}}]", "two cards are called 'x'"),
    (f"{HEAD}cards: [{{name: x, type: sorcry}}]", "f:3:25: found 'sorcry' (did you mean \"sorcery\"?)"),
    (f"{HEAD}cards: [{{name: ''}}]", "f:3:16: found '', expected a name of 1 to 200 characters"),
    (
        f"{HEAD}cards: [{{name: x, effects: [{{extra_trun: you}}]}}]",
        "unknown effect 'extra_trun' (did you mean \"extra_turn\"?)",
    ),
    (f"{HEAD}cards: [{{name: x, effects: [{{extra_turn: Cat}}]}}]", "x: no player 'Cat'"),
    (f"{HEAD}cards: [{{name: x, effects: [{{delayed: upkeep}}]}}]", "found 'upkeep', expected a mapping with at, do"),
    *(
        (f"{HEAD}cards: [{{name: x, effects: [{effect}]}}]", said)
        for effect, said in (
            ("{may: [{extra_turn: Cat}]}", "x: no player 'Cat'"),
            ("{extra_turn: [Ann, Cat]}", "f:3:42: x: no player 'Cat'"),
            ("{choose_one: {options: {a: [{life: {amount: 1, player: Cat}}], b: [draw]}}}", "x: no player 'Cat'"),
            ("{delayed: {at: end, do: [{may: [{extra_turn: Cat}]}]}}", "x: no player 'Cat'"),
            ("{extra_turn: {riders: [{extra_turn: Cat}]}}", "x: no player 'Cat'"),
            ("{skip: {what: draw, then: [{extra_turn: Cat}]}}", "x: no player 'Cat'"),
            ("{put: {card: x, under: Cat}}", "x: no player 'Cat'"),
            ("{move: {what: x, out_of: hand, to: exile, face_down: true, looks: Cat}}", "x: no player 'Cat'"),
            ("{move: {what: x, out_of: hand, to: library, arranged_by: Cat}}", "x: no player 'Cat'"),
            ("{extra_turn: chooser}", 'f:3:42: "chooser" has a meaning only within may and choose_one'),
            (
                "{may: [{extra_turn: {riders: [{life: {amount: 1, player: chooser}}]}}]}",
                '"chooser" has a meaning only within',
            ),
            ("{choose_one: {options: {a: [draw]}}}", "found a mapping, expected two or more options"),
            ("{choose_one: {options: [{name: a, do: []}, {name: a, do: []}]}}", "each with a name of its own"),
            (
                "{choose_one: {options: [{name: '', do: []}, {name: b, do: []}]}}",
                "found '', expected a name of 1 to 200",
            ),
            ("{choose_one: {options: {a: [drw], b: []}}}", "found 'drw', expected one effect"),
            ("{choose_one: draw}", "found 'draw', expected two or more options"),
            ("{skip: {what: turn, next_turn: true}}", "next_turn: is about phases and steps of that turn"),
            (
                "{move: those}",
                'f:3:36: "those" has a meaning only under then: of token, token_copy, put, move, discard, may_play',
            ),
            (
                "{put: those}",
                'f:3:35: "those" has a meaning only under then: of token, token_copy, put, move, discard, may_play',
            ),
            ("{put: {card: self}}", 'no permanent is the source of this; "self"'),
            ("{move: {what: top, out_of: exile}}", "what: top is for a pile that has an order"),
            ("{move: {what: Opt, out_of: hand, amount: 2}}", "amount: is how many cards from the top"),
            ("{move: {what: creatures, out_of: hand}}", "what: creatures is for permanents; leave out_of out"),
            ("{move: {what: creatures, player: each}}", "player: is whose topmost card or card by name moves"),
            ("{move: {what: creatures, place: 2}}", "place: is a place in a library; add to: library"),
            ("{delayed: {at: end, next_turn: true, each: true, do: [draw]}}", "leave this_turn: and each: out"),
            ("{skip: {what: draw, until: while_there}}", "a skip cannot last while_there"),
            ("{lasting: {name: y, until: while_taped}}", 'did you mean "while_tapped"'),
        )
    ),
    (
        f"{HEAD}cards: [{{name: x, type: land, static: [{{skip: draw, then: [{{extra_turn: Cat}}]}}]}}]",
        "x: no player 'Cat'",
    ),
    (f"{HEAD}cards: [{{name: x, type: land, static: [{{skip: draw, player: Cat}}]}}]", "x: no player 'Cat'"),
    (f"{HEAD}script: [{{at: T1.upkeep, Ann: {{pass: true, refused: '999.9'}}}}]", "no rule '999.9' in cr2026"),
    (
        f"{HEAD}edition: [cr2011, cr2026]\nscript: [{{at: T1.upkeep, Ann: {{pass: true, refused: ['508.1i']}}}}]",
        "f:4:54: '508.1i' is one rule in cr2026 and another in cr2011; say which is meant: refused: {cr2026:",
    ),
    (
        f"{HEAD}edition: [cr2011, cr2026]\n"
        "script: [{at: T1.upkeep, Ann: {pass: true, refused: {cr2011: '508.1i'}}}]",
        "f:4:53: none of these rules is in cr2026; add the one that refuses it there",
    ),
    (f"{HEAD}script: [{{at: T1.upkeep, Ann: {{pass: true, refused: {{}}}}}}]", "refused: is empty"),
    (f"{HEAD}script: [{{at: T1.upkeep, Ann: {{pass: true, refused: []}}}}]", "refused: is empty"),
    (f"{HEAD}script: [{{at: T1.upkeep, Ann: {{pass: true, refused: 305.3}}}}]", "put it in quotes"),
    (
        f"{HEAD}edition: [cr2006, cr2026]\nscript: [{{at: T1.upkeep, Ann: {{pass: true, refused: '305.3'}}}}]",
        "f:4:53: none of these rules is in cr2026; add the one that refuses it there",
    ),
    (f"{HEAD}script: T1.upkeep", "f:3:9: found 'T1.upkeep', expected a list of entries"),
    (f"{HEAD}script: [{{Ann: pass}}]", 'f:3:10: the key "at" is missing; expected an entry such as'),
    (f"{HEAD}script: [{{at: T1.upkeep}}]", "f:3:10: this entry has no action"),
    (f"{HEAD}script: [{{at: upkeep, Ann: pass}}]", "f:3:15: 'upkeep' names no turn; write T1.upkeep"),
    (f"{HEAD}script: [{{at: T1.combat.upkeep, Ann: pass}}]", "f:3:15: 'T1.combat.upkeep' cannot exist"),
    (f"{HEAD}script: [{{at: T1.upkeep, Anne: pass}}]", "f:3:26: 'Anne' is not a player here (did you mean \"Ann\"?)"),
    (f"{HEAD}script: [{{at: T1.upkeep, Ann: jump}}]", "unknown key 'jump'"),
    (f"{HEAD}script: [{{at: T1.upkeep, Ann: {{}}}}]", "found no verb, expected one of cast"),
    (f"{HEAD}script: [{{at: T1.upkeep, Ann: {{pass: true, concede: true}}}}]", "found pass and concede, expected one"),
    (
        f"{HEAD}script: [{{at: T1.upkeep, Ann: {{cast: Tyme Walk}}}}]",
        "unknown card 'Tyme Walk' (did you mean \"Time Walk\"?)",
    ),
    (f"{HEAD}script: [{{at: T1.upkeep, Ann: {{cast: 3}}}}]", "found 3, expected a card's name"),
    (
        "players: [Ann, Bob]\nexpect: {state: {T1: {Ann: {hand: {}}}}}",
        "f:2:35: expected either in_order or any_order",
    ),
    (
        "players: [Ann, Bob]\nexpect: {state: {T1: {Ann: {hand: {in_order: [x], any_order: [x]}}}}}",
        "f:2:35: expected either in_order or any_order",
    ),
    (
        f"{HEAD}script: [{{at: T1.upkeep, Ann: {{activate: x, ability: 0}}}}]",
        "f:3:54: found 0, expected a number from 1",
    ),
    ("players: [Ann, Bob]\nexpect: {turns: [Cat]}", "f:2:18: no player 'Cat'"),
    ("players: [Ann, Bob]\nexpect: {winner: Cat}", "f:2:18: no player 'Cat'"),
    ("players: [Ann, Bob]\nexpect: {steps: {T1.upkeep: U}}", "f:2:18: 'T1.upkeep' is not a turn; write T1"),
    ("players: [Ann, Bob]\nexpect: {steps: {T1: U Upp}}", "f:2:22: 'Upp' is not a step"),
    ("players: [Ann, Bob]\nexpect: {steps: {T1: '|'}}", "f:2:22: found no step"),
    (
        "players: [Ann, Bob]\nexpect: {order: [upkeep]}",
        "f:2:18: found 'upkeep', expected an order such as untap < upkeep",
    ),
    ("players: [Ann, Bob]\nexpect: {order: ['untap < upkep']}", "f:2:18: 'upkep' is not a phase or step"),
    ("players: [Ann, Bob]\nexpect: {state: {upkeep: {Ann: {life: 3}}}}", "f:2:18: 'upkeep' names no turn"),
    ("players: [Ann, Bob]\nexpect: {state: {T1.upkeep: {Ann: {}}}}", "nothing is expected of Ann"),
    ("players: [Ann, Bob]\nexpect: {state: {T1.upkeep: {when: ends}}}", "nothing is expected of this state"),
    ("players: [Ann, Bob]\nexpect: {state: {T1.upkeep: {Cat: {life: 3}}}}", "'Cat' is not a player here"),
    ("players: [Ann, Bob]\nexpect: {state: {T1.upkeep: {active: Cat}}}", "no player 'Cat'"),
    ("players: [Ann, Bob]\nexpect: {never: [T1.upkep]}", 'did you mean "upkeep"'),
    (
        "players: [Ann, Bob]\nexpect: {happens: [{event: stack.psh}]}",
        "no event 'stack.psh' (did you mean \"stack.push\"?)",
    ),
    ("players: [Ann, Bob]\nexpect: {happens: [{event: damage, player: Cat}]}", "no player 'Cat'"),
]


@joined(SHAPES)
def test_what_cannot_be_used_is_said_at_its_place(text: str, message: str) -> None:
    said = fault(text)
    assert message in said
    assert said.startswith("f:")
    assert "\n" not in said


RUNS = [
    (
        "{at: T1.upkeep, Ann: {cast: Time Walk}}",
        "f:3:26: Ann cannot do this at T1.beginning.upkeep: Time Walk (sorcery) may be cast only in a main phase",
    ),
    ("{at: T1.draw, Ann: pass}", "f:3:24: this never came up: T1.draw did not begin: Draw step is skipped"),
    ("{at: T1.untap, Ann: pass}", "f:3:25: this never came up: nobody gets priority in the untap step"),
    ("{at: T1.upkeep, responding_to: Opt, Ann: pass}", "this never came up: 'Opt' was not on top of the stack then"),
    ("{at: T1.upkeep#2, Ann: pass}", "this never came up: T1.upkeep#2 did not begin"),
    ("{at: T1.declare_attackers, Ann: {attack: [Bear]}}", "this never came up"),
    ("{at: T1.upkeep, Ann: {activate: Bear}}", "no 'Bear' is available for this, and nothing else is"),
    (
        "{at: T1.precombat_main, Ann: [{cast: {name: x, effects: [{lose_game: each}]}}, {cast: Time Walk}]}",
        "this never came up",
    ),
    ("{at: T1.upkeep, Ann: {cast: {name: x, type: instant, cost: 3}}}", "x costs 3 and Ann has 0 mana"),
    (
        "{at: T1.upkeep, Ann: {cast: {name: x, type: instant, targets: player}, target: Cat}}",
        "no player 'Cat'; there are Ann and Bob",
    ),
]


@pytest.mark.parametrize(("entry", "message"), RUNS, ids=[message for _, message in RUNS])
@pytest.mark.parametrize("edition", ["cr2006", "cr2026"])
def test_what_a_script_says_happens_exactly_or_is_an_error_at_its_line(edition: str, entry: str, message: str) -> None:
    assert message in fault(f"{HEAD}script: [{entry}]\nedition: {edition}")


def test_what_is_phased_out_is_said_to_be_so() -> None:
    fade = "{name: Fade, type: instant, effects: [{phase_out: {player: each, of: legendary}}]}"
    text = "players: {Ann: {battlefield: [Kaito Shizuki]}, Bob: {battlefield: [Grizzly Bears]}}"
    text += f"\nfirst: Bob\nscript:\n- {{at: T1.upkeep, Bob: {{cast: {fade}}}}}\n"
    text += "- {at: T1.declare_attackers, Bob: {attack: {Grizzly Bears: Kaito Shizuki}}}\nexpect: {turns: [Bob]}"
    assert "there is Grizzly Bears; Kaito Shizuki is phased out since T1.beginning.upkeep (608.2c, 702.26b" in fault(
        text
    )


@pytest.mark.slow
def test_an_endless_turn_stops_at_a_limit() -> None:
    again = "{name: Again, type: artifact, triggers: [{when: upkeep, do: [{extra_phases: [beginning]}]}]}"
    said = fault(f"players: {{Ann: {{battlefield: [{again}]}}, Bob: }}\nexpect: {{winner: Ann}}")
    assert said.startswith(f"f:1:31: more than {MAX_INSERTED:,} parts inserted into one turn")
    assert "until:" in said


def test_an_endless_scenario_stops_at_a_limit() -> None:
    ever = "{name: Ever, type: artifact, triggers: [{when: untap, do: [{extra_turn: you}]}]}"
    text = f"players: {{Ann: {{battlefield: [{ever}]}}, Bob: }}\nexpect: {{winner: Ann}}"
    said = fault(text, LIMITS.times(0.1))  # test_cli_input waits for the whole of them
    assert said.startswith("f:1:31: more than 30,000 events at T"), said
    assert "most of it by Ever" in said
    assert "until:" in said


def test_one_player_beside_a_duplicate_key_is_an_error_and_no_more() -> None:
    with pytest.raises(InputError, match=r'^f:2:1: duplicate key "edition"'):
        parse_scenarios("edition: cr2026\nedition: cr2026\nplayers: Bob\nexpect: {turns: [Bob]}\n", "f")


@pytest.mark.parametrize(
    ("edition", "message"),
    [
        ("today .. 2006-10-01", "'today .. 2006-10-01' is no edition: name one, or in a scenario a range that begins"),
        ("2004-02-30", "there is no edition '2004-02-30'"),
        ("1998-01-01 .. today", "no game can be played under cr1996-11-01: its turn has phases without steps"),
        ("1992-01-01 .. today", "no edition was in force on 1992-01-01"),
    ],
)
def test_a_range_or_a_day_that_means_no_edition_is_an_error(edition: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"f:1:10: {message}")):
        parse_scenarios(f"edition: {edition}\nplayers: [Ann, Bob]\nexpect: {{turns: [Ann]}}\n", "f")


def test_what_is_expected_in_an_empty_range_is_not_passed_over() -> None:
    text = "edition: [today, 2006]\nplayers: [Ann, Bob]\nexpect_in: {today .. 2006-10-01: {turns: [Bob]}}\n"
    with pytest.raises(InputError, match=r"does not run under 'today .. 2006-10-01'"):
        parse_scenarios(text, "f")
