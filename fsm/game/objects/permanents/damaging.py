"""Damage that is dealt to players and permanents, and what prevents it (cr2006 419.1d, later 615).

Prevention replaces damage with less of it, or with none. Loss of life that is not damage, such as mana burn, does not
come here.
"""

from __future__ import annotations

from ....edition import obeys
from ...state.event import Log, emit
from ...state.objects import Permanent
from ...state.players.teams import change_life, if_teams
from ...state.state import State
from .loyalty import mark_damage
from .preventing import Hit, unprevented


@obeys("team_life_shared")
def damage_player(state: State, log: Log, seat: int, hit: Hit, topics: str) -> tuple[State, int]:
    """Deals damage to a player, who loses that much life; with the amount that was not prevented."""
    state, amount = unprevented(state, log, (hit, seat, None)) if state.lasting else (state, hit.amount)
    if amount == 0 < hit.amount:
        return state, 0
    state = change_life(state, seat, -amount)
    topics, life = topics + if_teams(state, "team_life_shared"), state.players[seat].life
    emit(log, "damage", state, topics, seat, name=hit.name, amount=amount, life=life)
    return state, amount


def damage_permanent(state: State, log: Log, permanent: Permanent, hit: Hit, topics: str) -> State:
    """Deals damage to a creature, a planeswalker or a battle."""
    state, amount = unprevented(state, log, (hit, None, permanent)) if state.lasting else (state, hit.amount)
    if amount == 0 < hit.amount:
        return state
    return mark_damage(state, log, permanent, amount, hit.name, topics)
