"""Runs and judges the corpus in one process; exits at the first scenario that does not hold, and says which."""

from __future__ import annotations

import sys
from pathlib import Path

from fsm.scenario import judge, read_scenarios, run_scenario

ROOT = Path(__file__).parents[2]


def first_failure() -> str:
    """The first scenario that does not hold, with its edition; empty if all of them hold."""
    for file in sorted((ROOT / "scenarios").rglob("*.turn.yaml")):
        for scenario in read_scenarios(file):
            for edition in scenario.editions:
                try:
                    holds = not judge(scenario, run_scenario(scenario, edition))
                except Exception:  # a fault may raise anything
                    holds = False
                if not holds:
                    return f"{file.relative_to(ROOT / 'scenarios')} {edition}"
    return ""


if __name__ == "__main__":
    sys.exit(first_failure() or None)
