"""The index of rules is honest, as far as a machine can tell: numbers, topics, and what the code obeys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fsm.edition import Rule, edition_ids, load_edition, obeys
from fsm.edition.reader import topics
from fsm.rulebook import ROOMS, Showing, entries, explain, list_rules, places, showing

ROOT = Path(__file__).parents[2]
LETTERS = "abcdefghijkmnpqrstuvwxyz"
"""The rules use neither l nor o, which look like numbers."""
NUMBER = re.compile(rf"([1-9]\d\d)(?:\.([1-9]\d{{0,2}})([{LETTERS}]|a[{LETTERS}])?)?")
RULING = "217.2.Ruling.1"
"""The one entry that is no rule: a ruling that a seed has."""

WHOLE = {
    "cr2006": [217, *range(300, 315), 602],
    "cr2008": [217, *range(300, 315), 602],
    "cr2011": [*range(400, 409), *range(500, 515), 802],
    "cr2026": [*range(400, 409), *range(500, 515), 802],
}
"""The sections that are in the index from their first number to their last, with no gap."""


def before(number: str) -> str:
    """The number that comes before one in its section; empty for the section itself."""
    found = NUMBER.fullmatch(number)
    assert found, number
    section, rule, letter = found.groups()
    if rule is None:
        return ""
    if letter is None:
        return section if rule == "1" else f"{section}.{int(rule) - 1}"
    if letter == "a":
        return f"{section}.{rule}"
    return f"{section}.{rule}{letter[:-1]}{LETTERS[LETTERS.index(letter[-1]) - 1]}"


def rules() -> Iterator[tuple[str, Rule]]:
    for id in edition_ids():
        for rule in load_edition(id).rules.values():
            yield id, rule


def test_every_number_has_the_form_of_a_rule() -> None:
    assert [(id, rule.number) for id, rule in rules() if not NUMBER.fullmatch(rule.number)] == [("cr2008", RULING)]


@pytest.mark.parametrize("id", WHOLE)
def test_whole_sections_have_no_gap(id: str) -> None:
    numbers = [n for n in load_edition(id).rules if n != RULING and int(n[:3]) in WHOLE[id]]
    assert {int(n[:3]) for n in numbers} == set(WHOLE[id])
    assert [n for n in numbers if before(n) and before(n) not in numbers] == []


@pytest.mark.parametrize("id", edition_ids())
def test_no_two_numbers_of_an_edition_say_the_same_of_different_things(id: str) -> None:
    said: dict[str, list[Rule]] = {}
    for rule in load_edition(id).rules.values():
        said.setdefault(rule.says, []).append(rule)
    twice = [rules for rules in said.values() if len(rules) > 1]
    assert [[r.number for r in rules] for rules in twice if len({r.topics for r in rules} | {()}) != 2] == []


def test_every_topic_is_obeyed_somewhere() -> None:
    assert places().keys() == topics().keys()


def test_a_place_is_where_a_function_or_a_rewrite_rule_begins() -> None:
    for place in {place for found in places().values() for place in found}:
        file, _, line = place.rpartition(":")
        row = (ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1].lstrip()
        assert row.startswith(("@", "def ", 'name="')), place


def test_a_function_that_obeys_stays_as_it_is_and_an_unknown_topic_is_an_error() -> None:
    def drawn() -> None: ...

    assert obeys("draw")(drawn) is drawn
    places.cache_clear()
    assert not any("test_rule_index" in place for place in places()["draw"])
    with pytest.raises(KeyError, match="drawn"):
        obeys("drawn")


@pytest.fixture(scope="module")
def shown() -> Showing:
    return showing(ROOT / "scenarios")


@pytest.mark.parametrize("id", edition_ids())
def test_a_rule_has_code_and_a_scenario_or_says_what_is_missing(id: str, shown: Showing) -> None:
    """If this fails: name the rule in a scenario, and its topic where the code obeys it; or say what is missing."""
    lacking = {one.rule.number: one.lacks() for one in entries(load_edition(id), shown)}
    assert {number: lacks for number, lacks in lacking.items() if lacks and "not implemented" not in lacks[0]} == {}


def test_a_heading_governs_nothing() -> None:
    assert [(id, rule.number) for id, rule in rules() if rule.untested == "heading" and rule.topics] == []


def test_that_something_resolves_is_cited_by_what_resolves_alone() -> None:
    """What an effect does has a rule of its own, ``instructions``; and so has where a spell goes, ``spell_done``."""
    assert {place.split(":")[0] for place in places()["resolve"]} == {"fsm/game/priority/stack.py"}
    assert len(places()["resolve"]) == 1


def test_only_rooms_that_play_are_places() -> None:
    rooms = {place.split("/")[1] for found in places().values() for place in found}
    assert rooms == set(ROOMS)


def test_rules_of_two_editions_under_one_number_have_their_own_scenarios() -> None:
    ids = ("cr2006", "cr2011", "cr2026")
    told = dict(zip(ids, "\n".join(explain("509.3", list(map(load_edition, ids)))).split("\n\n"), strict=True))
    assert "14-ending-the-turn" in told["cr2006"]
    assert not any("14-ending-the-turn" in told[id] for id in ("cr2011", "cr2026"))


def test_a_listed_number_never_runs_into_its_line() -> None:
    for id in edition_ids():
        edition = load_edition(id)
        lines = list(list_rules(edition))[1:]
        assert [line.split("  ", 1)[0] for line in lines] == list(edition.rules)
