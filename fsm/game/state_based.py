"""State-based actions: checked whenever a player would get priority, all at the same time.

cr2006 420 (state-based effects), cr2011 and cr2026 704.
"""

from __future__ import annotations

from .event import Log
from .players import lose
from .state import NO_DESIGNATIONS, State, set_player
from .teams import if_teams
from .variants import spent_schemes, told_out, turn_down
from .zones import leave_battlefield


def would_apply(state: State) -> bool:
    """Whether any state-based action would be performed now."""
    players = state.players
    for seat in state.rotation.seats:
        player = players[seat]
        if player.life <= 0 or player.overdrew:
            return True
    if state.designations is not NO_DESIGNATIONS and spent_schemes(state):
        return True
    return bool(state.battlefield) and any(_dying(state))


def perform(state: State, log: Log) -> State:
    """Performs all that apply, as one event; the same state if none does."""
    if not would_apply(state):
        return state
    broke, empty = _losers(state)
    spent = spent_schemes(state)
    weak, hurt, told = _dying(state) if state.battlefield else ((), (), ())
    for ids, topic in ((weak, "zero_toughness"), (hurt, "lethal_damage"), (told, "saga_done")):
        for id in ids:
            state = leave_battlefield(state, log, id, "graveyard", f"state_based {topic}")
    state = turn_down(state, log, spent)
    if broke or empty:
        both = (*broke, *(seat for seat in empty if seat not in broke))
        for seat in empty:
            state = set_player(state, seat, overdrew=False)
        out_of_life = "state_based zero_life" + if_teams(state, "team_zero_life")
        state = lose(state, log, both, out_of_life if broke else "state_based empty_library")
    return state


def _losers(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Players with no life left, and players who drew from an empty library."""
    broke: tuple[int, ...] = ()
    empty: tuple[int, ...] = ()
    for seat in state.rotation.seats:
        player = state.players[seat]
        if player.life <= 0:
            broke = (*broke, seat)
        if player.overdrew:
            empty = (*empty, seat)
    return broke, empty


def _dying(state: State) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Creatures without toughness, those with lethal damage, and Sagas that have been told."""
    weak, hurt, told = [], [], []
    for permanent in state.permanents():
        if "creature" in permanent.card.type:
            toughness = state.toughness(permanent)
            if toughness <= 0:
                weak.append(permanent.id)
            elif permanent.damage >= toughness:
                hurt.append(permanent.id)
        if permanent.card.chapters and permanent.id not in (*weak, *hurt) and told_out(state, permanent):
            told.append(permanent.id)
    return tuple(weak), tuple(hurt), tuple(told)
