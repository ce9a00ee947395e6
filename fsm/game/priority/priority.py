"""Priority: which player gets it, passing, and what happens before a player gets it.

cr2006 408, cr2011 116, cr2026 117. Before a player gets priority, state-based actions are
performed and waiting triggers put on the stack, again and again until neither happens. How a
team has priority (606.6c, later 805.5) is told in ``teams``.
"""

from __future__ import annotations

from ...cards.kinds import ANY
from ...edition import obeys
from ...turn import Configuration
from ..objects.abilities.targeted import becomes_target
from ..objects.abilities.targets import legal_targets, settled, target_names
from ..state.agenda import Choice, Task, push, task
from ..state.decision import PRIORITY, ChooseOption, OrderTriggers
from ..state.event import Event, Log, emit
from ..state.objects import ACTIONS
from ..state.players.teams import if_teams
from ..state.state import StackObject, State, replace
from .state_based import perform, would_apply


@obeys("draw_on_stack", "primary_player", "stacked_together", "team_order")
def stack_waiting(state: State, log: Log) -> State:
    """Puts waiting abilities on the stack, the active player's first (cr2006 410.3, later 603.3b).

    An action of the turn goes on top of them. A player with several abilities decides their order; the primary player
    of a team decides the order of all its abilities (606.6e, later 805.7). In a second round come abilities that
    triggered on others that waited with them, since April 2021. What triggers meanwhile waits for the next time.
    """
    for seat in state.apnap() * 2:
        own = of_this_round(state, seat)
        if len({(w.name, w.effects, w.target) for w in own}) > 1:
            return replace(state, decision=OrderTriggers(seat, tuple(w.name for w in own)))
        if own:
            state = put_on_stack(state, log, own)
            if state.decision is not None:
                return state
    for action in state.waiting:
        if action.kind in ACTIONS:
            state = replace(state, stack=(*state.stack, action))
            emit(log, "stack.push", state, "draw_on_stack", action.controller, name=action.name, object=action.id)
    return replace(state, waiting=tuple(replace(one, late=False) for one in state.waiting if one.kind not in ACTIONS))


@obeys("triggers_stacked")
def of_this_round(state: State, seat: int) -> tuple[StackObject, ...]:
    """The waiting abilities of a player, or of their team, that go on the stack now."""
    team, now = state.team(seat), state.waiting
    if any(one.subject for one in now) and state.edition.choices["trigger_rounds"] == ("two",):
        ids = {one.id for one in now}
        now = tuple(one for one in now if one.subject is None or one.subject.id not in ids)
    return tuple(one for one in now if one.controller in team and one.kind == "ability" and not one.late)


def put_on_stack(state: State, log: Log, abilities: tuple[StackObject, ...]) -> State:
    """Puts abilities of one player, or of one team, on the stack; the first of them is the lowest."""
    for n, ability in enumerate(abilities):
        offered: tuple[int, ...] = ()
        if ability.targets != "none":
            offered = legal_targets(state, ability.targets, ability.controller, ability.source)
        if len(offered) > 1:
            names = target_names(state, ability.targets, offered)
            state = push(state, ChooseTarget(abilities[n:], offered))
            return replace(state, decision=ChooseOption(ability.controller, ability.name, names))
        state = _put(state, log, ability, offered[0] if offered else None)
    return state


class ChooseTarget(Choice, frozen=True):
    """A target is chosen for the first of some abilities; then all go on the stack."""

    abilities: tuple[StackObject, ...]
    offered: tuple[int, ...]


@task(ChooseTarget)
@obeys("trigger_choice")
def _target_chosen(state: State, log: Log, chosen: ChooseTarget) -> State:
    """Applies the chosen target of the first ability; abilities of players who have left are dropped.

    If the target has left with a player, it is chosen again.
    """
    abilities = tuple(ability for ability in chosen.abilities if ability.controller in state.rotation.seats)
    first, target = abilities[0] if abilities else None, chosen.offered[chosen.option]
    if first is None or target not in legal_targets(state, first.targets, first.controller, first.source):
        return put_on_stack(state, log, abilities)
    (name,) = target_names(state, first.targets, (target,))
    emit(log, "choice", state, "trigger_choice", first.controller, name=first.name, option=name)
    return put_on_stack(_put(state, log, first, target), log, abilities[1:])


