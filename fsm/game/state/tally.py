"""The tally of a turn: how often something has happened this turn to a permanent, or a player has done it."""

from __future__ import annotations

from .state import State, Tally, replace


def once_more(state: State, what: str, subject: int) -> tuple[Tally, int]:
    """The tally once something has happened again this turn, and how often that makes it."""
    tally = state.tally
    if tally.turn != state.turn:
        return Tally(state.turn, ((what, subject, 1),)), 1
    number, others = 1, tally.counts
    for entry in others:
        if entry[1] == subject and entry[0] == what:
            number, others = entry[2] + 1, tuple(other for other in others if other is not entry)
            break
    return Tally(state.turn, (*others, (what, subject, number))), number


def counted(state: State, what: str, subject: int) -> tuple[State, int]:
    """The state in which something has happened again this turn, and how often that makes it."""
    tally, number = once_more(state, what, subject)
    return replace(state, tally=tally), number
