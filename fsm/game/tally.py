"""The tally of a turn: the how-manieth time this turn something happens to a permanent, or a player does it."""

from __future__ import annotations

from .state import State, Tally, replace


def counted(state: State, what: str, subject: int) -> tuple[State, int]:
    """The state in which something has happened once more this turn, and how often that makes it."""
    counts = state.tally.counts if state.tally.turn == state.turn else ()
    number = 1 + next((n for event, id, n in counts if id == subject and event == what), 0)
    others = tuple(entry for entry in counts if entry[:2] != (what, subject))
    return replace(state, tally=Tally(state.turn, (*others, (what, subject, number)))), number
