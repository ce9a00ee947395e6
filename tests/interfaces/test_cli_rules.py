"""``fsm rules`` and ``fsm schema``: what can be looked up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Fsm

from fsm.edition import load_edition
from fsm.rulebook import Shown, entries


def test_rules_are_listed_and_explained(fsm: Fsm) -> None:
    listed = fsm("rules", "--edition", "cr2006").stdout.splitlines()
    assert listed[0].startswith("Comprehensive Rules, 1 October 2006 (cr2006): ")
    assert len(listed) > 150
    one = fsm("rules", "300.6").stdout
    assert "300.6  Comprehensive Rules, 1 October 2006 (cr2006)" in one
    assert "also      cr2026: 500.7" in one
    assert "in code   fsm/game/" in one
    unknown = fsm("rules", "300.66")
    assert (unknown.exit_code, unknown.stdout) == (2, "")
    assert 'did you mean "300.6"' in unknown.stderr


SHOWN = """
name: lesson {n}
edition: [cr2006, cr2026]
rules: {{cr2006: ["300.6"{more}], cr2026: ["500.7"]}}
players: [Ann, Bob]
expect: {{turns: [Ann]}}
"""


def scenarios(folder: Path, count: int) -> None:
    """Scenarios that name 300.6; the last one names nothing else under cr2006."""
    (folder / "scenarios").mkdir()
    for n in range(1, count + 1):
        text = SHOWN.format(n=n, more="" if n == count else ', "300.7"')
        (folder / "scenarios" / f"{n:02}.turn.yaml").write_text(text, encoding="utf-8")


def test_the_most_specific_scenarios_of_a_rule_are_named_and_all_if_asked(fsm: Fsm, tmp_path: Path) -> None:
    scenarios(tmp_path, 8)
    told = fsm("rules", "300.6", "-e", "cr2006").stdout.splitlines()
    shown = [line.split()[-1] for line in told if line.startswith("  shown by  ")]
    assert shown == ["8", "1", "2", "3", "4"]
    assert told[-1].strip() == "and 3 more; --all names them"
    everything = fsm("rules", "300.6", "-e", "cr2006", "--all").stdout
    assert everything.count("shown by") == 8
    assert "--all" not in everything


def test_a_broken_scenario_file_does_not_keep_a_rule_from_being_explained(fsm: Fsm, tmp_path: Path) -> None:
    scenarios(tmp_path, 2)
    (tmp_path / "scenarios" / "03.turn.yaml").write_text("name: [300.6\n", encoding="utf-8")
    assert fsm("rules", "300.6", "-e", "cr2006").stdout.count("shown by") == 2


def test_a_rule_that_is_missing_or_that_nothing_can_show_says_so(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(HOUSE, encoding="utf-8")
    assert (
        "  missing   not implemented: the rest of it" in fsm("rules", "H.3", "-e", str(tmp_path / "mine.toml")).stdout
    )
    assert (
        "  partly    not implemented: the other half" in fsm("rules", "H.5", "-e", str(tmp_path / "mine.toml")).stdout
    )
    assert "  no test   a heading" in fsm("rules", "217.2", "-e", "cr2006").stdout


def test_words_are_looked_for_in_any_case_at_the_beginning_of_words(fsm: Fsm) -> None:
    found = fsm("rules", "EXTRA", "turn", "-e", "cr2026")
    assert found.exit_code == 0
    assert "500.7" in found.stdout
    assert "500.1 " not in found.stdout
    none = fsm("rules", "zebra")
    assert (none.exit_code, none.stdout) == (1, "")
    assert "no rule says 'zebra'" in none.stderr


def test_two_editions_stand_side_by_side(fsm: Fsm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    one = fsm("rules", "300.6", "--compare", "cr2026").stdout.splitlines()
    assert one[0].split("   ")[0] == "Comprehensive Rules, 1 October 2006 (cr2006)"
    assert (one[1].startswith("300.6 "), "500.7 " in one[1], len(one) < 8) == (True, True, True)
    whole = fsm("rules", "-e", "cr2006", "--compare", "cr2026").stdout
    assert "\n–  " in whole
    assert "731.1" in whole
    assert "mana left in the" in whole


def test_the_rules_of_a_section_are_listed_by_its_number(fsm: Fsm) -> None:
    for number in ("903", "CR903"):
        lines = fsm("rules", number).stdout.splitlines()
        assert lines[0].startswith("Comprehensive Rules, 25 September 2026 (cr2026): ")
        assert {line[:4] for line in lines if line} == {"Comp", "903."}
    assert fsm("rules", "601.2").stdout.startswith("601.2  ")
    assert "no rule '90'" in fsm("rules", "90").stderr


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--compare", "cr2026"], "compares an edition with itself"),
        (["extra", "--compare", "cr2006"], "--compare takes the number of one rule"),
        (["300.66", "--compare", "cr2006"], "no rule '300.66'"),
        (["--compare", "cr1999"], "there is no edition 'cr1999'"),
        (["extra", " "], "found an empty text"),
        (["--uncovered", "300.6"], "--uncovered is about all rules"),
    ],
)
def test_what_cannot_be_answered_is_said_on_one_line(fsm: Fsm, arguments: list[str], why: str) -> None:
    done = fsm("rules", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1


HOUSE = """
title = "Ours"
like = "cr2006"

