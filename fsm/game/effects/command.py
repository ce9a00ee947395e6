"""Effects on the command zone: emblems, and schemes that are abandoned (cr2011 and cr2026 408, 904)."""

from __future__ import annotations

from ...cards import vocabulary as v
from ...cards.card import Card, find_card
from ...edition import obeys
from ..objects.permanents.variants import turn_face_down
from ..state.budget import check_count
from ..state.event import Log, emit
from ..state.state import Permanent, StackObject, State, replace, set_standing
from .apply import applies, known_here, meant, nothing
from .lasting import lasts_on


@applies(v.Emblem)
@obeys("emblem")
def _emblem(state: State, log: Log, effect: v.Emblem, source: StackObject) -> State:
    """An emblem is no permanent: what affects permanents does not affect it, and it stays."""
    for seat in meant(state, effect.player, source) if known_here(state, log, "emblem", source) else ():
        emblems = state.standing.emblems
        check_count(state, len(emblems) + 1, "emblems", effect.name)
        new = Permanent(state.serial + 1, Card(effect.name, triggers=effect.triggers), seat, seat)
        state = set_standing(replace(state, serial=new.id), emblems=(*emblems, new))
        emit(log, "emblem.create", state, "emblem", seat, name=effect.name)
    return state


@applies(v.Abandon)
@obeys("command_new_object")
def _abandon(state: State, log: Log, effect: v.Abandon, source: StackObject) -> State:
    """Only ongoing schemes that are face up are abandoned; one that was turned face down since is another object."""
    cards, wanted = state.game.cards, effect.what
    found = tuple(
        one
        for one in state.designations.face_up
        if (one[0] == source.source if wanted == "self" else one[2] == wanted) and find_card(one[2], cards).ongoing
    )
    if not found:
        nothing(state, log, source, "no such ongoing scheme is face up")
    return turn_face_down(state, log, found[:1], "instructions")


@applies(v.NoSchemes)
@obeys("scheme")
def _no_schemes(state: State, log: Log, effect: v.NoSchemes, source: StackObject) -> State:
    if not known_here(state, log, "scheme", source):
        return state
    return lasts_on(state, log, source, effect.until, source=source.source, no_schemes=True)
