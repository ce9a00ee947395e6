"""Mana: added, paid, and lost as steps and phases end."""

from __future__ import annotations

from ....edition import obeys
from ...state.event import Log, emit
from ...state.players.teams import change_life, if_teams
from ...state.players.who import players_meant
from ...state.state import LastingEffect, State, replace, set_player, set_standing


@obeys("mana_ability")
def add_mana(state: State, log: Log, seat: int, amount: int, source: str) -> State:
    """Adds mana to a player's pool."""
    state = spend_mana(state, seat, -amount)
    emit(log, "mana.add", state, "mana_ability", seat, amount=amount, source=source)
    return state


def spend_mana(state: State, seat: int, amount: int) -> State:
    """Takes mana out of a pool; an effect that keeps mana there keeps no more than the pool still holds."""
    left = max(0, state.players[seat].mana - amount)
    state = set_player(state, seat, mana=left)
    if amount <= 0 or not state.lasting:
        return state
    lasting: list[LastingEffect] = []
    for effect in state.lasting:
        kept = min(effect.mana, left) if effect.controller == seat else effect.mana
        lasting.append(replace(effect, mana=kept) if kept != effect.mana else effect)
        left -= kept if effect.controller == seat else 0
    return set_standing(state, lasting=tuple(lasting))


@obeys("cost_whole", "cast")
def pay(state: State, log: Log, seat: int, amount: int, topics: str = "cast") -> State:
    """A player pays mana from their pool."""
    if not amount:
        return state
    state = spend_mana(state, seat, amount)
    emit(log, "mana.pay", state, topics, seat, amount=amount)
    return state


@obeys("firebending")
def _lost(state: State, seat: int) -> int:
    """The amount of mana that leaves a pool as a step or phase ends; none if a permanent keeps all of it."""
    mana = state.players[seat].mana
    keeping = ((p, s) for p in state.index.static for s in p.card.static if s.mana_stays) if mana else ()
    if any(seat in players_meant(state, s.player, p.controller, chosen=p.chosen) for p, s in keeping):
        return 0
    return max(0, mana - sum(effect.mana for effect in state.lasting if effect.controller == seat))


@obeys("mana_empties")
def empty_pools(state: State, log: Log) -> State:
    """Players lose unused mana (cr2011 500.4, cr2026 500.5)."""
    for seat, player in enumerate(state.players):
        lost = _lost(state, seat) if player.mana else 0
        if lost:
            state = set_player(state, seat, mana=player.mana - lost)
            emit(log, "mana.empty", state, "mana_empties", seat, amount=lost)
    return state


@obeys("mana_kept", "control_no_burn", "mana_burn", "team_life_shared")
def burn_mana(state: State, log: Log) -> State:
    """Players lose unused mana, and 1 life for each: this is loss of life, not damage (cr2006 300.3).

    A player whose turn is controlled by another player loses only the mana (507.4).
    """
    for seat, player in enumerate(state.players):
        lost = _lost(state, seat) if player.mana else 0
        if not lost:
            continue
        state = set_player(state, seat, mana=player.mana - lost)
        if state.is_active(seat) and state.ahead.controlled_by not in (None, seat):
            emit(log, "mana.empty", state, "control_no_burn", seat, amount=lost)
            continue
        state = change_life(state, seat, -lost)
        topics, life = "mana_burn" + if_teams(state, "team_life_shared"), state.players[seat].life
        emit(log, "mana.burn", state, topics, seat, amount=lost, life=life)
    return state
