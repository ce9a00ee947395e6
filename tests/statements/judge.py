"""What shows statements, asked in the process of a fault, which imports the program anew from its copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from fsm.errors import FsmError
from fsm.scenario import Scenario, judge, read_scenarios, run_scenario

from .tables import Shown

QUIET = ("-q", "-n", "0", "-p", "no:cacheprovider")


class _Failed:
    """A plugin of pytest that notes the tests that fail."""

    def __init__(self) -> None:
        self.tests = set[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes a test that fails, or cannot be set up."""
        if report.failed:
            self.tests.add(report.nodeid.partition("[")[0])


def failing(tree: Path, asked: list[Shown]) -> set[Shown]:
    """Those that do not hold."""
    tests = sorted({one.name for one in asked if one.is_test})
    plugin = _Failed()
    if tests and pytest.main([*QUIET, *tests], plugins=[plugin]) not in (0, 1):
        raise RuntimeError("the tests cannot be read")
    return {one for one in asked if (one.name in plugin.tests if one.is_test else _fails(tree, one))}


def _fails(tree: Path, one: Shown) -> bool:
    """Whether a scenario of a file that names one of the rules does not hold."""
    scenarios, rules = read_scenarios(tree / "scenarios" / one.name), {*one.rules.split(",")}
    named = (scenario for scenario in scenarios if rules & set(scenario.rules.get(one.edition, ())))
    return not all(_holds(scenario, one.edition) for scenario in named)


def _holds(scenario: Scenario, edition: str) -> bool:
    """Whether a scenario holds. What is no error of a file is one of the fault, which has to be another one."""
    try:
        return not judge(scenario, run_scenario(scenario, edition))
    except FsmError:
        return False
