"""The pytest plugin that loads in every project where this package is installed.

It is a top-level module and imports nothing of ``fsm`` before a scenario file is collected:
a project may have a module called ``fsm`` too, and its tests must not be disturbed.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from fsm.pytest_plugin.fixtures import AssertOrder, TurnRun

SUFFIX = ".turn.yaml"
HERE = Path(__file__).resolve().parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for scenarios; each begins with ``--turn``."""
    group = parser.getgroup("turn-structure", "scenarios (*.turn.yaml)")
    what = "write a page to step through, in DIR, for each scenario that fails"
    group.addoption("--turn-player", metavar="DIR", default=None, help=what)
    what = "write the golden traces of scenarios with golden: true; none is removed"
    group.addoption("--turn-update", action="store_true", help=what)
    what = "remove golden traces that no scenario uses, after a run of all tests in which all pass"
    group.addoption("--turn-prune", action="store_true", help=what)


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to write or to remove golden traces where that would surprise."""
    if config.getoption("turn_update") or config.getoption("turn_prune"):
        hidden_by = _other_fsm()
        if hidden_by is not None:
            raise pytest.UsageError(_hidden(hidden_by))
        from fsm.pytest_plugin.golden import Pruning, check_options

        check_options(config)
        if config.getoption("turn_prune"):
            config.pluginmanager.register(Pruning(), "turn_prune")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect scenario files, which have a double suffix."""
    if not file_path.name.endswith(SUFFIX):
        return None
    hidden_by = _other_fsm()
    if hidden_by is None:
        from fsm.pytest_plugin.items import ScenarioFile

        return ScenarioFile.from_parent(parent, path=file_path)
    file: Any = HiddenFile.from_parent(parent, path=file_path)
    file.hidden_by = hidden_by
    return file  # type: ignore[no-any-return]


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Show where two recordings differ first, and how two turns differ."""
    both = [(_is(value, "fsm.recording", "Recording"), _is(value, "fsm.turn", "TurnGraph")) for value in (left, right)]
    if op != "==" or both[0] != both[1] or not any(both[0]) or _other_fsm() is not None:
        return None
    from fsm.pytest_plugin.fixtures import compare, compare_turns

    return compare(left, right) if both[0][0] else compare_turns(left, right)  # type: ignore[arg-type]


def _is(value: object, module: str, name: str) -> bool:
    """Whether a value is of a class of a module that may not have been imported."""
    kind = getattr(sys.modules.get(module), name, None)
    return isinstance(kind, type) and isinstance(value, kind)


@pytest.fixture
def turn_run(request: pytest.FixtureRequest) -> TurnRun:
    """Run a scenario, a file or a text, and give its recording; it takes an edition too."""
    hidden_by = _other_fsm()
    if hidden_by is not None:
        pytest.fail(_hidden(hidden_by), pytrace=False)
    from fsm.pytest_plugin.fixtures import TurnRun

    return TurnRun(request.path.parent)


@pytest.fixture
def assert_order(turn_run: TurnRun) -> AssertOrder:
    """Check the order of places in the last run, or in a recording: ``untap < upkeep < draw``."""
    from fsm.pytest_plugin.fixtures import AssertOrder

    return AssertOrder(turn_run)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """List the golden traces that were written, and with ``-v`` what is left out of the cards, once for each card."""
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    noted = [note for report in reports for note in getattr(report, "user_properties", ())]
    written = sorted({str(note) for name, note in noted if name == "golden"})
    if written:
        terminalreporter.section("golden traces, --turn-update")
    for note in written:
        terminalreporter.line(note)
    found = {note for name, note in noted if name == "simplified"}
    if terminalreporter.verbosity < 1 or not found:
        return
    terminalreporter.section("simplified cards")
    for note in sorted(found):
        terminalreporter.line(f"Simplified: {note}")


def _other_fsm() -> str | None:
    """The file of another module ``fsm`` that hides this package, if there is one; nothing is imported to find it."""
    known = sys.modules.get("fsm")
    spec = getattr(known, "__spec__", None) if known else find_spec("fsm")
    places = list(getattr(known, "__path__", ()) or getattr(spec, "submodule_search_locations", None) or ())
    # Installed, this module stands beside the package; in the source, in a folder of it.
    if any(Path(place).resolve() in (HERE / "fsm", HERE.parent) for place in places):
        return None
    return str(getattr(spec, "origin", None) or getattr(known, "__file__", None) or next(iter(places), "<unknown>"))


def _hidden(by: str) -> str:
    return (
        f"scenario files are checked by the package fsm of turn-structure, but another module fsm hides it: {by}\n"
        f"check them with the command `fsm test`, leave them out here with --ignore-glob='*{SUFFIX}', "
        "or give that module another name"
    )


class HiddenFile(pytest.File):
    """A scenario file that cannot be read, because another module ``fsm`` hides this package."""

    hidden_by: str

    def collect(self) -> list[pytest.Item]:
        """Collect one item that fails with the reason; a collection error would stop all other tests."""
        item: Any = HiddenItem.from_parent(self, name="not checked")
        item.hidden_by = self.hidden_by
        return [item]


class HiddenItem(pytest.Item):
    """A test that fails with the reason."""

    hidden_by: str

    def runtest(self) -> None:
        """Fail with the reason and the possible fixes."""
        pytest.fail(_hidden(self.hidden_by), pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """The place that pytest reports."""
        return self.path, None, self.name
