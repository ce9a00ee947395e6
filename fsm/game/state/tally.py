"""Counts of a turn: how often something has happened to a permanent, or a player has done something."""

from __future__ import annotations

from functools import lru_cache

from ...cards.abilities import CREATURE_ENTERED, CREATURE_ENTERS
from ...cards.card import Card
from ...cards.terms import parts
from ...edition import obeys
from .state import Permanent, State, ThisTurn, replace


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


def creature_entered(state: State, creature: Permanent) -> State:
    """The state that knows which creature has entered under a player's control this turn, or that several have."""
    seat, counts = creature.controller, state.this_turn.counts
    if (CREATURE_ENTERS, seat, 0) in counts or not state.is_creature(creature):
        return state
    others = tuple(entry for entry in counts if entry[:2] != (CREATURE_ENTERS, seat))
    new = (CREATURE_ENTERS, seat, creature.id if len(others) == len(counts) else 0)
    return replace(state, this_turn=replace(state.this_turn, counts=(*others, new)))


def for_next_turn(state: State) -> tuple[tuple[str, int, int], ...]:
    """The counts with which the next turn begins: what has entered in this one."""
    return tuple((CREATURE_ENTERED, seat, id) for what, seat, id in state.this_turn.counts if what == CREATURE_ENTERS)


def other_creature_entered(state: State, seat: int, source: int | None) -> bool:
    """Whether a creature entered under a player's control last turn, which is not this permanent."""
    entered = (id for what, who, id in state.this_turn.counts if what == CREATURE_ENTERED and who == seat)
    return any(id != source for id in entered)


ENTERED = "entered"
"""What is counted as a permanent enters whose card asks whether it entered this turn."""


def note_entering(state: State, card: Card, new: tuple[Permanent, ...]) -> State:
    """The state that knows of permanents that have entered this turn, if their card asks that."""
    for permanent in new if _asks_when_it_entered(card) else ():
        state = counted(state, ENTERED, permanent.id)[0]
    return state


@lru_cache(maxsize=1024)
def _asks_when_it_entered(card: Card) -> bool:
    asking = (getattr(part, field, ()) for part, _ in parts(card) for field in ("if_", "while_", "only", "is_"))
    return any("entered_this_turn" in conditions for conditions in asking)


def entered_this_turn(state: State, id: int) -> bool:
    """Whether a permanent entered this turn."""
    return any(count[:2] == (ENTERED, id) for count in state.this_turn.counts)


def done_this_turn(state: State, name: str, seat: int, subject: int) -> bool:
    """Whether a player has done this turn what an ability of that name, of this permanent, lets them do once."""
    return any(which == subject and what == _done(name, seat) for what, which, _ in state.this_turn.counts)


def now_done(state: State, name: str, seat: int, subject: int) -> State:
    """The state in which a player has done that this turn."""
    return counted(state, _done(name, seat), subject)[0]


def _done(name: str, seat: int) -> str:
    return f"{name} #{seat}"
