"""The editions: what their data says, and what the reader says when the data is wrong."""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from fsm.edition import Edition, PhaseSpec, StepSpec, edition_ids, load_edition
from fsm.edition.reader import build_edition
from fsm.errors import EditionError, UnknownEdition

OLD, NEW = ("cr2006", "cr2008"), ("cr2011", "cr2026")
EDITIONS = OLD + NEW
DATA = files("fsm.edition") / "data"

PHASES = ["beginning", "precombat_main", "combat", "postcombat_main", "ending"]
STOPS = [
    *("untap", "upkeep", "draw", "precombat_main"),
    *("beginning_of_combat", "declare_attackers", "declare_blockers", "combat_damage", "end_of_combat"),
    *("postcombat_main", "end", "cleanup"),
]


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def stops(edition: Edition) -> list[StepSpec]:
    return [stop for phase in edition.phases for stop in (phase.steps or (phase.inside,)) if stop is not None]


def parts(edition: Edition) -> list[PhaseSpec | StepSpec]:
    return [*edition.phases, *stops(edition)]


def in_order(number: str) -> tuple[int, int, int, str]:
    match = re.match(r"(\d+)(?:\.(\d+))?\.?([A-Za-z]*)", number)
    assert match, number
    return int(match[1]), int(match[2] or 0), len(match[3]), match[3]


def broken(**changes: Any) -> dict[str, Any]:
    data = deepcopy(read("cr2011.toml"))
    for table, entries in changes.items():
        data[table] = {**data[table], **entries}
    return data


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> Edition:
    return load_edition(request.param)


def test_the_editions_are_listed_oldest_first() -> None:
    assert edition_ids() == EDITIONS
    assert [load_edition(name).effective for name in EDITIONS] == [
        "2006-10-01",
        "2008-02-01",
        "2011-05-01",
        "2026-09-25",
    ]


def test_a_turn_has_five_phases_and_twelve_stops_in_order(edition: Edition) -> None:
    assert [phase.kind for phase in edition.phases] == PHASES
    assert [stop.kind for stop in stops(edition)] == STOPS


def test_only_main_phases_have_no_steps(edition: Edition) -> None:
    assert [phase.kind for phase in edition.phases if phase.inside] == ["precombat_main", "postcombat_main"]


def test_each_phase_and_step_has_its_rule_in_the_index(edition: Edition) -> None:
    for part in parts(edition):
        assert part.rule in edition.rules, part.name


def test_each_action_has_a_number(edition: Edition) -> None:
    listed = [*edition.leaving_step, *edition.leaving_phase]
    listed += [topic for part in parts(edition) for topic in part.actions]
    listed += [topic for topics in edition.procedures.values() for topic in topics]
    assert [topic for topic in listed if not edition.cite(topic)] == []


def test_each_procedure_has_a_number(edition: Edition) -> None:
    assert all(edition.number(name) for name in edition.procedures)


def test_only_untap_and_cleanup_are_without_priority(edition: Edition) -> None:
    assert {stop.kind: stop.priority for stop in stops(edition) if stop.priority != "always"} == {
        "untap": "never",
        "cleanup": "if_needed",
    }


@pytest.mark.parametrize(
    ("id", "step", "phase"),
    [
        ("cr2006", ("until_end_of",), ("mana_burn", "until_end_of")),
        ("cr2008", ("until_end_of",), ("mana_burn", "until_end_of")),
        ("cr2011", ("mana_empties", "until_end_of"), ("mana_empties", "until_end_of")),
        ("cr2026", ("until_end_of", "mana_empties"), ("until_end_of", "mana_empties")),
    ],
)
def test_what_happens_as_a_step_or_phase_ends(id: str, step: tuple[str, ...], phase: tuple[str, ...]) -> None:
    assert (load_edition(id).leaving_step, load_edition(id).leaving_phase) == (step, phase)


