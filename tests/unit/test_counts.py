"""Counts of small positions: our game and an engine that shares no code with it come to the same numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import ROOT, Fsm
from engines.own import Own
from engines.reference import Engine
from engines.wrong import (
    AttackersThatLeftNeverAttacked,
    EndedTurnsHaveNoCleanup,
    OldestExtraTurnFirst,
    RegularCombatIsLost,
    TheDepartedTakeTurns,
)

from fsm.driving import CAPABILITIES, PythonEngine, compared, counts
from fsm.driving.counts import DEPTHS, POSITIONS, sequences
from fsm.edition import DEFAULT, edition_ids


def different(kind: type[Own | Engine], edition: str) -> list[str]:
    """The positions of which an engine comes to other counts."""
    return [position.name for position, right, found in compared(PythonEngine(kind), edition) if found != right]


@pytest.mark.parametrize(
    ("kind", "edition"),
    [
        pytest.param(kind, id, marks=() if (kind, id) == (Own, DEFAULT) else pytest.mark.slow)
        for kind in (Engine, Own)
        for id in edition_ids()
    ],
)
def test_the_counts_are_those_of_two_engines(kind: type[Own | Engine], edition: str) -> None:
    assert different(kind, edition) == []


def test_there_are_twelve_positions_of_many_kinds() -> None:
    assert len({one.name for one in POSITIONS}) == len(POSITIONS) == 12
    assert len({need for one in POSITIONS for need in one.needs} & CAPABILITIES.keys()) > 12
    assert list(DEPTHS) == sorted(DEPTHS)


@pytest.mark.parametrize(
    ("kind", "positions"),
    [
        (RegularCombatIsLost, {"two extra combats"}),
        (OldestExtraTurnFirst, {"an extra turn for each"}),
        (EndedTurnsHaveNoCleanup, {"a turn that ends"}),
        (TheDepartedTakeTurns, {"three players"}),
        (AttackersThatLeftNeverAttacked, set()),
    ],
)
@pytest.mark.slow
def test_a_wrong_engine_counts_otherwise(kind: type[Engine], positions: set[str]) -> None:
    assert set(different(kind, "cr2026")) == positions


def test_a_sequence_is_what_begins() -> None:
    (position,) = (one for one in POSITIONS if one.name == "nothing")
    (sequence,) = sequences(PythonEngine(Engine), position, "cr2026", 4)
    assert sequence == ("Ann", "untap", "upkeep", "precombat_main")


def test_the_command_compares(fsm: Fsm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = POSITIONS[:3]  # a process is asked, and each question costs; the tests above count all of them
    monkeypatch.setattr(counts, "POSITIONS", some)
    lines = f"import sys\nsys.path.insert(0, {str(ROOT / 'tests')!r})\nfrom engines.wrong import *\n"
    (tmp_path / "mine.py").write_text(lines, encoding="utf-8")
    done = fsm("drive", "mine:OldestExtraTurnFirst", "-e", "cr2026", "--counts")
    told = done.stdout.splitlines()
    assert (done.exit_code, len(told)) == (1, len(some))
    assert "cr2026  nothing                      1, 1, 1 e25c0ec4" in told
    (extra,) = (line for line in told if line.startswith("cr2026  an extra turn for each"))
    assert extra.endswith(", expected 2, 2, 2 1cf2e716")
    assert fsm("drive", "mine:AttackersThatLeftNeverAttacked", "-e", "2026", "--counts").exit_code == 0
    for other in (["-x"], ["--json"], ["--junitxml", "out.xml"], ["--tolerate", "103.8a"], ["--random", "5"]):
        done = fsm("drive", "mine:Forward", "--counts", *other)
        assert (done.exit_code, "--counts prints numbers" in done.stderr) == (2, True)


def test_a_position_that_an_engine_fails_in_hides_no_other() -> None:
    class Partly(Engine):
        """It cannot skip, and breaks as a turn ends."""

        def do_skip(self, *_: object) -> None:
            raise LookupError("no skips")

    found = {
        position.name: (right == found, found) for position, right, found in compared(PythonEngine(Partly), "cr2026")
    }
    assert len(found) == len(POSITIONS)
    wrong = {name for name, (right, _) in found.items() if not right}
    assert wrong == {"a skipped turn", "a skip and a combat more", "an extra upkeep"}
    assert all("LookupError: no skips" in found[name][1] for name in wrong)
