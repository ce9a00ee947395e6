"""Damage that is dealt to players and permanents, and what prevents it (cr2006 419.1d, later 615).

Prevention replaces damage with less of it, or with none. Loss of life that is not damage, such as mana burn, does not
come here. If several different effects could prevent the same damage, the player who would be dealt it chooses, or the
controller of the permanent (cr2006 419.9a, later 616.1). They are asked before any of the event's damage is dealt: the
task that deals it starts again, and finds the choice.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ....edition import obeys
from ...state.agenda import Choice, Task, push, task
from ...state.decision import ChooseOption
from ...state.event import Log, emit
from ...state.objects import Permanent
from ...state.players.teams import if_teams
from ...state.state import LastingEffect, State, replace, set_standing
from ..abilities.forbidden import alter_life
from ..cards.moving import numbered
from .loyalty import mark_damage
from .speed import life_lost


class Hit(msgspec.Struct, frozen=True, gc=False):
    """Damage that would be dealt: its source by number and name, how much, and whether it is combat damage."""

    source: int | None
    name: str
    amount: int
    combat: bool = False


Would = tuple[Hit, int | None, Permanent | None]
"""Damage that would be dealt to a player, by their seat, or to a permanent."""
Shields = tuple[LastingEffect, ...]


@obeys("damage_prevented")
def unprevented(state: State, log: Log, would: Would) -> tuple[State, int]:
    """The amount of damage left after prevention; of effects among which nobody was asked the oldest is used."""
    hit, seat, permanent = would
    amount = hit.amount
    while amount and (left := _shields(state, would)):
        effect = _chosen(state, would, left) or left[0]
        state, by = _used(state, effect, amount)
        amount -= by
        to = {} if permanent is None else {"to": permanent.card.name}
        emit(log, "damage.prevent", state, "damage_prevented", seat, name=hit.name, amount=by, by=effect.name, **to)
    return state, amount


@obeys("prevention_choice")
def ask_prevention(state: State, event: Iterable[Would], again: Task) -> State | None:
    """Asks about the first damage of an event that different effects could prevent; None if all is clear."""
    if all(effect.prevents is None for effect in state.lasting):
        return None
    known = state
    for would in event:
        amount = would[0].amount
        while amount and (left := _shields(known, would)):
            effect = _chosen(known, would, left)
            if effect is None:
                player = would[1] if would[2] is None else would[2].controller
                assert player is not None  # noqa: S101  # damage is dealt to a player or a permanent
                name, names = would[0].name, numbered([effect.name for effect in left])
                ask = ShieldChosen(_key(would), name, player, tuple(effect.id for effect in left), names)
                return replace(push(push(state, again), ask), decision=ChooseOption(player, name, names))
            known, by = _used(known, effect, amount)
            amount -= by
    return None


DamageId = tuple[int | None, int | None, int | None]
"""Damage of an event: its source, and the player or the permanent that it would be dealt to."""


def _key(would: Would) -> DamageId:
    hit, seat, permanent = would
    return hit.source, seat, None if permanent is None else permanent.id


class ShieldChosen(Choice, frozen=True):
    """A player chooses which effect prevents damage first."""

    key: DamageId
    name: str
    player: int
    effects: tuple[int, ...]
    names: tuple[str, ...]


@task(ShieldChosen)
@obeys("prevention_choice")
def _shield_chosen(state: State, log: Log, chosen: ShieldChosen) -> State:
    name, option = chosen.name, chosen.names[chosen.option]
    emit(log, "choice", state, "prevention_choice", chosen.player, name=name, option=option)
    return set_standing(state, shields=(*state.standing.shields, (chosen.key, chosen.effects[chosen.option])))


def dealt(state: State) -> State:
    """The state after the damage has been dealt that players were asked about."""
    return set_standing(state, shields=()) if state.standing.shields else state


def _chosen(state: State, would: Would, left: Shields) -> LastingEffect | None:
    """The effect that prevents damage next, or None if a player is to choose."""
    if len({(effect.prevents, effect.until, effect.name) for effect in left}) == 1:
        return left[0]
    there = {effect.id: effect for effect in left}
    key = _key(would)
    return next((there[id] for known, id in state.standing.shields if known == key and id in there), None)


def _shields(state: State, would: Would) -> Shields:
    """The effects that could prevent some of this damage, the oldest first."""
    return tuple(effect for effect in state.lasting if _prevents(effect, would))


def _prevents(effect: LastingEffect, would: Would) -> bool:
    """Whether an effect prevents such damage; what it does not restrict may be anything."""
    shield, (hit, seat, permanent) = effect.prevents, would
    if shield is None or (shield.combat and not hit.combat) or shield.by not in (None, hit.source):
        return False
    if effect.affects is None and shield.player is None:
        return True
    return shield.player == seat if permanent is None else effect.affects == permanent.id


def _used(state: State, effect: LastingEffect, amount: int) -> tuple[State, int]:
    """The state after an effect has prevented as much of the damage as it can, and how much that is."""
    shield = effect.prevents
    if shield is None or shield.left is None:
        return state, amount
    by = min(amount, shield.left)
    left = replace(effect, prevents=replace(shield, left=shield.left - by))
    kept = tuple(left if e.id == effect.id else e for e in state.lasting if e.id != effect.id or shield.left > by)
    return set_standing(state, lasting=kept), by


@obeys("team_life_shared")
def damage_player(state: State, log: Log, seat: int, hit: Hit, topics: str) -> tuple[State, int]:
    """Deals damage to a player, who loses that much life; with the amount that was not prevented."""
    state, amount = unprevented(state, log, (hit, seat, None)) if state.lasting else (state, hit.amount)
    if amount == 0 < hit.amount:
        return state, 0
    state = alter_life(state, seat, -amount)
    topics, life = topics + if_teams(state, "team_life_shared"), state.players[seat].life
    emit(log, "damage", state, topics, seat, name=hit.name, amount=amount, life=life)
    return life_lost(state, log, seat) if amount else state, amount


def damage_permanent(state: State, log: Log, permanent: Permanent, hit: Hit, topics: str) -> State:
    """Deals damage to a creature, a planeswalker or a battle."""
    state, amount = unprevented(state, log, (hit, None, permanent)) if state.lasting else (state, hit.amount)
    if amount == 0 < hit.amount:
        return state
    return mark_damage(state, log, permanent, amount, hit.name, topics)
