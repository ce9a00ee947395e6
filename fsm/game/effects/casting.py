"""Casting a card while an ability resolves: by madness, suspend or rebound (702), or an effect; time counters.

It is cast as any other spell is, with a target that its player chooses; only its type does not say when.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...cards import vocabulary as v
from ...edition import obeys
from ..objects.abilities.recasting import CastAgain, IfCastable, TimeCounter, suspended, timers
from ..objects.abilities.targets import legal_targets, target_names
from ..objects.abilities.triggers import triggers
from ..objects.cards.links import permitted
from ..objects.cards.moving import is_there, take_card
from ..objects.cards.replacing import Moving, spell_moving
from ..objects.permanents.changes import WHILE_CONTROLLED
from ..priority.casting import is_cast, put_spell, why_forbidden
from ..priority.stack import take_off
from ..state.action import Cast
from ..state.agenda import Choice, push, push_effects, task
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.piles.pile import CardId
from ..state.state import DelayedAbility, StackObject, State, replace, set_standing
from .apply import applies, moves, nothing
from .lasting import lasts_on


@applies(IfCastable)
def _if_castable(state: State, log: Log, effect: IfCastable, source: StackObject) -> State:
    """Nobody is asked about a card that cannot be cast now: it is gone, forbidden, or has no target (601.2c)."""
    card, seat = effect.card, source.controller
    there = any(isinstance(id, CardId) and is_there(state, id) for id in source.those)
    why = why_forbidden(state, card, seat)
    if there and why is None and (card.targets == "none" or legal_targets(state, card.targets, seat)):
        return push_effects(state, effect.do, source)
    missing = f"no legal target for {card.name}" if there else f"{card.name} is not there any more"
    nothing(state, log, source, missing if why is None else why.why)
    return push_effects(state, effect.otherwise, source)


class ChooseSpellTarget(Choice, frozen=True):
    """A target is chosen for a card that is being cast while an ability resolves."""

    effect: CastAgain
    source: StackObject
    offered: tuple[int, ...]


@applies(CastAgain)
def _cast_again(state: State, log: Log, effect: CastAgain, source: StackObject) -> State:
    """Casts the card, at any time of the turn; its player chooses among several legal targets."""
    card, seat = effect.card, source.controller
    if card.targets == "none":
        return _cast(state, log, effect, source, None)
    offered = legal_targets(state, card.targets, seat)
    if len(offered) > 1:
        names = target_names(state, card.targets, offered)
        asked = replace(state, decision=ChooseOption(seat, card.name, names))
        return push(asked, ChooseSpellTarget(effect, source, offered))
    return _cast(state, log, effect, source, offered[0]) if offered else state


@task(ChooseSpellTarget)
@obeys("cast")
def _target_chosen(state: State, log: Log, chosen: ChooseSpellTarget) -> State:
    """If the target has left with a player, it is chosen again."""
    effect, source, target = chosen.effect, chosen.source, chosen.offered[chosen.option]
    targets, seat = effect.card.targets, source.controller
    if seat not in state.rotation.seats:
        return state
    if target not in legal_targets(state, targets, seat):
        return _cast_again(state, log, effect, source)
    (name,) = target_names(state, targets, (target,))
    emit(log, "choice", state, "cast", seat, name=effect.card.name, option=name)
    return _cast(state, log, effect, source, target)


@obeys("resolve_cast")
def _cast(state: State, log: Log, effect: CastAgain, source: StackObject, target: int | None) -> State:
    seat, card = source.controller, effect.card
    there = next((id for id in source.those if isinstance(id, CardId) and is_there(state, id)), None)
    if there is None:
        return state
    action = Cast(seat, card, target, at=there)
    state = put_spell(take_card(state, there), log, action, target, effect.paid, "resolve_cast")
    if effect.suspended and "creature" in card.type:  # it has haste while controlled (502.59a, 702.62a)
        spell = state.stack[-1]
        state = lasts_on(state, log, spell, WHILE_CONTROLLED, spell, keywords=("haste",))
    became, state = state.stack[-1].id, is_cast(state, log, card, seat, target)
    return state if effect.permit is None else permitted(state, log, effect.permit, source, became)


@applies(v.SuspendItself)
@obeys("suspended")
def _suspend_itself(state: State, log: Log, effect: v.SuspendItself, source: StackObject) -> State:
    """The spell leaves the stack as it resolves, and does not go to the graveyard; a copy ceases to exist."""
    card = source.card
    if card is None or not _may_be_suspended(state, source):
        return nothing(state, log, source, "it is no spell with suspend on the stack")
    state, new = take_off(state, log, source, "instructions exile_from", "exile", told=False)
    if new is None or new.zone != "exile":
        return state
    emit(log, "card.suspend", state, "instructions suspended", new.owner, card=card.name, amount=effect.amount)
    return suspended(state, log, card, new.owner, new, effect.amount)


@moves(v.SuspendItself)
def _would_be_suspended(state: State, effect: v.SuspendItself, source: StackObject) -> Iterator[Moving]:
    if _may_be_suspended(state, source):
        yield spell_moving(state, source, "exile")


def _may_be_suspended(state: State, source: StackObject) -> bool:
    """Whether an effect comes of a spell with suspend, which is still on the stack."""
    return source.card is not None and source.card.suspend > 0 and source in state.stack


@applies(TimeCounter)
def _time_counter(state: State, log: Log, effect: TimeCounter, source: StackObject) -> State:
    timer = next((one for one in timers(state) if one.those == source.those), None)
    return state if timer is None else change_time(state, log, timer, -1, "suspend")


@obeys("suspend")
def change_time(state: State, log: Log, timer: DelayedAbility, amount: int, topics: str) -> State:
    """A suspended card gets time counters or loses some, as many as there are, whatever changes them.

    With the last one an ability triggers that casts it without paying. Before today's edition it is cast if it can be;
    today its owner may leave it in exile (502.59a, later 702.62a).
    """
    effect: Any = timer.do[0]
    left, seat, name = max(0, effect.counters + amount), timer.controller, timer.name
    now = replace(timer, do=(TimeCounter(effect.card, left),))
    rest = tuple(now if one.id == timer.id else one for one in state.delayed if left or one.id != timer.id)
    state = set_standing(state, delayed=rest)
    emit(log, "card.time", state, topics, seat, card=name, amount=left - effect.counters, left=left)
    if left:
        return state
    cast: Any = CastAgain(effect.card, suspended=True)
    if state.edition.choices["suspended_card"] == ("may_be_cast",):
        cast = v.May((cast,))
    again: Any = (IfCastable(effect.card, (cast,)),)
    return triggers(state, log, "suspend", name, seat, again, those=timer.those)
