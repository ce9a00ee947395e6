"""The pytest plugin, as every project that has this package installed loads it.

It is a module of its own and imports nothing of ``fsm`` before a scenario file is collected:
a project may have a module called ``fsm`` too, and its tests are not ours to disturb.
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
    """Collect scenario files, by their double suffix."""
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
    """Say with ``-v`` what is left out of the cards that the scenarios use, once for each card."""
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
    """Where a module ``fsm`` comes from that is not ours, but would be imported; nothing is imported to find out."""
    known = sys.modules.get("fsm")
    spec = getattr(known, "__spec__", None) if known else find_spec("fsm")
    places = list(getattr(known, "__path__", ()) or getattr(spec, "submodule_search_locations", None) or ())
    # Installed, this module stands beside the package; in the source, in a folder of it.
    if any(Path(place).resolve() in (HERE / "fsm", HERE.parent) for place in places):
        return None
    return str(getattr(spec, "origin", None) or getattr(known, "__file__", None) or next(iter(places), "<unknown>"))


class HiddenFile(pytest.File):
    """A scenario file that cannot be read, because another ``fsm`` hides ours."""

    hidden_by: str

    def collect(self) -> list[pytest.Item]:
        """Collect one item that says so; an error of collection would keep all other tests from running."""
        item: Any = HiddenItem.from_parent(self, name="not checked")
        item.hidden_by = self.hidden_by
        return [item]


class HiddenItem(pytest.Item):
    """A test that fails with the reason."""

    hidden_by: str

    def runtest(self) -> None:
        """Fail with what is in the way, and what can be done."""
        pytest.fail(
            "scenario files are checked by the package fsm of turn-structure, but another module fsm hides it: "
            f"{self.hidden_by}\ncheck them with the command `fsm test`, leave them out here with "
            f"--ignore-glob='*{SUFFIX}', or give that module another name",
            pytrace=False,
        )

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where pytest says that it is."""
        return self.path, None, self.name
