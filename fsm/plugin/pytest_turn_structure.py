"""The pytest plugin that loads in every project where this package is installed.

It is a top-level module and imports nothing of ``fsm`` before a scenario file is collected:
a project may have a module called ``fsm`` too, and its tests must not be disturbed.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

SUFFIX = ".turn.yaml"
HERE = Path(__file__).resolve().parent


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect scenario files, which have a double suffix."""
    if not file_path.name.endswith(SUFFIX):
        return None
    hidden_by = _other_fsm()
    if hidden_by is None:
        from fsm.pytest_plugin import pytest_collect_file as collect

        return collect(file_path, parent)
    file: Any = HiddenFile.from_parent(parent, path=file_path)
    file.hidden_by = hidden_by
    return file  # type: ignore[no-any-return]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """With ``-v``, list what is left out of the cards that the scenarios use, once for each card."""
    if terminalreporter.verbosity < 1:
        return
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    found = {
        note for report in reports for name, note in getattr(report, "user_properties", ()) if name == "simplified"
    }
    if found:
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
        pytest.fail(
            "scenario files are checked by the package fsm of turn-structure, but another module fsm hides it: "
            f"{self.hidden_by}\ncheck them with the command `fsm test`, leave them out here with "
            f"--ignore-glob='*{SUFFIX}', or give that module another name",
            pytrace=False,
        )

    def reportinfo(self) -> tuple[Path, None, str]:
        """The place that pytest reports."""
        return self.path, None, self.name
