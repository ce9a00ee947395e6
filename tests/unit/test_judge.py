"""Judging: each expectation can fail, and says at its line what was found and what was expected."""

from __future__ import annotations

import pytest

from fsm.scenario import judge, parse_scenarios, run_scenario

SCRIPT = """players: {Ann: {battlefield: [Bear]}, Bob: }
cards: [{name: Bear, type: creature, power: 2, toughness: 2}]
script:
  - {at: T1.precombat_main, Ann: {cast: {name: Walk, effects: [{extra_turn: you}, {life: 2}]}}}
  - {at: T2.combat, Ann: {attack: Bear}}
"""

GOOD = [
    "turns: [Ann, Ann, Bob]",
    "steps: {T1: U Up M1 BC DA EC M2 E CL}",
    "steps: {T1: 'U Up [D] | M1 | BC DA [DB] [CD] EC | M2 | E CL'}",
    "steps: {T2: U Up D M BC DA DB CD EC M E CL}",
    "order: [untap < upkeep < precombat_main, T1.end < T2.untap]",
    "state: {T2.upkeep: {active: Ann, priority: Ann, stack: [], Ann: {life: 22, battlefield: [Bear]}}}",
    "state: {T2.combat_damage: {defending: Bob, Ann: {attacking: [Bear], tapped: [Bear]}, Bob: {life: 18}}}",
    "state: {T1.precombat_main: {after: Walk, extra_turns: [Ann], Ann: {life: 22, graveyard: [Walk]}}}",
    "state: {T1.precombat_main: {when: begins, extra_turns: [], Ann: {life: 20, hand: 7}}}",
    "state: {T1.precombat_main: {when: ends, Ann: {hand: 6}}}",
    "happens: [T1.upkeep, {event: stack.push, name: Walk, player: Ann}, {event: turn.begin, by: Walk, rule: '500.7'}]",
    "happens: [{event: life.change, amount: 2, at: T1.precombat_main}]",
    "never: [T1.draw, T1.combat_damage, {event: mana.burn}]",
]

BAD = [
    ("turns: [Ann, Bob]", "6:", "turn 2 differs", "Ann, Ann", "Ann, Bob"),
    (
        "steps: {T1: U Up D M1 BC DA EC M2 E CL}",
        "6:",
        "the steps of T1 differ at place 3",
        "U Up M1 BC DA EC M2 E CL",
        "U Up D M1",
    ),
    ("steps: {T1: U Up}", "6:", "differ at place 3", "U Up M", "U Up"),
    ("steps: {T2: 'U Up D +M1 BC DA DB CD EC M2 E CL'}", "6:", "only in marks: M1 was not inserted", "", ""),
    ("order: [T1.upkeep < T1.untap]", "6:", "the order differs", "T1.untap < T1.upkeep", "T1.upkeep < T1.untap"),
    ("order: [T1.draw < T1.end]", "6:", "T1.draw never began", "", ""),
    ("order: [upkeep < combat#2]", "6:", "no turn had all of these", "", ""),
    ("state: {T1.upkeep: {Ann: {life: 22}}}", "6:", "Ann.life at T1.upkeep differs", "20", "22"),
    ("state: {T1.upkeep: {active: Bob}}", "6:", "active at T1.upkeep differs", "Ann", "Bob"),
    ("state: {T1.upkeep: {priority: nobody}}", "6:", "priority at T1.upkeep differs", "Ann", "nobody"),
    ("state: {T1.upkeep: {stack: [Walk]}}", "6:", "stack at T1.upkeep differs", "[]", "[Walk]"),
    ("state: {T1.upkeep: {defending: Bob}}", "6:", "defending at T1.upkeep differs", "nobody", "Bob"),
    ("state: {T1.upkeep: {extra_turns: [Ann]}}", "6:", "extra_turns", "[]", "[Ann]"),
    ("state: {T1.upkeep: {lasting: [x]}}", "6:", "lasting", "[]", "[x]"),
    ("state: {T1.upkeep: {Ann: {mana: 1}}}", "6:", "Ann.mana", "0", "1"),
    ("state: {T1.upkeep: {Ann: {hand: 8}}}", "6:", "Ann.hand", "7", "8"),
    ("state: {T1.upkeep: {Ann: {battlefield: []}}}", "6:", "Ann.battlefield", "[Bear]", "[]"),
    ("state: {T1.upkeep: {Ann: {tapped: [Bear]}}}", "6:", "Ann.tapped", "[]", "[Bear]"),
    ("state: {T1.upkeep: {Ann: {graveyard: [x]}}}", "6:", "Ann.graveyard", "[]", "[x]"),
    ("state: {T1.draw: {active: Ann}}", "6:", "T1.draw never began", "", ""),
    ("state: {T1.upkeep: {after: Walk, active: Ann}}", "6:", "Walk did not resolve at T1.upkeep", "nothing", "Walk"),
    ("happens: [{event: mana.burn}]", "6:", "this did not happen: event: mana.burn", "", ""),
    (
        "happens: [T1.end, T1.upkeep]",
        "6:",
        "this happened only before the one above: the beginning of T1.upkeep",
        "",
        "",
    ),
    ("happens: [{event: life.change, amount: 3}]", "6:", "this did not happen", "", ""),
    ("happens: [{event: life.change, player: Bob}]", "6:", "this did not happen", "", ""),
    ("happens: [{event: life.change, at: T1.combat}]", "6:", "this did not happen", "", ""),
    ("happens: [{event: turn.begin, rule: '500.8'}]", "6:", "this did not happen", "", ""),
    (
        "never: [T1.upkeep]",
        "6:",
        "the beginning of T1.upkeep must never happen, but it did at T1.beginning.upkeep",
        "",
        "",
    ),
    ("never: [{event: life.change}]", "6:", "event: life.change must never happen", "", ""),
]


