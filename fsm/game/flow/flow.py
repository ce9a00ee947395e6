"""The flow of the turn: the machine's table says where play goes, and the edition what happens there.

Each configuration of the table (``beginning``, ``priority``, ``resolving``, ``ending`` of a
stop) has its part here; what needs a player's decision stops the flow, and its answer
lets it go on. How play comes from one stop to the next is in ``arrival``.
"""

from __future__ import annotations

from ...edition import obeys
from ...turn import Configuration
from ...turn.transition import OVER, state_name
from ..priority.priority import give_priority
from ..priority.stack import Resolve
from ..state.agenda import DoEffect, Task, task
from ..state.event import Event, Log
from ..state.rewriting import relocate
from ..state.state import State, replace
from .arrival import arrive, leave
from .plan import ENTER, Plan, plan_of, rewrite, way_out


@obeys("main_ends", "pass")
def all_passed(state: State, log: Log, seat: int) -> State:
    """The last player passes: play takes the first move whose other guards hold (300.2, 500.2)."""
    plan: Plan = state.at.plan or plan_of(state.at)
    enter, to = way_out(state, plan.passed)
    state = replace(state, at=to, passes=len(state.rotation.seats), decision=None)
    if log is not None:
        log.append(Event("priority.pass", state.game.edition.cites["pass"], state, plan.stop, seat))
    return enter(state, log, to)


@obeys("step_priority", "priority_active", "priority_after_resolution")
def _to_priority(state: State, log: Log, to: Configuration) -> State:
    """The active player gets priority; in a cleanup step, another one will then follow (314.3, 514.3a)."""
    resolved = state.at.substate == "resolving"
    if "priority" in (to.plan or plan_of(to)).follows and not resolved:
        state = rewrite(state, log, "priority")
        to = relocate(state.graph, to)
    topic = "priority_after_resolution" if resolved else "priority_active"
    return give_priority(state, log, state.active, topic, to)


@obeys("no_priority_resolving", "state_based_waits")
def _to_resolving(state: State, log: Log, to: Configuration) -> State:
    return replace(state, at=to, agenda=(*state.agenda, Resolve()))


def _to_ending(state: State, log: Log, to: Configuration) -> State:
    """The step ends: its own rules first, then what happens as each step ends under the edition."""
    if state.at is not to:
        state = replace(state, at=to)
    plan: Plan = to.plan or plan_of(to)
    if "ending" in plan.follows:
        state = rewrite(state, log, "ending")
    if plan.special is not None:
        state = plan.special(state, log)
    if plan.is_step:
        if log is not None:
            log.append(Event("step.end", plan.end_rules, state, plan.stop))
        state = leave(state, log, plan.leaving, plan.kind)
    return arrive(state, log)


def _to_beginning(state: State, log: Log, to: Configuration) -> State:
    return arrive(state, log)


ENTER |= {
    "beginning": _to_beginning,
    "priority": _to_priority,
    "resolving": _to_resolving,
    "ending": _to_ending,
    OVER: _to_beginning,
}


class EnterEnding(Task, frozen=True):
    """This step is still to end at once."""


AT_ONCE = EnterEnding()


@task(EnterEnding)
def enter_ending(state: State, log: Log, _: EnterEnding = AT_ONCE) -> State:
    """Ends this step at once, without passes: an effect ended the turn or the combat phase.

    What else the resolving spell or ability says is done first; nothing else is.
    """
    rest = tuple(waiting for waiting in state.agenda if isinstance(waiting, DoEffect))
    if rest:
        return replace(state, agenda=(AT_ONCE, *rest))
    ending = state.graph.table[state_name(state.at.stop, "ending")]
    state = replace(state, passes=len(state.rotation.seats), agenda=(), decision=None)
    return _to_ending(state, log, ending)
