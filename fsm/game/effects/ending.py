"""Ending the turn and ending the combat phase: the edition lists the actions of these procedures.

cr2006 509, cr2011 712, cr2026 724. Each action is named by its topic and happens in the
edition's order; the last one moves play to another place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...cards import vocabulary as v
from ...edition import obey_by_name, obeys
from ...turn import end_turn_first, follow
from ..flow.arrival import TURN_BEGINS
from ..flow.flow import enter_ending
from ..priority.stack import remove_all
from ..priority.state_based import perform
from ..state.event import Log, emit
from ..state.rewriting import rewritten
from ..state.state import StackObject, State, replace
from .apply import applies, nothing

EndingAction = Callable[[State, Log, str, str], State]
"""An action of such a procedure, with its topic and the name of the effect."""


@applies(v.EndTurn)
def _end_turn(state: State, log: Log, _: v.EndTurn, source: StackObject) -> State:
    return _carry_out(state, log, "end_turn", source)


@applies(v.EndCombat)
@obeys("end_combat_outside", "end_combat", "instructions")
def _end_combat(state: State, log: Log, _: v.EndCombat, source: StackObject) -> State:
    """Outside combat, or under an edition without such a rule, nothing happens (724.2g)."""
    inside = state.graph.node(state.at.phase).kind == "combat"
    if not inside or "end_combat" not in state.edition.procedures:
        why = "not in a combat phase" if not inside else "this edition has no such rule"
        return nothing(state, log, source, why, "end_combat instructions")
    return _carry_out(state, log, "end_combat", source)


@obeys("end_turn")
def _carry_out(state: State, log: Log, procedure: str, source: StackObject) -> State:
    for topic in state.edition.procedures[procedure]:
        state = ENDING_ACTIONS[topic](state, log, topic, source.name)
        if state.outcome is not None:
            return state
    return state


def _drop_triggers(state: State, log: Log, topic: str, _: str) -> State:
    """Triggered abilities that are not on the stack yet cease to exist (724.1a, 724.2a)."""
    for waiting in state.waiting:
        emit(log, "trigger.lost", state, topic, waiting.controller, name=waiting.name, object=waiting.id)
    return replace(state, waiting=()) if state.waiting else state


def _exile_stack(state: State, log: Log, topic: str, _: str) -> State:
    return remove_all(state, log, topic)


def _leave_combat(state: State, *_: Any) -> State:
    """Attackers and blockers are removed from combat at once (509.1a, 712.1a)."""
    return replace(state, combat=None)


@obeys("end_combat_process_triggers", "end_turn_process_triggers")
def _state_based_once(state: State, log: Log, *_: str) -> State:
    """State-based actions are performed once; no player gets priority, and nothing is put on the stack."""
    return perform(state, log, ask=False)


@obeys("end_turn_no_end_step")
def _to_cleanup(state: State, log: Log, _: str, by: str) -> State:
    """This step ends, and the cleanup step is next; in a cleanup step, the edition says what follows.

    If that is a new cleanup step (cr2026 724.1d), the cleanup step that would follow because players got
    priority does not come in addition: players will not pass with an empty stack in this step (514.3a).
    """
    if TURN_BEGINS in state.agenda:  # the effect is one of the first things in the turn, so no step has begun (724.1d)
        return rewritten(state, log, end_turn_first(state.graph, by))
    return enter_ending(rewritten(state, log, follow(state.graph, state.at.stop, "ends_turn", by)), log)


@obeys("end_combat_no_triggers")
def _to_next_phase(state: State, log: Log, _: str, by: str) -> State:
    """The combat phase ends, and the phase after it is next."""
    return enter_ending(rewritten(state, log, follow(state.graph, state.at.stop, "ends_combat", by)), log)


ENDING_ACTIONS: dict[str, EndingAction] = {
    "end_turn_triggers": _drop_triggers,
    "end_turn_stack": _exile_stack,
    "end_turn_combat": _leave_combat,
    "end_turn_sba": _state_based_once,
    "end_turn_cleanup": _to_cleanup,
    "end_combat_triggers": _drop_triggers,
    "end_combat_stack": _exile_stack,
    "end_combat_sba": _state_based_once,
    "end_combat_phase": _to_next_phase,
}
"""The actions of both procedures, by topic."""
obey_by_name(ENDING_ACTIONS)
