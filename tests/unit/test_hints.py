"""What is told about the mistakes that beginners make: what is wrong, in words of their file, and how to fix it."""

from __future__ import annotations

import pytest
from cases import joined

from fsm.errors import InputError
from fsm.scenario import judge, parse_scenarios, run_scenario

PLAYERS = "players: [Ann, Bob]\n"
UNTIL = f"{PLAYERS}until: T2\n"
COMMA = (
    'a comma separates two texts here; if Aurelia, the Warleader is meant, put it in quotes: "Aurelia, the Warleader"'
)


def told(text: str, file: str = "f", edition: str = "cr2026") -> str:
    """What is told about a text, read and run."""
    with pytest.raises(InputError) as error:
        run_all(text, file, edition)
    return str(error.value)


def run_all(text: str, file: str, edition: str) -> None:
    for scenario in parse_scenarios(text, file):
        run_scenario(scenario, edition)


READ = [
    ("players: {Ann: {battlefield: [Aurelia, the Warleader]}, Bob: }\nuntil: T1", f"f:1:31: {COMMA}"),
    ("players: {Ann: {hand: [Opt, Aurelia, the Warleader]}, Bob: }\nuntil: T1", f"f:1:29: {COMMA}"),
    (f"{UNTIL}script: [{{at: T1, Ann: {{cast: Aurelia, the Warleader}}}}]", f"f:3:31: {COMMA}"),
    (f"{UNTIL}script: [{{at: T1, Ann: {{cast: [Aurelia, the Warleader]}}}}]", f"f:3:32: {COMMA}"),
    (f"{UNTIL}script: [{{at: T1, Ann: {{attack: {{Aurelia, the Warleader: Bob}}}}}}]", f"f:3:34: {COMMA}"),
    (f"{UNTIL}cards: [{{name: 'A, B', type: land}}]\nscript: [{{at: T1, Ann: {{play: A, B}}}}]", "f:4:31: a comma"),
    (f"{UNTIL}cards: [{{name: Foo, the Bar, type: land}}]", "f:3:21: unknown key 'the Bar'; a comma separates two "
     'entries here, so put the text in quotes if it is one: "Foo, the Bar"; known here: name'),
    (f"{UNTIL}script:\n- at: T1\n  Ann: pass\n -at: T2", "the keys of a mapping, and the items of a list, begin"),
    ("name: Time Walk: the card\n" + UNTIL, 'f:1:16: this is not YAML: found a second ": " in one text; put the text'
     ' in quotes: "Time Walk: the card"'),
    ("name: \"Ann\": and Bob\n" + UNTIL, "f:1:12: this is not YAML"),
    (f"{UNTIL}script: [{{at: T1, Ann: {{cast: Circle: of Life}}}}]", 'put the text in quotes: "Circle: of Life"'),
    (f"{UNTIL}script:\n  - at: T1: Ann\n", 'put the text in quotes: "T1: Ann"'),
    ("players:\n\t- Ann", "f:2:1: this is not YAML: found a tab at the beginning of the line; indent with spaces"),
    ("players:\n  \t- Ann", "f:2:3: this is not YAML: found a tab at the beginning of the line; indent with spaces"),
    (f"{PLAYERS}until: T1.main", "f:2:8: 'main' in 'T1.main' is not a phase or step (did you mean "),
    (f"{PLAYERS}until: T1.main2", '(did you mean "postcombat_main"?)'),
    (f"{PLAYERS}until: T1.M2", '(did you mean "postcombat_main"?)'),
    (f"{PLAYERS}until: T1.attackers", '(did you mean "declare_attackers"?)'),
    (f"{PLAYERS}until: T1.Up", '(did you mean "upkeep"?)'),
    ("name: [x\n" + UNTIL, "f:1:7: this is not YAML: the [ that begins here is not closed; put a ] at the end"),
    (f"{UNTIL}script:\n- at: T1\n  Ann: {{cast: Opt # twice}}\n", 'f:5:8: this is not YAML: the { that begins here is '
     'not closed; put a } at the end of what belongs to it; what stands after " #" is a comment'),
    ("name: 'x\n" + UNTIL, "f:1:7: this is not YAML: the quote ' that begins here is not closed"),
    ("name: 'Don't'\n" + UNTIL, "f:1:12: this is not YAML: found more text after ' than belongs to it"),
    ("name: @home\n" + UNTIL, "f:1:7: this is not YAML: a text cannot begin with @; put it in quotes"),
    ("name: - x\n" + UNTIL, "f:1:7: this is not YAML: a list cannot begin in the line of its key"),
    ("name: *x\n" + UNTIL, "f:1:7: this is not YAML: the alias *x has no anchor before it; a text that begins with *"),
    ("edition:cr2026\n" + UNTIL, 'f:2:8: this is not YAML: found a key after the text "edition:cr2026"; write a space '
     "after the colon there"),
    (f"{PLAYERS}edition:cr2026\n{UNTIL}", 'f:2:1: this is not YAML: found no colon with a space after it in '
     '"edition:cr2026"'),
    (f"{PLAYERS}expect: {{steps: {{T1: U Up [D] | M1}}}}", "f:2:27: this is not YAML: found [ in a text that is not in "
     "quotes; put the text in quotes"),
    (f"{PLAYERS}expect:\n  steps:\n    T1: [U] Up D", "f:4:13: this is not YAML: found more text after ] than"),
    (f"{PLAYERS}expect: {{steps: {{T1: [U Up D]}}}}", "f:2:22: found a list, expected a line of steps, such as"),
    (f"{PLAYERS}expect: {{steps: U Up D}}", "f:2:17: found 'U Up D', expected the steps of turns, such as {T1: U Up D"),
    (f"{PLAYERS}expect: {{turns: 2}}", "f:2:17: found 2, expected the players of the turns, such as [Ann, Bob]"),
    (f"{PLAYERS}expect: {{state: 2}}", "f:2:17: found 2, expected states at places, such as {T1.end: "),
    (f"{UNTIL}script: [{{at: T1, Ann: {{block: Bear}}}}]", "f:3:32: found 'Bear', expected blockers with what they "),
    (f"{UNTIL}script: [{{at: T1, Ann: cast Opt}}]", "f:3:24: found 'cast Opt', expected a colon after the verb: {cast"),
    (f"{UNTIL}script: [{{at: T1, Ann: {{cast: Opt, play: Forest}}}}]", "found cast and play, expected one of cast,"),
    (f"{UNTIL}script:\n- at: T1\n\u00a0\u00a0Ann: pass", "f:5:1: found a no-break space at the beginning of the line"),
    (f"{UNTIL}script: [{{at: , Ann: pass}}]", "f:3:15: an address is a text such as T3.upkeep, not nothing"),
    (f"{PLAYERS}until: t1.upkeep", "f:2:8: 't1' in 't1.upkeep' has a small letter; write T1"),
    ("Ann plays a card", "f:1:1: found 'Ann plays a card', expected a scenario: a mapping with players: and expect:"),
]  # fmt: skip


