"""Scenarios: files with the players' actions and the expectations; they are read, run and judged."""

from ..game import default_action as default_action
from ..recording import Recording as Recording
from .judging.judge import Failure as Failure
from .judging.judge import judge as judge
from .model import ActRef as ActRef
from .model import Happening as Happening
from .reading.reader import Scenario as Scenario
from .reading.reader import choose_scenario as choose_scenario
from .reading.reader import parse_scenarios as parse_scenarios
from .reading.reader import read_scenarios as read_scenarios
from .reading.yaml import read_yaml as read_yaml
from .running.runner import run_scenario as run_scenario
from .running.runner import run_so_far as run_so_far
from .schema import scenario_schema as scenario_schema
