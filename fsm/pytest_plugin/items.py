"""Scenario files as pytest collects them: an item for each scenario and each edition it runs under.

An unusable file is an error with its place, and the other files still run. A
failure shows the lines of the scenario, and no traceback of this package.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..edition import Edition, load_edition, naming, playable
from ..errors import InputError
from ..files import relative
from ..game import LIMITS, Limits
from ..recording import Recording
from ..scenario import Scenario, judge, read_scenarios, run_so_far
from ..words import shown
from .debugging import Hooks
from .failures import Case, FailedScenario, ScenarioError, UnusableScenario, text_of
from .golden import UPDATE, check_golden, golden_path, update_golden
from .names import file_stem, item_name

LIMIT = "scenario_limit"
"""The option of ``fsm test`` that multiplies the usual limits; plain pytest does not have it."""

EDITION = "scenario_edition"
"""The option of ``fsm test`` that names an edition to try: its scenarios, or those of its base, run under it."""

PLAYER = "turn_player"
"""The option that names a folder for the players of the scenarios that fail."""

GOLDEN = "golden"
"""The property of a report that says which golden trace was written, and how it changed."""


def tried(config: pytest.Config) -> Edition | None:
    """The edition to try, if the option names one."""
    id = config.getoption(EDITION, None)
    return playable(id) if id else None


class ScenarioFile(pytest.File):
    """One scenario file; its runs share the limits."""

    limits: Limits | None = None

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.taken: dict[str, int] = {}

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each document and each edition it runs under."""
        edition = tried(self.config)
        try:
            with naming([edition.kinds] if edition else []):
                scenarios = read_scenarios(self.shown_path)
            for number, scenario in enumerate(scenarios, 1):
                scenario.check_expects()
                self._check_marks(scenario)
                scenario_number = number if len(scenarios) > 1 else 0
                ids = scenario.editions if edition is None else (edition.id,) if scenario.stands_for(edition) else ()
                for id in ids:
                    yield self._item(scenario, scenario_number, id)
        except (InputError, Warning) as error:
            raise self.CollectError(str(error)) from None

    def _item(self, scenario: Scenario, number: int, id: str) -> ScenarioItem:
        rules = load_edition(id)
        base = scenario.stands_for(rules)
        name = item_name(scenario.name, rules.name)
        self.taken[name] = self.taken.get(name, 0) + 1
        again = f" #{self.taken[name]}" if self.taken[name] > 1 else ""
        item: ScenarioItem = ScenarioItem.from_parent(self, name=name + again)
        item.scenario, item.edition, item.number = scenario, id, number
        item.golden = golden_path(self.path, item_name(scenario.name, load_edition(base).name) + again)
        item.add_marks(base)
        return item

    def _check_marks(self, scenario: Scenario) -> None:
        """Reports unknown marks as pytest does: with a warning, or with an error where it is strict."""
        known = {line.partition(":")[0].partition("(")[0].strip() for line in self.config.getini("markers")}
        for n, name in enumerate(scenario.marks.names):
            if name in known:
                continue
            what = f"the mark {name} is unknown, expected one that pytest's option markers names; add it there"
            error = scenario.error(what, ("marks", n))
            if not _is_allowed(name):
                raise error
            self.warn(pytest.PytestUnknownMarkWarning(str(error)))

    @property
    def shown_path(self) -> Path:
        """The path of the file as messages show it."""
        here = Path.cwd()
        return self.path.relative_to(here) if self.path.is_relative_to(here) else self.path

    @property
    def ihook(self) -> Any:
        """The hooks; a file that cannot be read is nothing to debug, and its error says all."""
        return _hooks(super().ihook, self.config)


