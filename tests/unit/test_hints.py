"""What is told about the mistakes that beginners make: what is wrong, in words of their file, and how to fix it."""

from __future__ import annotations

import pytest
from cases import joined

from fsm.errors import InputError
from fsm.scenario import judge, parse_scenarios, run_scenario

PLAYERS = "players: [Ann, Bob]\n"
OF_CARDS = "it is an effect, and stands in effects: of a spell, or do: of an ability or a trigger"
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
    (f"{UNTIL}cards: [{{name: Clock, type: artifact, static: [{{untap: creature}}]}}]",
     f"f:3:49: unknown key 'untap': {OF_CARDS}"),
    (f"{UNTIL}script: [{{at: T1, Ann: {{extra_turn: you}}}}]", f"unknown key 'extra_turn': {OF_CARDS}"),
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
    (f"{UNTIL}cards: [{{name: A, type: creature, haste: true}}]", "'haste': it is a keyword; write keywords: [haste]"),
    (f"{UNTIL}cards: [{{name: A, type: instant, text: Draw.}}]", "'text': what a card does is said by effects:,"),
    (f"{UNTIL}cards: [{{name: A, type: instant, effects: draw a card}}]", "(did you mean the effect draw?), expected"),
    (f"{UNTIL}life: 10", "f:3:1: unknown key 'life': a player has it: players: {Ann: {life: ...}}"),
    (f"{UNTIL}turns: [Ann, Bob]", "f:3:1: unknown key 'turns': it is expected: expect: {turns: ...}"),
    (f"{UNTIL}script:\nat: T1.upkeep", "f:4:1: unknown key 'at': it belongs to an entry of script:, which begins with "
     "a dash: - at: T1.upkeep"),
    (f"{UNTIL}script:\n- at: T1.upkeep\n  cast: Opt", "f:5:3: 'cast' is not a player here; a player does it, as in "),
    (f"{UNTIL}script:\n- at: T1.upkeep\n  Ann: Time Walk", "f:5:8: found 'Time Walk', expected what the player does "
     "with it, such as {cast: Time Walk}"),
    (f"{UNTIL}script:\n- at: T1.upkeep\n    Ann: pass", "f:5:8: this is not YAML: the line above has its value already"
     "; begin this one in the same column as its key, at"),
    (f"{UNTIL}script:\n- at: T1.upkeep\nAnn: pass\n- at: T2", "this line does not go on with what stands above it"),
    (f"{PLAYERS}until: T1.main_phase", '(did you mean "precombat_main" or "postcombat_main"?)'),
    (f"{PLAYERS}until: T1.end step", '(did you mean "end"?)'),
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
    ("cr2026", "[{at: T1.precombat_main, Ann: [{cast: Stonehorn Dignitary}, {choose: Bobby}]}]", "the ability of "
     "Stonehorn Dignitary had only one legal target, Bob, so nobody was asked; leave this line out"),
    ("cr2026", "[{at: T1.precombat_main, Ann: {cast: Stonehorn Dignitary, target: Bob}}]", "Stonehorn Dignitary has no "
     "target; its triggered ability targets an opponent, which is an entry of its own: choose: Bob (601.2c)"),
    ("cr2026", "[{at: T1.upkeep, Ann: {cast: {name: No, type: instant, targets: spell}, target: Opt}}]", "no spell "
     "'Opt' is on the stack; there is none (add responding_to: NAME to act on top of one)"),
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


SEVERAL = """
attack: multiple
players: {Ann: {battlefield: [Bear, Elk]}, Bob: {battlefield: [Ox]}, Cat: {battlefield: [Cow]}}
cards:
- {name: Bear, type: creature, toughness: 2}
- {name: Elk, type: creature, toughness: 2}
- {name: Ox, type: creature, toughness: 2}
- {name: Cow, type: creature, toughness: 2}
until: T1
"""


