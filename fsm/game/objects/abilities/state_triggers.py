"""Abilities that trigger on a state of the game (cr2006 410.11, later 603.8)."""

from __future__ import annotations

from ....cards.abilities import STATE, Triggered
from ....edition import obeys
from ...state.event import Log
from ...state.state import Permanent, State
from .conditions import About, failing
from .triggers import NOTHING, trigger_one


@obeys("state_trigger")
def state_due(state: State) -> list[tuple[Permanent, Triggered]]:
    """The abilities that trigger on a state of the game which is there now, and that do not wait or lie on the stack.

    cr2006 410.11, later 603.8.
    """
    there = state.index.triggers.get(STATE)
    if not there:
        return []
    pending = {(o.source, o.name, o.effects) for o in (*state.stack, *state.waiting)}
    return [
        (p, ability)
        for p, ability in there
        if (p.id, ability.name or p.card.name, ability.do) not in pending
        if not failing(state, (*ability.while_, *ability.if_), About(p.controller, p.id, p.chosen))
    ]


@obeys("event_trigger", "state_trigger")
def on_state(state: State, log: Log) -> State:
    """Abilities trigger on the state of the game, as soon as it is there, be it only for a part of an effect."""
    for permanent, ability in state_due(state):
        state = trigger_one(state, log, ability, permanent, ability.do, NOTHING, "state_trigger event_trigger")
    return state