def failures(expect: str, edition: str = "cr2026") -> list[str]:
    (scenario,) = parse_scenarios(f"{SCRIPT}expect: {{{expect}}}\nedition: {edition}\n", "f")
    return [str(failure) for failure in judge(scenario, run_scenario(scenario))]


@pytest.mark.parametrize("expect", GOOD)
def test_what_holds_is_not_told(expect: str) -> None:
    assert failures(expect) == []


@pytest.mark.parametrize(("expect", "place", "what", "found", "expected"), BAD, ids=[expect for expect, *_ in BAD])
def test_what_does_not_hold_is_told_at_its_line(expect: str, place: str, what: str, found: str, expected: str) -> None:
    (told,) = failures(expect)
    assert told.startswith(f"f:{place}")
    assert what in told
    if found or expected:
        assert f"  expected  {expected}" in told
        assert f"  found     {found}" in told


def tried(entry: str) -> list[str]:
    """What is told of one entry of Ann's upkeep."""
    text = f"players: [Ann, Bob]\nuntil: T1\nscript:\n  - {{at: T1.upkeep, Ann: {{{entry}}}}}\n"
    (scenario,) = parse_scenarios(text, "f")
    return [str(failure) for failure in judge(scenario, run_scenario(scenario))]


@pytest.mark.parametrize(
    "entry",
    [
        "cast: Time Walk, refused: true",
        "cast: Time Walk, refused: '505.6a'",
        "cast: Time Walk, refused: ['117.1a']",
        "cast: Opt, refused: false",
    ],
)
def test_what_is_to_be_refused_is(entry: str) -> None:
    assert tried(entry) == []


@pytest.mark.parametrize(
    ("entry", "what", "found", "expected"),
    [
        (
            "cast: Opt, refused: true",
            "this was not refused: it is legal at T1.beginning.upkeep",
            "it is legal",
            "refused",
        ),
        ("cast: Opt, refused: '505.6a'", "this was not refused", "it is legal", "refused by 505.6a"),
        (
            "cast: Time Walk, refused: ['602.2', '601.2']",
            "this was refused for another reason at T1.beginning.upkeep",
            "Time Walk (sorcery) may be cast only in a main phase; this is T1.beginning.upkeep (117.1a)",
            "refused by 602.2 or 601.2",
        ),
        (
            "cast: {name: Costly, type: instant, cost: 502}, refused: '502'",
            "this was refused for another reason at T1.beginning.upkeep",
            "Costly costs 502 and Ann has 0 mana (601.2)",
            "refused by 502",
        ),
    ],
)
def test_what_is_not_refused_as_expected_is_told_at_its_line(entry: str, what: str, found: str, expected: str) -> None:
    (told,) = tried(entry)
    assert told.startswith(f"f:4:{27 + entry.index('refused') + len('refused: ')}: {what}")
    assert told.endswith(f"  expected  {expected}\n  found     {found}")


def test_an_attempt_changes_nothing() -> None:
    said = "{cast: Opt, refused: true}, {cast: Time Walk, refused: true}"
    with_attempts, without = (
        run_scenario(parse_scenarios(f"players: [Ann, Bob]\nscript: [{{at: T1.upkeep, Ann: [{acts}]}}]\nuntil: T1")[0])
        for acts in (f"{said}, pass", "pass")
    )
    assert [(f.event.kind, f.address, f.event.player) for f in with_attempts] == [
        (f.event.kind, f.address, f.event.player) for f in without
    ]
    assert [bool(attempt.said) for attempt in with_attempts.attempts] == [False, True]
    assert without.attempts == ()


def test_the_winner() -> None:
    text = "players: [Ann, Bob]\nscript: [{at: T1.upkeep, Bob: concede}]\nexpect: {winner: Bob}"
    (scenario,) = parse_scenarios(text, "f")
    (failure,) = judge(scenario, run_scenario(scenario))
    assert (failure.line, failure.what, failure.found, failure.expected) == (3, "the winner differs", "Ann", "Bob")


