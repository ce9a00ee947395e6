"""More effects on permanents: counters, flickering, turning face up, attaching, stickers; and on casting spells."""

from __future__ import annotations

from collections.abc import Iterator

from ...cards import vocabulary as v
from ..objects.abilities.triggers import on_event, on_untap
from ..objects.cards.moving import is_stray, take_card
from ..objects.cards.replacing import Moving, permanent_moving
from ..objects.permanents.durations import end_as_long_as
from ..objects.permanents.entering import may_enter
from ..objects.permanents.moving import enter_battlefield, send_away
from ..objects.permanents.statuses import real_card, set_status
from ..state.event import Log, emit
from ..state.state import LastingEffect, StackObject, State, replace, set_permanent, set_standing
from .apply import applies, known_here, meant, moves, permanent_meant, permanents_meant
from .things import lasts

TURNED = ("artifact", "creature", "land")
"""What ``swap_tapped`` taps and untaps."""


@applies(v.Counters)
def _counters(state: State, log: Log, effect: v.Counters, source: StackObject) -> State:
    for permanent in permanents_meant(state, effect.what, source):
        left = max(0, permanent.counters + effect.amount)
        state = set_permanent(state, permanent.id, counters=left)
        name, change = permanent.card.name, left - permanent.counters
        emit(
            log, "permanent.counters", state, "instructions", permanent.controller, name=name, amount=change, left=left
        )
    return state


@applies(v.Flicker)
def _flicker(state: State, log: Log, effect: v.Flicker, source: StackObject) -> State:
    """The card returns as a new object; a token does not return, nor what cannot enter (217.1c, 400.7)."""
    for permanent in permanents_meant(state, effect.what, source):
        card, owner = real_card(permanent), permanent.owner
        state, exiled = send_away(state, log, permanent.id, "exile", "instructions")
        found = exiled is not None and exiled.zone == "exile" and not is_stray(state, exiled)
        if exiled is not None and found and may_enter(state, card):
            state = enter_battlefield(take_card(state, exiled), log, card, owner, was=exiled)
    return state


@moves(v.Flicker)
def _would_leave(state: State, effect: v.Flicker, source: StackObject) -> Iterator[Moving]:
    return (permanent_moving(state, p, "exile") for p in permanents_meant(state, effect.what, source))


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
def _turn_face_up(state: State, log: Log, effect: v.TurnFaceUp, source: StackObject) -> State:
    permanent = permanent_meant(state, "self", source)
    if permanent is None:
        return state
    if permanent.face_down:
        topics = "face_up special_action"
        state = set_status(state, log, permanent, "permanent.face_up", topics, permanent.flipped, face_down=False)
        permanent = state.permanent(permanent.id) or permanent
    else:
        emit(log, "permanent.face_up", state, "face_up special_action", permanent.controller, name=permanent.card.name)
    return on_event(state, log, "is turned face up", permanent)


@applies(v.TurnFaceDown)
def _turn_face_down(state: State, log: Log, effect: v.TurnFaceDown, source: StackObject) -> State:
    for permanent in permanents_meant(state, effect.what, source):
        state = set_status(
            state, log, permanent, "permanent.face_down", "instructions", permanent.flipped, face_down=True
        )
    return state


@applies(v.Flip)
def _flip(state: State, log: Log, effect: v.Flip, source: StackObject) -> State:
    """A face-down permanent can be flipped too; that shows once it is face up."""
    for permanent in permanents_meant(state, effect.what, source):
        state = set_status(state, log, permanent, "permanent.flip", "instructions", True, permanent.face_down)
    return state


@applies(v.Attach)
def _attach(state: State, log: Log, effect: v.Attach, source: StackObject) -> State:
    carrier, carried = permanent_meant(state, effect.what, source), permanent_meant(state, "self", source)
    if carrier is None or carried is None:
        return state
    state = set_permanent(state, carried.id, attached=carrier.id)
    name, to = carried.card.name, carrier.card.name
    emit(log, "permanent.attach", state, "instructions", carried.controller, name=name, to=to)
    return end_as_long_as(state, log)


@applies(v.NoSpells)
def _no_spells(state: State, log: Log, effect: v.NoSpells, source: StackObject) -> State:
    for seat in meant(state, effect.player, source):
        new = LastingEffect(state.serial + 1, source.name, source.controller, effect.until, no_spells=seat)
        state = set_standing(replace(state, serial=new.id), lasting=(*state.lasting, new))
        who = state.name(seat)
        emit(log, "effect.begin", state, "instructions", new.controller, name=new.name, until=new.until, on=who)
    return state


@applies(v.Sticker)
def _sticker(state: State, log: Log, effect: v.Sticker, source: StackObject) -> State:
    """Players put stickers only on what they own; a sticker has no duration."""
    for permanent in permanents_meant(state, effect.what, source) if known_here(state, log, "stickers", source) else ():
        if permanent.owner == source.controller:
            new = LastingEffect(
                state.serial + 1, source.name, source.controller, "game", permanent.id, keywords=effect.keywords,
                sticker=True,
            )  # fmt: skip
            state = lasts(state, log, new, permanent.card.name)
    return state
