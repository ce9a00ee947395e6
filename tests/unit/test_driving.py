"""Engines are driven through the scenarios: a right one passes, and each wrong one is found, with the right rule."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from engines import TOPICS
from engines.own import Own
from engines.reference import Engine
from engines.wrong import RULES

from fsm.driving import Corpus, PythonEngine, Vector, corpus_folder, drive, play_vector, read_corpus
from fsm.driving.instructions import StopEffect
from fsm.driving.wire import WireEngine
from fsm.driving.words import SET
from fsm.edition import edition_ids, load_edition
from fsm.errors import InputError

EDITION = "cr2026"


@cache
def corpus(*editions: str) -> Corpus:
    """The scenarios, under these editions, by default that of today."""
    return read_corpus([corpus_folder()], editions or (EDITION,))


def today(most: int = 1_000) -> list[Vector]:
    """The scenarios of today's rules in which no more than that is seen."""
    return [vector for vector in corpus().vectors if len(vector.expect) <= most]


@cache
def few() -> list[Vector]:
    """The scenarios of every day."""
    return list(read_corpus([corpus_folder() / topic for topic in TOPICS], [EDITION]).vectors)


@pytest.mark.slow
def test_many_scenarios_can_be_told() -> None:
    assert len(today()) >= 350
    assert len(corpus().unsaid) <= 20


SAID_NOWHERE = {
    "an effect changes the turns where no player has priority",
    "an effect changes the turns as an extra turn begins",
    "an attacker leaves combat as it is declared",
    "one of several effects of the same name ends",
    "the game ends although nobody has left it",
}
"""What the page lists as what cannot be said."""


@pytest.mark.slow
def test_nothing_else_is_left_out() -> None:
    assert {one.why for one in corpus().unsaid} == SAID_NOWHERE


@pytest.mark.slow
def test_a_set_of_scenarios_that_changes_has_another_version() -> None:
    said = [(one.setup, one.script, one.expect, one.over) for one in corpus(*edition_ids()).vectors]
    told = "give the set another version (SET), tell in docs/ENGINES.md what changed, and renew this"
    assert (SET, hashlib.sha256(msgspec.json.encode(said)).hexdigest()[:12]) == (7, "e614578c8e41"), told


def test_the_smallest_come_first() -> None:
    sizes = [len(vector.expect) for vector in few()]
    assert sizes == sorted(sizes)


def test_files_without_a_part_of_an_id_are_not_read(tmp_path: Path) -> None:
    def ids(part: str) -> list[str]:
        return [vector.id for vector in read_corpus([tmp_path], edition_ids(), part).vectors]

    (tmp_path / "two.turn.yaml").write_text(
        "{players: [Ann, Bob], expect: {turns: [Ann]}}\n---\n{players: [Ann, Bob], expect: {turns: [Ann, Bob]}}\n"
    )
    (tmp_path / "broken.turn.yaml").write_text("players: [")
    assert ids("two") == ids("o-") == ["two-1.cr2026", "two-2.cr2026"]
    assert ids("o-2.cr") == ids("-2") == ["two-2.cr2026"]
    for part in ("", "roken", "en.cr2026"):
        with pytest.raises(InputError, match="broken"):
            ids(part)
    with pytest.raises(InputError, match="no scenario has 'two-3' in its id"):
        ids("two-3")


def test_a_right_engine_does_all_as_expected() -> None:
    report = drive(PythonEngine(Engine), few())
    assert report.played == len(few())
    assert [result.vector.id for result in report.differences] == []


@pytest.mark.slow
def test_a_right_engine_does_all_as_expected_by_the_rules_of_any_time() -> None:
    vectors = corpus(*edition_ids()).vectors
    assert len(vectors) >= 950
    assert [result.vector.id for result in drive(PythonEngine(Engine), vectors).differences] == []


@pytest.mark.parametrize("wrong", RULES, ids=lambda kind: kind.__name__)
def test_a_wrong_engine_is_found(wrong: type[Engine]) -> None:
    assert drive(PythonEngine(wrong), few(), first=True).differences


@pytest.mark.slow
@pytest.mark.parametrize("wrong", RULES, ids=lambda kind: kind.__name__)
def test_a_wrong_engine_is_found_and_the_rule_is_named(wrong: type[Engine]) -> None:
    report = drive(PythonEngine(wrong), today(most=60))
    assert report.differences
    named = [(rule.number, rule.way, len(rule.vectors)) for rule in report.broken()]
    assert named[0][0] in load_edition(EDITION).cite(RULES[wrong]), named