@obeys("trigger_choice", "apnap", "team_triggers", "triggers_stacked")
def _put(state: State, log: Log, ability: StackObject, target: int | None) -> State:
    """Puts an ability on the stack; an ability without a legal target is removed (410.4, 603.3d)."""
    state = replace(state, waiting=tuple(w for w in state.waiting if w.id != ability.id))
    detail = {"name": ability.name, "object": ability.id}
    if ability.targets != "none":
        if target is None:
            emit(log, "trigger.lost", state, "trigger_choice", ability.controller, **detail)
            return state
        targets, target = settled(state, ability.targets, target)
        ability = replace(ability, targets=targets, target=target, any_target=ability.targets == ANY)
    state = replace(state, stack=(*state.stack, ability))
    topics = "triggers_stacked apnap" + if_teams(state, "team_triggers")
    emit(log, "stack.push", state, topics, ability.controller, **detail)
    known, state = state.waiting, becomes_target(state, log, ability)
    if len(state.waiting) == len(known):
        return state
    return replace(state, waiting=tuple(one if one in known else replace(one, late=True) for one in state.waiting))


class GivePriority(Task, frozen=True):
    """A player is still to get priority, by the rule of a topic."""

    seat: int
    topic: str


@task(GivePriority)
def _give(state: State, log: Log, given: GivePriority) -> State:
    return give_priority(state, log, given.seat, given.topic)


@obeys("departed_active", "priority_active", "departed_priority", "pass")
def give_priority(
    state: State, log: Log, seat: int, topic: str = "priority_active", at: Configuration | None = None
) -> State:
    """Gives a player priority, after everything that happens before (rules: ``before_priority``).

    ``at``: the configuration in which this happens, if it is only now come to.
    """
    if at is not None and (state.waiting or would_apply(state)):
        state, at = replace(state, at=at, passes=0), None
    if at is None:
        state, ready = _settled(state, log, GivePriority(seat, topic))
        if not ready:
            return state
    if seat not in state.rotation.seats:
        seat, topic = state.next_seat(seat), "departed_priority"
    if at is None:
        state = replace(state, decision=PRIORITY[seat])
    else:
        state = replace(state, at=at, passes=0, decision=PRIORITY[seat])
    if log is not None:
        cite = state.game.edition.cite
        log.append(Event("priority.get", cite(topic) or cite("pass"), state, state.at.stop, seat))
    return state


def _settled(state: State, log: Log, given: GivePriority) -> tuple[State, bool]:
    """State-based actions and waiting abilities, until none is left, and whether a player gets priority now.

    If something has to be asked first, the player gets it afterwards.
    """
    below = len(state.agenda)
    while True:
        checked = perform(state, log)
        if checked.outcome is not None:
            return checked, False
        if len(checked.agenda) == below:
            if checked is state and not checked.waiting:
                return state, True
            state = stack_waiting(checked, log) if checked.waiting else checked
            if state.decision is None:
                continue
            checked = state
        return replace(checked, agenda=(*checked.agenda[:below], given, *checked.agenda[below:])), False


@obeys("special_kept", "team_priority", "priority_kept")
def act(state: State, log: Log, seat: int) -> State:
    """After an action the same player, or their team, gets priority again; earlier passes no longer count."""
    return push(replace(state, passes=0, decision=None), GivePriority(state.team(seat)[0], "priority_kept"))


@obeys("priority_kept")
def acted(state: State, log: Log, seat: int) -> State:
    """As ``act``, if the action is complete: with nothing else to do, the player gets priority at once."""
    if state.agenda:
        return act(state, log, seat)
    return give_priority(replace(state, passes=0, decision=None), log, state.team(seat)[0], "priority_kept")


@obeys("pass")
def pass_on(state: State, log: Log, seat: int) -> State:
    """A player passes and the next in turn order gets priority (cr2006 408.1c, later 117.3d).

    No state-based action or trigger can have come up since the player got priority.
    """
    seats = state.rotation.seats
    following = seats[seats.index(seat) - len(seats) + 1]
    state = replace(state, passes=state.passes + 1, decision=PRIORITY[following])
    if log is not None:
        stop, rules = state.at.stop, state.game.edition.cites["pass"]
        log.append(Event("priority.pass", rules, state, stop, seat))
        log.append(Event("priority.get", rules, state, stop, following))
    return state
