"""Players lose, concede and leave; the game ends when at most one is left."""

from __future__ import annotations

from ..turn import leave
from .decision import ChooseSkip, Decision, Priority
from .event import Log, cited, emit
from .state import NOTHING_AHEAD, Ahead, Outcome, State, replace, set_player
from .teams import if_teams, told, whole_teams
from .variants import designations_without


def lose(state: State, log: Log, seats: tuple[int, ...], topic: str) -> State:
    """Players lose at the same time, each with his team (606.8, later 810.8a-b); if nobody is left, it is a draw."""
    for seat in seats:
        emit(log, "player.lose", state, topic, seat)
    losing = whole_teams(state, seats)
    for seat in losing:
        if seat not in seats:
            emit(log, "player.lose", state, "team_concedes" if topic == "concede" else "team_loses", seat)
    if len(losing) >= len(state.rotation.seats):
        return finish(state, log, None, "all players left lost at once", "all_lose")
    return leave_game(state, log, losing)


def leave_game(state: State, log: Log, seats: tuple[int, ...]) -> State:
    """Players leave at the same time; the game ends if at most one player, or one team, is left."""
    state = replace(state, passes=_passes_without(state, seats))
    for seat in seats:
        state = _leave(state, log, seat)
    for seat in seats:
        state = designations_without(state, log, seat)
    left = state.rotation.seats
    first = left[0]
    if len(state.team(first)) >= len(left):
        last = "team" if len(left) > 1 else "player"
        return finish(state, log, first, f"the last {last} in the game", "win" + if_teams(state, "team_wins"))
    for seat in seats:
        state = _without_decision_of(state, seat)
    return state


def _passes_without(state: State, seats: tuple[int, ...]) -> int:
    """How many of those who have passed in a row before the player with priority are still in the game."""
    if type(state.decision) is not Priority:
        return state.passes
    order = state.rotation.from_seat(state.decision.player)
    return sum(seat not in seats for seat in order[len(order) - state.passes :])


def finish(state: State, log: Log, winner: int | None, why: str, topics: str) -> State:
    """The game ends: nothing is asked of anybody any more. A team that wins is told by its first player."""
    outcome = Outcome(winner, why, cited(state.edition, topics))
    state = replace(state, outcome=outcome, decision=None, agenda=())
    emit(log, "game.end", state, topics, winner, why=why, **(told(state, winner) if winner is not None else {}))
    return state


def _leave(state: State, log: Log, seat: int) -> State:
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
    return state


def _ahead_without(ahead: Ahead, seat: int) -> Ahead:
    """A departed player controls nobody, and nobody waits for his turn (800.4a)."""
    if ahead is NOTHING_AHEAD:
        return ahead
    controls = tuple(c for c in ahead.controls if seat not in (c.player, c.controller))
    by = None if ahead.controlled_by == seat else ahead.controlled_by
    return Ahead(controls, ahead.first_things, by)


def _without_decision_of(state: State, seat: int) -> State:
    """What the departed player was asked is not asked any more; priority goes to the next in turn order."""
    decision: Decision | None = state.decision
    if decision is None or decision.player != seat:
        return state
    state = replace(state, decision=None)
    if isinstance(decision, ChooseSkip):
        # The rules say who chooses for a departed player only later (800.4h); here the oldest effect applies.
        *before, task = state.agenda
        return replace(state, agenda=(*before, (*task, 0)))
    if isinstance(decision, Priority) and state.passes < len(state.rotation.seats):
        return replace(state, agenda=(*state.agenda, ("priority", state.next_seat(seat), "departed_priority")))
    return state
