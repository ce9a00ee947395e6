"""The editions: what their data says, and what the reader says when the data is wrong."""

from __future__ import annotations

import pickle
import re
import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import pytest

from fsm.edition import Edition, PhaseSpec, StepSpec, days, edition_ids, every_edition_id, kinds_in_use, load_edition
from fsm.edition.model import EndCombat, EndTurn, Leaving, TurnBasedAction
from fsm.edition.renumbering import new_numbers
from fsm.errors import EditionError, UnknownEdition
from fsm.turn import base_turn

OLD, NEW = ("cr2006", "cr2008"), ("cr2011", "cr2026")
EDITIONS = OLD + NEW
DATA = files("fsm.edition") / "data"
SCENARIOS = Path(__file__).parents[2] / "scenarios"

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


@pytest.fixture
def wrong(tmp_path: Path) -> Callable[..., str]:
    """What is said of an edition file that has these lines, without its folder."""

    def say(*lines: str) -> str:
        file = tmp_path / "mine.toml"
        file.write_text("\n".join(lines), encoding="utf-8")
        with pytest.raises(EditionError) as caught:
            load_edition(file)
        return str(caught.value).replace(f"{tmp_path}/", "")

    return say


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> Edition:
    return load_edition(request.param)


def test_all_that_is_wrong_in_an_edition_is_said_at_once(wrong: Callable[..., str]) -> None:
    said = wrong(
        'like = "cr2026"\ntitle = "Mine"',
        "[phases.ending]",
        'steps = ["end", "reflecton", "cleanup"]',
        "[steps.end]",
        'token = "M"',
        'priority = "if_needed"',
        "[rules]",
        '"H.1" = { topic = "drw" }',
        '"H.2" = { topic = "utnap" }',
    )
    assert [line.split(",")[0] for line in said.splitlines()] == [
        "mine.toml:4:17: there is no step 'reflecton'; add [steps.reflecton]",
        "mine.toml:6:9: found 'M'",
        "mine.toml:7:12: only the step cleanup can have the priority if_needed; expected always or never",
        "mine.toml:9:19: rule H.1 names the unknown topic 'drw' (did you mean \"draw\"?)",
        "mine.toml:10:19: rule H.2 names the unknown topic 'utnap' (did you mean \"untap\"?)",
    ]


def test_an_edition_comes_back_as_itself(edition: Edition) -> None:
    assert pickle.loads(pickle.dumps(edition)) is edition  # noqa: S301  # made in the line itself
    assert edition.kinds is kinds_in_use(), "those that come with the package have the same phases and steps"


def test_the_editions_are_listed_oldest_first() -> None:
    assert edition_ids() == EDITIONS
    assert [load_edition(name).effective for name in EDITIONS] == [
        "2006-10-01",
        "2008-02-01",
        "2011-05-01",
        "2026-09-25",
    ]


def test_years_and_today_mean_editions() -> None:
    for id in edition_ids():
        assert load_edition(load_edition(id).effective[:4]) is load_edition(id)
    assert load_edition("today") is load_edition() is load_edition(edition_ids()[-1])
    assert base_turn("2008") == base_turn("cr2008") != base_turn("today")


