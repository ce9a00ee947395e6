"""Each statement of the rules that the editions are made from has scenarios or tests that show it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import msgspec
import pytest
from statements.__main__ import silent, unnoticed
from statements.tables import Fault, Shown, broken, read_faults, read_shown
from statements.trying import Tried

from fsm.edition import load_edition
from fsm.scenario import Scenario, read_scenarios

ROOT = Path(__file__).parents[2]
COUNTS = {
    "cr2006": (160, 1, 0, 1),
    "cr2008": (99, 3, 0, 0),
    "cr2011": (168, 6, 0, 1),
    "cr2026": (17, 0, 0, 0),
}
"""How many statements of an edition are shown, cannot be shown, are missing, and of those shown hold only in part."""
NEWEST = "cr2026"


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One statement, as ``tests/statements/README.md`` describes it."""

    says: str
    rules: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    why_not: str = ""
    missing: str = ""
    partly: str = ""
    today: tuple[str, ...] | str = ()


@cache
def statements(id: str) -> dict[str, Statement]:
    """The statements of an edition by their places."""
    data = tomllib.loads((ROOT / "tests" / "statements" / f"{id}.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data, dict[str, Statement])


def rules_of(place: str, statement: Statement) -> tuple[str, ...]:
    """The numbers of the rules that make a statement."""
    return statement.rules or (place.partition("/")[0],)


@cache
def scenarios(file: str) -> tuple[Scenario, ...]:
    """The scenarios of a file below ``scenarios/``; none if there is no such file."""
    path = ROOT / "scenarios" / file
    return tuple(read_scenarios(path)) if path.is_file() else ()


def shows(file: str, id: str, numbers: tuple[str, ...]) -> bool:
    """Whether one scenario of a file runs under an edition and names one of the rules."""
    return any(set(numbers) & set(one.rules.get(id, ())) for one in scenarios(file) if id in one.editions)


def is_test(name: str) -> bool:
    """Whether this is a test of the project: ``tests/unit/test_x.py::test_y``."""
    file, _, function = name.partition("::")
    path = ROOT / file
    return path.is_file() and bool(function) and f"def {function}(" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("id", COUNTS)
def test_what_shows_a_statement_names_its_rule(id: str) -> None:
    wrong = [
        (place, name)
        for place, statement in statements(id).items()
        for name in statement.shown
        if not (is_test(name) if "::" in name else shows(name, id, rules_of(place, statement)))
    ]
    assert wrong == []


@pytest.mark.parametrize("id", COUNTS)
def test_a_statement_is_shown_or_says_why_not(id: str) -> None:
    ways = {
        place: (bool(one.shown), bool(one.why_not), bool(one.missing), bool(one.partly))
        for place, one in statements(id).items()
    }
    assert [place for place, (*way, partly) in ways.items() if sum(way) != 1 or (partly and not way[0])] == []
    assert tuple(map(sum, zip(*ways.values(), strict=True))) == COUNTS[id]


@pytest.mark.parametrize("id", COUNTS)
def test_the_numbers_are_in_the_index_and_nothing_is_said_twice(id: str) -> None:
    known, said = load_edition(id).rules, [one.says for one in statements(id).values()]
    numbers = {number for place, one in statements(id).items() for number in rules_of(place, one)}
    assert sorted(numbers - set(known)) == []
    assert sorted({one for one in said if said.count(one) > 1}) == []


def test_the_newest_edition_shows_the_same_subjects_as_2011() -> None:
    lacking = []
    for place, one in statements("cr2011").items():
        files = one.today if isinstance(one.today, tuple) else ()
        shown = [s for file in (*one.shown, *files) for s in scenarios(file) if NEWEST in s.editions]
        tests = [name for name in one.shown if "::" in name]
        if one.shown and not (shown or tests or isinstance(one.today, str)):
            lacking.append(place)
    assert lacking == []


def test_faults_are_of_statements_that_are_shown() -> None:
    """Each statement that is shown has a fault; ``make statements`` tries them."""
    broken = {pair for fault in read_faults() for pair in fault.breaks}
    shown = {(one.edition, one.place) for one in read_shown()}
    assert sorted(broken - shown) == []
    assert sorted(shown - broken) == []


def test_the_text_that_a_fault_replaces_is_there_once() -> None:
    texts = {fault.file: (ROOT / fault.file).read_text("utf-8") for fault in read_faults()}
    stale = []
    for fault in read_faults():
        try:
            fault.put_into(texts[fault.file])
        except LookupError as why:
            stale.append(str(why))
    assert stale == []


def test_a_fault_is_put_into_the_function_that_it_names() -> None:
    text = "def one():\n    return 1\n\n\ndef other():\n    return 1\n"
    fault = Fault("a.py::other", "return 1", "return 2", frozenset())
    assert fault.put_into(text) == text.removesuffix("1\n") + "2\n"
    for wrong, why in (("a.py", "2 times"), ("a.py::third", "no function third")):
        with pytest.raises(LookupError, match=why):
            fault._replace(place=wrong).put_into(text)


def test_what_nothing_notices_is_told() -> None:
    fault = Fault("a.py", "1", "2", broken("cr2006 1.1/1 1.1/2"))
    asked = [Shown("cr2006", place, name, "1.1") for place, name in (("1.1/1", "a"), ("1.1/1", "b"), ("1.1/2", "a"))]
    done = Tried(fault, asked, frozenset(asked[:1]))
    assert [*unnoticed(done)] == ["cr2006 1.1/2: nothing notices '2' in a.py"]
    assert silent([done]) == ["cr2006 1.1/1: b notices no fault", "cr2006 1.1/2: a notices no fault"]


@pytest.mark.slow
def test_the_faults_of_a_statement_are_noticed() -> None:
    command = (sys.executable, "-m", "statements", "cr2006", "217.9d/2")
    done = subprocess.run(command, cwd=ROOT / "tests", capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.startswith("cr2006: 1 statements were broken by ")