@joined([
    ("Bear: Cat", "Ox: Bear", "Bob was not asked to block at T1.declare_blockers: Bear attacks Cat, so only Cat's"),
    ("Bear: Cat, Elk: Bob", "Ox: Bear", "Bob cannot do this at T1.combat.declare_blockers: Bear attacks Cat, so only "
     "Cat's creatures can block it (802.4a)"),
    ("Bear: Cat, Elk: Bob", "Ox: Cow", "no 'Cow' is available; there is Elk and Bear"),
])  # fmt: skip
def test_a_block_of_what_attacks_another_player_is_told_whom_it_attacks(attack: str, block: str, message: str) -> None:
    script = f"script: [{{at: T1.declare_attackers, Ann: {{attack: {{{attack}}}}}}}, "
    script += f"{{at: T1.declare_blockers, Bob: {{block: {{{block}}}}}}}]"
    assert message in told(f"{SEVERAL}{script}")


GONE = """players: {Ann: {battlefield: [Goader, Relic, Frog, Knight]}, Bob: {}}
cards:
  - {name: Goader, type: creature}
  - {name: Relic, type: artifact, abilities: [{name: dig, exile: true, do: [draw]}]}
  - {name: Frog, type: creature, toughness: 1}
  - {name: Knight, type: creature, toughness: 1}
  - {name: Haze, type: instant, targets: creature, effects: [{phase_out: {}}]}
  - {name: Home, type: instant, targets: creature, effects: [{move: {what: target, to: hand}}]}
until: T1
script:
  - {at: T1.upkeep, Ann: [{activate: Relic}, {cast: Haze, target: Frog}, {cast: Home, target: Knight}]}
"""


@joined([
    ("declare_attackers", "{attack: [Goader]}", "is; Goader is in Ann's graveyard since T1.beginning.upkeep (704.3,"),
    ("precombat_main", "{cast: Haze, target: Goader}", "is; Goader is in Ann's graveyard since T1"),
    ("precombat_main", "{activate: Relic}", "nothing else is; Relic is exiled since T1.beginning.upkeep (602.2)"),
    ("precombat_main", "{cast: Haze, target: Frog}", "; Frog is phased out since T1.beginning.upkeep (608.2c, 702.26b"),
    ("precombat_main", "{cast: Haze, target: Knight}", "; Knight is in Ann's hand since T1.beginning.upkeep"),
    ("precombat_main", "{cast: Haze, target: Cow}", "no 'Cow' is available for this, and nothing else is"),
])  # fmt: skip
def test_what_is_not_there_any_more_is_told_where_it_is(step: str, act: str, message: str) -> None:
    said = told(f"{GONE}  - {{at: T1.{step}, Ann: {act}}}\n")
    assert message in said, said


def test_an_only_target_that_is_named_counts_for_one_line() -> None:
    script = "script: [{at: T1.precombat_main, Ann: [{cast: Stonehorn Dignitary}, {choose: Bob}, {choose: Bob}]}]"
    assert "f:3:84: this never came up: the ability of Stonehorn Dignitary" in told(f"{UNTIL}{script}")


def test_the_line_of_an_only_target_leads_to_the_ability() -> None:
    (scenario,) = parse_scenarios(
        f"{UNTIL}script:\n- at: T1.precombat_main\n  Ann:\n  - {{cast: Stonehorn Dignitary}}\n  - {{choose: Bob}}", "f"
    )
    resolved = next(frame for frame in run_scenario(scenario) if frame.line == 7)
    assert (resolved.event.kind, resolved.event.get("name")) == ("stack.resolve", "Stonehorn Dignitary")


def test_a_line_that_answers_a_later_question_is_kept_for_that() -> None:
    """The ability of the first Herald has one target; that of the second has two, and the line is about that one."""
    text = f"""{UNTIL}
cards: [{{name: Herald, type: artifact, triggers: [{{when: enters, targets: Herald, do: [tap: target]}}]}}]
script: [{{at: T1.precombat_main, Ann: [{{cast: Herald}}, {{cast: Herald}}, {{choose: Herald#2}}]}}]
expect: {{state: {{T1.end: {{Ann: {{tapped: [Herald, Herald]}}}}}}}}"""
    (scenario,) = parse_scenarios(text, "f")
    assert not judge(scenario, run_scenario(scenario))


def test_a_second_player_of_a_name_is_all_that_is_wrong() -> None:
    assert told("players:\n  Ann: {}\n  Ann: {}\nuntil: T1") == 'f:3:3: duplicate key "Ann" (first in line 2)'