[rules]
"H.1" = { says = "A rule of our own." }
"H.2" = { says = "A word of our own.", untested = "definition" }
"H.3" = { topic = "mana_burn", says = "A rule that we know.", missing = "the rest of it" }
"H.4" = "mana_burn"
"H.5" = { topic = "extra_turn", says = "A rule that we half know.", partly = "the other half" }
"""


def test_uncovered_rules_lack_a_place_or_a_scenario_or_both(fsm: Fsm, tmp_path: Path) -> None:
    scenarios(tmp_path, 2)
    (tmp_path / "mine.toml").write_text(HOUSE, encoding="utf-8")
    done = fsm("rules", "--uncovered", "-e", "mine.toml")
    said = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert done.exit_code == 1
    assert said["H.1"].endswith("A rule of our own. [no place in the code, no scenario]")
    assert said["H.3"].endswith("A rule that we know. [not implemented: the rest of it]")
    assert said["H.4"].endswith("1 life for each mana lost. [no scenario]")
    assert said["H.5"].endswith("[no scenario, partly; not implemented: the other half]")
    assert "H.2" not in said
    edition = load_edition("cr2006")
    shown = {("cr2006", number): [Shown("a", "a", 1)] for number in edition.rules}
    everywhere = {topic: ("somewhere",) for rule in edition.rules.values() for topic in rule.topics}
    lacking = [one.lacks() for one in entries(edition, shown, everywhere) if one.lacks()]
    assert {what.partition(":")[0] for (what,) in lacking} <= {
        "not implemented",
        "no place in the code",
        "partly; not implemented",
    }


def test_a_reason_that_there_is_not_is_an_error_with_its_place(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(HOUSE.replace('"definition"', '"headline"'), encoding="utf-8")
    done = fsm("rules", "-e", "mine.toml")
    assert done.exit_code == 2
    assert done.stderr.startswith("mine.toml:7:")
    assert "expected" in done.stderr


@pytest.mark.parametrize("what", ["scenario", "trace", "engine", "vector"])
def test_schemas_are_printed_as_json(fsm: Fsm, what: str) -> None:
    done = fsm("schema", what)
    assert json.loads(done.stdout)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_rules_are_found_by_words_in_one_text_and_by_parts_of_words(fsm: Fsm) -> None:
    phrase = fsm("rules", "EXTRA phase", "-e", "cr2006").stdout
    assert phrase == fsm("rules", "extra", "phase", "-e", "cr2006").stdout
    assert "300.7  An extra phase" in phrase
    assert fsm("rules", "xtra phas", "-e", "cr2006").stdout == phrase.partition("\n\n")[2]
    assert fsm("rules", "extra untapness").exit_code == 1
