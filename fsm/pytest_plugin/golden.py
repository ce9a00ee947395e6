"""Golden traces: the whole order of a run, kept in a file beside the scenario and compared event for event.

They are in ``__traces__``, a file for each test: ``extra.turn.yaml.a-lesson-cr2026.jsonl``. They are written only
with ``--turn-update``, and removed only with ``--turn-prune``.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ..edition import load_edition
from ..errors import InputError, TraceError
from ..files import make_folder, read_text, relative, write_file
from ..recording import Recording, Trace, read_trace, trace_lines
from ..recording.differences import Difference, difference_lines, first_difference
from ..recording.trace import MAX_BYTES, write_lines
from ..scenario import Failure, Scenario
from .failures import FailedScenario, UnusableScenario
from .names import file_stem

FOLDER = "__traces__"
UPDATE, PRUNE = "turn_update", "turn_prune"
CONTEXT = 4
SUBSETS = {
    "keyword": "-k", "markexpr": "-m", "lf": "--lf", "stepwise": "--sw", "stepwise_skip": "--stepwise-skip",
    "deselect": "--deselect", "ignore": "--ignore", "ignore_glob": "--ignore-glob", "collectonly": "--collect-only",
    "scenario_edition": "--edition", UPDATE: "--turn-update",
}  # fmt: skip
"""The options with which not all tests run, or not as they stand; files that are then unused may be in use."""


def golden_path(file: Path, name: str) -> Path:
    """The file of the golden trace of a test."""
    return file.parent / FOLDER / f"{file.name}.{file_stem(name)}.jsonl"


def golden_text(recording: Recording) -> str:
    """The golden trace of a run: its trace without the scenario's file and lines, so that comments may change."""
    return write_lines(trace_lines(recording, source=False))


def check_golden(recording: Recording, scenario: Scenario, path: Path) -> None:
    """Compares a run with its golden trace; ``FailedScenario`` shows the first event that differs.

    A run under an edition that is only tried is compared with the trace of the edition that it extends.
    """
    try:
        text = read_text(path, MAX_BYTES)
    except InputError as error:
        raise _differs(recording, scenario, f"the golden trace {_problem(path, error)}") from None
    if text == golden_text(recording):
        return
    try:
        trace = read_trace(text, str(path))
    except TraceError as error:
        raise UnusableScenario(error, recording) from None
    golden = [entry for entry in map(json.loads, filter(None, text.split("\n"))) if entry["type"] == "event"]
    found = [json.loads(line) for line in trace_lines(recording, source=False)][1:-1]
    difference = first_difference(golden, found)
    if difference is not None:
        raise _changed(recording, scenario, path, difference, found)
    if why := _other_game(trace, recording, scenario):
        raise _differs(recording, scenario, f"the events are those of the golden trace {path.name}, but {why}")


def _other_game(trace: Trace, recording: Recording, scenario: Scenario) -> str:
    """How the game of a trace with equal events differs from a run; empty if it does not."""
    edition = load_edition(scenario.stands_for(recording.edition)).name
    if (trace.edition, trace.players) != (edition, recording.players):
        return f"it is of {trace.edition} with {', '.join(trace.players)}"
    return "" if trace.status == recording.status else f"its end says {trace.status!r}"


def _problem(path: Path, error: InputError) -> str:
    if path.exists():
        return str(error)
    return f"is missing, expected {FOLDER}/{path.name}; write it with the option --turn-update"


def _changed(
    recording: Recording, scenario: Scenario, path: Path, difference: Difference, found: list[dict[str, Any]]
) -> FailedScenario:
    event = min(difference.at + 1, len(recording))
    what = f"event {difference.at + 1} differs from {FOLDER}/{path.name}; --turn-update writes it anew"
    return _differs(recording, scenario, what, event, tuple(difference_lines(difference, found, CONTEXT)))


def _differs(
    recording: Recording, scenario: Scenario, what: str, event: int = 0, changed: tuple[str, ...] = ()
) -> FailedScenario:
    at = scenario.document.error("", ("golden",), True)
    return FailedScenario(recording, [Failure(at.file, at.line, at.column, what, "", "", event)], changed)


