"""The turn structure of Magic: The Gathering as an executable, inspectable finite-state machine.

The public face. Names are imported when they are first used, so that drawing a turn does
not load the game, nor the command line everything.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .diagram import compare_diagram, rule_diagram, scenario_diagram, timeline_diagram, turn_diagram
    from .edition import edition_ids, load_edition
    from .game import legal_actions, start_game, step
    from .recording import play_by_play, read_trace, trace_lines
    from .scenario import judge, parse_scenarios, read_scenarios, run_scenario
    from .turn import TurnGraph, TurnMachine, base_turn, parse_address, parse_turn

_ROOMS = {
    "diagram": ("compare_diagram", "rule_diagram", "scenario_diagram", "timeline_diagram", "turn_diagram"),
    "edition": ("edition_ids", "load_edition"),
    "game": ("legal_actions", "start_game", "step"),
    "recording": ("play_by_play", "read_trace", "trace_lines"),
    "scenario": ("judge", "parse_scenarios", "read_scenarios", "run_scenario"),
    "turn": ("TurnGraph", "TurnMachine", "base_turn", "parse_address", "parse_turn"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "TurnGraph",
    "TurnMachine",
    "base_turn",
    "compare_diagram",
    "edition_ids",
    "judge",
    "legal_actions",
    "load_edition",
    "parse_address",
    "parse_scenarios",
    "parse_turn",
    "play_by_play",
    "read_scenarios",
    "read_trace",
    "rule_diagram",
    "run_scenario",
    "scenario_diagram",
    "start_game",
    "step",
    "timeline_diagram",
    "trace_lines",
    "turn_diagram",
]


def __getattr__(name: str) -> Any:
    if name in _ROOM_OF:
        return getattr(import_module(f".{_ROOM_OF[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
