"""Mana leaves the pools as steps and phases end, as the edition says."""

from __future__ import annotations

from .event import Log, emit
from .state import State, set_player
from .teams import change_life, if_teams


def add_mana(state: State, log: Log, seat: int, amount: int, source: str) -> State:
    """Adds mana to a player's pool."""
    state = set_player(state, seat, mana=max(0, state.players[seat].mana + amount))
    emit(log, "mana.add", state, "mana_ability", seat, amount=amount, source=source)
    return state


def empty_pools(state: State, log: Log) -> State:
    """Unused mana is lost, nothing else (cr2011 500.4, cr2026 500.5)."""
    for seat, player in enumerate(state.players):
        if player.mana and not _stays(state):
            state = set_player(state, seat, mana=0)
            emit(log, "mana.empty", state, "mana_empties", seat, amount=player.mana)
    return state


def burn_mana(state: State, log: Log) -> State:
    """Unused mana is lost, and its owner loses 1 life for each: life loss, not damage (cr2006 300.3).

    A player whose turn another controls loses the mana and no life (507.4).
    """
    for seat, player in enumerate(state.players):
        if player.mana and not _stays(state):
            state = set_player(state, seat, mana=0)
            if state.is_active(seat) and state.ahead.controlled_by not in (None, seat):
                emit(log, "mana.empty", state, "control_no_burn", seat, amount=player.mana)
                continue
            state = change_life(state, seat, -player.mana)
            topics, life = "mana_burn" + if_teams(state, "team_life_shared"), state.players[seat].life
            emit(log, "mana.burn", state, topics, seat, amount=player.mana, life=life)
    return state


def _stays(state: State) -> bool:
    return any(static.mana_stays for p in state.permanents() for static in p.card.static)
