"""``fsm drive --known``: a file of what an engine is known to do otherwise, for continuous integration."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from commands import ROOT, Fsm, told_vectors
from engines import TOPICS

SOME = ("-e", "cr2026", "--from", "extra-turns")
WRONG = ("drive", "mine:OldestExtraTurnFirst", *SOME)
RIGHT = ("drive", "mine:Engine", *SOME)
KNOWN = ("--known", "known.txt")


@pytest.fixture(autouse=True)
def _mine(tmp_path: Path, extra_turns: Path) -> None:
    text = f"import sys\nsys.path.insert(0, {str(ROOT / 'tests')!r})\nfrom engines.wrong import *\n"
    (tmp_path / "mine.py").write_text(f"{text}from engines.reference import Engine\n", encoding="utf-8")
    (tmp_path / "extra-turns").symlink_to(extra_turns, target_is_directory=True)


@pytest.mark.slow
def test_what_is_known_does_not_fail_and_what_is_new_does(fsm: Fsm, tmp_path: Path) -> None:
    first = fsm(*WRONG, *KNOWN, "--update-known")
    file = tmp_path / "known.txt"
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    assert (first.exit_code, first.stderr) == (0, f"Wrote {len(lines)} known differences to known.txt\n")
    assert len(lines) > 3
    again = fsm(*WRONG, *KNOWN)
    assert (again.exit_code, again.stdout.count("\n")) == (0, 1)
    assert f"{len(lines)} differ. {len(lines)} of these are known, 0 new." in again.stdout
    gone, at, *_ = lines[0].split()
    for changed in (lines[1:], [f"{gone} {int(at) + 1}", *lines[1:]]):
        file.write_text("\n".join(changed), encoding="utf-8")
        new = fsm(*WRONG, *KNOWN, "--json", "--junitxml", "out.xml")
        report: dict[str, Any] = json.loads(new.stdout)
        assert (new.exit_code, report["new"], report["differ"]) == (1, 1, len(lines))
        assert [one["id"] for one in report["differences"] if not one["known"]] == [gone]
        suite = ElementTree.parse(tmp_path / "out.xml").getroot()[0]  # noqa: S314  # our own file
        assert [len(suite.findall(f"testcase/{tag}")) for tag in ("failure", "skipped")] == [1, len(lines) - 1]
        assert (suite.attrib["failures"], suite.attrib["skipped"]) == ("1", str(len(lines) - 1))
        told = fsm(*WRONG, *KNOWN).stdout
        assert told.startswith(f"{gone}: ")
        assert told.count("  expected   ") == 1


def test_what_was_not_played_stays_in_the_file(fsm: Fsm, tmp_path: Path) -> None:
    fsm(*WRONG, *KNOWN, "--update-known")
    file = tmp_path / "known.txt"
    before = file.read_text(encoding="utf-8")
    one = next(line for line in before.splitlines() if line[0] != "#").split()[0]
    assert fsm(*RIGHT, *KNOWN, "--update-known", "-k", one).exit_code == 0
    assert file.read_text(encoding="utf-8").splitlines() == [line for line in before.splitlines() if one not in line]


def test_what_is_mended_is_told_and_taken_out(fsm: Fsm, tmp_path: Path) -> None:
    fsm(*WRONG, *KNOWN, "--update-known")
    mended = fsm(*RIGHT, *KNOWN)
    assert mended.exit_code == 0
    assert "known ones are not there any more; --update-known takes them out: " in mended.stdout
    assert fsm(*RIGHT, *KNOWN, "--update-known").exit_code == 0
    assert all(line[0] == "#" for line in (tmp_path / "known.txt").read_text(encoding="utf-8").splitlines())


def test_a_file_that_cannot_be_used(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "known.txt").write_text("# a note\n\na b c\n", encoding="utf-8")
    wrong = fsm(*WRONG, *KNOWN)
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("known.txt:3:1: found 'a b c', expected the id of a scenario and a number")
    assert fsm(*WRONG, "--known", "missing.txt").exit_code == 2
    assert "--update-known writes the file that --known names" in fsm(*WRONG, "--update-known").stderr


COMMON = """
class Common(OldestExtraTurnFirst):
    "It draws in the first turn, skips nothing without attackers, and takes the oldest extra turn first."
    def next_turn(self):
        self.several = True
        super().next_turn()
    def leave_step(self):
        if self.now.step == "declare_attackers":
            self.combat.attacked = True
        super().leave_step()
"""
ALL = ("drive", "mine:Common", "-e", "cr2026", "--json", "--from", "all")


@pytest.fixture(params=["every day", pytest.param("all", marks=pytest.mark.slow)], scope="module")
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vectors of what engines are asked every day, or all."""
    return told_vectors(tmp_path_factory.mktemp("told"), *([""] if request.param == "all" else ["06-combat", *TOPICS]))


def test_common_bugs_do_not_hide_another_one(fsm: Fsm, tmp_path: Path, told: Path) -> None:
    (tmp_path / "all").symlink_to(told, target_is_directory=True)
    with (tmp_path / "mine.py").open("a", encoding="utf-8") as file:
        file.write(COMMON)
    alone = json.loads(fsm("drive", WRONG[1], *ALL[2:]).stdout)
    (rule,) = alone["broken"]
    hidden = json.loads(fsm(*ALL).stdout)
    found, most = Counter(one["number"] for one in hidden["broken"] for _ in one["vectors"]), hidden["played"] // 2
    assert found["103.8a"] > most
    assert found["500.7"] < len(rule["vectors"]) / 2
    tolerant = json.loads(fsm(*ALL, "--tolerate", "103.8a, 508.8").stdout)
    shown = {vector for one in tolerant["broken"] if one["number"] == "500.7" for vector in one["vectors"]}
    assert shown == set(rule["vectors"])
    assert not {"103.8a", "508.8"} & {one["number"] for one in tolerant["broken"]}
    assert sum("103.8a" in rules for rules in tolerant["followed"].values()) > most
    assert sum("508.8" in rules for rules in tolerant["followed"].values()) > most // 2
    assert len(tolerant["hidden"]) < most // 25
    assert tolerant["failed"] == 0


def test_what_is_left_out_is_followed_too(fsm: Fsm, tmp_path: Path, told: Path) -> None:
    (tmp_path / "all").symlink_to(told, target_is_directory=True)
    with (tmp_path / "mine.py").open("a", encoding="utf-8") as file:
        file.write("\nclass Two(NoSecondDamageStep, OldestExtraTurnFirst): pass\n")
    done = json.loads(fsm("drive", "mine:Two", *ALL[2:], "--tolerate", "510.4").stdout)
    assert {one["number"] for one in done["broken"]} == {"500.7"}
    assert len(done["followed"]) > done["played"] // 80
    assert set(done["hidden"].values()) == {"510.4"}
    assert len(done["hidden"]) < 3, "those in which something is done in the step that is left out"


def test_a_rule_that_is_not_there_cannot_be_tolerated(fsm: Fsm) -> None:
    wrong = fsm(*WRONG, "--tolerate", "500.77")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "no rule '500.77' in cr2026 (did you mean" in wrong.stderr
