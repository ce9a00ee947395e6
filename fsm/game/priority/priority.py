"""Priority: which player gets it, passing, and what happens before a player gets it.

cr2006 408, cr2011 116, cr2026 117. Before a player gets priority, state-based actions are
performed and waiting triggers put on the stack, again and again until neither happens. How a
team has priority (606.6c, later 805.5) is told in ``teams``.
"""

from __future__ import annotations

from ...edition import obeys
from ...turn import Configuration
from ..state.agenda import Task, push, task
from ..state.decision import PRIORITY
from ..state.event import Event, Log
from ..state.state import State, replace
from .stacking import stack_waiting
from .state_based import perform, would_apply


class GivePriority(Task, frozen=True):
    """A player is still to get priority, by the rule of a topic."""

    seat: int
    topic: str


@task(GivePriority)
def _give(state: State, log: Log, given: GivePriority) -> State:
    return give_priority(state, log, given.seat, given.topic)


@obeys("departed_active", "priority_active", "departed_priority", "pass")
def give_priority(
    state: State, log: Log, seat: int, topic: str = "priority_active", at: Configuration | None = None
) -> State:
    """Gives a player priority, after everything that happens before (rules: ``before_priority``).

    ``at``: the configuration in which this happens, if it is only now come to.
    """
    if at is not None and (state.waiting or would_apply(state)):
        state, at = replace(state, at=at, passes=0), None
    if at is None:
        state, ready = _settled(state, log, GivePriority(seat, topic))
        if not ready:
            return state
    if seat not in state.rotation.seats:
        seat, topic = state.next_seat(seat), "departed_priority"
    if at is None:
        state = replace(state, decision=PRIORITY[seat])
    else:
        state = replace(state, at=at, passes=0, decision=PRIORITY[seat])
    if log is not None:
        cite = state.game.edition.cite
        log.append(Event("priority.get", cite(topic) or cite("pass"), state, state.at.stop, seat))
    return state


def _settled(state: State, log: Log, given: GivePriority) -> tuple[State, bool]:
    """State-based actions and waiting abilities, until none is left, and whether a player gets priority now.

    If something has to be asked first, the player gets it afterwards.
    """
    below = len(state.agenda)
    while True:
        checked = perform(state, log)
        if checked.outcome is not None:
            return checked, False
        if len(checked.agenda) == below:
            if checked is state and not checked.waiting:
                return state, True
            state = stack_waiting(checked, log) if checked.waiting else checked
            if state.decision is None:
                continue
            checked = state
        return replace(checked, agenda=(*checked.agenda[:below], given, *checked.agenda[below:])), False


@obeys("special_kept", "team_priority", "priority_kept")
def act(state: State, log: Log, seat: int) -> State:
    """After an action the same player, or their team, gets priority again; earlier passes no longer count."""
    return push(replace(state, passes=0, decision=None), GivePriority(state.team(seat)[0], "priority_kept"))


@obeys("priority_kept")
def acted(state: State, log: Log, seat: int) -> State:
    """As ``act``, if the action is complete: with nothing else to do, the player gets priority at once."""
    if state.agenda:
        return act(state, log, seat)
    return give_priority(replace(state, passes=0, decision=None), log, state.team(seat)[0], "priority_kept")


@obeys("pass")
def pass_on(state: State, log: Log, seat: int) -> State:
    """A player passes and the next in turn order gets priority (cr2006 408.1c, later 117.3d).

    No state-based action or trigger can have come up since the player got priority.
    """
    seats = state.rotation.seats
    following = seats[seats.index(seat) - len(seats) + 1]
    state = replace(state, passes=state.passes + 1, decision=PRIORITY[following])
    if log is not None:
        stop, rules = state.at.stop, state.game.edition.cites["pass"]
        log.append(Event("priority.pass", rules, state, stop, seat))
        log.append(Event("priority.get", rules, state, stop, following))
    return state
