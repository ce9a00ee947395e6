"""What Python tests use: ``turn_run`` runs a scenario, ``assert_order`` checks the order of places in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..edition import naming
from ..errors import FsmError, expect_type
from ..recording import Recording
from ..recording.differences import difference_lines, first_difference
from ..recording.trace import event_fields
from ..scenario import Scenario, choose_scenario, parse_scenarios, read_scenarios, run_scenario
from ..scenario.judging.events import check_order
from ..turn import TurnGraph
from .failures import around

CONTEXT = 4


class TurnRun:
    """Runs scenarios; files are found from the folder of the test. ``last`` is the last run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.last: Recording | None = None

    def __call__(self, scenario: str | Path, edition: str | None = None, which: str = "") -> Recording:
        """Runs a scenario file, a scenario as a text of several lines, or one of the package; gives its recording.

        One of the package is named by its name, number or title, if there is no such file. ``which`` of its scenarios,
        by name or number, by default the first; under one edition, by default the first that it names. ``InputError``
        if it cannot be read or run.
        """
        __tracebackhide__ = True
        try:
            self.last = run_scenario(choose_scenario(self._scenarios(scenario), which), edition)
        except FsmError as error:
            raise error.with_traceback(None) from None  # the frames of this package tell nothing about the test
        return self.last

    def _scenarios(self, named: str | Path) -> list[Scenario]:
        if isinstance(named, str) and "\n" in named:
            return parse_scenarios(named)
        expect_type(named, (str, Path), "a scenario file, a text of several lines, or the name of a scenario")
        beside = self.folder / named
        return read_scenarios(beside if beside.is_file() or Path(named).suffix == ".yaml" else named)


class AssertOrder:
    """Checks orders of places in recordings."""

    def __init__(self, runs: TurnRun) -> None:
        self.runs = runs

    def __call__(self, order: str, recording: Recording | None = None) -> None:
        """Fails unless places begin in this order, such as ``untap < upkeep < draw``.

        Without a turn, in every turn that has all of them, and in at least one. By default in the last run of
        ``turn_run``.
        """
        __tracebackhide__ = True
        recording = recording or self.runs.last
        if recording is None:
            raise pytest.UsageError("assert_order: nothing has run; call turn_run first, or give it a recording")
        try:
            with naming([recording.edition.kinds]):
                disorder = check_order(recording, order)
        except FsmError as error:
            raise ValueError(f"assert_order: {error}") from None
        if disorder is not None:
            wanted = [f"  expected  {disorder.expected}", f"  found     {disorder.found}"]
            lines = [disorder.what, *wanted, *around(recording, disorder.event, 0)]
            raise AssertionError("\n".join(lines))


def compare_turns(left: TurnGraph, right: TurnGraph) -> list[str]:
    """How two turns differ: their notations, and where they show no difference, those with all marks."""
    exact = left.notation() == right.notation()
    turns = (f"{turn.notation(exact=exact)}  ({turn.edition.id})" for turn in (left, right))
    return ["turns differ", *map("  {}  {}".format, ("left ", "right"), turns)]


def compare(left: Recording, right: Recording) -> list[str]:
    """How two recordings differ: the first event of each that does, after those before it."""
    found, expected = ([event_fields(frame) for frame in run] for run in (left, right))
    difference = first_difference(expected, found)
    if difference is None:
        runs = [f"{run.edition.id} with {', '.join(run.players)}" for run in (left, right)]
        return ["recordings with equal events", f"left is of {runs[0]}", f"right is of {runs[1]}"]
    head = f"recordings differ at event {difference.at + 1} ({len(found)} events, expected {len(expected)})"
    return [head, *difference_lines(difference, expected, CONTEXT)]
