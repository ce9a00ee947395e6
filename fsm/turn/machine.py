"""The hierarchical state machine of a turn, generated from its graph, on ``transitions``.

turn > phase > step > ``beginning``, ``priority``, ``resolving``, ``ending``; one trigger,
``advance``. A step with priority is left only if ``all_passed`` and ``stack_empty`` hold
(cr2006 300.2, cr2011 500.2, cr2026 500.2); if all passed and the stack is not empty, its
top object resolves. A step in which nobody gets priority ends when its actions are done.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from transitions.extensions import HierarchicalMachine
from transitions.extensions.nesting import NestedState

from ..edition import DEFAULT
from ..errors import MachineError
from .graph import ROOT, TurnGraph, base_turn

TRIGGER = "advance"
SEPARATOR = "/"
OVER = "over"
SUBSTATES = ("beginning", "priority", "resolving", "ending")
GUARDS = ("all_passed", "stack_empty", "needs_priority")


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


class TurnMachine(HierarchicalMachine):
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

    state_cls = SlashState

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


def state_name(stop: str, substate: str) -> str:
    """The full path of a state: the node's id, then where in the step play is."""
    return SEPARATOR.join((ROOT, stop, substate))


def first_state(graph: TurnGraph) -> str:
    """Where a turn starts: the beginning of its first stop; ``over`` if all of it is skipped."""
    return state_name(graph.path[0], "beginning") if graph.path else OVER


def describe(graph: TurnGraph) -> tuple[list[dict[str, Any] | str], list[dict[str, Any]]]:
    """The states and the transitions of a turn, as ``transitions`` takes them.

    All transitions are at the root with full paths, so that a common ancestor is not left
    and entered again. Only what play goes through is in it.
    """
    live = set(graph.path)
    phases: list[dict[str, Any]] = []
    for phase in graph.children():
        if phase in live:
            phases.append(_state(phase, list(SUBSTATES)))
        elif live.intersection(graph.children(phase)):
            steps = [_state(s.rpartition("/")[2], list(SUBSTATES)) for s in graph.children(phase) if s in live]
            phases.append(_state(phase, steps))
    states: list[dict[str, Any] | str] = [OVER]
    if phases:
        states.append(_state(ROOT, phases))
    return states, [t for here, there in _steps_on(graph) for t in _moves(graph, here, there)]


def _state(name: str, children: list[Any]) -> dict[str, Any]:
    first = children[0]
    return {"name": name, "children": children, "initial": first if isinstance(first, str) else first["name"]}


def _steps_on(graph: TurnGraph) -> list[tuple[str, str]]:
    """Each stop that play goes through, with the state that follows it."""
    following = [*(state_name(stop, "beginning") for stop in graph.path[1:]), OVER]
    return list(zip(graph.path, following, strict=False))  # nothing follows nothing


def _moves(graph: TurnGraph, here: str, there: str) -> list[dict[str, Any]]:
    """The transitions inside one stop and out of it."""
    beginning, priority, resolving, ending = (state_name(here, sub) for sub in SUBSTATES)
    rule = graph.edition.step(graph.node(here).kind).priority
    if rule == "never":
        return [_move(beginning, ending), _move(ending, there)]
    both = ["all_passed", "stack_empty"]
    if rule == "if_needed":
        opening = [_move(beginning, priority, ["needs_priority"]), _move(beginning, ending)]
        leaving = _move(ending, there)
    else:
        opening = [_move(beginning, priority)]
        leaving = _move(ending, there, both)
    return [
        *opening,
        _move(priority, ending, both),
        _move(priority, resolving, ["all_passed"], ["stack_empty"]),
        _move(resolving, priority),
        leaving,
    ]


def _move(
    source: str, dest: str, conditions: list[str] | None = None, unless: list[str] | None = None
) -> dict[str, Any]:
    move: dict[str, Any] = {"trigger": TRIGGER, "source": source, "dest": dest}
    if conditions:
        move["conditions"] = conditions
    if unless:
        move["unless"] = unless
    return move


def _never() -> bool:
    return False
