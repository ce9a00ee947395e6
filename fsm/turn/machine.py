"""The hierarchical state machine of a turn on ``transitions``, made from its chart (see ``fsm.turn.chart``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, runtime_checkable

from transitions.extensions import HierarchicalMachine
from transitions.extensions.nesting import NestedState

from ..edition import DEFAULT
from ..errors import MachineError
from .chart import GUARDS, OVER, SEPARATOR, TRIGGER, ChartMove, ChartState, first_state, make_chart, state_name
from .graph import TurnGraph, base_turn


@runtime_checkable
class TurnModel(Protocol):
    """What a model answers so that a machine can be attached to it."""

    def all_passed(self) -> bool:
        """Whether all players passed in succession."""
        ...

    def stack_empty(self) -> bool:
        """Whether the stack is empty."""
        ...


class SlashState(NestedState):
    """A state whose path is written with slashes, since our names hold underscores."""

    separator = SEPARATOR


class SlashMachine(HierarchicalMachine):
    """A hierarchical machine whose paths are written with slashes."""

    state_cls = SlashState


class TurnMachine(SlashMachine):
    """A ``transitions`` machine of one turn, attached to anybody's model.

    The model answers ``all_passed()`` and ``stack_empty()``, and may answer
    ``needs_priority()``: whether players get priority in a cleanup step (if it does not
    say, they do not). ``model.advance()`` then does the next thing, and returns whether
    anything could be done. A live machine is not rewritten: rewrite the graph and attach
    a new machine.

    >>> class Solitaire:
    ...     def all_passed(self): return True
    ...     def stack_empty(self): return True
    >>> player = Solitaire()
    >>> machine = TurnMachine(player)
    >>> player.state
    'turn/beginning/untap/beginning'
    >>> player.advance() and player.advance() and player.state
    'turn/beginning/upkeep/beginning'
    """

    def __init__(self, model: object, graph: TurnGraph | None = None, **options: Any) -> None:
        self.graph = graph or base_turn(DEFAULT)
        for guard in GUARDS[:2]:
            if not callable(getattr(model, guard, None)):
                raise MachineError(f"the model {type(model).__name__} has no method {guard}()")
        if not callable(getattr(model, "needs_priority", None)):
            model.needs_priority = _never  # type: ignore[attr-defined]
        states, transitions = describe(self.graph)
        super().__init__(
            model,
            states=states,
            transitions=transitions,
            initial=first_state(self.graph),
            auto_transitions=False,
            **options,
        )


def describe(graph: TurnGraph) -> tuple[list[dict[str, Any] | str], list[dict[str, Any]]]:
    """The states and the transitions of a turn, as ``transitions`` takes them.

    All transitions are at the root with full paths, so that a common ancestor is not left
    and entered again. Only what play goes through is in it.
    """
    chart = make_chart(graph)
    return as_states(chart.states), [as_transition(move) for move in chart.moves]


def as_states(states: Iterable[ChartState]) -> list[dict[str, Any] | str]:
    """States as the library takes them."""
    return [_as_state(state) for state in states]


def _as_state(state: ChartState) -> dict[str, Any] | str:
    if not state.children:
        return state.name
    return {"name": state.name, "children": as_states(state.children), "initial": state.children[0].name}


def as_transition(move: ChartMove) -> dict[str, Any]:
    """A move as the library takes it."""
    wanted = {"conditions": True, "unless": False}
    guards = {key: [name for name, answer in move.guards if answer is value] for key, value in wanted.items()}
    named = {key: names for key, names in guards.items() if names}
    return {"trigger": TRIGGER, "source": move.source, "dest": move.target, **named}


def build_machine(states: Iterable[ChartState], moves: Iterable[ChartMove], initial: str) -> SlashMachine:
    """A machine that is walked and not run: it has no model."""
    transitions = [as_transition(move) for move in moves]
    return SlashMachine(
        None, states=as_states(states), transitions=transitions, initial=initial, auto_transitions=False
    )


def _never() -> bool:
    return False


__all__ = [
    "GUARDS",
    "OVER",
    "SEPARATOR",
    "TRIGGER",
    "SlashState",
    "TurnMachine",
    "TurnModel",
    "describe",
    "first_state",
    "state_name",
]
