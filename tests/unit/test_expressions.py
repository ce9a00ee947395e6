"""What expressions of the debugger cost: steps, and the size of values, are within a budget."""

from __future__ import annotations

import io
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any

import pytest
from cases import case, joined
from hostile import expression

from fsm.dap.values import as_text
from fsm.debugger import Session, session
from fsm.debugger.expressions import ExpressionError
from fsm.debugger.terminal import Terminal
from fsm.debugger.values import pretty, value
from fsm.scenario import parse_scenarios

SECONDS = 10
"""How long anything may take; it takes a small part of that."""

LESSON = "players: {Ann: {hand: [Opt, Shock, Opt]}, Bob: {}}\nuntil: T3\nexpect: {turns: [Ann, Bob, Ann]}\n"


def lesson() -> Session:
    (scenario,) = parse_scenarios(LESSON)
    return Session(scenario, LESSON)


def grown(step: str, times: int, seed: str = "1") -> str:
    """An expression in which a value goes through a step again and again; ``x`` is the value."""
    for _ in range(times):
        seed = f"[{step} for x in [{seed}]][0]"
    return seed


HOSTILE = (
    grown("[x,x]", 40),
    f"{grown('[x,x]', 20)}=={grown('[x,x]', 20)}",
    f"{grown('[x,x]', 14)} in {grown('[x,x]', 14)}",
    f"sorted([{grown('[x,x]', 14)},{grown('[x,x]', 14)}])",
    grown("x+x", 40, "[1]"),
    grown("x+x", 40, "'a'"),
    grown("x+x", 40, "'" + "a" * 100 + "'"),
    f"[players for y in {grown('x+x', 15, '[1]')}]",
    f"[[z for z in y] for y in {grown('[x,x,x,x]', 9)}]",
    f"sorted([y for y in {grown('x+x', 15, '[1]')}])",
    f"[min({grown('x+x', 12, '[1]')}) for y in {grown('x+x', 12, '[1]')}]",
    f"[y[::-1] for y in [{grown('x+x', 10, '[1]')}] for z in y]",
    f"[{grown('x+x', 11, '[1]')}[::-1] for y in {grown('x+x', 11, '[1]')}]",
    f"[1 for y in {grown('x+x', 13, '[1]')} if 2 in {grown('x+x', 10, '[1]')}]",
    grown("x*x", 30, "9"),
    grown("x+x", 60, "9"),
    "[" * 150 + "]" * 150,
    f"sum({grown('x+x', 14, '[[1]]')},[])",
    f"Ann[{grown('x+x', 16, chr(39) + 'a' + chr(39))}]",
    "not " * 240 + "1",
    "-" * 900 + "1",
    "9" * 999,
    "1e999-1e999",
    "max(Ann.hand, key=len)",
    r"'\d\z'",
    "1 is 1",
    "'\ud800'",
)  # fmt: skip


@joined(HOSTILE)
def test_a_hostile_expression_has_a_value_or_is_refused_in_time(text: str) -> None:
    asked, started = lesson(), monotonic()
    for ask in (asked.evaluate, asked.watch, asked.value_text):
        answered(ask, text)
    assert monotonic() - started < SECONDS


def answered(ask: Callable[[str], Any], text: str) -> None:
    """Asks, and shows the answer in all ways."""
    try:
        found = ask(text)
    except ExpressionError as error:
        assert len(str(error)) < 1_000  # noqa: PT017  # both ends are right
    else:
        assert all(len(said) < 2_000_000 for said in (value(found, 10_000), pretty(found), as_text(found)))


def test_ordinary_expressions_are_within_the_budget() -> None:
    asked = lesson()
    for text, found in (
        ("len(Ann.hand)", 3),
        ("sorted(Ann.hand)[0]", "Opt"),
        ("sum([len(players[p].hand) for p in players])", 10),
        ("all(players[p].life == 20 for p in players)", True),
        (f"len({grown('x+x', 14, '[1]')})", 2**14),
        (grown("[x]", 20), [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]),
        ("Ann.hand == Ann.hand and 'Opt' in Ann.hand", True),
        ("players == players", True),
    ):
        with case(text):
            assert asked.evaluate(text) == found


def test_one_message_says_what_is_too_much() -> None:
    asked = lesson()
    for text, says in (
        (grown("[x,x]", 40), "the value grows too large: more than 100,000 things"),
        (f"[1 for y in {grown('x+x', 13, '[1]')} if 2 in {grown('x+x', 10, '[1]')}]", "more than 100,000 steps"),
        ("[" * 60 + "]" * 60, "the value is nested more than 50 deep"),
        ("sum([[1]])", "sum takes one list of numbers"),
        ("9" * 16, "a number beyond"),
    ):
        with case(text), pytest.raises(ExpressionError, match=says):
            asked.evaluate(text)


def test_conditions_at_each_stop_have_a_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run stops where it is, and goes on from there."""
    times = iter(range(10_000))
    monkeypatch.setattr(session, "monotonic", lambda: next(times))
    asked = lesson()
    asked.watch(f"len({grown('x+x', 12, '[1]')})")
    stopped, reached = asked.run(), asked.at
    assert (stopped.reason, stopped.text) == ("slow", "conditions took more than 20 seconds; go on again")
    asked.run()
    assert 0 < reached < asked.at < asked.tape.last


def test_commands_of_breakpoints_that_call_each_other_end() -> None:
    said = io.StringIO()
    lines = "b T1.upkeep\ncommands\nj start\nc\nj start\nc\nj start\nc\nend\nc\np 1 + 1\n"
    Terminal(lesson(), stdin=io.StringIO(lines), stdout=said).cmdloop()
    assert said.getvalue().count("*** commands of breakpoints call each other more than 50 times") == 1
    assert said.getvalue().endswith("p 1 + 1\n2\n(fsm) \n")


def ask_hostile(seed: int) -> None:
    random, asked = Random(seed), lesson()  # noqa: S311  # any expressions, the same each time
    asked.go(random.randrange(len(asked.tape)))
    for _ in range(50):
        text, started = expression(random), monotonic()
        with case(text):
            answered(asked.evaluate, text)
            assert monotonic() - started < SECONDS


def test_any_hostile_expression_is_answered_in_time() -> None:
    for seed in range(6):
        ask_hostile(seed)


@pytest.mark.slow
@joined(range(6, 2_000))
def test_many_hostile_expressions_are_answered_in_time(seed: int) -> None:
    ask_hostile(seed)