@joined(READ)
def test_a_mistake_in_the_text_is_told_with_its_mend(text: str, message: str) -> None:
    assert message in told(text)


@joined([
    ("notes.txt", "hello", True), ("game.jsonl", '{"a": 1}\n{"b": 2}', True), ("x.yaml", "- hello", True),
    ("x.turn.yaml", "hello", False), ("<stdin>", "hello", False), ("x.yaml", f"{PLAYERS}nam: x", False),
])  # fmt: skip
def test_another_kind_of_file_is_told_what_scenarios_are_called(file: str, text: str, hint: bool) -> None:
    assert told(text, file).endswith("(scenario files are called *.turn.yaml; is this one?)") is hint


RUN = [
    ("cr2026", "[{at: T1.upkeep, Ann: concede}, {at: T1.end, Bob: pass}]", "this never came up: T1.end did not begin; "
     "Bob won the game at T1.beginning.upkeep: the last player in the game"),
    ("cr2026", "[{at: T2.upkeep, Ann: pass}, {at: T1.upkeep, Ann: pass}]", "f:3:54: this never came up: "
     "an earlier entry, line 3, still waited for T2.upkeep when T1.upkeep ended; entries happen in the order "),
    ("cr2026", "[{at: T2.upkeep, Ann: {cast: Time Walk, refused: true}}, {at: T1.upkeep, Ann: pass}]",
     "an earlier entry"),
    ("cr2026", "[{at: T1.untap, Ann: {cast: Opt}}]", "nobody gets priority in the untap step (502.4)"),
    ("cr2011", "[{at: T1.untap, Ann: {cast: Opt}}]", "nobody gets priority in the untap step (502.3)"),
    ("cr2006", "[{at: T1.untap, Ann: {cast: Opt}}]", "nobody gets priority in the untap step (302.3)"),
    ("cr2026", "[{at: T1.cleanup, Bob: pass}]", "nobody normally gets priority in the cleanup step (514.3)"),
    ("cr2006", "[{at: T1.cleanup, Bob: pass}]", "nobody normally gets priority in the cleanup step (314.3)"),
    ("cr2026", "[{at: T1.upkeep, Ann: {attack: [Bear]}}]", "Ann was not asked to attack at T1.upkeep; "
     "the active player is asked in the declare attackers step, if a creature can attack"),
    ("cr2026", "[{at: T1.upkeep, Bob: {block: {Bear: Bear}}}]",
     "the defending player is asked in the declare blockers step"),
    ("cr2026", "[{at: T1.upkeep, Ann: {keep_tapped: [Bear]}}]", "Ann was not asked to keep tapped at T1.upkeep"),
    ("cr2026", "[{at: T1.upkeep, responding_to: Opt, Ann: pass}]", "'Opt' was not on top of the stack then"),
    ("cr2026", "[{at: T3.upkeep, Ann: pass}]", "the run stops after T2 (until:), and T3.upkeep comes later"),
    ("cr2026", "[{at: T1.upkeep, Ann: concede}, {at: T2.upkeep, Ann: pass}]",
     "T2.upkeep did not begin; the run had 1 turn"),
]  # fmt: skip


