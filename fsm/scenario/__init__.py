"""Scenarios: files with the players' actions and the expectations; they are read, run and judged."""

from ..game import default_action
from ..recording import Recording
from .choosing import choose_scenario
from .judging.judge import Failure, judge
from .model import ActRef, Happening
from .reading.reader import Scenario, parse_scenarios, read_scenarios
from .reading.yaml import read_yaml
from .running.runner import run_scenario, run_so_far
from .schema.schema import scenario_schema

__all__ = [
    "ActRef",
    "Failure",
    "Happening",
    "Recording",
    "Scenario",
    "choose_scenario",
    "default_action",
    "judge",
    "parse_scenarios",
    "read_scenarios",
    "read_yaml",
    "run_scenario",
    "run_so_far",
    "scenario_schema",
]
