"""Runs scenarios under one edition, and prints those that do not hold: ``judge.py cr2006 FILE::RULE ...``."""

from __future__ import annotations

import sys
from pathlib import Path

from fsm.errors import FsmError
from fsm.scenario import Scenario, judge, read_scenarios, run_scenario

ROOT = Path(__file__).parents[2]


def holds(scenario: Scenario, edition: str) -> bool:
    """Whether a scenario holds. What is no error of a file is one of the fault, which has to be another one."""
    try:
        return not judge(scenario, run_scenario(scenario, edition))
    except FsmError:
        return False


def fails(edition: str, file: str, rules: set[str]) -> bool:
    """Whether a scenario of a file that names one of the rules does not hold."""
    scenarios = read_scenarios(ROOT / "scenarios" / file)
    return not all(holds(one, edition) for one in scenarios if rules & set(one.rules.get(edition, ())))


if __name__ == "__main__":
    for argument in sys.argv[2:]:
        name, _, numbers = argument.partition("::")
        if fails(sys.argv[1], name, set(numbers.split(","))):
            print(argument)
