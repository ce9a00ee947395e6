"""``--pdb`` on scenarios: the debugger of scenarios opens at the first difference, instead of pdb in this package."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from ..files import read_text
from ..scenario.reading.yaml import MAX_BYTES
from .failures import ScenarioError

if TYPE_CHECKING:
    from .items import ScenarioItem


class Hooks:
    """The hooks of a scenario, or of a file of scenarios, that keep pdb away from what it is not for."""

    def __init__(self, hooks: Any, config: pytest.Config) -> None:
        self._hooks, self._config = hooks, config

    def __getattr__(self, name: str) -> Any:
        return getattr(self._hooks, name)

    def pytest_exception_interact(self, **given: Any) -> None:
        """Lets the other plugins look at the exception, then opens the debugger; pdb only for a bug of this package."""
        error = given["call"].excinfo.value
        if not isinstance(error, ScenarioError | pytest.Collector.CollectError):
            self._hooks.pytest_exception_interact(**given)
            return
        manager = self._config.pluginmanager
        manager.subset_hook_caller("pytest_exception_interact", [manager.getplugin("pdbinvoke")])(**given)
        if isinstance(error, ScenarioError):
            step_through(given["node"], error, given["report"])


def step_through(item: ScenarioItem, error: ScenarioError, report: Any) -> None:
    """Opens the debugger in the terminal, at the first difference of a failed scenario; ``q`` goes on to the next."""
    from ..debugger import Session
    from ..debugger.terminal import Terminal

    if error.recording is None:
        return
    capture: Any = item.config.pluginmanager.getplugin("capturemanager")
    if capture is not None:
        capture.suspend_global_capture(in_=True)
    try:
        report.toterminal(item.config.get_terminal_writer())
        print(f"\nfsm debug at event {error.event}; q goes on with the tests, Ctrl-C ends them")  # noqa: T201
        source = read_text(item.scenario.file, MAX_BYTES)
        session = Session(item.scenario, source, item.edition, item.first_limits)
        terminal = Terminal(session, stdin=None if sys.stdin.isatty() else sys.stdin)
        terminal.first([f"j {error.event}"])
        terminal.cmdloop()
    finally:
        if capture is not None:
            capture.resume_global_capture()
