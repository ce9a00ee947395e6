"""Effects that players may end or ignore by special actions, and the time counters of suspended cards."""

from __future__ import annotations

from typing import Any

from ...cards import vocabulary as v
from ..objects.abilities.rebound import CastAgain, IfCastable
from ..objects.abilities.suspended import TimeCounter, suspended
from ..objects.abilities.triggers import wait
from ..objects.permanents.durations import enduring
from ..state.agenda import Task, push_effects, task
from ..state.event import Log, emit
from ..state.standing import StoppableEffects
from ..state.state import LastingEffect, StackObject, State, replace, set_standing
from .apply import applies, meant, permanent_meant
from .cards import found_cards
from .things import lasts


class KeepStoppable(Task, frozen=True):
    """Effects have been applied; what they left behind since ``serial`` may be ended by players."""

    serial: int
    effect: v.Stoppable
    source: StackObject


@applies(v.Stoppable)
def _stoppable(state: State, log: Log, effect: v.Stoppable, source: StackObject) -> State:
    return push_effects(state, effect.do, source, KeepStoppable(state.serial, effect, source))


@task(KeepStoppable)
def _keep_stoppable(state: State, log: Log, kept: KeepStoppable) -> State:
    """Notes what lasts and waits because of an effect, and who may end it; what is over is forgotten.

    Rules: stop_effect.
    """
    there = enduring(state)
    new, still = tuple(id for id in there if id > kept.serial), set(there)
    known = tuple(one for one in state.standing.stoppable if still & set(one.ends))
    seats = meant(state, kept.effect.player, kept.source)
    if new and seats:
        id = state.serial + 1
        known = (*known, StoppableEffects(id, kept.effect.name, seats, kept.effect.mana, new))
        state = replace(state, serial=id)
    return set_standing(state, stoppable=known)


@applies(v.Ignore)
def _ignore(state: State, log: Log, effect: v.Ignore, source: StackObject) -> State:
    """Who activates the ability ignores the static ones (cr2006 408.2j, later 115.2d, 116.2d).

    Rules: ignore_static.
    """
    permanent, seat = permanent_meant(state, "self", source), source.controller
    if permanent is None:
        return state
    new = LastingEffect(state.serial + 1, source.name, seat, effect.until, permanent.id, ignores=seat)
    return lasts(state, log, new, state.name(seat))


@applies(TimeCounter)
def _time_counter(state: State, log: Log, effect: TimeCounter, source: StackObject) -> State:
    """A suspended card loses a time counter; with the last one an ability triggers that casts it without paying.

    Before today's edition it is cast if it can be; today its owner may leave it in exile (502.59a, later 702.62a).
    """
    card = next(found_cards(state, "those", "exile", source), None)
    if card is None:
        return state
    left, seat, name = effect.counters - 1, source.controller, effect.card.name
    emit(log, "card.time", state, "suspend", seat, card=name, left=left)
    if left:
        return suspended(state, log, effect.card, seat, card, left)
    cast: Any = CastAgain(effect.card, suspended=True)
    if state.edition.choices["suspended_card"] == ("may_be_cast",):
        cast = v.May((cast,))
    again: Any = (IfCastable(effect.card, (cast,)),)
    ability = StackObject(state.serial + 1, "ability", name, seat, again, those=(card,))
    return wait(replace(state, serial=ability.id), log, ability, "suspend")
