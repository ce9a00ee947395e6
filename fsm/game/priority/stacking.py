"""Puts waiting triggered abilities on the stack with their targets, player by player (410.3, 603.3)."""

from __future__ import annotations

from ...edition import obeys
from ..objects.abilities.targets import legal_targets, settled, target_names
from ..state.agenda import Choice, push, task
from ..state.decision import ChooseOption, OrderTriggers
from ..state.event import Log, emit
from ..state.players.teams import if_teams
from ..state.state import StackObject, State, replace


@obeys("primary_player", "stacked_together", "team_order")
def stack_waiting(state: State, log: Log) -> State:
    """Puts waiting abilities on the stack, the active player's first (cr2006 410.3, later 603.3b).

    A player with several abilities decides their order. The primary player of a team decides the order
    of all its abilities (606.6e, later 805.7).
    """
    for seat in state.apnap():
        team = state.team(seat)
        own = tuple(w for w in state.waiting if w.controller in team)
        if len({(w.name, w.effects, w.target) for w in own}) > 1:
            return replace(state, decision=OrderTriggers(seat, tuple(w.name for w in own)))
        if own:
            state = put_on_stack(state, log, own)
            if state.decision is not None:
                return state
    return replace(state, waiting=())


def put_on_stack(state: State, log: Log, abilities: tuple[StackObject, ...]) -> State:
    """Puts abilities of one player, or of one team, on the stack; the first of them is the lowest."""
    for n, ability in enumerate(abilities):
        offered = legal_targets(state, ability.targets, ability.controller) if ability.targets != "none" else ()
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
    if first is None or target not in legal_targets(state, first.targets, first.controller):
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
        ability = replace(ability, targets=targets, target=target)
    state = replace(state, stack=(*state.stack, ability))
    topics = "triggers_stacked apnap" + if_teams(state, "team_triggers")
    emit(log, "stack.push", state, topics, ability.controller, **detail)
    return state
