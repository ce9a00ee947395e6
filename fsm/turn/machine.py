"""The hierarchical state machine of a turn on ``transitions``, made from its chart (see ``fsm.turn.chart``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Never, Protocol, runtime_checkable

from transitions.extensions import HierarchicalMachine
from transitions.extensions.nesting import NestedState

from ..edition import DEFAULT
from ..errors import ArgumentError, MachineError, expect_type
from .chart import GUARDS, REQUIRED, TRIGGER, ChartState, as_transition, first_state, make_chart
from .following import widest
from .graph import A_TURN, TurnGraph, base_turn
from .interpreter import Anchor, located
from .part import ROOT
from .transition import OVER, SEPARATOR, beginning_of, state_name, stop_of


@runtime_checkable
class TurnModel(Protocol):
    """The interface of a model that a machine can be attached to.

    It may have further methods of these names; a guard without a method does not hold:

    - ``needs_priority``: players get priority in this cleanup step (a trigger waits, or a state-based
      action was taken; 314.3, 514.3a);
    - ``cleanup_repeats``: they got it, so another cleanup step follows (514.3a);
    - ``no_attackers``: no creature attacks in this combat, so that play goes past blockers and damage (508.8);
    - ``second_damage``: another combat damage step follows, for first strike and double strike (510.4);
    - ``ends_turn``, ``ends_combat``: an effect ended the turn, or the combat phase, in this step (724.1, 724.2);
    - ``turn_ended``: an effect ended the turn in an earlier step, so that nothing follows the cleanup step.

    A model that rewrites the turn, and attaches a new machine, needs only ``needs_priority`` of these.
    """

    def all_passed(self) -> bool:
        """Whether all players passed in succession."""
        ...

    def stack_empty(self) -> bool:
        """Whether the stack is empty."""
        ...


class Attached:
    """The model that the library sees: it holds the state and forwards the guards to the user's model."""

    state: str
    advance: Callable[[], bool]

    def __init__(self, model: TurnModel) -> None:
        self._asked = model

    def __getattr__(self, name: str) -> Any:
        if name not in GUARDS:
            raise AttributeError(name)
        return getattr(self._asked, name)


class SlashState(NestedState):
    """A state whose path is written with slashes, since its names contain underscores."""

    separator = SEPARATOR


class SlashMachine(HierarchicalMachine):
    """A hierarchical machine whose paths are written with slashes."""

    state_cls = SlashState


class TurnMachine(SlashMachine):
    """A ``transitions`` machine of one turn, attached to a model of your own.

    The model answers ``all_passed()`` and ``stack_empty()``, and may answer more (see
    ``TurnModel``); no attribute is set on it. ``advance()`` makes the next move, and returns
    whether one was possible; ``state`` and ``address`` say where play is. ``at`` is where it begins, an address or the
    id of a node: the beginning of that step, or of the first step of that phase. To rewrite the turn, rewrite the
    graph and attach a new machine. ``MachineError`` if the model has no method that it needs, or if what it begins at
    is skipped; ``RewriteError`` if the turn has no such place.

    >>> class Solitaire:
    ...     def all_passed(self): return True
    ...     def stack_empty(self): return True
    >>> machine = TurnMachine(Solitaire())
    >>> machine.state
    'turn/beginning/untap/beginning'
    >>> machine.advance() and machine.advance() and machine.state
    'turn/beginning/upkeep/beginning'
    >>> TurnMachine(Solitaire(), at="combat").address
    'combat.beginning_of_combat'
    """

    def __init__(
        self, model: TurnModel, graph: TurnGraph | None = None, *, at: Anchor | None = None, **other: Never
    ) -> None:
        """Attach it to a model, in a turn as a graph (today's), at its beginning or at a place."""
        if other:
            raise ArgumentError(f"found {', '.join(other)}, expected a model, a turn, and perhaps at='combat'")
        self.graph = base_turn(DEFAULT) if graph is None else graph
        expect_type(self.graph, TurnGraph, A_TURN)
        states, transitions = states_and_transitions(self.graph, answered_by(model))
        self._attached = Attached(model)
        super().__init__(
            self._attached,
            states=states,
            transitions=transitions,
            initial=first_state(self.graph) if at is None else state_at(self.graph, at),
            auto_transitions=False,
        )

    @property
    def state(self) -> str:
        """The path of the current state."""
        return self._attached.state

    @property
    def address(self) -> str:
        """The address of the step, or of the phase without steps, that play is in; empty at the end of the turn."""
        stop = stop_of(self.state)
        return self.graph.address(stop) if stop else ""

    def advance(self) -> bool:
        """Makes the next move, and returns whether one was possible; at the end of the turn none is."""
        return self.state != OVER and self._attached.advance()


def state_at(graph: TurnGraph, at: Anchor) -> str:
    """The state in which a step, the first step of a phase, or the turn begins; ``MachineError`` if it is skipped."""
    part = located(graph, at)
    if part.node.id == ROOT:
        return first_state(graph)
    inside = part.ids or (part.node.id,)
    stop = next((id for id in inside if id in graph.path), None)
    if stop is None:
        raise MachineError(
            f"{graph.address(part.node.id)} is skipped in this turn; expected a place that play comes to"
        )
    return beginning_of(stop)


def answered_by(model: TurnModel) -> tuple[str, ...]:
    """The guards that a model answers; ``MachineError`` names a required one that is missing."""
    answered = tuple(name for name in GUARDS if name in REQUIRED or hasattr(model, name))
    for name in answered:
        if not callable(getattr(model, name, None)):
            raise MachineError(f"the model {type(model).__name__} has no method {name}()")
    return answered


def states_and_transitions(
    graph: TurnGraph, answered: Collection[str] = GUARDS
) -> tuple[list[dict[str, Any] | str], list[dict[str, Any]]]:
    """The states and the transitions of a turn, as arguments of ``transitions``.

    All transitions are at the root with full paths, so that no common ancestor is exited and
    entered again. Skipped parts are left out, and so are transitions whose guards have no answer, and what the rules
    may insert only by such a transition.
    """
    chart, wide = make_chart(graph), widest(graph)
    left_out = {stop for stop in wide.groups if wide.guard(stop) not in answered}
    asked = (one for one in chart.transitions if all(name in answered for name, _ in one.guards))
    return as_states(chart.states, left_out), [as_transition(one) for one in asked if one.leaves not in left_out]


def as_states(states: Iterable[ChartState], left_out: Collection[str] = ()) -> list[dict[str, Any] | str]:
    """States as arguments of the library, without some stops."""
    return [_as_state(state, left_out) for state in states if state.stop not in left_out]


def _as_state(state: ChartState, left_out: Collection[str]) -> dict[str, Any] | str:
    if not state.children:
        return state.name
    return {"name": state.name, "children": as_states(state.children, left_out), "initial": state.children[0].name}


__all__ = [
    "GUARDS",
    "OVER",
    "SEPARATOR",
    "TRIGGER",
    "SlashState",
    "TurnMachine",
    "TurnModel",
    "first_state",
    "state_name",
    "states_and_transitions",
]
