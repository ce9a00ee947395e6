"""Effects that change who controls a permanent or what it is, that destroy it, or let it regenerate."""

from __future__ import annotations

from collections.abc import Iterator

from ...cards import vocabulary as v
from ..objects.cards.arranging import came_together
from ..objects.cards.replacing import Moving, permanent_moving
from ..objects.permanents.changes import settle
from ..objects.permanents.destruction import destroy, shield_of
from ..objects.permanents.durations import end_as_long_as
from ..objects.permanents.moving import send_away, together
from ..state.event import Log
from ..state.piles.pile import CardId
from ..state.state import LastingEffect, StackObject, State, replace
from .apply import applies, carriers_first, meant, moves, name_of, objects_meant, permanent_meant, permanents_meant
from .things import lasts


@applies(v.GainControl)
def _gain_control(state: State, log: Log, effect: v.GainControl, source: StackObject) -> State:
    """What changes controllers has not been controlled since a turn began, and is removed from combat (506.4)."""
    for seat in meant(state, effect.player, source):
        for thing in objects_meant(state, effect.what, source):
            new = LastingEffect(
                state.serial + 1, source.name, source.controller, effect.until, thing.id, source=source.source,
                gives=seat,
            )  # fmt: skip
            state = settle(lasts(state, log, new, name_of(thing)), log, (thing.id,), "instructions")
    return end_as_long_as(state, log)


@applies(v.GainAbilities)
def _gain_abilities(state: State, log: Log, effect: v.GainAbilities, source: StackObject) -> State:
    """Pairs that are linked stay pairs: abilities that the other one has gained are another effect here, too (607.1).

    Rules: linked_gained.
    """
    gainer = permanent_meant(state, "self", source)
    for other in permanents_meant(state, effect.what, source) if gainer is not None else ():
        gained = (e.abilities for e in state.lasting if e.affects == other.id)
        for abilities in (other.card.abilities, *gained):
            if abilities:
                new = LastingEffect(
                    state.serial + 1, source.name, source.controller, effect.until, source.source,
                    source=source.source, abilities=abilities,
                )  # fmt: skip
                state = lasts(state, log, new, other.card.name)
                state = replace(state, serial=new.id + len(abilities) - 1)  # each is known by a number of its own
    return state


@applies(v.Become)
def _become(state: State, log: Log, effect: v.Become, source: StackObject) -> State:
    for thing in objects_meant(state, effect.what, source):
        new = LastingEffect(
            state.serial + 1, source.name, source.controller, effect.until, thing.id, source=source.source,
            types=effect.type, subtypes=effect.subtypes, colors=effect.colors,
        )  # fmt: skip
        state = settle(lasts(state, log, new, name_of(thing)), log, (thing.id,), "instructions")
    return state


@applies(v.Destroy)
def _destroy(state: State, log: Log, effect: v.Destroy, source: StackObject) -> State:
    """Those destroyed together see each other die, and their owners arrange them."""
    there, became = together(state), list[CardId]()
    for permanent in carriers_first(permanents_meant(state, effect.what, source)):
        if effect.no_regeneration:
            state, card = send_away(state, log, permanent.id, "graveyard", "instructions", there=there)
        else:
            state, card = destroy(state, log, permanent.id, "instructions", there)
        became += () if card is None else (card,)
    return came_together(state, became)


@moves(v.Destroy)
def _would_die(state: State, effect: v.Destroy, source: StackObject) -> Iterator[Moving]:
    for permanent in permanents_meant(state, effect.what, source):
        if effect.no_regeneration or shield_of(state, permanent.id) is None:
            yield permanent_moving(state, permanent, "graveyard")


@applies(v.Regenerate)
def _regenerate(state: State, log: Log, effect: v.Regenerate, source: StackObject) -> State:
    for permanent in permanents_meant(state, effect.what, source):
        new = LastingEffect(
            state.serial + 1, source.name, source.controller, "end_of_turn", permanent.id, regenerates=True
        )
        state = lasts(state, log, new, permanent.card.name)
    return state
