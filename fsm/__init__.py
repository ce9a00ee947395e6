"""The turn structure of Magic: The Gathering as an executable, inspectable finite-state machine.

This is the public interface. Each name is imported on first use, so drawing a turn does
not load the game, and the command line loads only what a command needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .version import __version__ as __version__

if TYPE_CHECKING:
    from .diagram import (
        Diagram,
        DiagramError,
        compare_diagram,
        history_diagram,
        poster_diagram,
        rule_diagram,
        scenario_diagram,
        timeline_diagram,
        turn_diagram,
    )
    from .edition import Edition, edition_ids, load_edition
    from .errors import (
        AddressError,
        CardError,
        EditionError,
        FsmError,
        IllegalAction,
        InputError,
        LimitReached,
        RewriteError,
        SetupError,
    )
    from .game import (
        Action,
        Activate,
        Assign,
        Attack,
        Block,
        BringCompanion,
        Card,
        Cast,
        Choose,
        Concede,
        Decision,
        DiscardCards,
        EndEffect,
        Event,
        KeepTapped,
        Order,
        Pass,
        Pile,
        Player,
        PlayLand,
        State,
        Suspend,
        catalogue,
        find_card,
        legal_actions,
        read_card,
        start_game,
        step,
    )
    from .recording import Recording, play_by_play, read_trace, trace_lines
    from .scenario import Scenario, default_action, judge, parse_scenarios, read_scenarios, run_scenario
    from .turn import (
        Address,
        RewriteRule,
        TurnGraph,
        TurnMachine,
        base_turn,
        insert_phases,
        insert_steps,
        parse_address,
        parse_turn,
        skip,
    )

_ROOMS = {
    "diagram": """
        Diagram DiagramError compare_diagram history_diagram poster_diagram rule_diagram scenario_diagram
        timeline_diagram turn_diagram
    """,
    "edition": "Edition edition_ids load_edition",
    "errors": """
        AddressError CardError EditionError FsmError IllegalAction InputError LimitReached RewriteError
        SetupError
    """,
    "game": """
        Action Activate Assign Attack Block BringCompanion Card Cast Choose Concede Decision DiscardCards
        EndEffect Event KeepTapped Order Pass Pile PlayLand Player State Suspend catalogue find_card legal_actions
        read_card start_game step
    """,
    "recording": "Recording play_by_play read_trace trace_lines",
    "scenario": "Scenario default_action judge parse_scenarios read_scenarios run_scenario",
    "turn": """
        Address RewriteRule TurnGraph TurnMachine base_turn insert_phases insert_steps parse_address
        parse_turn skip
    """,
}
"""The public names by the package that defines them."""

_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names.split()}

__all__ = [
    "Action", "Activate", "Address", "AddressError", "Assign", "Attack", "Block", "BringCompanion", "Card", "CardError",
    "Cast", "Choose", "Concede", "Decision", "Diagram", "DiagramError", "DiscardCards", "Edition", "EditionError",
    "EndEffect", "Event", "FsmError", "IllegalAction", "InputError", "KeepTapped", "LimitReached", "Order", "Pass",
    "Pile", "PlayLand", "Player", "Recording", "RewriteError", "RewriteRule", "Scenario", "SetupError", "State",
    "Suspend", "TurnGraph", "TurnMachine", "base_turn", "catalogue", "compare_diagram", "default_action",
    "edition_ids", "find_card", "history_diagram", "insert_phases", "insert_steps", "judge", "legal_actions",
    "load_edition", "parse_address", "parse_scenarios", "parse_turn", "play_by_play", "poster_diagram", "read_card",
    "read_scenarios", "read_trace", "rule_diagram", "run_scenario", "scenario_diagram", "skip", "start_game", "step",
    "timeline_diagram", "trace_lines",
    "turn_diagram",
]  # fmt: skip


if not TYPE_CHECKING:  # so that type checkers report unknown names

    def __getattr__(name: str) -> Any:
        if name in _ROOM_OF:
            return getattr(import_module(f".{_ROOM_OF[name]}", __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