def test_an_edition_can_extend_one_by_its_year(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('title = "Mine"\nlike = "2006"\n')
    assert load_edition(tmp_path / "mine.toml").cite("extra_turn") == ("300.6",)


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
        ("copy_spell", ("503.10", "503.10", "706.9", "707.10")),
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
    """By one of the package, or by one of those beside the scenarios."""
    beside = sorted(map(str, SCENARIOS.rglob("*.toml")))
    assert len(beside) > 3
    editions = [load_edition(name) for name in (*every_edition_id(), *beside)]
    assert [topic for topic in read("topics.toml") if not any(one.cite(topic) for one in editions)] == []


def test_no_two_topics_say_the_same() -> None:
    texts = list(read("topics.toml").values())
    assert len(set(texts)) == len(texts)


def test_each_rule_says_something_short(edition: Edition) -> None:
    assert {n: len(rule.says) for n, rule in edition.rules.items() if not 0 < len(rule.says) <= 140} == {}


@pytest.mark.parametrize("id", [id for id, day in days().items() if day < "2009-07"])
def test_an_old_edition_speaks_its_own_words(id: str) -> None:
    later = re.compile(r"battlefield|exile|\bcasts?\b|activate\b|state-based action|turn-based|end step|ending phase")
    assert {n: rule.says for n, rule in load_edition(id).rules.items() if later.search(rule.says)} == {}


@pytest.mark.parametrize("name", [f"{name}.toml" for name in EDITIONS])
def test_what_is_shared_is_not_written_twice(name: str) -> None:
    topics, data = read("topics.toml"), read(name)
    for number, entry in data["rules"].items():
        if isinstance(entry, dict):
            assert entry.get("says") not in topics.values(), number
    parent = read(f"{data['like']}.toml") if "like" in data else {}
    for table in parent.keys() & data.keys():
        if isinstance(data[table], dict):
            repeated = [key for key, value in data[table].items() if parent[table].get(key) == value]
            assert repeated == [], table


@pytest.mark.parametrize("id", every_edition_id())
def test_what_an_edition_drops_is_in_the_one_it_extends(id: str) -> None:
    data = read(f"{id}.toml")
    there = new_numbers(load_edition(data["like"]).rules, data).values() if "like" in data else ()
    assert [number for number, entry in data.get("rules", {}).items() if entry is False and number not in there] == []


def test_an_unknown_edition_comes_with_a_hint() -> None:
    with pytest.raises(UnknownEdition, match=r'no edition \'cr2016\' \(did you mean "cr20[12]6"\?\).*cr2006, cr2008'):
        load_edition("cr2016")
    with pytest.raises(UnknownEdition, match="there is no edition ''"):
        load_edition("")


HEAD = ('title = "Mine"', 'like = "cr2026"')
WRONG = {
    "an unknown key": (
        ["[steps.end]", 'nam = "end step"'],
        "mine.toml:4:1: unknown key 'nam' (did you mean \"name\"?); known here: token, name, rule, actions, priority",
    ),
    "an unknown table": (["[step.end]"], "mine.toml:3:2: unknown key 'step' (did you mean \"steps\"?)"),
    "a misspelt choice": (
        ["[choices]", 'damage_order = "fre"'],
        "mine.toml:4:16: found 'fre' (did you mean \"free\"?), expected free or announced",
    ),
    "an unknown choice": (
        ["[choices]", "damage_orders = 1"],
        "mine.toml:4:1: unknown key 'damage_orders' (did",
    ),
    "an unknown action": (
        ["[steps.draw]", 'actions = ["phasing",', '  "drawn"]'],
        "mine.toml:5:3: found 'drawn' (did you mean \"draw\"?), expected phasing, day_night,",
    ),
    "an action without a rule": (
        ["[leaving]", 'step = ["mana_burn"]'],
        "mine.toml:4:9: the action 'mana_burn' has no rule; give its number under [rules]",
    ),
    "a missing rule": (
        ["[steps.end]", 'rule = "514"', "[rules]", '"514" = false'],
        "mine.toml:4:8: no rule '514' under [rules]",
    ),
    "an unknown topic": (
        ["[rules]", '"500.7" = "extra_tern"'],
        "mine.toml:4:11: rule 500.7 names the unknown topic 'extra_tern' (did you mean \"extra_turn\"?)",
    ),
    "a step that is not there": (
        ["[phases.ending]", 'steps = ["end", "reflection", "cleanup"]'],
        "mine.toml:4:17: there is no step 'reflection'; add [steps.reflection], with its name and rule",
    ),
    "a step without a name": (
        ["[steps.reflection]", 'token = "R"', 'rule = "514"'],
        'mine.toml:3:1: the key "name" is missing',
    ),
    "a token of another step": (
        ["[steps.reflection]", 'token = "U"', 'rule = "514"', 'name = "x"'],
        "mine.toml:4:9: the token U belongs to another step",
    ),
    "the token of main phases": (["[steps.end]", 'token = "M"'], "mine.toml:4:9: found 'M', expected a token"),
    "a step called as a phase": (
        ["[steps.combat]", 'token = "X"', 'rule = "514"', 'name = "x"'],
        "mine.toml:3:8: found 'combat', expected a name of small letters",
    ),
    "a step in two phases": (
        ["[phases.beginning]", 'steps = ["untap", "end"]'],
        "mine.toml:4:9: the step end is in the phase ending too",
    ),
    "a main phase with steps": (["[phases.combat]", "steps = []"], "mine.toml:3:9: the phase combat has no steps"),
    "a phase twice": (['turn = ["combat", "combat"]'], "mine.toml:3:19: duplicate phase combat"),
    "no phase": (["turn = []"], "mine.toml:3:8: found a turn without phases"),
    "a number that is none": (
        ["[rules]", '"a b" = "skip"'],
        "mine.toml:4:1: found 'a b', expected the number of",
    ),
    "a rule that says nothing": (["[rules]", '"H.1" = {}'], "mine.toml:4:9: rule H.1 has no text"),
    "a letter": (["[phases.combat]", 'letter = "cc"'], "mine.toml:4:10: found 'cc', expected one capital letter"),
    "an unknown zone": (["[zones]", 'exil = "x"'], "mine.toml:4:1: found 'exil' (did you mean \"exile\"?)"),
    "an unknown term": (["[terms]", 'casted = "x"'], "mine.toml:4:1: found 'casted' (did you mean \"cast\"?)"),
    "no TOML": (["[zones"], "mine.toml:3:7: this is not TOML: expected ']' at the end of a table declaration"),
    "a long line": ([f"a{'.a' * 500} = 1"], "mine.toml:3: found a line of 1005 characters"),
    "a deep nest": ([f"a{'.a' * 50} = 1"], "mine.toml:1: 'a' is nested more than 12 levels deep"),
    "a deeper nest": ([f"a = {'[' * 900}"], "mine.toml:1: this is nested more than 12 levels deep"),
    "a long number": ([f"a = {'9' * 990}"], "mine.toml:3:1: unknown key 'a'"),
    "a name of two lines": (
        ["[steps.end]", 'name = "a\\nb"'],
        "mine.toml:4:8: found the unprintable character '\\n' in the name",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_with_a_file_is_said_at_its_place(what: str, wrong: Callable[..., str]) -> None:
    lines, said = WRONG[what]
    assert said in wrong(*HEAD, *lines)


def test_a_file_says_what_it_is_like(wrong: Callable[..., str], tmp_path: Path) -> None:
    assert 'mine.toml:1:1: the key "leaving" is missing' in wrong('title = "Mine"')
    assert wrong('like = "cr2026"').startswith('mine.toml:1:1: the key "title" is missing')
    assert wrong('title = "Mine"', 'like = "cr2025"').startswith("mine.toml:2:8: there is no edition 'cr2025' (did you")
    assert "a cycle" in wrong('title = "Mine"', 'like = "mine.toml"')
    assert wrong('title = "Mine"', 'like = "gone.toml"').startswith("gone.toml: cannot be read")
    assert wrong('title = "Mine"', "like = 3").startswith("mine.toml:2:8: expected the name of an edition")
    (tmp_path / "large.toml").write_text("#" * 200_000, encoding="utf-8")
    with pytest.raises(EditionError, match=r"large.toml: the file is larger than 131,072 bytes"):
        load_edition(tmp_path / "large.toml")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("[steps.untap]", 'token = "E"'), "3:1: steps.end.token: the token E belongs to another step"),
        (("[steps]", "upkeep = false"), "2:8: phases.beginning.steps.1: there is no step 'upkeep'"),
        (("[phases]", "combat = false"), "2:8: turn.2: there is no phase 'combat'"),
    ],
)
def test_what_makes_an_entry_of_the_package_wrong_is_in_the_file_that_did_it(
    wrong: Callable[..., str], tmp_path: Path, lines: tuple[str, ...], said: str
) -> None:
    assert said in (found := wrong(*HEAD, *lines))
    assert found.startswith("mine.toml:")
    (tmp_path / "mine.toml").rename(tmp_path / "parent.toml")
    assert wrong('title = "Child"', 'like = "parent.toml"').startswith(("parent.toml:", "mine.toml:"))


