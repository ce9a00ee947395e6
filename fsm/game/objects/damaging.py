"""Damage that is dealt to players and permanents, and what prevents it (cr2006 419.1d, later 615).

Prevention replaces damage with less of it, or with none. Loss of life that is not damage, such as mana burn, does not
come here.
"""

from __future__ import annotations

import msgspec

from ..state.event import Log, emit
from ..state.objects import Permanent
from ..state.state import LastingEffect, State, replace, set_standing
from ..state.teams import change_life, if_teams
from .loyalty import mark_damage


class Hit(msgspec.Struct, frozen=True, gc=False):
    """Damage that would be dealt: its source by number and name, how much, and whether it is combat damage."""

    source: int | None
    name: str
    amount: int
    combat: bool = False


def damage_player(state: State, log: Log, seat: int, hit: Hit, topics: str) -> tuple[State, int]:
    """Deals damage to a player, who loses that much life; with the amount that was not prevented."""
    state, amount = _unprevented(state, log, hit, seat, None) if state.lasting else (state, hit.amount)
    if amount == 0 < hit.amount:
        return state, 0
    state = change_life(state, seat, -amount)
    topics, life = topics + if_teams(state, "team_life_shared"), state.players[seat].life
    emit(log, "damage", state, topics, seat, name=hit.name, amount=amount, life=life)
    return state, amount


def damage_permanent(state: State, log: Log, permanent: Permanent, hit: Hit, topics: str) -> State:
    """Deals damage to a creature, a planeswalker or a battle."""
    state, amount = _unprevented(state, log, hit, None, permanent) if state.lasting else (state, hit.amount)
    if amount == 0 < hit.amount:
        return state
    return mark_damage(state, log, permanent, amount, hit.name, topics)


def _unprevented(state: State, log: Log, hit: Hit, seat: int | None, permanent: Permanent | None) -> tuple[State, int]:
    """The amount that is left of damage after prevention, of which the oldest comes first.

    Rules: damage_prevented.
    """
    amount = hit.amount
    for effect in state.lasting:
        if amount and _prevents(effect, hit, seat, permanent):
            state, by = _used(state, effect, amount)
            amount -= by
            to = {} if permanent is None else {"to": permanent.card.name}
            emit(log, "damage.prevent", state, "damage_prevented", seat, name=hit.name, amount=by, by=effect.name, **to)
    return state, amount


def _prevents(effect: LastingEffect, hit: Hit, seat: int | None, permanent: Permanent | None) -> bool:
    """Whether an effect prevents such damage; what it does not restrict may be anything."""
    shield = effect.prevents
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
