"""What Python tests use: ``turn_run`` runs a scenario, ``assert_order`` checks the order of places in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..edition import naming
from ..errors import FsmError
from ..files import read_text
from ..recording import Recording
from ..recording.differences import difference_lines, first_difference
from ..recording.trace import event_fields
from ..scenario import choose_scenario, parse_scenarios, run_scenario
from ..scenario.judging.events import check_order
from ..scenario.reading.yaml import MAX_BYTES
from .failures import around

CONTEXT = 4


class TurnRun:
    """Runs scenarios; files are found from the folder of the test. ``last`` is the last run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.last: Recording | None = None

    def __call__(self, scenario: str | Path, edition: str | None = None, which: str = "") -> Recording:
        """Runs a scenario file, or a scenario as a text of several lines, and gives its recording.

        ``which`` of its scenarios, by name or number, by default the first; under one edition, by default the first
        that it names. ``InputError`` if it cannot be read or run.
        """
        if isinstance(scenario, str) and "\n" in scenario:
            text, file = scenario, "<text>"
        else:
            path = self.folder / scenario
            text, file = read_text(path, MAX_BYTES), str(path)
        self.last = run_scenario(choose_scenario(parse_scenarios(text, file), which), edition)
        return self.last


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


def compare(left: Recording, right: Recording) -> list[str]:
    """How two recordings differ: the first event of each that does, after those before it."""
    found, expected = ([event_fields(frame) for frame in run] for run in (left, right))
    difference = first_difference(expected, found)
    if difference is None:
        runs = [f"{run.edition.id} with {', '.join(run.players)}" for run in (left, right)]
        return ["recordings with equal events", f"left is of {runs[0]}", f"right is of {runs[1]}"]
    head = f"recordings differ at event {difference.at + 1} ({len(found)} events, expected {len(expected)})"
    return [head, *difference_lines(difference, expected, CONTEXT)]
