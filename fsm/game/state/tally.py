"""The tally of a turn: the how-manieth time this turn something happens to a permanent, or a player does it."""

from __future__ import annotations

from .state import State, Tally, replace


def counted(state: State, what: str, subject: int) -> tuple[State, int]:
    """The state in which something has happened once more this turn, and how often that makes it."""
    tally = state.tally
    if tally.turn != state.turn:
        return replace(state, tally=Tally(state.turn, ((what, subject, 1),))), 1
    number, others = 1, tally.counts
    for entry in others:
        if entry[1] == subject and entry[0] == what:
            number, others = entry[2] + 1, tuple(other for other in others if other is not entry)
            break
    return replace(state, tally=Tally(state.turn, (*others, (what, subject, number)))), number
