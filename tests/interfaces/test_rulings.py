"""The list of rulings is true both ways: each is shown by a scenario, and each that a scenario names is on the list."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fsm.errors import InputError
from fsm.pages.tables import BEGIN, END, renewed, renewed_rulings, with_rulings
from fsm.scenario import parse_scenarios

PAGE = f"""# Rulings

{BEGIN}
| number | situation | result | rules | shown by |
|---|---|---|---|---|
| I-1 | one \\| two | so | 500.7 | |
| I-3 | another | so | | [old](old.turn.yaml) |
{END}
the end
"""
FILE = Path("docs/RULINGS.md")


@pytest.fixture
def page(root: Path) -> Path:
    return root / "docs" / "RULINGS.md"


def scenario(*numbers: str, name: str = "01-turns/02-walk") -> list[object]:
    text = f"{{players: [Ann, Bob], rulings: [{', '.join(numbers)}], expect: {{turns: [Ann]}}}}"
    return list(parse_scenarios(text, f"scenarios/{name}.turn.yaml"))


def renew(text: str, *scenarios: list[object]) -> str:
    return renewed_rulings(text, FILE, [s for several in scenarios for s in several])  # type: ignore[misc]


def test_the_page_is_what_the_scenarios_say(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert renewed(text, page) == text, "make it anew: python -m fsm.pages.tables docs/RULINGS.md"


def test_every_ruling_of_the_page_is_linked_and_every_named_one_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+-\d+) \|(.*)\|$", text, re.MULTILINE)
    listed = {number: re.findall(r"\]\(([^)]+)\)", row) for number, row in rows}
    assert len(listed) >= 40
    named: dict[str, set[str]] = {}
    for known in with_rulings(page.parents[1] / "scenarios"):
        for number in known.rulings:
            named.setdefault(number, set()).add(f"../{Path(known.file).relative_to(page.parents[1])}")
    assert {number: set(links) for number, links in listed.items()} == named
    assert [link for links in listed.values() for link in links if not (page.parent / link).is_file()] == []


def test_numbers_rise(page: Path) -> None:
    numbers = [int(n) for n in re.findall(r"^\| I-(\d+) \|", page.read_text(encoding="utf-8"), re.MULTILINE)]
    assert numbers == sorted(set(numbers))


def test_the_last_column_is_made_anew() -> None:
    made = renew(PAGE, scenario("I-3", "I-1"), scenario("I-3", name="plain"), scenario("I-3", name="plain"))
    rows = made.splitlines()[5:7]
    assert rows == [
        "| I-1 | one \\| two | so | 500.7 | [01/02](../scenarios/01-turns/02-walk.turn.yaml) |",
        "| I-3 | another | so |  | [01/02](../scenarios/01-turns/02-walk.turn.yaml),"
        " [plain](../scenarios/plain.turn.yaml) |",
    ]
    assert made.splitlines()[:5] == PAGE.splitlines()[:5]
    assert made.endswith(f"{END}\nthe end\n")
    assert renew(made, scenario("I-3", "I-1"), scenario("I-3", name="plain")) == made


@pytest.mark.parametrize(
    ("text", "named", "says"),
    [
        (PAGE, ("I-1",), "docs/RULINGS.md:7:1: no scenario shows I-3; name it in one: rulings: [I-3]"),
        (
            PAGE,
            ("I-1", "I-3", "I-33"),
            'scenarios/01-turns/02-walk.turn.yaml:1:43: RULINGS.md has no ruling I-33 (did you mean "I-3"?)',
        ),
        (
            PAGE,
            ("I-1", "I-3", "ZZ-777"),
            "scenarios/01-turns/02-walk.turn.yaml:1:43: RULINGS.md has no ruling ZZ-777; add it there",
        ),
        (
            PAGE.replace("I-3 |", "I-1 |"),
            ("I-1",),
            "docs/RULINGS.md:7:1: duplicate ruling I-1; leave one out",
        ),
        (
            PAGE.replace("| so | 500.7 ", ""),
            ("I-1", "I-3"),
            "docs/RULINGS.md:6:1: found 3 cells, expected 5: number, situation, result, rules, scenarios",
        ),
    ],
)
def test_what_is_not_in_order_is_said_with_its_place(text: str, named: tuple[str, ...], says: str) -> None:
    with pytest.raises(InputError) as caught:
        renew(text, scenario(*named))
    assert str(caught.value) == says


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        ("[I-15x]", "x.turn.yaml:1:33: found 'I-15x', expected the number of a ruling, such as I-15"),
        ("15", "x.turn.yaml:1:32: found 15, expected"),
        ("[15]", "x.turn.yaml:1:33: found 15, expected a text; put it in quotes"),
        ("['']", "x.turn.yaml:1:33: found '', expected the number of a ruling"),
        ("[I-1, I-1]", "x.turn.yaml:1:38: duplicate ruling 'I-1'; leave one out"),
        (f"I-{'9' * 5000}", "x.turn.yaml:1:32: found"),
    ],
)
def test_a_number_that_is_none_is_refused(numbers: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_scenarios(f"{{players: [Ann, Bob], rulings: {numbers}, expect: {{turns: [Ann]}}}}", "x.turn.yaml")
    assert str(caught.value).startswith(says)
    assert len(str(caught.value)) < 300