def _is_allowed(mark: str) -> bool:
    """Whether pytest takes a mark that it does not know."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pytest.PytestUnknownMarkWarning)
        try:
            getattr(pytest.mark, mark)
        except pytest.fail.Exception:
            return False
    return True


class ScenarioItem(pytest.Item):
    """One scenario under one edition."""

    scenario: Scenario
    edition: str
    number: int
    golden: Path

    def add_marks(self, edition: str) -> None:
        """Adds the scenario's marks, and skips it or expects that it fails, if its file says so for that edition."""
        marks = self.scenario.marks
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", pytest.PytestUnknownMarkWarning)
            for name in marks.names:
                self.add_marker(getattr(pytest.mark, name))
        if edition in marks.skip:
            self.add_marker(pytest.mark.skip(reason=shown(marks.skip[edition])))
        if edition in marks.xfail:
            reason = shown(marks.xfail[edition])
            self.add_marker(pytest.mark.xfail(reason=reason, strict=True, raises=FailedScenario))

    def runtest(self) -> None:
        """Runs the scenario and judges it."""
        self._judge(self._recorded())

    def _recorded(self) -> Recording:
        assert isinstance(self.parent, ScenarioFile)  # noqa: S101  # collect() makes it so
        try:
            recording, error = run_so_far(self.scenario, self.edition, self.parent.limits or self.first_limits)
        except InputError as error:
            raise UnusableScenario(error) from None
        if error is not None:
            raise UnusableScenario(error, recording)
        self.parent.limits = recording.left
        self.user_properties += [("simplified", f"{card}: {note}") for card, note in recording.simplified]
        return recording

    def _judge(self, recording: Recording) -> None:
        try:
            failures = judge(self.scenario, recording)
        except InputError as error:
            raise UnusableScenario(error, recording) from None
        if failures:
            raise FailedScenario(recording, failures)
        if not self.scenario.marks.golden:
            return
        if self.config.getoption(UPDATE, False):
            done = update_golden(recording, self.golden)
            self.user_properties.append((GOLDEN, f"{done}: {relative(self.golden)}"))
        else:
            check_golden(recording, self.scenario, self.golden)

    @property
    def times(self) -> int:
        """By how much the usual limits are multiplied."""
        return int(self.config.getoption(LIMIT, 1) or 1)

    @property
    def first_limits(self) -> Limits:
        """The limits of the first run of a file."""
        return LIMITS.times(self.times)

    @property
    def case(self) -> Case:
        """How commands name this test."""
        return Case(self.scenario.file, self.edition, self.number, self.times)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The scenario's own text; a traceback only for a bug of this package."""
        error = excinfo.value
        if not isinstance(error, ScenarioError):
            return super().repr_failure(excinfo, style)
        lines = self.path.read_text(encoding="utf-8-sig").splitlines()
        quiet = self.config.getoption(LIMIT, None) is not None  # fsm test, which asks pytest to be quiet
        verbose = self.config.get_verbosity() + quiet
        return "\n".join(text_of(error, self.case, lines, verbose, self._player(error, lines)))

    def _player(self, error: ScenarioError, lines: list[str]) -> str:
        """Writes the player of a run that failed, if that was asked for; its name, or why there is none."""
        folder = self.config.getoption(PLAYER, None)
        expected = any(self.iter_markers("xfail")) and not self.config.getoption("runxfail", False)
        if not folder or expected or error.recording is None:
            return ""
        page = Path(folder) / f"{file_stem(self.nodeid)}.html"
        try:
            page.parent.mkdir(parents=True, exist_ok=True)
            error.recording.page("\n".join(lines)).save(page)
        except (InputError, OSError) as problem:
            return str(problem)
        return f"{page}#e={error.event}"

    def reportinfo(self) -> tuple[Path, int, str]:
        """The place that pytest reports; it counts lines from 0."""
        return self.path, self.scenario.document.line(("name",)) - 1, self.name

    @property
    def ihook(self) -> Any:
        """The hooks; with ``--pdb`` a scenario that fails is debugged as a scenario."""
        return _hooks(super().ihook, self.config)


def _hooks(hooks: Any, config: pytest.Config) -> Any:
    return Hooks(hooks, config) if config.getoption("usepdb", False) else hooks
