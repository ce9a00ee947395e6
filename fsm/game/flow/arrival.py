"""From stop to stop: skips, phases that end and begin, and how a stop begins.

A phase takes place even if all its steps are skipped (300.1, 500.1): it begins and ends, with nothing in between.
Only an effect that skips the phase itself prevents it (300.9, 500.11).
"""

from __future__ import annotations

from ...edition import obeys
from ...turn import Configuration
from ...turn import skip as skip_node
from ...turn.transition import OVER
from ..objects.abilities.triggers import at_beginning
from ..objects.permanents.changes import beginning_of, end_of
from ..objects.permanents.variants import titles_at_beginning
from ..objects.players.mana import rads_at_beginning
from ..state.agenda import Choice, DoEffect, Task, push, task
from ..state.event import Event, Log, cited
from ..state.players.teams import if_teams
from ..state.rewriting import rewritten
from ..state.state import NOTHING_STANDS, State, replace, set_standing
from .control import phase_begins, phase_ends
from .plan import Plan, TurnAction, advance, leaving_actions, plan_of, rewrite, rules_of
from .skipping import skips_of, then_first, use_up, which_skip


class TurnOver(Task, frozen=True):
    """The turn is over."""


TURN_IS_OVER = (TurnOver(),)
"""The agenda as a turn is over, and nothing else is left to do."""


class Arrive(Task, frozen=True):
    """Play is still to come to the next stop, past the stops that are skipped.

    ``left``: the phase before has ended; ``here``: play is already at the next stop, which has not begun;
    ``declined``: the phases and steps that their player chose not to skip; ``entered``: the phase that has begun,
    with none of its steps.
    """

    left: bool = False
    here: bool = False
    declined: tuple[str, ...] = ()
    entered: str = ""


ONWARD = Arrive()
TURN_BEGINS = Arrive(here=True)
"""The task after everything that comes first in a turn."""


class ChoosePhaseSkip(Choice, frozen=True):
    """A player chooses the effect that skips a phase or a step, or none; then play goes on to arrive."""

    node: str
    arrival: Arrive


class BeginStep(Task, frozen=True):
    """The step is still to begin; ``begun``: it has begun, and the first things in it are done."""

    begun: bool = False


STEP_BEGINS = BeginStep()


class DoTurnActions(Task, frozen=True):
    """Turn-based actions are still to be done, one after the other."""

    actions: tuple[TurnAction, ...]


@task(Arrive)
@obeys("nothing_between")
def arrive(state: State, log: Log, arrival: Arrive = ONWARD) -> State:
    """Brings play to the next stop, past the stops that are skipped.

    The guards of this move have held already, as the step ended.
    """
    left, here, declined, entered = arrival.left, arrival.here, arrival.declined, arrival.entered
    while True:
        if here:
            to = state.at
            if entered and to.phase != entered:
                state, entered = _end_phase(state, log, entered), ""
            new_phase = to.phase != entered
        else:
            ended: Plan = state.at.plan or plan_of(state.at)
            to, new_phase = ended.onward, ended.crosses
            if new_phase and not left:
                state, left = _leave_phase(state, log), True
        plan: Plan | None = to.plan or (None if to.substate == OVER else plan_of(to))
        if plan is None:
            return push(state, TurnOver())
        node = _skipped_next(state, plan, new_phase, declined) if state.skips or state.battlefield else None
        if node is None:
            return _begin(state, log, to, plan, new_phase)
        if new_phase and node != plan.phase:
            return _enter(state, log, to, plan, declined)
        effects = skips_of(state, state.active, to.graph.node(node).kind)
        asked = which_skip(state.active, to.graph.addresses[node], effects)
        if asked is not None:
            choice = ChoosePhaseSkip(node, Arrive(left, here, declined, entered))
            return replace(push(state, choice), decision=asked)
        state = _skip(state, log, node, 0)


def _skipped_next(state: State, plan: Plan, new_phase: bool, declined: tuple[str, ...]) -> str | None:
    """The id of the phase or step that would begin now, if an effect skips it."""
    if new_phase and plan.phase not in declined and skips_of(state, state.active, plan.phase_kind):
        return plan.phase
    if plan.is_step and plan.stop not in declined and skips_of(state, state.active, plan.kind):
        return plan.stop
    return None


@task(ChoosePhaseSkip)
def _skip_chosen(state: State, log: Log, chosen: ChoosePhaseSkip) -> State:
    """Applies the chosen effect, or skips nothing if the player chose so."""
    node, arrival = chosen.node, chosen.arrival
    if chosen.option < len(skips_of(state, state.active, state.graph.node(node).kind)):
        return arrive(_skip(state, log, node, chosen.option), log, arrival)
    return arrive(state, log, replace(arrival, declined=(*arrival.declined, node)))


@obeys("replaced_no_trigger", "skip", "skip_next", "team_effects")
def _skip(state: State, log: Log, node: str, choice: int) -> State:
    """Skips a phase or a step by one of the effects that apply, given by its index."""
    kind = state.graph.node(node).kind
    effect = skips_of(state, state.active, kind)[choice]
    rules = cited(state.edition, ("skip skip_next" if effect.left else "skip") + if_teams(state, "team_effects"))
    state = then_first(use_up(state, effect), effect)
    state = rewritten(state, log, skip_node(state.graph, node, effect.by), rules)
    return rewrite(state, log, "ending", node)