@pytest.mark.parametrize(
    ("id", "stop", "actions"),
    [
        ("cr2006", "untap", ("phasing", "untap")),
        ("cr2011", "untap", ("phasing", "untap")),
        ("cr2026", "untap", ("phasing", "day_night", "untap")),
        ("cr2006", "precombat_main", ()),
        ("cr2011", "precombat_main", ("scheme",)),
        ("cr2026", "precombat_main", ("scheme", "lore_counters", "attractions")),
        ("cr2026", "postcombat_main", ()),
        ("cr2006", "beginning_of_combat", ()),
        ("cr2011", "beginning_of_combat", ("choose_defender",)),
        ("cr2008", "declare_blockers", ("declare_blockers",)),
        ("cr2011", "declare_blockers", ("declare_blockers", "order_blockers", "order_attackers")),
        ("cr2026", "declare_blockers", ("declare_blockers",)),
        ("cr2008", "combat_damage", ("second_damage", "assign_damage", "damage_on_stack")),
        ("cr2026", "combat_damage", ("second_damage", "assign_damage", "deal_damage")),
        ("cr2006", "cleanup", ("discard", "wear_off")),
    ],
)
def test_the_actions_of_a_step_in_order(id: str, stop: str, actions: tuple[str, ...]) -> None:
    assert load_edition(id).step(stop).actions == actions


def test_the_defending_player_is_chosen_as_the_old_combat_phase_starts() -> None:
    assert [load_edition(name).phase("combat").actions for name in EDITIONS] == [("choose_defender",)] * 2 + [()] * 2


@pytest.mark.parametrize("id", EDITIONS)
def test_the_last_phase_has_the_name_of_its_time(id: str) -> None:
    edition = load_edition(id)
    names = ("end phase", "end of turn step") if id in OLD else ("ending phase", "end step")
    assert (edition.phase("ending").name, edition.step("end").name) == names
    if id in OLD:
        assert (edition.term("ending phase"), edition.term("end step")) == names


@pytest.mark.parametrize("id", EDITIONS)
def test_the_zones_of_an_edition(id: str) -> None:
    zones = dict(load_edition(id).zones)
    if id in OLD:
        assert (zones["battlefield"], zones["exile"]) == ("in play", "removed from the game")
        assert "phased_out" in zones
        assert "command" not in zones
    else:
        assert (zones["battlefield"], zones["exile"]) == ("battlefield", "exile")
        assert "phased_out" not in zones
        assert "command" in zones


@pytest.mark.parametrize(
    ("choice", "answers"),
    [
        ("no_attackers", (("declared",), ("declared", "put"), ("declared", "put"), ("declared", "put"))),
        ("second_damage", (("did_not_assign",), ("did_not_assign",), ("had_neither",), ("had_neither",))),
        ("damage_order", (("free",), ("free",), ("announced",), ("free",))),
        ("first_draw_skipped_with_players", (("2",), ("2",), ("2",), ("2",))),
        ("cleanup_ended", (("nothing",), ("nothing",), ("nothing",), ("new_cleanup",))),
        ("attack_requirement", (*(("once_each_turn",),) * 3, ("each_combat",))),
        ("requirement_others", (("required",), ("any",), ("any",), ("any",))),
    ],
)
def test_what_an_edition_chooses(choice: str, answers: tuple[tuple[str, ...], ...]) -> None:
    assert tuple(load_edition(name).choices[choice] for name in EDITIONS) == answers


@pytest.mark.parametrize(
    ("topic", "numbers"),
    [
        ("turn", ("300.1", "300.1", "500.1", "500.1")),
        ("nothing_between", ("300.2", "300.2", "500.11", "500.12")),
        ("extra_turn", ("300.6", "300.6", "500.7", "500.7")),
        ("extra_step_after_phase", ("", "", "", "500.10")),
        ("skip", ("300.9", "300.9", "500.10", "500.11")),
        ("no_attackers", ("308.4", "308.5", "508.6", "508.8")),
        ("second_damage", ("310.5", "310.5", "510.5", "510.4")),
        ("no_backup", ("313.2", "313.2", "513.3", "513.2")),
        ("attack_several", ("602.2", "602.2", "802.2", "802.2")),
        ("attack_restriction", ("500.2", "500.2", "508.1c", "508.1c")),
        ("attack_requirement", ("500.2", "500.2", "508.1d", "508.1d")),
        ("attack_cost", ("308.2d", "308.2d", "508.1g", "508.1h")),
        ("attack_pay", ("308.2f", "308.2f", "508.1i", "508.1j")),
        ("departed_attacked", ("", "", "800.4d", "800.4e")),
        ("mana_burn", ("300.3", "300.3", "", "")),
        ("mana_empties", ("", "", "500.4", "500.5")),
        ("priority_active", ("408.1c", "408.1c", "116.3a", "117.3a")),
        ("end_turn", ("509.1", "509.1", "712.1", "724.1")),
        ("end_combat", ("", "", "", "724.2")),
        ("control_turn", ("507.1", "507.1", "711.1", "723.1")),
        ("departed_active", ("", "600.4f", "800.4g", "800.4j")),
        ("damage_life", ("", "215.2", "118.2", "119.2")),
        ("copy_spell", ("503.10", "503.10", "706.10", "707.10")),
        ("event_trigger", ("410.2", "410.2", "603.2", "603.2")),
    ],
)
def test_the_number_of_a_topic_in_each_edition(topic: str, numbers: tuple[str, ...]) -> None:
    assert tuple(load_edition(name).number(topic) for name in EDITIONS) == numbers


