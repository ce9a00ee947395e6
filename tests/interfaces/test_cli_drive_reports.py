"""``fsm drive --markdown`` and ``--badge``: the result in brief, for a page."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import ROOT, Fsm

SOME = ("--from", str(ROOT / "scenarios/09-extra-turns"), "-e", "cr2026")
FILES = ("--markdown", "r.md", "--badge", "b.svg")


@pytest.fixture(autouse=True)
def _mine(tmp_path: Path) -> None:
    text = f"import sys\nsys.path.insert(0, {str(ROOT / 'tests')!r})\nfrom engines.wrong import *\n"
    (tmp_path / "mine.py").write_text(f"{text}from engines.reference import Engine\n", encoding="utf-8")


def words(svg: Path) -> list[str]:
    """The texts of a badge."""
    return [one.text or "" for one in ElementTree.parse(svg).getroot().iter() if one.tag.endswith("text")]  # noqa: S314


def test_the_tables_add_up(fsm: Fsm, tmp_path: Path) -> None:
    done = fsm("drive", "mine:OldestExtraTurnFirst", *SOME, *FILES)
    found = re.search(r"(\d+) of \d+ scenarios played, (\d+) as expected, (\d+) differ", done.stdout)
    assert found
    played, right, differ = map(int, found.groups())
    percent = 100 * right // played
    said = f"cr2026 {percent}% ({right} of {played})"
    text = (tmp_path / "r.md").read_text(encoding="utf-8")
    assert text.startswith(f"## turn structure: {said}\n\nOldestExtraTurnFirst: ")
    assert f"| 500.7 | cr2026 | {differ} | other turn | An extra turn is added directly" in text
    row = re.search(r"^\| `extra_turns` \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    assert row
    assert int(row[2]) - int(row[3]) == differ
    assert words(tmp_path / "b.svg") == ["turn structure", said]


@pytest.mark.parametrize(("engine", "colour"), [("Engine", "#2e7d32"), ("OldestExtraTurnFirst", "#b3261e")])
@pytest.mark.slow
def test_a_badge_is_green_only_if_all_is_right(fsm: Fsm, tmp_path: Path, engine: str, colour: str) -> None:
    fsm("drive", f"mine:{engine}", *SOME, *FILES)
    badge = (tmp_path / "b.svg").read_text(encoding="utf-8")
    assert colour in badge
    assert ("100%" in badge) == (engine == "Engine")


def test_what_an_engine_calls_itself_is_text(fsm: Fsm, tmp_path: Path) -> None:
    evil = "<script>alert(1)</script> | `x`"
    code = f"import json; input(); print(json.dumps(dict(engine={evil!r}, can=[])), flush=True); input()"
    fsm("drive", *SOME, *FILES, "--", sys.executable, "-c", code)
    text = (tmp_path / "r.md").read_text(encoding="utf-8")
    assert "<script>" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; \\| \\`x\\`: 1 of " in text
    assert words(tmp_path / "b.svg") == ["turn structure", "cr2026 0% (0 of 1)"]


def test_what_led_to_a_difference_is_told_attacks_too(fsm: Fsm) -> None:
    file = next((ROOT / "scenarios/06-combat").glob("06-*"))
    said = fsm("drive", "mine:NoSecondDamageStep", "--from", str(file), "-e", "cr2026").stdout
    assert "T1.combat.beginning_of_combat Ann: attack (attack creatures=Bear:first)" in said
