"""Changes in the text of a scenario file: only what is meant changes, and all else stays byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cases import case

from fsm.errors import InputError
from fsm.scenario.reading.yaml import read_yaml
from fsm.scenario.writing.editing import with_entry, with_key, with_players

CORPUS = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.turn.yaml"))

FILE = """\
# A lesson.
name: One  # called so
players: [Ann, Bob]

# What they do.
script:
  - at: T1.upkeep
    Ann: pass   # no more
  # Then Bob.
  - {at: T2.end, Bob: [pass, {cast: Opt, target: Ann}]}

# What comes of it.
expect: {turns: [Ann, Bob]}
---
players: {Ann: {life: 3}, Bob: {}}
"""
ENTRY = {"at": "T1.draw", "Bob": {"cast": "Opt"}}
SAID = "  - at: T1.draw\n    Bob: {cast: Opt}\n"


def test_an_entry_is_added_where_it_is_meant() -> None:
    before, after = FILE.split("  # Then Bob.\n")
    assert with_entry(FILE, "", 0, 1, ENTRY) == f"{before}{SAID}  # Then Bob.\n{after}"
    assert with_entry(FILE, "", 0, 0, ENTRY) == FILE.replace("script:\n", f"script:\n{SAID}")
    assert with_entry(FILE, "", 0, 2, ENTRY) == FILE.replace("Ann}]}\n", f"Ann}}]}}\n{SAID}")
    assert with_entry(FILE, "", 1, 0, ENTRY) == f"{FILE}script:\n{SAID}"
    assert with_entry("players: [Ann, Bob]", "", 0, 0, ENTRY) == f"players: [Ann, Bob]\nscript:\n{SAID}"
    assert (
        with_entry("players: [A, B]\nexpect: {}\n", "", 0, 0, ENTRY)
        == f"players: [A, B]\nscript:\n{SAID}expect: {{}}\n"
    )


def test_a_script_in_brackets_is_written_on_lines() -> None:
    text = with_entry("players: [Ann, Bob]\nscript: [{at: T2, Ann: pass}]\n", "", 0, 0, ENTRY)
    assert read_yaml(text, "")[0].data["script"] == [ENTRY, {"at": "T2", "Ann": "pass"}]


def test_a_key_is_replaced_or_added() -> None:
    ids: Any = ["cr2026", "cr2006"]
    assert with_key(FILE, "", 0, "edition", ids) == FILE.replace("so\n", "so\nedition: [cr2026, cr2006]\n")
    assert with_key(f"edition: 2006\n{FILE}", "", 0, "edition", "cr2011") == f"edition: cr2011\n{FILE}"
    assert with_key(FILE, "", 0, "name", "Two: x") == FILE.replace("One  # called so", "'Two: x'")


def test_players_are_renamed_wherever_they_are_named() -> None:
    first, _, second = FILE.partition("---")
    zed = first.replace("Bob", "Zed").replace("Then Zed", "Then Bob")
    assert with_players(FILE, "", 0, ["Ann", "Zed"]) == f"{zed}---{second}"
    assert "players: [Ann, Bob, Cid]" in with_players(FILE, "", 0, ["Ann", "Bob", "Cid"])
    last = read_yaml(with_players(FILE, "", 1, ["Cid", "Ann"]), "")[1].data
    assert list(last["players"].items()) == [("Cid", {}), ("Ann", {"life": 3})]
    quoted = "players: [Ann, \"Bob\"]\nscript: [{at: T1, 'Bob': pass}]\n"
    assert with_players(quoted, "", 0, ["Ann", "a: b"]) == "players: [Ann, 'a: b']\nscript: [{at: T1, 'a: b': pass}]\n"


def test_what_cannot_be_changed_is_an_error() -> None:
    with pytest.raises(InputError, match="write the file with each key on a line of its own"):
        with_key("{players: [Ann, Bob], name: x}", "", 0, "name", "y")


def test_an_entry_can_be_added_to_every_scenario() -> None:
    for path in CORPUS[::8]:
        text = path.read_text(encoding="utf-8")
        for number, document in enumerate(read_yaml(text, "")):
            with case(path.name):
                script = document.data.get("script") or []
                for at in {0, len(script) // 2, len(script)}:
                    changed = with_entry(text, "", number, at, ENTRY)
                    assert read_yaml(changed, "")[number].data["script"][at] == ENTRY
                    assert set(text.splitlines()) <= set(changed.splitlines()) or "script: [" in text