@joined(RUN)
def test_an_act_that_never_came_up_is_told_why(edition: str, script: str, message: str) -> None:
    text = f"{UNTIL}script: {script}\nedition: {edition}"
    assert message in told(text, edition=edition)


WAR_CRY = "script: [{at: T1.precombat_main, Ann: {cast: {name: War Cry, effects: [{extra_phases: [combat]}]}}}]\n"
TURN = "turn 1 was U Up [D] | M1 | BC DA [DB] [CD] EC | M2 | E CL"

JUDGED = [
    ("state: {T1.draw: {Ann: {life: 20}}}", "T1.draw never began", TURN, "T1.draw"),
    ("order: [T1.upkeep < T1.draw]", "T1.draw never began", TURN, "T1.upkeep < T1.draw"),
    ("state: {T1.upkeep: {after: Opt, stack: []}}", "Opt did not resolve at T1.upkeep", "nothing resolved there",
     "Opt resolves"),
    ("order: [upkeep#2 < draw]", "no turn had all of these", f"T1 {TURN[11:]}", "upkeep#2 < draw"),
    ("steps: {T1: U Up D M1 BC DA DB CD EC M2 E CL}", "only in marks: D was skipped, write [D] or leave it out; DB was "
     "skipped, write [DB] or leave it out; CD was skipped, write [CD] or leave it out", "U Up M1", "U Up D"),
    ("steps: {T1: 'U [Up] [D] M1 BC DA [DB] [CD] EC M2 E CL'}", "only in marks: Up was not skipped, write Up",
     "U Up [D] M1 BC DA [DB] [CD] EC M2 E CL", "U [Up] [D] M1"),
    ("steps: {T1: U Up M1 BC DA EC M2 E +CL}", "only in marks: CL was not inserted, write CL", "U Up", "U Up"),
    ("steps: {T1: U Up M1 BC DA EC M2 +1:E CL}", "only in marks: E was not inserted, write E", "U Up", "U Up"),
    ("steps: {T1: U Up M1 DA EC M2 E +CL}", "differ at place 4", "U Up", "U Up"),
]  # fmt: skip


@joined(JUDGED)
def test_what_differs_is_told_with_what_was_there(expected: str, what: str, found: str, wanted: str) -> None:
    (scenario,) = parse_scenarios(f"{PLAYERS}expect: {{{expected}}}", "f")
    (failure,) = judge(scenario, run_scenario(scenario))
    assert failure.what.endswith(what)
    assert failure.found.startswith(found)
    assert failure.expected.startswith(wanted)


def test_the_marks_of_an_inserted_phase_are_told_where_they_belong() -> None:
    (scenario,) = parse_scenarios(
        f"{PLAYERS}{WAR_CRY}expect: {{steps: {{T1: U Up M1 BC DA EC +BC DA EC M2 E CL}}}}", "f"
    )
    (failure,) = judge(scenario, run_scenario(scenario))
    inserted = "; ".join(f"{step} was inserted, write +{step}" for step in ("BC", "DA", "EC"))
    assert failure.what == f"the steps of T1 differ only in marks: {inserted}; BC was not inserted, write BC"
    assert failure.found == "U Up M1 +BC +DA +EC BC DA EC M2 E CL"
