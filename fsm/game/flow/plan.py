"""Plans: what happens at each stop of the turn under its edition, looked up once for each row of the table.

A plan also holds the transitions out of its row as functions: what each guard asks, and what is entered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from ...edition import Edition, obeys
from ...errors import MachineError
from ...turn import Configuration, follow
from ...turn.following import guards_at, of_kind
from ...turn.graph import ROOT, Node
from ...turn.transition import SEPARATOR, Guards
from ..combat.damage import second_damage
from ..combat.declaring import no_attackers
from ..priority.state_based import would_apply
from ..state.event import Log
from ..state.rewriting import rewritten
from ..state.state import State
from . import turn_actions

TurnAction = Callable[[State, Log], State]
Guard = Callable[[State], bool]
Enter = Callable[[State, Log, Configuration], State]
Key = tuple[object, ...]
"""What determines how play continues from a stop in a calm state: by what, the seats, what the permanents stir."""

Exit = tuple[tuple[tuple[Guard, bool], ...], Enter, Configuration]

ENTER: dict[str, Enter] = {}
"""The function to call as play enters a substate, by its name; the flow registers it."""

GUARDS: dict[str, Guard] = {
    "all_passed": lambda state: state.passes >= len(state.rotation.seats),
    "stack_empty": lambda state: not state.stack,
    "needs_priority": lambda state: bool(state.waiting) or would_apply(state),
    "no_attackers": no_attackers,
    "second_damage": second_damage,
    "cleanup_repeats": lambda _: True,  # it is asked as players get priority
}
"""The guards of the machine, and those of the rules by which the rules rewrite the turn, as questions to a state."""


class Plan(msgspec.Struct, frozen=True):
    """What happens at one stop under its edition, looked up once for each row of the table.

    ``onward`` is where its last transition leads, and ``crosses`` says that this exits the phase.
    ``exits`` are the transitions out of the row, their guards as functions; ``passed`` the same once
    all players have passed. ``follows`` are the states of the stop in which a rule may rewrite the turn.
    """

    stop: str
    kind: str
    phase: str
    phase_kind: str
    is_step: bool
    straight: bool
    onward: Configuration
    crosses: bool
    exits: tuple[Exit, ...]
    passed: tuple[Exit, ...]
    rules: tuple[str, ...]
    phase_rules: tuple[str, ...]
    end_rules: tuple[str, ...]
    phase_actions: tuple[TurnAction, ...]
    actions: tuple[TurnAction, ...]
    follows: frozenset[str]
    special: TurnAction | None
    leaving: tuple[TurnAction | None, ...]
    phase_leaving: tuple[TurnAction | None, ...]
    macrosteps: dict[Key, Any] = {}
    changes: dict[Key, Any] = {}


def plan_of(at: Configuration) -> Plan:
    """The plan of the stop that a configuration belongs to."""
    if at.plan is None:
        at.plan = _make_plan(at)
    plan: Plan = at.plan
    return plan


@obeys("step_ends", "no_priority_step", "cleanup_none", "untap_no_priority")
def _make_plan(at: Configuration) -> Plan:
    graph, edition = at.graph, at.graph.edition
    node, phase = at.node, graph.node(at.phase)
    spec = edition.step(node.kind)
    exits, last = _exits(at, passed=False), at.regular[-1]
    follows = _follows(edition, node.kind)
    return Plan(
        stop=node.id,
        kind=node.kind,
        phase=phase.id,
        phase_kind=phase.kind,
        is_step=node.level == "step",
        straight=node.inserted is None and phase.inserted is None,
        onward=at.after(last),
        crosses=f"{ROOT}{SEPARATOR}{phase.id}" in last.exits,
        exits=exits,
        passed=_exits(at, passed=True) if at.substate == "priority" else exits,
        rules=rules_of(node),
        phase_rules=rules_of(phase),
        end_rules=edition.ends_by(node.kind),
        phase_actions=_actions(edition.phase(phase.kind).actions),
        actions=(*((rewrite_at_beginning,) if "beginning" in follows else ()), *_actions(spec.actions)),
        follows=follows,
        special=turn_actions.STEP_LEAVING.get(node.kind),
        leaving=leaving_actions(edition.leaving_step),
        phase_leaving=leaving_actions(edition.leaving_phase),
    )


@cache
def _follows(edition: Edition, kind: str) -> frozenset[str]:
    """The states of stops of a kind in which the rules themselves may rewrite the turn."""
    known = [when for _, when in of_kind(edition, kind) if when.maker == "rule"]
    for guard in {when.guard.name for when in known} - GUARDS.keys():
        raise MachineError(f"no game answers the guard {guard}; give it a function in GUARDS of fsm/game/flow/plan.py")
    return frozenset(when.state for when in known)


def rewrite(state: State, log: Log, moment: str, stop: str = "") -> State:
    """The state in which the rules have rewritten the turn, as each guard that holds says; by default at this stop."""
    stop = stop or state.at.stop
    for guard in guards_at(state.graph, stop, (moment,)):
        if GUARDS[guard](state):
            graph = follow(state.graph, stop, guard)
            state = state if graph is state.graph else rewritten(state, log, graph)
    return state


def rewrite_at_beginning(state: State, log: Log) -> State:
    """Rewrites the turn as a stop begins, before its turn-based actions."""
    return rewrite(state, log, "beginning")


def rules_of(node: Node) -> tuple[str, ...]:
    """The rules of a phase or step: its own, and the rule by which it was inserted."""
    return (node.rule, *((node.inserted.rule,) if node.inserted else ()))


def _exits(at: Configuration, *, passed: bool) -> tuple[Exit, ...]:
    """The transitions out of a row; ``passed``: all players have passed, so that this guard is not asked."""
    reached = ((one.guards, at.after(one)) for one in at.regular)
    return tuple((_tests(guards, passed), ENTER[to.substate], to) for guards, to in reached)


# What many rows have in common is made once: a turn may have thousands of them.


@cache
def _tests(guards: Guards, passed: bool) -> tuple[tuple[Guard, bool], ...]:
    known = ("all_passed", True) if passed else None
    return tuple((GUARDS[name], wanted) for name, wanted in guards if (name, wanted) != known)


@cache
def _actions(topics: tuple[str, ...]) -> tuple[TurnAction, ...]:
    return tuple(turn_actions.ACTIONS[topic].do for topic in topics)


@cache
def leaving_actions(topics: tuple[str, ...]) -> tuple[TurnAction | None, ...]:
    """What happens as each step or phase ends under the edition; None stands for durations."""
    return tuple(turn_actions.LEAVING[topic] for topic in topics)


def way_out(state: State, exits: tuple[Exit, ...]) -> tuple[Enter, Configuration]:
    """The first of the transitions out of a row whose guards hold: what is called, and where it leads."""
    for guards, enter, to in exits:
        for guard, wanted in guards:
            if guard(state) is not wanted:
                break
        else:
            return enter, to
    raise AssertionError(f"{state.at.name} has no open decision and no possible transition")


def advance(state: State, log: Log) -> State:
    """Takes the first move out of this configuration whose guards hold."""
    enter, to = way_out(state, (state.at.plan or plan_of(state.at)).exits)
    return enter(state, log, to)
