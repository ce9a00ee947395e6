"""Players lose, concede and leave; the game ends when at most one is left."""

from __future__ import annotations

from ..turn import leave
from .attacking import attackers_of, defenders
from .decision import ChooseSkip, Decision, DeclareAttackers, DeclareBlockers, Priority
from .event import Log, emit
from .state import NOTHING_AHEAD, Ahead, Outcome, State, replace, set_player
from .variants import designations_without
from .zones import remove_from_combat


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
    state = _out_of_combat(state, log, seat)
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


def _out_of_combat(state: State, log: Log, seat: int) -> State:
    """What leaves with a player leaves combat too (306.2, 506.4)."""
    if state.combat is not None:
        for permanent in state.battlefield:
            if seat in (permanent.owner, permanent.controller):
                state = remove_from_combat(state, log, permanent.id)
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
        return _without_the_departed(state, decision)
    state = replace(state, decision=None)
    if isinstance(decision, ChooseSkip):
        # The rules say who chooses for a departed player only later (800.4h); here the oldest effect applies.
        *before, task = state.agenda
        return replace(state, agenda=(*before, (*task, 0)))
    if isinstance(decision, Priority) and state.passes < len(state.rotation.seats):
        return replace(state, agenda=(*state.agenda, ("priority", state.next_seat(seat), "departed_priority")))
    return state


def _without_the_departed(state: State, decision: Decision | None) -> State:
    """Nobody attacks a player who has left, or blocks what left with one."""
    if isinstance(decision, DeclareAttackers):
        whom = tuple(seat for seat in defenders(state) if seat in decision.defenders)
        able = decision.candidates if whom else ()
        return replace(state, decision=replace(decision, candidates=able, defenders=whom))
    if isinstance(decision, DeclareBlockers):
        return replace(state, decision=replace(decision, attackers=attackers_of(state, decision.player)))
    return state
