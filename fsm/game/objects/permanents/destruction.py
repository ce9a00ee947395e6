"""Destroying permanents, and regeneration, which replaces that (cr2006 419.6b, later 614.8)."""

from __future__ import annotations

from ....edition import obeys
from ...state.event import Log, emit
from ...state.piles.pile import CardId
from ...state.state import LastingEffect, State, place_of, set_permanent, set_standing
from .changes import remove_from_combat
from .moving import Together, send_away, tap


def destroy(state: State, log: Log, id: int, topics: str, there: Together | None = None) -> tuple[State, CardId | None]:
    """Destroys a permanent, unless it regenerates; with the object that it became (see ``send_away``)."""
    shield = shield_of(state, id)
    if shield is None:
        return send_away(state, log, id, "graveyard", topics, there=there)
    return _regenerate(state, log, id, shield), None


def shield_of(state: State, id: int) -> LastingEffect | None:
    """The effect by which a permanent regenerates the next time that it would be destroyed, if there is one."""
    return next((e for e in state.lasting if e.regenerates and e.affects == id), None)


@obeys("regenerate")
def _regenerate(state: State, log: Log, id: int, shield: LastingEffect) -> State:
    """All damage is removed from the permanent, it becomes tapped, and it is removed from combat."""
    at = place_of(state.battlefield, id)
    if at is None:
        return state
    state = set_standing(state, lasting=tuple(e for e in state.lasting if e is not shield))
    state = set_permanent(state, id, damage=0)
    permanent = state.battlefield[at]
    name = permanent.card.name
    emit(log, "permanent.regenerate", state, "regenerate", permanent.controller, name=name, object=id)
    return remove_from_combat(tap(state, log, permanent, "regenerate"), log, id)
