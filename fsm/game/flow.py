"""The flow of the turn: the machine's table says where play goes, the edition what is done there.

Each configuration of the table (``beginning``, ``priority``, ``resolving``, ``ending`` of a
stop) has its part here; what needs a player's decision stops the flow, and its answer
lets it go on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec

from ..turn import Configuration, repeat_cleanup
from ..turn import skip as skip_node
from ..turn.chart import OVER, Guards, state_name
from . import turn_actions
from .control import phase_begins, phase_ends
from .durations import beginning_of, end_of
from .event import Event, Log, cited
from .priority import give_priority
from .rewriting import relocate, rewritten
from .skipping import skips_of, then_first, use_up, which_skip
from .state import State, Task, replace
from .state_based import would_apply
from .tasks import push, task
from .teams import if_teams
from .triggers import at_beginning
from .variants import titles_at_beginning

TurnAction = Callable[[State, Log], State]
Guard = Callable[[State], bool]
Enter = Callable[[State, Log, Configuration], State]
Exit = tuple[tuple[tuple[Guard, bool], ...], Enter, Configuration]


class Plan(msgspec.Struct, frozen=True):
    """What the edition says is done at one stop, looked up once for each row of the table.

    ``onward`` is where its last move leads, and ``crosses`` says that this is in another phase.
    ``exits`` are the moves out of the row, their guards as functions; ``passed`` the same once
    all players have passed.
    """

    stop: str
    kind: str
    phase: str
    phase_kind: str
    is_step: bool
    if_needed: bool
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
    special: TurnAction | None
    leaving: tuple[TurnAction | None, ...]
    phase_leaving: tuple[TurnAction | None, ...]


def plan_of(at: Configuration) -> Plan:
    """The plan of the stop that a configuration belongs to."""
    if at.plan is None:
        at.plan = _make_plan(at)
    plan: Plan = at.plan
    return plan


def _make_plan(at: Configuration) -> Plan:
    graph, edition = at.graph, at.graph.edition
    node, phase = at.node, graph.node(at.phase)
    spec = edition.step(node.kind)
    exits = _exits(at, passed=False)
    return Plan(
        stop=node.id,
        kind=node.kind,
        phase=phase.id,
        phase_kind=phase.kind,
        is_step=node.level == "step",
        if_needed=spec.priority == "if_needed",
        straight=node.inserted is None and phase.inserted is None,
        onward=at.moves[-1].to,
        crosses=at.moves[-1].to.substate == OVER or at.moves[-1].to.phase != phase.id,
        exits=exits,
        passed=_exits(at, passed=True) if at.substate == "priority" else exits,
        rules=(node.rule, *((node.inserted.rule,) if node.inserted else ())),
        phase_rules=(phase.rule, *((phase.inserted.rule,) if phase.inserted else ())),
        end_rules=edition.ends_by(node.kind),
        phase_actions=_actions(edition.phase(phase.kind).actions),
        actions=_actions(spec.actions),
        special=turn_actions.STEP_LEAVING.get(node.kind),
        leaving=_leaving(edition.leaving_step),
        phase_leaving=_leaving(edition.leaving_phase),
    )


def _exits(at: Configuration, *, passed: bool) -> tuple[Exit, ...]:
    """The moves out of a row; ``passed``: once all players have, so that this is not asked."""
    return tuple((_tests(move.guards, passed), _ENTER[move.to.substate], move.to) for move in at.moves)


# What many rows have in common is made once: a turn may have thousands of them.


@cache
def _tests(guards: Guards, passed: bool) -> tuple[tuple[Guard, bool], ...]:
    known = ("all_passed", True) if passed else None
    return tuple((GUARDS[name], wanted) for name, wanted in guards if (name, wanted) != known)


@cache
def _actions(topics: tuple[str, ...]) -> tuple[TurnAction, ...]:
    actions = (turn_actions.ACTIONS[topic] for topic in topics)
    return tuple(action for action in actions if action is not turn_actions.nothing_to_do)


@cache
def _leaving(topics: tuple[str, ...]) -> tuple[TurnAction | None, ...]:
    return tuple(turn_actions.LEAVING[topic] for topic in topics)


def advance(state: State, log: Log) -> State:
    """Takes the first move out of this configuration whose guards hold."""
    at = state.at
    plan: Plan = at.plan or plan_of(at)
    for guards, enter, to in plan.exits:
        for guard, wanted in guards:
            if guard(state) is not wanted:
                break
        else:
            return enter(state, log, to)
    raise AssertionError(f"{at.name} waits for nobody and no move is open")


def all_passed(state: State, log: Log, seat: int) -> State:
    """The last player passes: the first move opens whose other guards hold (300.2, 500.2)."""
    plan: Plan = state.at.plan or plan_of(state.at)
    for guards, enter, to in plan.passed:
        for guard, wanted in guards:
            if guard(state) is not wanted:
                break
        else:
            state = replace(state, at=to, passes=len(state.rotation.seats), decision=None)
            if log is not None:
                log.append(Event("priority.pass", state.game.edition.cites["pass"], state, plan.stop, seat))
            return enter(state, log, to)
    raise AssertionError(f"all passed in {state.at.name} and no move is open")


GUARDS: dict[str, Guard] = {
    "all_passed": lambda state: state.passes >= len(state.rotation.seats),
    "stack_empty": lambda state: not state.stack,
    "needs_priority": lambda state: bool(state.waiting) or would_apply(state),
}
"""The guards of the machine, as questions to a state."""


def _to_priority(state: State, log: Log, to: Configuration) -> State:
    """The active player gets priority; in a cleanup step, another one will then follow (314.3, 514.3a)."""
    resolved = state.at.substate == "resolving"
    if (to.plan or plan_of(to)).if_needed and not resolved:
        state = rewritten(state, log, repeat_cleanup(to.graph, to.stop))
        to = relocate(state.graph, to)
    topic = "priority_after_resolution" if resolved else "priority_active"
    return give_priority(state, log, state.active, topic, to)


def _to_resolving(state: State, log: Log, to: Configuration) -> State:
    return replace(state, at=to, agenda=(*state.agenda, ("resolve",)))


def _to_ending(state: State, log: Log, to: Configuration) -> State:
    """The step ends: its own rules first, then what the edition does as every step ends."""
    if state.at is not to:
        state = replace(state, at=to)
    plan: Plan = to.plan or plan_of(to)
    if plan.special is not None:
        state = plan.special(state, log)
    if plan.is_step:
        if log is not None:
            log.append(Event("step.end", plan.end_rules, state, plan.stop))
        state = _leave(state, log, plan.leaving, plan.kind)
    return arrive(state, log)


def _leave(state: State, log: Log, leaving: tuple[TurnAction | None, ...], kind: str) -> State:
    """What happens as every step or phase ends, in the edition's order; None stands for durations.

    All of it is about durations and mana: without either there is nothing to do.
    """
    if not state.lasting and not state.skips:
        for player in state.players:
            if player.mana:
                break
        else:
            return state
    for action in leaving:
        if action is not None:
            state = action(state, log)
        elif state.lasting or state.skips:
            state = end_of(state, log, kind)
    return state


def _to_beginning(state: State, log: Log, to: Configuration) -> State:
    return arrive(state, log)


_ENTER: dict[str, Enter] = {
    "beginning": _to_beginning,
    "priority": _to_priority,
    "resolving": _to_resolving,
    "ending": _to_ending,
    OVER: _to_beginning,
}


TURN_BEGINS: Task = ("arrive", False, True)
"""What is to be done once all that comes first in a turn has happened."""


@task("arrive")
def arrive(state: State, log: Log, left: bool = False, first: bool = False, declined: tuple[str, ...] = ()) -> State:
    """Comes to the next stop, past all that is skipped as it would begin.

    ``left``: the phase before has been left already; ``first``: the turn has just begun; ``declined``: what
    need not be skipped, and is not.
    The guards of the move are those that let the step end a moment ago.
    """
    while True:
        at = state.at
        if first:
            to, new_phase = at.graph.table.start, True
        else:
            here: Plan = at.plan or plan_of(at)
            to, new_phase = here.onward, here.crosses
            if new_phase and not left:
                state, left = _leave_phase(state, log), True
        plan: Plan | None = to.plan or (None if to.substate == OVER else plan_of(to))
        if plan is None:
            return push(state, "turn")
        node = _skipped_next(state, plan, new_phase, declined) if state.skips or state.battlefield else None
        if node is None:
            return _begin(state, log, to, plan, new_phase)
        effects = skips_of(state, state.active, at.graph.node(node).kind)
        asked = which_skip(state.active, at.graph.addresses[node], effects)
        if asked is not None:
            return replace(push(state, "skip_chosen", node, left, first, declined), decision=asked)
        state = _skip(state, log, node, 0, first)


def _skipped_next(state: State, plan: Plan, new_phase: bool, declined: tuple[str, ...]) -> str | None:
    """The id of the phase or step that would begin now and is to be skipped."""
    if new_phase and plan.phase not in declined and skips_of(state, state.active, plan.phase_kind):
        return plan.phase
    if plan.is_step and plan.stop not in declined and skips_of(state, state.active, plan.kind):
        return plan.stop
    return None


@task("skip_chosen")
def _skip_chosen(
    state: State, log: Log, node: str, left: bool, first: bool, declined: tuple[str, ...], choice: int
) -> State:
    """Skips by the effect that was chosen, or nothing if that was."""
    if choice < len(skips_of(state, state.active, state.graph.node(node).kind)):
        return arrive(_skip(state, log, node, choice, first), log, left, first, declined)
    return arrive(state, log, left, first, (*declined, node))


def _skip(state: State, log: Log, node: str, choice: int, first: bool) -> State:
    """Skips a phase or a step by the chosen one of the effects that apply."""
    kind, level = state.graph.node(node).kind, state.graph.node(node).level
    effect = skips_of(state, state.active, kind)[choice]
    graph = skip_node(state.graph, node, effect.by)
    state = then_first(replace(use_up(state, effect), at=relocate(graph, state.at, first)), effect)
    if log is not None:
        rules = cited(state.edition, ("skip skip_next" if effect.left else "skip") + if_teams(state, "team_effects"))
        log.append(Event(f"{level}.skip", rules, state, node, state.active, (("by", effect.by),)))
    skipped = turn_actions.STEP_SKIPPED.get(kind)
    return state if skipped is None else skipped(state, log, node)


def _leave_phase(state: State, log: Log) -> State:
    """The phase ends: combat is over, mana and durations go as the edition says (300.3, 500.4, 500.5)."""
    plan: Plan = state.at.plan or plan_of(state.at)
    if state.combat is not None:
        state = replace(state, combat=None)
    if log is not None:
        log.append(Event("phase.end", plan.phase_rules if plan.is_step else plan.end_rules, state, plan.phase))
    state = _leave(state, log, plan.phase_leaving, plan.phase_kind)
    return phase_ends(state) if state.ahead.in_force else state


def _begin(state: State, log: Log, to: Configuration, plan: Plan, new_phase: bool) -> State:
    """A stop begins, and before it its phase, if it is the first of it: durations end, abilities trigger."""
    state = replace(state, at=to, passes=0)
    if new_phase:
        if log is not None:
            log.append(Event("phase.begin", plan.phase_rules, state, plan.phase, state.active))
        if state.ahead.controls:
            state = phase_begins(state, log, plan.phase_kind, plan.phase)
        if state.lasting or state.skips or state.battlefield or state.delayed:
            state = _beginning(state, log, plan.phase_kind, plan.phase)
        if plan.phase_actions:
            return _act(push(state, "begin_step"), log, plan.phase_actions, 0)
    return _begin_step(state, log)


@task("begin_step")
def _begin_step(state: State, log: Log, begun: bool = False) -> State:
    """The step begins (a phase without steps has), then its turn-based actions happen in order.

    ``begun``: it has, and what was the first thing in it is done.
    """
    plan: Plan = state.at.plan or plan_of(state.at)
    if plan.is_step and not begun:
        if log is not None:
            log.append(Event("step.begin", plan.rules, state, plan.stop, state.active))
        if state.lasting or state.skips or state.battlefield or state.delayed:
            state = _beginning(state, log, plan.kind, plan.stop)
        if state.designations.titles:
            state = titles_at_beginning(state, log, plan.kind)
    if state.ahead.after_skip:
        return _after_skip(state)
    if plan.actions:
        state = _act(state, log, plan.actions, 0)
        if state.decision is not None or state.agenda:
            return state
    # Going straight on spares a round of run(); what was inserted may be many, and must not nest.
    return advance(state, log) if plan.straight else state


def _after_skip(state: State) -> State:
    """What is done for a skip is the first thing in what begins after it (614.10b), before its turn-based actions."""
    things = state.ahead.after_skip
    state = replace(push(state, "begin_step", True), ahead=replace(state.ahead, after_skip=()))
    for thing, source in reversed(things):
        state = push(state, "effect", thing, source)
    return state


def _beginning(state: State, log: Log, kind: str, node: str) -> State:
    return at_beginning(beginning_of(state, log, kind), log, kind, node)


@task("actions")
def _act(state: State, log: Log, actions: tuple[TurnAction, ...], number: int) -> State:
    """The turn-based actions of a stop, one after the other, each done before the next (703)."""
    below = state.agenda
    for action in actions[number:] if number else actions:
        number += 1
        state = action(state, log)
        if state.decision is not None or state.agenda is not below:
            rest = (("actions", actions, number),) if number < len(actions) else ()
            return replace(state, agenda=below + rest + state.agenda[len(below) :])
    return state


@task("enter_ending")
def enter_ending(state: State, log: Log) -> State:
    """Ends this step at once, without anybody passing: an effect ended the turn or the combat phase.

    What else the resolving spell or ability says is done first; nothing else is.
    """
    rest = tuple(waiting for waiting in state.agenda if waiting[0] == "effect")
    if rest:
        return replace(state, agenda=(("enter_ending",), *rest))
    ending = state.graph.table[state_name(state.at.stop, "ending")]
    state = replace(state, passes=len(state.rotation.seats), agenda=(), decision=None)
    return _to_ending(state, log, ending)
