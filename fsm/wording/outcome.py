"""How a game ended, in words."""

from __future__ import annotations

from ..game import State
from ..words import listed, shown


def winners(state: State) -> str:
    """Who wins, with the verb: ``Ann and Bob win``; empty if the game is a draw or goes on."""
    if state.outcome is None or state.outcome.winner is None:
        return ""
    names = [shown(state.name(seat)) for seat in state.team(state.outcome.winner)]
    return f"{listed(names)} {'win' if len(names) > 1 else 'wins'}"