@pytest.mark.parametrize(("id", "first", "count"), [("cr2006", 300, 15), ("cr2011", 500, 15), ("cr2026", 500, 15)])
def test_every_section_about_the_turn_is_in_the_index(id: str, first: int, count: int) -> None:
    rules = load_edition(id).rules
    for section in range(first, first + count):
        assert {str(section), f"{section}.1"} <= rules.keys()


def test_numbers_of_another_edition_are_gone() -> None:
    rules = load_edition("cr2026").rules
    assert not {"712.1", "711.1", "716.1", "510.5", "506.6a", "509.7", "103.7a", "702.23"} & rules.keys()


def test_the_index_is_in_rising_order(edition: Edition) -> None:
    assert list(edition.rules) == sorted(edition.rules, key=in_order)


@pytest.mark.parametrize("name", [f"{name}.toml" for name in EDITIONS])
def test_a_file_lists_its_rules_in_rising_order(name: str) -> None:
    numbers = list(read(name)["rules"])
    assert numbers == sorted(numbers, key=in_order)


def test_each_topic_is_cited_by_some_edition() -> None:
    assert [
        topic for topic in read("topics.toml") if not any(load_edition(name).cite(topic) for name in EDITIONS)
    ] == []


def test_no_two_topics_say_the_same() -> None:
    texts = list(read("topics.toml").values())
    assert len(set(texts)) == len(texts)


def test_each_rule_says_something_short(edition: Edition) -> None:
    assert {n: len(rule.says) for n, rule in edition.rules.items() if not 0 < len(rule.says) <= 140} == {}


@pytest.mark.parametrize("id", OLD)
def test_an_old_edition_speaks_its_own_words(id: str) -> None:
    later = re.compile(r"battlefield|exile|\bcasts?\b|activate\b|state-based action|turn-based|end step|ending phase")
    assert {n: rule.says for n, rule in load_edition(id).rules.items() if later.search(rule.says)} == {}


@pytest.mark.parametrize("name", [f"{name}.toml" for name in EDITIONS])
def test_what_is_shared_is_not_written_twice(name: str) -> None:
    topics, data = read("topics.toml"), read(name)
    for number, entry in data["rules"].items():
        if isinstance(entry, dict):
            assert entry["says"] not in topics.values(), number
    parent = read(f"{data['extends']}.toml") if "extends" in data else {}
    for table in parent.keys() & data.keys() - {"phases"}:
        if isinstance(data[table], dict):
            repeated = [key for key, value in data[table].items() if parent[table].get(key) == value]
            assert repeated == [], table
    for number, entry in data["rules"].items():
        assert entry is not False or number in parent["rules"], f"{number} drops nothing"


def test_an_unknown_edition_comes_with_a_hint() -> None:
    with pytest.raises(UnknownEdition, match=r'no edition \'cr2016\' \(did you mean "cr20[12]6"\?\).*cr2006, cr2008'):
        load_edition("cr2016")


def test_an_unknown_topic_is_named_with_its_rule() -> None:
    with pytest.raises(EditionError, match=r"cr2011: rule 500\.7 names the unknown topic 'extra_tern'.*\"extra_turn\""):
        build_edition(broken(rules={"500.7": "extra_tern"}), read("topics.toml"))


def test_a_step_without_a_table_is_named() -> None:
    data = broken()
    del data["steps"]["upkeep"]
    with pytest.raises(EditionError, match="cr2011: no step 'upkeep'"):
        build_edition(data, read("topics.toml"))


def test_an_action_without_a_rule_is_named() -> None:
    with pytest.raises(EditionError, match="cr2011: the action 'mana_burn' has no rule"):
        build_edition(broken(leaving={"phase": ["mana_burn"]}), read("topics.toml"))


def test_every_choice_is_one_that_the_engine_asks_for() -> None:
    room = Path(__file__).parents[2] / "fsm" / "game"
    code = "".join(file.read_text(encoding="utf-8") for file in room.rglob("*.py"))
    for id in edition_ids():
        assert [name for name in load_edition(id).choices if f'"{name}"' not in code] == []