def _leave_phase(state: State, log: Log) -> State:
    """The phase ends: combat is over, mana is lost and durations end (300.3, 500.4, 500.5)."""
    plan: Plan = state.at.plan or plan_of(state.at)
    if state.combat is not None:
        state = replace(state, combat=None)
    if log is not None:
        log.append(Event("phase.end", plan.phase_rules if plan.is_step else plan.end_rules, state, plan.phase))
    state = leave(state, log, plan.phase_leaving, plan.phase_kind)
    return phase_ends(state) if state.ahead.in_force else state


def _end_phase(state: State, log: Log, phase: str) -> State:
    """A phase ends whose steps were all skipped."""
    if state.combat is not None:
        state = replace(state, combat=None)
    node, leaving = state.graph.node(phase), state.edition.leaving_phase
    if log is not None:
        log.append(Event("phase.end", rules_of(node), state, phase))
    state = leave(state, log, leaving_actions(leaving), node.kind)
    return phase_ends(state) if state.ahead.in_force else state


def _enter(state: State, log: Log, to: Configuration, plan: Plan, declined: tuple[str, ...]) -> State:
    """A phase begins whose first step is skipped; then play goes on to its other steps."""
    state = _begin_phase(replace(state, at=to, passes=0), log, plan)
    state = push(state, Arrive(left=True, here=True, declined=declined, entered=plan.phase))
    return do_actions(state, log, plan.phase_actions) if plan.phase_actions else state


def _begin_phase(state: State, log: Log, plan: Plan) -> State:
    if log is not None:
        log.append(Event("phase.begin", plan.phase_rules, state, plan.phase, state.active))
    if state.standing is NOTHING_STANDS and not state.battlefield:
        return state
    state = _beginning(phase_begins(state, log, plan.phase_kind, plan.phase), log, plan.phase_kind, plan.phase)
    return rads_at_beginning(state, log, plan.phase_kind) if state.standing.counters else state


def _begin(state: State, log: Log, to: Configuration, plan: Plan, new_phase: bool) -> State:
    """A stop begins, after its phase if it is the first stop in it: durations end, abilities trigger."""
    state = replace(state, at=to, passes=0)
    if new_phase:
        state = _begin_phase(state, log, plan)
        if plan.phase_actions:
            return do_actions(push(state, BeginStep()), log, plan.phase_actions)
    return _begin_step(state, log)


@task(BeginStep)
@obeys("beginning_of_combat", "end_of_combat", "end_step", "step_triggers", "upkeep")
def _begin_step(state: State, log: Log, step: BeginStep = STEP_BEGINS) -> State:
    """The step begins, then its turn-based actions are done in order; a phase without steps has already begun."""
    plan: Plan = state.at.plan or plan_of(state.at)
    if plan.is_step and not step.begun:
        if log is not None:
            log.append(Event("step.begin", plan.rules, state, plan.stop, state.active))
        if state.standing is not NOTHING_STANDS or state.battlefield:
            state = titles_at_beginning(_beginning(state, log, plan.kind, plan.stop), log, plan.kind)
    if state.standing is not NOTHING_STANDS and state.ahead.after_skip:
        return _after_skip(state)
    if plan.actions:
        state = do_actions(state, log, plan.actions)
        if state.decision is not None or state.agenda:
            return state
    # Going on here saves a round of run(); not after insertions, which could nest too deeply.
    return advance(state, log) if plan.straight else state


@obeys("skip_then")
def _after_skip(state: State) -> State:
    """The effect of "skip this, and then do that" comes before the turn-based actions of what follows (614.10b)."""
    things = state.ahead.after_skip
    state = set_standing(push(state, BeginStep(begun=True)), ahead=replace(state.ahead, after_skip=()))
    for thing, source in reversed(things):
        state = push(state, DoEffect(thing, source))
    return state


def _beginning(state: State, log: Log, kind: str, node: str) -> State:
    return at_beginning(beginning_of(state, log, kind), log, kind, node)


@task(DoTurnActions)
def _do_turn_actions(state: State, log: Log, rest: DoTurnActions) -> State:
    return do_actions(state, log, rest.actions)


@obeys("turn_based")
def do_actions(state: State, log: Log, actions: tuple[TurnAction, ...]) -> State:
    """The turn-based actions of a stop, one after the other (703)."""
    below = state.agenda
    for number, action in enumerate(actions, 1):
        state = action(state, log)
        if state.decision is not None or state.agenda is not below:
            rest = (DoTurnActions(actions[number:]),) if number < len(actions) else ()
            return replace(state, agenda=below + rest + state.agenda[len(below) :])
    return state


def leave(state: State, log: Log, leaving: tuple[TurnAction | None, ...], kind: str) -> State:
    """What happens as each step or phase ends, in the edition's order; None stands for durations.

    Only durations and mana are concerned: without them, nothing happens.
    """
    standing = state.standing
    if not standing.lasting and not standing.skips:
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
