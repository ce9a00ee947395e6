"""Attractions: their controller rolls a die as the precombat main phase begins, and visits those with that number lit.

cr2026 505.5, 703.4g. How the die falls is chosen, as a script says; by default it shows 1.
"""

from __future__ import annotations

from ....edition import obeys
from ...state.agenda import Choice, Task, push, task
from ...state.decision import ChooseOption
from ...state.event import Log, emit
from ...state.index import ATTRACTION
from ...state.state import State, replace
from ..abilities.triggers import on_event

SIDES = tuple("123456")


class RollToVisit(Task, frozen=True):
    """These players are still to roll."""

    seats: tuple[int, ...]


class Rolled(Choice, frozen=True):
    """A player has rolled; the option is one less than the number."""

    seat: int


@obeys("attractions")
def roll_to_visit(state: State, log: Log) -> State:
    """The active player rolls if they control an Attraction; of an active team each player does who controls one."""
    if not state.battlefield:
        return state
    among = state.permanents() if state.lasting else state.index.attractions
    there = {p.controller for p in among if ATTRACTION in state.subtypes(p)}
    seats = tuple(seat for seat in state.team(state.active) if seat in there)
    return push(state, RollToVisit(seats)) if seats else state


@task(RollToVisit)
def _roll(state: State, log: Log, left: RollToVisit) -> State:
    seat, *others = left.seats
    state = push(state, RollToVisit(tuple(others))) if others else state
    if seat not in state.rotation.seats:
        return state
    return replace(push(state, Rolled(seat)), decision=ChooseOption(seat, "the die", SIDES))


@task(Rolled)
@obeys("attractions")
def _visit(state: State, log: Log, rolled: Rolled) -> State:
    """Abilities of the visited Attractions trigger."""
    number, seat = rolled.option + 1, rolled.seat
    emit(log, "die.roll", state, "attractions", seat, amount=number)
    for permanent in tuple(state.permanents(seat)):
        if ATTRACTION in state.subtypes(permanent) and number in permanent.card.lights:
            state = on_event(state, log, "is visited", permanent)
    return state
