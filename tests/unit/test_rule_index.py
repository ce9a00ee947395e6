"""The index of rules is honest, as far as a machine can tell: numbers, topics, and what the code cites."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from fsm.edition import Rule, edition_ids, load_edition
from fsm.explain.citing import cited_words
from fsm.explain.index import Showing, entries, showing
from fsm.explain.places import ROOMS, named_words, places
from fsm.explain.rules import explain, list_rules
from fsm.turn.rewrite import AFTER_SECOND_MAIN

TOPICS = tomllib.loads((files("fsm.edition") / "data" / "topics.toml").read_text(encoding="utf-8"))
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

NO_SUCH_THING = {
    "a mechanic or option that came later": {
        "cr2006": "scheme scheme_down daytime day_night monarch monarch_given one_monarch monarch_left "
        "initiative initiative_given one_initiative initiative_left chapter madness_found "
        "lore_enters lore_counters saga_done restart_game restart_first loyalty no_loyalty "
        "end_combat end_combat_triggers end_combat_stack end_combat_sba end_combat_phase order_blockers "
        "order_attackers orders_in_turn mana_empties emblem command_again both_in_combat "
        "anew attack_optional rad_counters team_poison done_once command_stays schemes_stay cast_ability_stays "
        "departed_rule_choice attractions stickers no_defense siege_done planeswalker_rule",
        "cr2011": "daytime day_night monarch monarch_given one_monarch monarch_left "
        "initiative initiative_given one_initiative initiative_left chapter madness_found lore_enters "
        "lore_counters saga_done end_combat end_combat_triggers end_combat_stack end_combat_sba "
        "end_combat_phase command_again anew attack_optional rad_counters done_once departed_rule_choice "
        "attractions stickers no_defense siege_done",
    },
    "one that is gone": {
        "cr2011": "mana_burn mana_kept control_no_burn damage_on_stack phasing_damage phasing_forgets "
        "phased_in_ready phased_out_zone",
        "cr2026": "mana_burn mana_kept control_no_burn damage_on_stack phasing_damage phasing_forgets "
        "phased_in_ready phased_out_zone "
        "phased_token "
        "order_blockers order_attackers block_added orders_in_turn team_hit planeswalker_rule",
    },
    "silence: the engine does as later rules say, see the table in scenarios/FORMAT.md": {
        "cr2006": "no_priority_step team_triggers departed_priority end_turn_triggers extra_step_after_phase "
        "extra_only_own_turn window_any_combat window_first_combat window_upkeep put_blocking block_added "
        "revealed_anew team_active spell_kept_out",
        "cr2011": "end_turn_triggers extra_step_after_phase extra_only_own_turn window_upkeep",
    },
    "a rule that came later: what would go back to a player who has left stays as it is before": {
        "cr2006": "departed_default",
        "cr2011": "departed_default",
    },
    "a rule of 2007: what is exiled once more is a new object": {"cr2006": "exiled_again"},
    "a number that this index does not know: damage costs life, attackers not blocked": {
        "cr2006": "damage_life not_blocked"
    },
    "no rule of its own: that of assigning damage covers it": {
        "cr2011": "damage_otherwise",
        "cr2026": "damage_otherwise",
    },
}
"""Topics that the code cites and an edition has no number for, by the reason; cr2008 has those of cr2006 or fewer."""


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


def without_number(id: str) -> set[str]:
    return {word for word, _, _ in cited_words() if word in TOPICS and not load_edition(id).cite(word)}


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


def test_every_topic_that_the_code_cites_is_one() -> None:
    unknown = [(word, file) for word, file, _ in cited_words() if word not in TOPICS]
    assert unknown == [(AFTER_SECOND_MAIN, "fsm/turn/rewrite.py")]


@pytest.mark.parametrize("id", edition_ids())
def test_a_cited_topic_has_a_number_or_a_reason_to_have_none(id: str) -> None:
    reasons = [by_edition.get("cr2006" if id == "cr2008" else id, "") for by_edition in NO_SUCH_THING.values()]
    known = {topic for topics in reasons for topic in topics.split()}
    missing = without_number(id)
    assert missing <= known
    if id != "cr2008":
        assert known <= missing


def test_a_place_is_one_that_cites_and_not_one_that_says_the_word() -> None:
    found = places()["draw"]
    assert any(place.startswith("fsm/game/flow/turn_actions.py") for place in found)
    assert not any(
        place.startswith(("fsm/turn/address.py", "fsm/turn/notation.py", "fsm/scenario/")) for place in found
    )
    root = Path(__file__).parents[2]
    for word, file, line in cited_words():
        assert word in (root / file).read_text(encoding="utf-8").splitlines()[line - 1]


def test_every_topic_that_a_docstring_or_comment_names_is_a_rule_somewhere() -> None:
    numbered = {topic for _, rule in rules() for topic in rule.topics}
    assert [(word, file) for word, file, _ in named_words() if word not in numbered] == []
    assert any(place.startswith("fsm/edition/data/kinds.toml:") for place in places()["beginning_phase"])
    assert len(places()["blocked"]) == 1


@pytest.fixture(scope="module")
def shown() -> Showing:
    return showing(Path(__file__).parents[2] / "scenarios")


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
    assert rooms <= set(ROOMS)
    assert any(file.startswith("fsm/diagram/") for _, file, _ in cited_words())


def test_every_topic_that_is_only_joined_to_others_is_found() -> None:
    for topic in ("team_effects", "zero_toughness", "departed_priority", "no_attackers", "end_turn_stack", "scheme"):
        assert places()[topic]


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
