"""The turn on its own: graph, rewrite rules, rotation, machine, table, addresses, notation.

This package is independent of games, cards and scenarios: draw a turn, rewrite it, or
attach its machine to a model of your own.
"""

from typing import TYPE_CHECKING, Any

from .address import Address, parse_address
from .anchors import anchors
from .chart import GUARDS, OPTIONAL, REWRITING, Chart, ChartState, make_chart
from .following import follow
from .graph import TurnGraph, base_turn
from .interpreter import apply_rule
from .notation import parse_turn, print_turn
from .part import Mark, Node
from .pattern import Guard, RewriteRule, When
from .rewrite import (
    end_combat,
    end_turn,
    end_turn_first,
    insert_phases,
    insert_step_after_phase,
    insert_steps,
    insert_steps_before,
    repeat_cleanup,
    reverse_phases,
    second_combat_damage,
    skip,
    skip_blocks_and_damage,
)
from .rotation import (
    TURN_REWRITES,
    ExtraTurn,
    Pending,
    Rotation,
    RotationRule,
    add_turn,
    leave,
    next_turn,
    no_first_draw,
    reverse,
    start_rotation,
    turn_graph,
    turn_rule,
)
from .rules import REWRITES
from .table import Configuration, Table, advance, compile_table
from .transition import OVER, SUBSTATES, Transition

if TYPE_CHECKING:
    from .machine import TurnMachine, TurnModel

__all__ = [
    "GUARDS",
    "OPTIONAL",
    "OVER",
    "REWRITES",
    "REWRITING",
    "SUBSTATES",
    "TURN_REWRITES",
    "Address",
    "Chart",
    "ChartState",
    "Configuration",
    "ExtraTurn",
    "Guard",
    "Mark",
    "Node",
    "Pending",
    "RewriteRule",
    "Rotation",
    "RotationRule",
    "Table",
    "Transition",
    "TurnGraph",
    "TurnMachine",
    "TurnModel",
    "When",
    "add_turn",
    "advance",
    "anchors",
    "apply_rule",
    "base_turn",
    "compile_table",
    "end_combat",
    "end_turn",
    "end_turn_first",
    "follow",
    "insert_phases",
    "insert_step_after_phase",
    "insert_steps",
    "insert_steps_before",
    "leave",
    "make_chart",
    "next_turn",
    "no_first_draw",
    "parse_address",
    "parse_turn",
    "print_turn",
    "repeat_cleanup",
    "reverse",
    "reverse_phases",
    "second_combat_damage",
    "skip",
    "skip_blocks_and_damage",
    "start_rotation",
    "turn_graph",
    "turn_rule",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Loads the machine, and the library ``transitions`` that it is made with, on first use."""
        if name in ("TurnMachine", "TurnModel"):
            from . import machine

            return getattr(machine, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