def test_what_one_edition_expects_is_judged_under_that_edition() -> None:
    text = (
        "players: [Ann, Bob]\nedition: [cr2006, cr2026]\n"
        "script: [{at: T1.precombat_main, Ann: {cast: {name: Lotus, type: instant, effects: [{mana: 3}]}}}]\n"
        "expect_in:\n  cr2006: {state: {T1.end: {Ann: {life: 17}}}}\n  cr2026: {state: {T1.end: {Ann: {life: 17}}}}\n"
    )
    (scenario,) = parse_scenarios(text, "f")
    assert judge(scenario, run_scenario(scenario, "cr2006")) == []
    (failure,) = judge(scenario, run_scenario(scenario, "cr2026"))
    assert (failure.line, failure.found) == (6, "20")


def test_every_difference_is_told() -> None:
    assert len(failures("turns: [Bob], never: [T1.upkeep, T1.end], state: {T1.end: {Ann: {life: 1, mana: 1}}}")) == 5


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ("graveyard: [Opt, Shock]", True),
        ("graveyard: [Shock, Opt]", False),
        ("graveyard: {any_order: [Shock, Opt]}", True),
        ("graveyard: {in_order: [Shock, Opt]}", False),
        ("graveyard: 2", True),
        ("hand: [Opt, Island, Shock]", True),
        ("hand: {in_order: [Shock, Opt, Island]}", False),
        ("hand: {in_order: [Island, Opt, Shock]}", True),
        ("library: [Forest, Plains]", True),
        ("library: [Plains, Forest]", False),
        ("library: {any_order: [Plains, Forest]}", True),
        ("top: [Forest]", True),
        ("top: [Plains]", False),
        ("top: [Forest, Plains, Swamp]", False),
    ],
)
def test_piles_are_compared_in_order_or_not(said: str, holds: bool) -> None:
    begins = "{hand: [Shock, Opt, Island], graveyard: [Opt, Shock], library: [Forest, Plains]}"
    text = f"{{players: {{Ann: {begins}, Bob: }}, expect: {{state: {{T1.upkeep: {{Ann: {{{said}}}}}}}}}}}"
    (scenario,) = parse_scenarios(text)
    assert (not judge(scenario, run_scenario(scenario))) is holds


def test_a_library_without_end_is_no_list_of_cards() -> None:
    (scenario,) = parse_scenarios(
        "{players: {Ann: {top: [Opt]}, Bob: }, expect: {state: {T1: {Ann: {library: [Opt]}}}}}"
    )
    (failure,) = judge(scenario, run_scenario(scenario))
    assert failure.found == "[Opt, without end]"


PLACES = {
    "turns: [Ann, Bob, Bob]": ("T3", "turn.begin"),
    "steps: {T1: U Up D}": ("T1.precombat_main", "phase.begin"),
    "steps: {T1: 'U Up [D] | M1 | BC DA DB [CD] EC | M2 | E CL'}": ("T1.combat.declare_blockers", "step.skip"),
    "steps: {T2: U Up D M BC DA EC M E CL EC}": ("T2", "turn.end"),
    "order: T1.upkeep < T1.draw": ("T1.beginning.draw", "step.skip"),
    "order: upkeep < untap": ("T1.beginning.untap", "step.begin"),
    "happens: [T1.combat#2]": ("T1", "turn.end"),
    "happens: [{event: mana.burn, at: T2.upkeep}]": ("T2.beginning.upkeep", "step.end"),
    "happens: [T2, T1]": ("T1", "turn.begin"),
    "never: [T2.draw]": ("T2.beginning.draw", "step.begin"),
    "state: {T1.draw: {active: Ann}}": ("T1.beginning.draw", "step.skip"),
    "state: {T2.upkeep: {active: Ann}}": ("T2.beginning.upkeep", "priority.get"),
}


@pytest.mark.parametrize(("expect", "stop"), PLACES.items(), ids=PLACES)
def test_each_failed_expectation_has_its_event(expect: str, stop: tuple[str, str]) -> None:
    (scenario,) = parse_scenarios(f"players: [Ann, Bob]\nexpect: {{{expect}}}\n")
    recording = run_scenario(scenario)
    (failure,) = judge(scenario, recording)
    frame = recording[failure.event - 1]
    assert (frame.address, frame.event.kind) == stop


@pytest.mark.parametrize(("wanted", "hinted"), [(18, True), (3, False), (20, None)])
def test_a_state_that_comes_later_in_a_place_says_how_to_ask_for_it(wanted: int, hinted: bool | None) -> None:
    (scenario,) = parse_scenarios(
        "players: {Ann: {battlefield: [Grizzly Bears]}, Bob: }\n"
        "script: [{at: T1.declare_attackers, Ann: {attack: [Grizzly Bears]}}]\n"
        f"expect: {{state: {{T1: {{Bob: {{life: {wanted}}}}}}}}}\n"
    )
    hints = [
        failure.what.endswith("; it is so at its end: add when: ends")
        for failure in judge(scenario, run_scenario(scenario))
    ]
    assert hints == ([] if hinted is None else [hinted])
