"""Counts of a turn: how often something has happened to a permanent, or a player has done something."""

from __future__ import annotations

from ...edition import obeys
from .state import State, ThisTurn, replace


def once_more(state: State, what: str, subject: int) -> tuple[ThisTurn, int]:
    """The counts with one more event of a kind, and its new count."""
    known = state.this_turn
    number, others = 1, known.counts
    for entry in others:
        if entry[1] == subject and entry[0] == what:
            number, others = entry[2] + 1, tuple(other for other in others if other is not entry)
            break
    return ThisTurn(known.extra, (*others, (what, subject, number)), known.loop, known.cast_before), number


def counted(state: State, what: str, subject: int) -> tuple[State, int]:
    """The state with one more event of a kind this turn, and its new count."""
    this_turn, number = once_more(state, what, subject)
    return replace(state, this_turn=this_turn), number


@obeys("day_night_team")
def spells_cast(state: State) -> int:
    """How many spells the active player has cast this turn; of an active team, who has cast most (502.2a)."""
    cast = [number for what, seat, number in state.this_turn.counts if what == "cast" and state.is_active(seat)]
    return max(cast, default=0)


def done_this_turn(state: State, name: str, seat: int, subject: int) -> bool:
    """Whether a player has done this turn what an ability of that name, of this permanent, lets them do once."""
    return any(which == subject and what == _done(name, seat) for what, which, _ in state.this_turn.counts)


def now_done(state: State, name: str, seat: int, subject: int) -> State:
    """The state in which a player has done that this turn."""
    return counted(state, _done(name, seat), subject)[0]


def _done(name: str, seat: int) -> str:
    return f"{name} #{seat}"
