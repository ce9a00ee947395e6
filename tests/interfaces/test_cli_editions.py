"""An edition of one's own, wherever the command line takes an edition."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from commands import Fsm

from fsm.edition import kinds_in_use, load_edition, naming
from fsm.errors import AddressError
from fsm.turn import base_turn, parse_address

EDITION = """\
title = "With a reflection step"
like = "cr2026"
[phases.ending]
steps = ["end", "reflection", "cleanup"]
[steps.reflection]
token = "RF"
name = "reflection step"
rule = "H.1"
actions = ["draw"]
[rules]
"H.2" = "extra_phase"
"500.8" = false
"H.1" = { says = "The active player draws a card." }
"""
TODAY = 'name: today\nplayers: [Ann, Bob]\nexpect: {steps: {T1: "U Up [D] | M1 | BC DA [DB] [CD] EC | M2 | E CL"}}\n'
HOUSE = """\
name: house
players: [Ann, Bob]
cards: [{name: Diary, type: enchantment, triggers: [{when: reflection, do: [{life: 1}]}]}]
script: [{at: T1.reflection, Ann: pass}]
expect: {order: [end < reflection], happens: [{event: step.begin, at: T1.reflection, rule: H.1}]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an edition, a scenario that speaks of its step, and one that does not."""
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "mine.toml").write_text(EDITION, encoding="utf-8")
    (tmp_path / "house" / "one.turn.yaml").write_text(f"edition: mine.toml\n{HOUSE}", encoding="utf-8")
    (tmp_path / "today.turn.yaml").write_text(TODAY, encoding="utf-8")
    return tmp_path


MINE = "house/mine.toml"


@pytest.mark.usefixtures("folder")
def test_a_scenario_names_an_edition_beside_it(fsm: Fsm) -> None:
    done = fsm("run", "house/one.turn.yaml", "--trace", "-")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[0])["edition"] == MINE
    assert "\n1 passed" in fsm("test", "house").stdout


def test_a_scenario_is_judged_by_an_edition_that_is_like_its_own(fsm: Fsm, folder: Path) -> None:
    assert fsm("run", "today.turn.yaml").exit_code == 0
    done = fsm("run", "today.turn.yaml", "--edition", MINE)
    assert (done.exit_code, "the steps of T1 differ" in done.stderr) == (1, True)
    tried = fsm("test", "--edition", MINE, ".")
    assert tried.exit_code == 1
    assert "1 failed, 1 passed" in tried.stdout
    assert "debug     fsm debug today.turn.yaml --edition house/mine.toml --stop-at " in tried.stdout
    (folder / "old.turn.yaml").write_text(f"edition: cr2006\n{TODAY}", encoding="utf-8")
    assert "1 failed, 1 passed" in fsm("test", "--edition", MINE, ".").stdout, "an edition it is not like is left out"


def test_a_file_that_names_no_edition_may_speak_of_the_one_that_is_tried(fsm: Fsm, folder: Path) -> None:
    (folder / "free.turn.yaml").write_text(HOUSE.replace(", rule: H.1", ""), encoding="utf-8")
    assert fsm("run", "free.turn.yaml", "--edition", MINE).exit_code == 0
    refused = fsm("run", "free.turn.yaml")
    assert (refused.exit_code, "'reflection'" in refused.stderr) == (2, True)


@pytest.mark.usefixtures("folder")
def test_pictures_rules_and_schemas_of_an_edition(fsm: Fsm) -> None:
    for command in (
        ("turn", "--edition", MINE, "--at", "reflection"),
        ("turn", "--edition", MINE, "--level", "machine"),
        ("compare", "cr2026", MINE),
        ("scenario", "house/one.turn.yaml", "--at", "T1.reflection"),
        ("timeline", "house/one.turn.yaml"),
        ("rule", "insert_phases", "--edition", MINE),
        ("rule", "H.2", "--edition", MINE),
    ):
        drawn = fsm("diagram", *command, "-o", "-")
        assert drawn.exit_code == 0, drawn.stderr
        assert drawn.stdout.startswith("digraph")
    refused = fsm("diagram", "rule", "H.1", "--edition", MINE, "-o", "-")
    assert refused.exit_code == 2
    assert refused.stderr.strip().endswith("H.2"), "the numbers that have a rewrite, in order"
    assert "The active player draws a card." in fsm("rules", "H.1", "--edition", MINE).stdout
    assert "reflection" in fsm("schema", "scenario", "--edition", MINE).stdout
    assert "reflection" not in fsm("schema", "scenario").stdout


@pytest.mark.parametrize("command", [("run", "today.turn.yaml"), ("diagram", "turn", "-o", "-"), ("rules", "500.1")])
def test_an_edition_that_cannot_be_read_is_said_with_its_place(
    fsm: Fsm, folder: Path, command: tuple[str, ...]
) -> None:
    (folder / "bad.toml").write_text(f"{EDITION}[choice]\n", encoding="utf-8")
    done = fsm(*command, "--edition", "bad.toml")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("bad.toml:14:2: unknown key 'choice' (did you mean \"choices\"?)")
    gone = fsm(*command, "--edition", "gone.toml")
    assert (gone.exit_code, gone.stderr.strip()) == (2, "gone.toml: cannot be read: no such file or directory")
    tried = fsm("test", "--edition", "bad.toml", "today.turn.yaml")
    assert tried.exit_code == 2


def test_what_an_edition_has_more_is_known_where_it_is_in_use(folder: Path) -> None:
    edition = load_edition(folder / MINE)
    assert str(parse_address("T1.reflection", edition.kinds)) == "T1.reflection"
    with naming([edition.kinds]):
        assert kinds_in_use().phase_of["reflection"] == "ending"
        assert str(parse_address("ending.reflection#2")) == "ending.reflection#2"
    with pytest.raises(AddressError):
        parse_address("T1.reflection")
    turn = base_turn(edition)
    assert pickle.loads(pickle.dumps(turn)) is turn  # noqa: S301  # made in the line itself
