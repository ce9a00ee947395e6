"""Players lose, concede and leave; the game ends when at most one is left."""

from __future__ import annotations

from collections.abc import Callable

from ..turn import leave
from .decision import ChooseOption, ChooseSkip, Decision, Priority
from .event import Log, emit
from .state import NOTHING_AHEAD, Ahead, Outcome, State, Task, replace, set_player
from .variants import designations_without


def lose(state: State, log: Log, seats: tuple[int, ...], topic: str) -> State:
    """Players lose at the same time; if nobody is left, the game is a draw."""
    for seat in seats:
        emit(log, "player.lose", state, topic, seat)
    if len(seats) >= len(state.rotation.seats):
        return finish(state, log, None, "all players left lost at once", "all_lose")
    for seat in seats:
        state = leave_game(state, log, seat)
    return state


def finish(state: State, log: Log, winner: int | None, why: str, topic: str) -> State:
    """The game ends: nothing is asked of anybody any more."""
    outcome = Outcome(winner, why, state.edition.cite(topic))
    state = replace(state, outcome=outcome, decision=None, agenda=())
    emit(log, "game.end", state, topic, winner, why=why)
    return state


def leave_game(state: State, log: Log, seat: int) -> State:
    """A player leaves, at once, with all he owns and all he was to do (cr2006 600.4a, later 800.4a)."""
    state = set_player(state, seat, left=True, mana=0, hand=(), library=(), graveyard=(), exile=(), schemes=())
    state = replace(
        state,
        rotation=leave(state.rotation, seat),
        battlefield=tuple(p for p in state.battlefield if seat not in (p.owner, p.controller)),
        stack=tuple(o for o in state.stack if o.controller != seat or o.kind == "damage"),
        waiting=tuple(w for w in state.waiting if w.controller != seat),
        delayed=tuple(d for d in state.delayed if d.controller != seat),
        skips=tuple(s for s in state.skips if s.player != seat),
        ahead=_ahead_without(state.ahead, seat),
    )
    emit(log, "player.leave", state, "leave_game", seat)
    state = designations_without(state, log, seat)
    left = state.rotation.seats
    if len(left) == 1 and len(state.players) > 1:
        return finish(state, log, left[0], "the last player in the game", "win")
    return _without_decision_of(state, seat)


def _ahead_without(ahead: Ahead, seat: int) -> Ahead:
    """A departed player controls nobody, and nobody waits for his turn (800.4a)."""
    if ahead is NOTHING_AHEAD:
        return ahead
    controls = tuple(c for c in ahead.controls if seat not in (c.player, c.controller))
    by = None if ahead.controlled_by == seat else ahead.controlled_by
    return replace(ahead, controls=controls, controlled_by=by)


def _asked_anew(task: Task) -> Task:
    return ("next_turn",) if task[0] == "turn_skip_chosen" else ("arrive", *task[2:])


def _without_task(state: State, instead: Callable[[Task], Task]) -> State:
    """The state without its decision; what its answer would have done is replaced."""
    *before, task = state.agenda
    return replace(state, decision=None, agenda=(*before, instead(task)))


def _without_decision_of(state: State, seat: int) -> State:
    """What the departed player was asked is not asked any more; priority goes to the next in turn order.

    The rules say who chooses for a departed player only later (800.4g): here what he may do is not done, and of
    several things the first counts. Nothing is skipped for him.
    """
    decision: Decision | None = state.decision
    if isinstance(decision, ChooseSkip):
        # Whoever has left, effects may have left with him: it is found out anew what is skipped.
        return _without_task(state, _asked_anew)
    if decision is None or decision.player != seat:
        return state
    if isinstance(decision, ChooseOption):
        return _without_task(state, lambda task: (*task, 0))
    state = replace(state, decision=None)
    if isinstance(decision, Priority) and state.passes < len(state.rotation.seats):
        return replace(state, agenda=(*state.agenda, ("priority", state.next_seat(seat), "departed_priority")))
    return state
