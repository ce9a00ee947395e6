"""Effects on permanents: their statuses, characteristics and controllers, and what would destroy or damage them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ...cards import vocabulary as v
from ...cards.abilities import Instead
from ...edition import obeys
from ..objects.abilities import delayed
from ..objects.abilities.triggers import on_event, on_untap
from ..objects.cards.arranging import came_together
from ..objects.cards.moving import is_stray, take_card
from ..objects.cards.replacing import Moving, permanent_moving
from ..objects.permanents.changes import ITS_NEXT_UNTAP, YOUR_NEXT_UNTAP, end_as_long_as, settle, still_lasts
from ..objects.permanents.moving import destroy, enter_battlefield, send_away, shield_of, tap, together, untap
from ..objects.permanents.phasing import phase
from ..objects.permanents.statuses import may_enter, real_card, set_status
from ..state.enduring import Kept, Prevention
from ..state.event import Log, emit
from ..state.piles.pile import CardId
from ..state.state import LastingEffect, Permanent, StackObject, State, replace, set_permanent
from .apply import (
    applies,
    carriers_first,
    for_permanents,
    known_here,
    meant,
    moves,
    named_by,
    nothing,
    objects_meant,
    permanent_meant,
    permanents_meant,
)
from .lasting import lasts, lasts_on


@for_permanents(v.Tap)
def _tap(state: State, log: Log, effect: v.Tap, source: StackObject, permanent: Permanent) -> State:
    return tap(state, log, permanent, "instructions")


@for_permanents(v.Untap)
def _untap(state: State, log: Log, effect: v.Untap, source: StackObject, permanent: Permanent) -> State:
    return untap(state, log, permanent, "instructions")


@applies(v.StayTapped)
def _stay_tapped(state: State, log: Log, effect: v.StayTapped, source: StackObject) -> State:
    """The effect lasts through the next untap step; a skipped untap step does not count (419.6f, 614.10a)."""
    if effect.player is not None:
        return _all_stay_tapped(state, log, effect, source)
    until = ITS_NEXT_UNTAP if effect.whose == "controller" else YOUR_NEXT_UNTAP
    for permanent in named_by(state, effect, source):
        state = lasts_on(state, log, source, until, permanent, keeps=Kept())
    return state


@obeys("later_too")
def _all_stay_tapped(state: State, log: Log, effect: v.StayTapped, source: StackObject) -> State:
    """All permanents of some players stay tapped, also those that come later."""
    for seat in meant(state, effect.player or "you", source):
        by = source if effect.whose == "you" else replace(source, controller=seat)
        state = lasts_on(
            state, log, by, YOUR_NEXT_UNTAP, on=state.name(seat), topics="instructions later_too",
            source=source.source, keeps=Kept(seat, effect.of or ""),
        )  # fmt: skip
    return state


TURNED = ("artifact", "creature", "land")
"""What ``swap_tapped`` taps and untaps."""


@applies(v.SwapTapped)
def _swap_tapped(state: State, log: Log, effect: v.SwapTapped, source: StackObject) -> State:
    seats = meant(state, effect.player, source)
    turned = [p for p in state.permanents() if p.controller in seats and {*state.types(p)} & {*TURNED}]
    ids = {p.id for p in turned}
    changed = tuple(replace(p, tapped=not p.tapped) if p.id in ids else p for p in state.battlefield)
    state = replace(state, battlefield=changed)
    for permanent in turned:
        kind, name = "permanent.untap" if permanent.tapped else "permanent.tap", permanent.card.name
        emit(log, kind, state, "instructions", permanent.controller, name=name, object=permanent.id)
    for permanent in turned:
        state = on_untap(state, log, permanent) if permanent.tapped else state
    return end_as_long_as(state, log)


@applies(v.TurnFaceUp)
@obeys("face_up", "special_action", "face_up_reverts")
def _turn_face_up(state: State, log: Log, effect: v.TurnFaceUp, source: StackObject) -> State:
    permanent = permanent_meant(state, "self", source)
    if permanent is None:
        return state
    if permanent.face_down:
        topics = "face_up special_action face_up_reverts"
        state = set_status(state, log, permanent, "permanent.face_up", topics, permanent.flipped, face_down=False)
        permanent = state.permanent(permanent.id) or permanent
    else:
        emit(log, "permanent.face_up", state, "face_up special_action", permanent.controller, name=permanent.card.name)
    return on_event(state, log, "is turned face up", permanent)


@for_permanents(v.TurnFaceDown)
def _turn_face_down(state: State, log: Log, effect: v.TurnFaceDown, source: StackObject, permanent: Permanent) -> State:
    return set_status(state, log, permanent, "permanent.face_down", "instructions", permanent.flipped, face_down=True)


@for_permanents(v.Flip)
def _flip(state: State, log: Log, effect: v.Flip, source: StackObject, permanent: Permanent) -> State:
    """A face-down permanent can be flipped too; that shows once it is face up."""
    return set_status(state, log, permanent, "permanent.flip", "instructions", True, permanent.face_down)


@for_permanents(v.Rename)
def _rename(state: State, log: Log, effect: v.Rename, source: StackObject, permanent: Permanent) -> State:
    """A permanent is called otherwise; in any other zone its card has its own name (110.5c, 111.4)."""
    named = replace(permanent.card, name=effect.name)
    state = set_permanent(state, permanent.id, card=named, printed=real_card(permanent))
    seat, was = permanent.controller, permanent.card.name
    emit(log, "permanent.rename", state, "instructions", seat, name=was, new=effect.name, object=permanent.id)
    return state


@applies(v.Attach)
def _attach(state: State, log: Log, effect: v.Attach, source: StackObject) -> State:
    carrier = next(iter(permanents_meant(state, effect.what, source)), None)
    carried = permanent_meant(state, "self", source)
    if carrier is None or carried is None:
        return state
    state = set_permanent(state, carried.id, attached=carrier.id)
    name, to = carried.card.name, carrier.card.name
    emit(log, "permanent.attach", state, "instructions", carried.controller, name=name, to=to)
    return end_as_long_as(state, log)


@for_permanents(v.Flicker)
def _flicker(state: State, log: Log, effect: v.Flicker, source: StackObject, permanent: Permanent) -> State:
    """The card returns as a new object; a token does not return, nor what cannot enter (217.1c, 400.7)."""
    card, owner = real_card(permanent), permanent.owner
    state, exiled = send_away(state, log, permanent.id, "exile", "instructions")
    found = exiled is not None and exiled.zone == "exile" and not is_stray(state, exiled)
    if exiled is not None and found and may_enter(state, card):
        state = enter_battlefield(take_card(state, exiled), log, card, owner, was=exiled)
    return state


@moves(v.Flicker)
def _would_leave(state: State, effect: v.Flicker, source: StackObject) -> Iterator[Moving]:
    return (permanent_moving(state, p, "exile") for p in permanents_meant(state, effect.what, source))


@applies(v.PhaseOut)
@obeys("phased_too_late")
def _phase_out(state: State, log: Log, effect: v.PhaseOut, source: StackObject) -> State:
    """They phase out at once, unless what they would wait for has happened already (610.4b, 610.4c).

    What phases out with what it is attached to waits for that alone (702.26h).
    """
    those = tuple(p.id for p in named_by(state, effect, source))
    duration = effect.until or effect.stay_out
    if not those or duration is None:
        return _phased_out(state, log, effect, source, those)
    how: Literal["", "tapped", "as it is"] = "" if effect.until is None else "tapped" if effect.tapped else "as it is"
    kept = LastingEffect(
        0, source.name, source.controller, duration, source=source.source, stays_out=True, phases_in=how
    )
    if how and not still_lasts(state, kept):
        return nothing(state, log, source, "its duration is over before it begins", "phased_too_late instructions")
    state = _phased_out(state, log, effect, source, those)
    for permanent in [p for p in state.battlefield if p.id in those and not p.indirect]:
        new = replace(kept, id=state.serial + 1, affects=permanent.id)
        state = lasts(state, log, new, permanent.card.name, "phased_until instructions" if how else "instructions")
    return state


def _phased_out(state: State, log: Log, effect: v.PhaseOut, source: StackObject, those: tuple[int, ...]) -> State:
    topics = f"instructions{' phased_until' if effect.until else ''} phases_out phased_out_zone"
    state = phase(state, log, dict.fromkeys(those, True), topics) if those else state
    return delayed.then(state, effect.then, source, those) if effect.then else state


@applies(v.Pump)
def _pump(state: State, log: Log, effect: v.Pump, source: StackObject) -> State:
    for thing in objects_meant(state, effect.what, source):
        state = lasts_on(
            state, log, source, effect.until, thing, power=effect.power, toughness=effect.toughness,
            keywords=effect.keywords, loses=effect.loses, source=source.source, ward=effect.ward,
        )  # fmt: skip
    return state


@applies(v.GainControl)
def _gain_control(state: State, log: Log, effect: v.GainControl, source: StackObject) -> State:
    """What changes controllers has not been controlled since a turn began, and is removed from combat (506.4)."""
    for seat in meant(state, effect.player, source):
        for thing in objects_meant(state, effect.what, source):
            state = lasts_on(state, log, source, effect.until, thing, source=source.source, gives=seat)
            state = settle(state, log, (thing.id,), "instructions")
    return end_as_long_as(state, log)


@applies(v.GainAbilities)
@obeys("linked_gained")
def _gain_abilities(state: State, log: Log, effect: v.GainAbilities, source: StackObject) -> State:
    """Pairs that are linked stay pairs: abilities that the other one has gained are another effect here (607.1)."""
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
        state = lasts_on(
            state, log, source, effect.until, thing, source=source.source,
            types=effect.type, subtypes=effect.subtypes, colors=effect.colors,
        )  # fmt: skip
        state = settle(state, log, (thing.id,), "instructions")
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


@for_permanents(v.Regenerate)
def _regenerate(state: State, log: Log, effect: v.Regenerate, source: StackObject, permanent: Permanent) -> State:
    return lasts_on(state, log, source, "end_of_turn", permanent, regenerates=True)


@for_permanents(v.ReplaceMove)
def _replace_move(state: State, log: Log, effect: v.ReplaceMove, source: StackObject, permanent: Permanent) -> State:
    instead = Instead(effect.to, effect.goes, place=effect.place, then=effect.then)
    return lasts_on(state, log, source, effect.until, permanent, source=source.source, instead=instead)


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


@applies(v.Sticker)
@obeys("stickers")
def _sticker(state: State, log: Log, effect: v.Sticker, source: StackObject) -> State:
    """Players put stickers only on what they own; a sticker has no duration."""
    for permanent in permanents_meant(state, effect.what, source) if known_here(state, log, "stickers", source) else ():
        if permanent.owner == source.controller:
            state = lasts_on(state, log, source, "game", permanent, keywords=effect.keywords, sticker=True)
    return state