def test_an_edition_like_another_has_what_it_does_not_change(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(
        'title = "One"\nlike = "cr2026"\n[steps.end]\nname = "last step"\n', encoding="utf-8"
    )
    (tmp_path / "two.toml").write_text(
        'title = "Two"\nlike = "one.toml"\n[choices]\ndamage_order = "announced"\n', encoding="utf-8"
    )
    two, today = load_edition(tmp_path / "two.toml"), load_edition("cr2026")
    assert (two.title, two.name, two.like, two.effective) == ("Two", "two", str(tmp_path / "one.toml"), "")
    assert two.step("end").name == "last step"
    assert {name for name in today.choices if two.choices[name] != today.choices[name]} == {"damage_order"}
    assert two.rules == today.rules
    assert load_edition(str(tmp_path / "two.toml")) is two
    (tmp_path / "one.toml").write_text('title = "One"\nlike = "cr2026"\n', encoding="utf-8")
    assert load_edition(tmp_path / "two.toml").step("end").name == "end step"


def test_the_actions_that_a_file_may_name_are_those_of_the_game() -> None:
    from fsm.game.effects.ending import ENDING_ACTIONS
    from fsm.game.flow.turn_actions import ACTIONS, LEAVING

    assert set(get_args(TurnBasedAction)) == set(ACTIONS)
    assert set(get_args(Leaving)) == set(LEAVING)
    assert {*get_args(EndTurn), *get_args(EndCombat)} == set(ENDING_ACTIONS)


def test_every_choice_is_one_that_the_engine_asks_for() -> None:
    fsm = Path(__file__).parents[2] / "fsm"
    files = (*fsm.glob("game/**/*.py"), *fsm.glob("turn/**/*.py"))
    code = "".join(file.read_text(encoding="utf-8") for file in files)
    for id in edition_ids():
        assert [name for name in load_edition(id).choices if f'"{name}"' not in code] == []