def update_golden(recording: Recording, path: Path) -> str:
    """Writes the golden trace of a run; what was done, in one word."""
    text = golden_text(recording)
    try:
        make_folder(path)
        _check_place(path)
        before = path.read_bytes() if path.exists() else None
        if before != text.encode():
            write_file(path, text.encode())
    except InputError as error:
        raise UnusableScenario(error, recording) from None
    return "new" if before is None else "unchanged" if before == text.encode() else "changed"


def _check_place(path: Path) -> None:
    """``InputError`` if a trace would be written elsewhere, or over another one.

    Links lead out of the folder; and names that differ only in upper and lower case are elsewhere one file.
    """
    for place, fits in ((path.parent, path.parent.is_dir()), (path, path.is_file() or not path.exists())):
        if place.is_symlink() or not fits:
            why = "a link, or something else than expected here; golden traces are written into no other place"
            raise InputError(f"this trace is not written: this is {why}", str(place))
    for other in path.parent.iterdir():
        if other.name != path.name and other.name.casefold() == path.name.casefold():
            why = f"on macOS and Windows {other.name} is the same file; rename one of the two tests"
            raise InputError(f"this trace is not written: {why}", str(path))


def check_options(config: pytest.Config) -> None:
    """``UsageError`` if golden traces may not be written or removed here."""
    if config.getoption(UPDATE) and config.getoption("scenario_edition", None):
        raise pytest.UsageError("--turn-update writes traces of the editions that scenarios name; leave out --edition")
    if config.getoption(UPDATE) and os.environ.get("CI", "").lower() not in ("", "0", "false"):
        raise pytest.UsageError("--turn-update writes no golden traces where CI is set; run it where you read them")
    if not config.getoption(PRUNE):
        return
    used = [option for name, option in SUBSETS.items() if config.getoption(name, None)]
    used += ["-n"] if getattr(config.option, "dist", "no") != "no" else []
    used += [f"{arg}" for arg in config.args if "::" in arg]
    if used:
        raise pytest.UsageError(f"--turn-prune needs a run of all tests; leave out {', '.join(used)}")


class Pruning:
    """Removes golden traces that no test uses, after a run of all tests in which all passed."""

    def __init__(self) -> None:
        self.seen: list[Path] = []
        self.used: set[Path] = set()
        self.files: set[Path] = set()
        self.deselected = 0
        self.said: list[str] = []

    def pytest_collect_file(self, file_path: Path) -> None:
        """Notes the golden traces in the folders that pytest goes through."""
        if file_path.parent.name == FOLDER and file_path.suffix == ".jsonl" and ".turn.yaml." in file_path.name:
            self.seen.append(file_path)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Notes the tests of scenarios, and the traces that they use."""
        scenario, golden = getattr(item, "scenario", None), getattr(item, "golden", None)
        if isinstance(scenario, Scenario) and isinstance(golden, Path):
            self.files.add(item.path)
            self.used.update([golden] if scenario.marks.golden else [])

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        """Notes that not all tests run."""
        self.deselected += len(items)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Removes what no test uses, if all tests ran and passed."""
        if exitstatus != pytest.ExitCode.OK or session.testsfailed:
            self.said.append("nothing was removed, because not all tests passed")
        elif self.deselected:
            self.said.append("nothing was removed, because not all tests were run")
        else:
            self._remove()

    def _remove(self) -> None:
        for path in self.seen:
            if path not in self.used and not path.parent.is_symlink() and self._is_left_over(path):
                path.unlink()
                self.said.append(f"removed {relative(path)}")
        self.said = self.said or ["no golden trace was left over"]

    def _is_left_over(self, path: Path) -> bool:
        """Whether its scenario file was collected, or is gone; and it is a trace, and not something else."""
        name, suffix, _ = path.name.partition(".turn.yaml.")
        file = path.parent.parent / f"{name}{suffix.rstrip('.')}"
        with path.open("rb") as trace:
            ours = trace.read(100).startswith(b'{"type":"header","format":"turn-trace"')
        return ours and (file in self.files or not file.exists())

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Lists what was removed, or says why nothing was."""
        terminalreporter.section("golden traces, --turn-prune")
        for line in self.said:
            terminalreporter.line(line)