def test_an_engine_is_asked_only_what_it_can_do() -> None:
    class TurnsOnly(Engine):
        can = ("extra_turns",)

    report = drive(PythonEngine(TurnsOnly), few())
    assert 10 < report.played < len(few())
    assert not report.differences
    assert {"attacks", "skip_turns", "teams"} <= dict(report.lacking).keys()
    assert all(set(result.vector.needs) <= {"extra_turns"} for result in report.results if not result.lacks)


UNPLAYABLE = {
    "17-players-who-leave/11-chosen-from-those-who-are-left.cr2026": "the attacked player has been chosen before",
    "17-players-who-leave/09-while-blockers-are-declared.cr2026": "the creature has left with its player already",
    "17-players-who-leave/08-attackers-leave-with-their-player.cr2026": "the creatures have left with their player",
    "17-players-who-leave/21-who-leaves-as-a-spell-resolves.cr2026": "a player who has left casts no spell",
    "26-when-and-if/17-equipped.cr2026": "two creatures of one name attack, where one attacked twice",
    "12-extra-phases/25-aurelia-copied-in-each-combat.cr2026": "each attack would make its creatures anew",
}
"""What the adapter of our own engine cannot play: an attack makes a new creature, and an act is a spell."""


def _abilities(vector: Vector) -> bool:
    """Whether abilities of permanents begin or end in it, for which the adapter has no spells."""
    return bool(vector.setup.acts) or any(isinstance(do, StopEffect) for entry in vector.script for do in entry.act.do)


@pytest.mark.slow
def test_our_own_engine_told_in_neutral_words_does_what_the_scenarios_did() -> None:
    told = [vector for vector in today() if set(vector.needs) <= set(Own.can)]
    vectors = [vector for vector in told if vector.id not in UNPLAYABLE and not _abilities(vector)]
    report = drive(PythonEngine(Own), vectors)
    assert len(vectors) >= 330
    assert report.played == len(vectors)
    assert [result.vector.id for result in report.differences] == []


def test_an_answer_is_not_read_by_who_read_the_engine_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader of an engine that has ended reads late, when the pipes of the next may have the same numbers."""
    read, answered, next_runs, late = os.read, threading.Event(), threading.Event(), threading.Event()
    readers: list[threading.Thread] = []

    def read_late(pipe: int, size: int) -> bytes:
        me = threading.current_thread()
        if me is threading.main_thread():
            return read(pipe, size)
        if me not in readers:
            readers.append(me)
        first = me is readers[0]
        if first and answered.is_set():
            next_runs.wait(10)
        elif not first:
            late.wait(2)
        piece = read(pipe, size)
        if first and answered.is_set():
            late.set()
        elif piece.endswith(b"\n"):  # an answer may come in several pieces
            answered.set()
        return piece

    monkeypatch.setattr(os, "read", read_late)
    program = 'import sys\nfor line in sys.stdin: print(\'{"can": ["combat"]}\', flush=True)'
    with WireEngine([sys.executable, "-c", program], timeout=60) as first:
        first.hello()
    with WireEngine([sys.executable, "-c", program], timeout=20) as second:
        next_runs.set()
        assert second.hello() == first.hello()


class Mute:
    """An engine that begins a game, and then stands still."""

    can = ("extra_turns",)

    def start(self, setup: dict[str, Any]) -> list[dict[str, str]]:
        return [{"begins": "turn", "active": setup["first"]}, {"begins": "step", "step": "untap"}, *self.then]

    then: tuple[dict[str, str], ...] = ()

    def pass_(self) -> list[dict[str, str]]:
        return []

    act = pass_


class Misspelt(Mute):
    then = ({"begins": "step", "step": "upkep"},)


def test_a_difference_tells_itself_in_a_line() -> None:
    vector = next(one for one in few() if one.needs == ("extra_turns",))
    assert repr(play_vector(PythonEngine(Mute), vector)) == (
        "<after T1 Ann: beginning, untap; expected T1 Ann: beginning, upkeep; found nothing came after 50 passes; 503>"
    )
    found = repr(play_vector(PythonEngine(Misspelt), vector))
    assert "found upkep (there is no step 'upkep' (did you mean \"upkeep\"?))" in found
