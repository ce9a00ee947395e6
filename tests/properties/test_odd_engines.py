"""Whatever an engine answers or does, it is as expected, or differs, or cannot be used: in words, on lines of text."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import ROOT, Fsm
from odd_engines import odd_engine

from fsm.driving import (
    Engine,
    EngineError,
    PythonEngine,
    Report,
    Vector,
    WireEngine,
    corpus_folder,
    drive,
    junit_xml,
    read_corpus,
    report_json,
    report_lines,
)
from fsm.errors import LONGEST

FEW = range(500)
MANY, AT_ONCE = 12_000, 1_000
PROGRAMS = 60
FROM = ("--from", str(ROOT / "scenarios/09-extra-turns/27-a-copied-time-walk.turn.yaml"), "--timeout", "1")


@cache
def vectors() -> tuple[Vector, ...]:
    """Some short games."""
    return read_corpus([corpus_folder() / "16-three-orders"], ["cr2026"]).vectors[:4]


def driven(engine: Engine, what: str, most: int | None = None) -> str:
    """Drives an engine through some games; what comes of it."""
    try:
        report = drive(engine, vectors()[:most])
    except EngineError as unusable:
        told = str(unusable)
    except Exception as error:
        raise AssertionError(f"{what}: {type(error).__name__}: {error}") from error
    else:
        return judged(report, what)
    assert told.isprintable(), f"{what}: {told}"
    assert len(told) <= LONGEST, f"{what}: {told}"
    return "unusable"


def judged(report: Report, what: str) -> str:
    """Writes all reports; whether anything differs."""
    said = "\n".join(report_lines(report, every=True))
    assert said.replace("\n", "").isprintable(), f"{what}: {said}"
    assert json.loads(json.dumps(report_json(report))), what
    assert ElementTree.fromstring(junit_xml(report)) is not None, what  # noqa: S314  # our own text
    return "fails" if report.failures else "differs" if report.differences else "right"


def check(seed: int) -> str:
    """Drives an odd engine in this process."""
    return driven(PythonEngine(odd_engine(seed)), f"odd_engines.odd_engine({seed})")


def test_odd_engines_are_told_apart() -> None:
    assert {check(seed) for seed in FEW} == {"right", "differs", "fails", "unusable"}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, MANY, AT_ONCE))
def test_many_odd_engines_are_told_apart(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        check(seed)


def program(seed: int, most: int | None = None) -> str:
    """Drives a program that answers with odd lines."""
    command = [sys.executable, str(Path(__file__).parents[1] / "odd_engines.py"), str(seed)]
    with WireEngine(command, 2.0, 20.0) as engine:
        return driven(engine, " ".join(command), most)


@pytest.mark.slow
def test_an_odd_program_is_driven() -> None:
    assert program(1) in ("differs", "fails", "unusable")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_many_odd_programs_are_driven(seed: int) -> None:
    program(seed, most=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_an_engine_that_damages_its_process_leaves_this_one_alone(fsm: Fsm, tmp_path: Path, seed: int) -> None:
    (tmp_path / "odd.py").write_text(
        f"import sys\nsys.path[:0] = [{str(ROOT / 'tests')!r}]\nfrom odd_engines import odd_engine\n"
        f"Engine = odd_engine({seed}, worse=True)\n"
    )
    done = fsm("drive", "odd:Engine", *FROM)
    assert done.exit_code in (0, 1, 2)
    assert (done.exit_code == 0) == (" 0 differ." in done.stdout and "the engine failed" not in done.stdout)
    assert done.exit_code != 2 or (done.stdout == "" and done.stderr.strip())
    assert done.stdout.replace("\n", "").isprintable()
