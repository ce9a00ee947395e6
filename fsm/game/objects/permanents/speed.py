"""Speed: how it starts, and how it increases as opponents lose life (cr2026 702.178, 702.179, 704.5aa)."""

from __future__ import annotations

from ....cards import vocabulary as v
from ....edition import obeys
from ...state.event import Log, emit
from ...state.index import ENGINES
from ...state.standing import MAX_SPEED
from ...state.state import State, replace, set_standing
from ...state.tally import done_this_turn, now_done
from ..abilities.triggers import triggers

INCREASES = "speed increases"


@obeys("speed_starts", "no_speed")
def starting(state: State) -> tuple[int, ...]:
    """The players who have no speed, and control something that starts their engines."""
    there = state.index.engines
    if state.lasting and any(ENGINES in effect.keywords for effect in state.lasting):
        there = tuple(state.permanents())
    if not there or not state.edition.cite("speed_starts"):
        return ()
    seats = dict.fromkeys(p.controller for p in there if state.has(p, ENGINES))
    return tuple(seat for seat in seats if seat in state.rotation.seats and not state.designations.speed(seat))


def start_engines(state: State, log: Log, seats: tuple[int, ...]) -> State:
    """These players get a speed of 1."""
    for seat in seats:
        state = change_speed(state, log, seat, 1, "state_based speed_starts")
    return state


@obeys("max_speed")
def change_speed(state: State, log: Log, seat: int, amount: int, topics: str) -> State:
    """A player's speed increases, from none as from 0, and not beyond its maximum."""
    before = state.designations.speed(seat)
    now = min(MAX_SPEED, before + amount)
    if now == before:
        return state
    others = tuple(held for held in state.designations.speeds if held[0] != seat)
    speeds = tuple(sorted((*others, (seat, now))))
    state = set_standing(state, designations=replace(state.designations, speeds=speeds))
    emit(log, "player.speed", state, topics, seat, amount=now - before, left=now)
    return state


@obeys("speed")
def life_lost(state: State, log: Log, loser: int) -> State:
    """The speed of each active player who has one, below its maximum, increases once a turn as opponents lose life."""
    for seat, speed in state.designations.speeds:
        opposed = loser not in state.team(seat)
        if speed < MAX_SPEED and opposed and state.is_active(seat) and not done_this_turn(state, INCREASES, seat, seat):
            state = now_done(state, INCREASES, seat, seat)
            state = triggers(state, log, "speed", "speed", seat, (v.Speed(),))
    return state
