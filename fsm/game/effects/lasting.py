"""Effects that last, and that players may end or ignore by special actions."""

from __future__ import annotations

from typing import Any

from ...cards import vocabulary as v
from ...edition import obeys
from ..objects.permanents.changes import enduring, still_lasts
from ..state.agenda import Task, push_effects, task
from ..state.budget import check_count
from ..state.event import Log, emit
from ..state.standing import StoppableEffects
from ..state.state import LastingEffect, StackObject, State, replace, set_standing
from .apply import Object, applies, meant, name_of, permanent_meant


@obeys("as_long_as", "instructions")
def lasts(state: State, log: Log, new: LastingEffect, on: str, topics: str = "instructions") -> State:
    """An effect with a duration begins, unless the duration is over before it begins (418.3d, 611.2b)."""
    if not still_lasts(state, new):
        why = "its duration is over before it begins"
        emit(log, "effect.nothing", state, "as_long_as instructions", new.controller, name=new.name, why=why)
        return state
    check_count(state, len(state.lasting) + 1, "effects that last", new.name)
    state = set_standing(replace(state, serial=new.id), lasting=(*state.lasting, new))
    emit(log, "effect.begin", state, topics, new.controller, name=new.name, until=new.until, on=on)
    return state


def lasts_on(
    state: State,
    log: Log,
    by: StackObject,
    until: str,
    thing: Object | None = None,
    on: str = "",
    topics: str = "instructions",
    **does: Any,
) -> State:
    """An effect of a spell or an ability begins, which lasts on a permanent or a spell, or on what else is named."""
    affects, name = (None, on) if thing is None else (thing.id, name_of(thing))
    new = LastingEffect(state.serial + 1, by.name, by.controller, until, affects, **does)
    return lasts(state, log, new, name, topics)


@applies(v.Lasting)
def _lasting(state: State, log: Log, effect: v.Lasting, source: StackObject) -> State:
    new = LastingEffect(state.serial + 1, effect.name, source.controller, effect.until, source=source.source)
    return lasts(state, log, new, "")


class KeepStoppable(Task, frozen=True):
    """Effects have been applied; what they left behind since ``serial`` may be ended by players."""

    serial: int
    effect: v.Stoppable
    source: StackObject


@applies(v.Stoppable)
def _stoppable(state: State, log: Log, effect: v.Stoppable, source: StackObject) -> State:
    return push_effects(state, effect.do, source, KeepStoppable(state.serial, effect, source))


@task(KeepStoppable)
@obeys("stop_effect")
def _keep_stoppable(state: State, log: Log, kept: KeepStoppable) -> State:
    """Notes what lasts and waits because of an effect, and who may end it; what is over is forgotten."""
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
@obeys("ignore_static")
def _ignore(state: State, log: Log, effect: v.Ignore, source: StackObject) -> State:
    """Who activates the ability ignores the static ones (cr2006 408.2j, later 115.2d, 116.2d)."""
    permanent, seat = permanent_meant(state, "self", source), source.controller
    if permanent is None:
        return state
    new = LastingEffect(state.serial + 1, source.name, seat, effect.until, permanent.id, ignores=seat)
    return lasts(state, log, new, state.name(seat))
