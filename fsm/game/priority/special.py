"""Special actions besides lands: suspending a card, and ending an effect that allows it (408.2i, 408.2k; 115.2, 116.2).

A special action does not use the stack, and the player gets priority again. Abilities of permanents that are special
actions are in ``activating``.
"""

from __future__ import annotations

from ...edition import obeys
from ..objects.abilities.recasting import suspended
from ..objects.cards.moving import unless_named
from ..objects.cards.replacing import arrive, ask_fates, card_moving, fates_met, redirects
from ..objects.permanents.durations import enduring, expire
from ..objects.players.mana import pay
from ..state.agenda import Task, task
from ..state.decision import EndEffect, Suspend
from ..state.event import Log, emit
from ..state.piles.pile import holds
from ..state.refusal import Refusal, refuse
from ..state.standing import StoppableEffects
from ..state.state import State, set_standing
from .casting import from_hand, in_hand, why_no_time
from .priority import acted


@obeys("suspend")
def why_no_suspend(state: State, action: Suspend) -> Refusal | None:
    """Why a card cannot be suspended now: it has to be in the hand, and its player could begin to cast it."""
    card, seat = action.card, action.player
    if not card.suspend:
        return refuse(state, f"{card.name} has no suspend", "suspend")
    if not holds(state.players[seat].hand, card.name):
        return refuse(state, f"{state.name(seat)} has no {card.name} in hand", "suspend")
    have = state.players[seat].mana
    if have < card.suspend_cost:
        why = f"suspending {card.name} costs {card.suspend_cost} and {state.name(seat)} has {have} mana"
        return refuse(state, why, "suspend")
    return why_no_time(state, card, seat)


@obeys("suspend")
def suspend(state: State, log: Log, action: Suspend) -> State:
    """A player pays, and exiles a card of their hand with time counters on it (cr2006 408.2k, later 115.2e, 116.2f)."""
    card, seat = action.card, action.player
    moving, known = card_moving(state, in_hand(state, seat, card.name), card.name, "exile"), redirects(state)
    if asked := ask_fates(state, (moving,), SuspendNow(action), known):
        return asked
    state = pay(from_hand(state, seat, card.name), log, seat, card.suspend_cost)
    state, new, _ = arrive(state, log, moving, "suspend", unless_named(state, card), known)
    if new.zone == "exile":
        emit(log, "card.suspend", state, "suspend", seat, card=card.name, amount=card.suspend)
        state = suspended(state, log, card, seat, new, card.suspend)
    return acted(fates_met(state), log, seat)


class SuspendNow(Task, frozen=True):
    """A player has chosen where a card goes that they suspend."""

    action: Suspend


@task(SuspendNow)
def _suspend_now(state: State, log: Log, left: SuspendNow) -> State:
    return suspend(state, log, left.action)


@obeys("stop_effect")
def why_not_end(state: State, action: EndEffect) -> Refusal | None:
    """Why a player cannot end an effect now: it has to be there, to allow that player to end it, and is paid for."""
    one = next((one for one in stoppable(state) if one.id == action.effect), None)
    if one is None or action.player not in one.players:
        return refuse(state, f"no effect allows {state.name(action.player)} to end it", "stop_effect")
    have = state.players[action.player].mana
    if have < one.mana:
        why = f"ending {one.name} costs {one.mana} and {state.name(action.player)} has {have} mana"
        return refuse(state, why, "stop_effect")
    return None


def stoppable(state: State) -> tuple[StoppableEffects, ...]:
    """What players may end: effects of which something still lasts or waits."""
    there = set(enduring(state)) if state.standing.stoppable else set[int]()
    return tuple(one for one in state.standing.stoppable if there & set(one.ends))


@obeys("stop_effect")
def end_effect(state: State, log: Log, action: EndEffect) -> State:
    """What an effect left behind ends: what lasts, and abilities that wait (cr2006 408.2i, later 115.2c, 116.2c)."""
    one = next(one for one in state.standing.stoppable if one.id == action.effect)
    state = pay(state, log, action.player, one.mana)
    waiting = tuple(d for d in state.delayed if d.id in one.ends)
    left = tuple(d for d in state.delayed if d.id not in one.ends)
    rest = tuple(other for other in state.standing.stoppable if other.id != one.id)
    state = set_standing(state, delayed=left, stoppable=rest)
    for delayed in waiting:
        emit(log, "effect.end", state, "stop_effect", delayed.controller, name=delayed.name)
    return acted(expire(state, log, lambda e: e.id in one.ends, "stop_effect"), log, action.player)
