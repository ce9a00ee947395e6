"""Makes pytest tests of scenario files: one item for each document and edition.

An unusable file is an error with its place, and the other files still run. A
failure shows the lines of the scenario, and no traceback of this package.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .words import shown

if TYPE_CHECKING:
    from .edition import Edition
    from .game import Limits
    from .scenario import Failure, Scenario


SUFFIX = ".turn.yaml"
LIMIT = "scenario_limit"
"""The option of ``fsm test`` that multiplies the usual limits; plain pytest does not have it."""


EDITION = "scenario_edition"
"""The option of ``fsm test`` that names an edition to try: its scenarios, or those of its base, run under it."""


def tried(config: pytest.Config) -> Edition | None:
    """The edition to try, if the option names one."""
    from .edition import load_edition

    id = config.getoption(EDITION, None)
    return load_edition(id) if id else None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect scenario files, which have a double suffix."""
    return ScenarioFile.from_parent(parent, path=file_path) if file_path.name.endswith(SUFFIX) else None


class ScenarioError(Exception):
    """The expectations of a scenario that do not hold, as text."""


class UnusableScenario(ScenarioError):
    """A scenario that cannot be run."""


class ScenarioFile(pytest.File):
    """One scenario file; its runs share the limits."""

    limits: Limits | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each document and each edition it runs under."""
        from .edition import load_edition, naming
        from .errors import InputError
        from .scenario import read_scenarios

        edition = tried(self.config)
        try:
            with naming([edition.kinds] if edition else []):
                scenarios = read_scenarios(self._shown_path())
        except InputError as error:
            raise self.CollectError(str(error)) from None
        taken: dict[str, int] = {}
        for scenario in scenarios:
            ids = scenario.editions if edition is None else (edition.id,) if scenario.stands_for(edition) else ()
            for id in ids:
                name = item_name(scenario.name, load_edition(id).name)
                taken[name] = taken.get(name, 0) + 1
                item: Any = ScenarioItem.from_parent(self, name=f"{name} #{taken[name]}" if taken[name] > 1 else name)
                item.scenario, item.edition = scenario, id
                yield item

    def _shown_path(self) -> Path:
        here = Path.cwd()
        return self.path.relative_to(here) if self.path.is_relative_to(here) else self.path


_MARKS = str.maketrans("[]", "()")


def item_name(scenario: str, edition: str) -> str:
    r"""The name of a test, in a form that pytest can find again by its id.

    Pytest splits an id at ``::`` and ``[`` (its ``--lf``, ``--ff`` and ``--sw`` compare the parts);
    a name that holds either would be another one when it comes back.

    >>> item_name("a [long] turn:\n::untap", "cr2026")
    'a (long) turn:\\n:untap (cr2026)'
    """
    plain = scenario.translate(_MARKS)
    while "::" in plain:
        plain = plain.replace("::", ":")
    return f"{shown(plain)} ({edition})"


class ScenarioItem(pytest.Item):
    """One scenario under one edition."""

    scenario: Scenario
    edition: str

    def runtest(self) -> None:
        """Runs the scenario and judges it."""
        from .errors import InputError
        from .game import LIMITS
        from .scenario import judge, run_scenario

        assert isinstance(self.parent, ScenarioFile)  # noqa: S101  # collect() makes it so
        limits = self.parent.limits or LIMITS.times(int(self.config.getoption(LIMIT, 1) or 1))
        try:
            recording = run_scenario(self.scenario, self.edition, limits)
            self.parent.limits = recording.left
            failures = judge(self.scenario, recording)
        except InputError as error:
            raise UnusableScenario(str(error)) from None
        self.user_properties += [("simplified", f"{card}: {note}") for card, note in recording.simplified]
        if failures:
            raise ScenarioError("\n".join(self._told(failure) for failure in failures))

    def _told(self, failure: Failure) -> str:
        lines = Path(failure.file).read_text(encoding="utf-8").splitlines()
        source = lines[failure.line - 1].strip() if failure.line <= len(lines) else ""
        see = f"fsm run {failure.file} --edition {self.edition} -v"
        return f"{failure}\n  line {failure.line:>4}  {source}\n  see       {see}"

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The scenario's own text; a traceback only for a bug of this package."""
        if isinstance(excinfo.value, ScenarioError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The place that pytest reports; it counts lines from 0."""
        return self.path, self.scenario.document.line(("name",)) - 1, self.name
