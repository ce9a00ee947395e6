"""Effects that replace moves of permanents (217.1d, 400.6) or prevent damage (419.1d, 615), for a time."""

from __future__ import annotations

from ...cards import vocabulary as v
from ...cards.abilities import Instead
from ..state.enduring import Prevention
from ..state.event import Log
from ..state.state import LastingEffect, StackObject, State
from .apply import applies, meant, objects_meant, permanents_meant
from .things import lasts


@applies(v.ReplaceMove)
def _replace_move(state: State, log: Log, effect: v.ReplaceMove, source: StackObject) -> State:
    instead = Instead(effect.to, effect.goes, place=effect.place, then=effect.then)
    for permanent in permanents_meant(state, effect.what, source):
        new = LastingEffect(
            state.serial + 1, source.name, source.controller, effect.until, permanent.id, source=source.source,
            instead=instead,
        )  # fmt: skip
        state = lasts(state, log, new, permanent.card.name)
    return state


@applies(v.Prevent)
def _prevent(state: State, log: Log, effect: v.Prevent, source: StackObject) -> State:
    """Each shield is an effect of its own: for each player and permanent that it protects, and each source."""
    dealers: tuple[int | None, ...] = (None,)
    if effect.dealt_by is not None:
        dealers = tuple(thing.id for thing in objects_meant(state, effect.dealt_by, source))
    for seat, id, name in _protected(state, effect, source):
        for by in dealers:
            new = LastingEffect(
                state.serial + 1, source.name, source.controller, effect.until, id, source=source.source,
                prevents=Prevention(effect.amount, effect.combat, by, seat),
            )  # fmt: skip
            state = lasts(state, log, new, name)
    return state


def _protected(state: State, effect: v.Prevent, source: StackObject) -> list[tuple[int | None, int | None, str]]:
    """What is protected: the seats of players, the numbers of permanents, or, without any, everything."""
    if effect.player is None and effect.what is None:
        return [(None, None, "")]
    seats = () if effect.player is None else meant(state, effect.player, source)
    there = () if effect.what is None else permanents_meant(state, effect.what, source)
    return [*((seat, None, state.name(seat)) for seat in seats), *((None, p.id, p.card.name) for p in there)]
