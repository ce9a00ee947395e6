"""Casting a card while an ability resolves: by madness, suspend or rebound (702), or an effect; time counters.

It is cast as any other spell is, with a target that its player chooses; only its type does not say when.
"""

from __future__ import annotations

from typing import Any

from ...cards import vocabulary as v
from ...edition import obeys
from ..objects.abilities.recasting import CastAgain, IfCastable, TimeCounter, suspended
from ..objects.abilities.targets import legal_targets, target_names
from ..objects.abilities.triggers import triggers
from ..objects.cards.links import permitted
from ..objects.cards.moving import is_there, take_card
from ..objects.permanents.changes import WHILE_CONTROLLED
from ..priority.casting import is_cast, put_spell, why_forbidden
from ..state.agenda import Choice, push, push_effects, task
from ..state.decision import Cast, ChooseOption
from ..state.event import Log, emit
from ..state.piles.pile import CardId
from ..state.state import StackObject, State, replace
from .apply import applies, nothing
from .lasting import lasts_on
from .moves import found_cards


@applies(IfCastable)
def _if_castable(state: State, log: Log, effect: IfCastable, source: StackObject) -> State:
    """Nobody is asked about a card that cannot be cast now: an effect forbids it, or it has no target (601.2c)."""
    card, seat = effect.card, source.controller
    why = why_forbidden(state, card, seat)
    if why is None and (card.targets == "none" or legal_targets(state, card.targets, seat)):
        return push_effects(state, effect.do, source)
    nothing(state, log, source, f"no legal target for {card.name}" if why is None else why.why)
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


@applies(TimeCounter)
@obeys("suspend")
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
    return triggers(state, log, "suspend", name, seat, again, those=(card,))
