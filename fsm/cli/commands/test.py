"""``fsm test``: pytest on scenario files alone, with the exit codes of this command line.

This module is also a plugin that pytest loads for it, in each process of ``-n``.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir

import pytest

from ...errors import FsmError, InputError
from ...library import corpus_folder, find_scenarios
from ...pytest_plugin.failures import UnusableScenario
from ...pytest_plugin.items import EDITION, LIMIT, ScenarioFile, tried
from ...scenario.reading.reader import SUFFIX
from ..streams import echo_error

UNUSABLE = "unusable_scenario"
CORPUS = "scenario_corpus"
FOLDER = "scenarios"
PLUGIN = "pytest_turn_structure"
"""The module of our plugin: it stands beside this package, or in a folder of it where this is the source."""
OPTIONS = (
    *("-p", "no:turn_structure", "-p", PLUGIN, "-p", __name__, "-p", "no:doctest", "--assert=plain"),
    *("-o", "addopts=", "-o", "python_files=", "--no-header", "-q"),
)
"""Loads only our plugin, collects only scenarios, and ignores the pytest options of the current project."""


def run_pytest(arguments: tuple[str, ...]) -> int:
    """Run pytest with the given paths and options; the exit code is 0, 1, 2 or 130."""
    _let_import_plugin()
    seen = _Seen()
    with _leaving_nothing():
        cache = () if "no:cacheprovider" in arguments else ("-o", f"cache_dir={_cache()}")
        try:
            code = pytest.main([*OPTIONS, *cache, *arguments], plugins=[seen])
        except SystemExit:
            echo_error("fsm: a conftest.py or a plugin of pytest ended this program; not all scenarios were checked")
            return 2
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:
        echo_error("fsm: no scenario was checked; name *.turn.yaml files, or folders of them")
    return seen.exit_code(int(code))


def _cache() -> Path:
    """The folder in which pytest notes what failed, for ``--lf``: one for each folder of a user, outside of it."""
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    home = Path(named or os.path.expanduser("~/.cache"))  # noqa: PTH111  # this one is no error where nobody has a home
    caches = home if os.access(next(path for path in (home, *home.parents) if path.exists()), os.W_OK) else gettempdir()
    return Path(caches) / "turn-structure" / sha256(str(Path.cwd()).encode()).hexdigest()[:16]


@contextmanager
def _leaving_nothing() -> Iterator[None]:
    """Modules that pytest imports from a user's folder, and in processes of ``-n``, leave no compiled files there."""
    before, name = sys.dont_write_bytecode, "PYTHONDONTWRITEBYTECODE"
    said = os.environ.get(name)
    sys.dont_write_bytecode, os.environ[name] = True, "1"
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
        os.environ.pop(name)
        if said is not None:
            os.environ[name] = said


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Read a file that the user names as a scenario, whatever it is called, as ``fsm run`` does."""
    if file_path.name.endswith((SUFFIX, ".py")) or not parent.session.isinitpath(file_path):
        return None
    return ScenarioFile.from_parent(parent, path=file_path)


def _let_import_plugin() -> None:
    """The plugin of this very package is imported, whatever else is called like it."""
    package = Path(__file__).resolve().parents[2]
    folder = next(folder for folder in (package / "plugin", package.parent) if (folder / f"{PLUGIN}.py").exists())
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


class _Seen:
    """Collects pytest's reports: its exit codes do not distinguish a bad file from an interrupted run."""

    def __init__(self) -> None:
        self.unusable = self.failed = self.interrupted = self.ended = False

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.unusable = self.unusable or report.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed
        self.unusable = self.unusable or hasattr(report, UNUSABLE)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        self.interrupted = excinfo.type is KeyboardInterrupt
        self.ended = issubclass(excinfo.type, pytest.exit.Exception)

    def exit_code(self, code: int) -> int:
        """The exit code: first an interruption, then an unusable file or an early end, then a failure, or pytest's."""
        if self.interrupted:
            return 130
        if self.unusable or self.ended:
            return 2
        return 1 if self.failed else 2 * bool(code)


def _times(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:9]) <= 1000:
        raise ArgumentTypeError(f"found {text[:20]!r}, expected a number from 1 to 1000")
    return int(text)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--limit`` of ``fsm run``, and ``--edition``."""
    what = "multiply the usual limits of events, objects, work and memory by N"
    group = parser.getgroup("scenarios")
    group.addoption("--limit", dest=LIMIT, metavar="N", type=_times, default=1, help=what)
    what = "run only the scenarios of this edition; one of your own (mine.toml) runs those of the edition it extends"
    group.addoption("--edition", dest=EDITION, metavar="ID", default=None, help=what)
    what = "run the scenarios that come with the package"
    group.addoption("--corpus", dest=CORPUS, action="store_true", default=False, help=what)


def pytest_configure(config: pytest.Config) -> None:
    """Find the paths that were given; if none was, check ``scenarios/``, under the named edition, if it can be read."""
    given = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []
    try:
        tried(config)
        config.args = _paths(given, bool(config.getoption(CORPUS)))
    except FsmError as error:
        raise pytest.UsageError(str(error)) from None


def _paths(given: list[str], corpus: bool) -> list[str]:
    """The paths to check: the files and folders that a user names, scenarios of the package, or ``scenarios/``."""
    if given or corpus:
        return [*map(_found, given), *([str(corpus_folder())] if corpus else [])]
    if not Path(FOLDER).is_dir():
        raise InputError(
            f"there is no folder {FOLDER}/ here; name files or folders, or check the scenarios that come with the "
            "package: fsm test --corpus"
        )
    return [FOLDER]


def _found(given: str) -> str:
    """A path, which may end with the name of a test: ``a.turn.yaml::name``."""
    path, mark, rest = given.partition("::")
    return f"{find_scenarios(path)}{mark}{rest}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Mark the report of an unusable scenario; worker processes of ``-n`` send the mark back too."""
    report = yield
    if call.excinfo and isinstance(call.excinfo.value, UnusableScenario):
        setattr(report, UNUSABLE, True)
    return report
