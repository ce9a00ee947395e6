"""Players lose, concede and leave; the game ends when at most one is left."""

from __future__ import annotations

from collections.abc import Callable

from ...turn import leave
from ..objects.variants import schemes_without, titles_without
from ..objects.zones import remove_from_combat
from ..state.agenda import push
from ..state.attackers import Combat
from ..state.decision import (
    AssignDamage,
    ChooseDefender,
    ChooseOption,
    ChooseSkip,
    Decision,
    DeclareAttackers,
    DeclareBlockers,
    OrderBlockers,
    Priority,
)
from ..state.event import Log, cited, emit
from ..state.state import NOTHING_AHEAD, Ahead, Outcome, State, replace, set_player
from ..state.teams import if_teams, told, whole_teams
from ..state.turn_order import settle_order


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
    before = state
    for seat in seats:
        state = _leave(state, log, seat)
    left = state.rotation.seats
    first = left[0]
    if len(state.team(first)) >= len(left):
        last = "team" if len(left) > 1 else "player"
        return finish(state, log, first, f"the last {last} in the game", "win" + if_teams(state, "team_wins"))
    for seat in seats:
        state = titles_without(state, log, seat)
    return _asked_anew(state, before, seats)


def finish(state: State, log: Log, winner: int | None, why: str, topics: str) -> State:
    """The game ends: nothing is asked of anybody any more. A team that wins is told by its first player."""
    outcome = Outcome(winner, why, cited(state.edition, topics))
    state = replace(state, outcome=outcome, decision=None, agenda=())
    emit(log, "game.end", state, topics, winner, why=why, **(told(state, winner) if winner is not None else {}))
    return state


def _leave(state: State, log: Log, seat: int) -> State:
    """A player leaves, at once, with all he owns and all he was to do (cr2006 600.4a, later 800.4a)."""
    before = state.battlefield
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
        ahead=_ahead_without(state, seat),
        designations=schemes_without(state.designations, seat),
    )
    if state.combat is not None:
        state = replace(state, combat=_combat_without(state, state.combat, seat))
    emit(log, "player.leave", state, "leave_game", seat)
    return settle_order(before, state, log)


def _out_of_combat(state: State, log: Log, seat: int) -> State:
    """What leaves with a player leaves combat too (306.2, 506.4)."""
    if state.combat is not None:
        for permanent in state.battlefield:
            if seat in (permanent.owner, permanent.controller):
                state = remove_from_combat(state, log, permanent.id)
    return state


def _ahead_without(state: State, seat: int) -> Ahead:
    """A departed player controls nobody, and nobody controls him or waits for his turn (800.4a)."""
    ahead = state.ahead
    if ahead is NOTHING_AHEAD:
        return ahead
    controls = tuple(c for c in ahead.controls if seat not in (c.player, c.controller))
    in_force = () if seat == state.active else tuple(c for c in ahead.in_force if c.controller != seat)
    return replace(ahead, controls=controls, in_force=in_force)


def _combat_without(state: State, combat: Combat, seat: int) -> Combat:
    """Nobody deals damage to who has left, nor does what left with him (800.4d, 800.4e).

    Damage that lies on the stack is dealt though its source is gone (cr2006 310.4a); damage that is still being
    assigned is not.
    """
    there = {p.id for p in state.battlefield}
    stacked = any(o.kind == "damage" for o in state.stack)
    pending = tuple(d for d in combat.pending if d.player != seat and (stacked or d.source in there))
    return replace(combat, pending=pending)


def _asked_anew(state: State, before: State, seats: tuple[int, ...]) -> State:
    """What was being decided is asked again if departed players had a part in it; they are asked nothing."""
    decision = state.decision
    if decision is None:
        return state
    again = _AGAIN.get(type(decision))
    if again is not None:
        return again(replace(state, decision=None), decision)
    if type(decision) is Priority:
        return _priority_without(state, before, decision.player, seats)
    if decision.player not in seats:
        return state
    return _first_option(state) if type(decision) is ChooseOption else replace(state, decision=None)


def _first_option(state: State) -> State:
    """A departed player's choice: what he may do is not done, of several the first is (later rules: 800.4g)."""
    *below, task = state.agenda
    return replace(state, decision=None, agenda=(*below, (*task, 0)))


def _priority_without(state: State, before: State, holder: int, seats: tuple[int, ...]) -> State:
    """Priority goes to the next in turn order; a pass of a departed player does not count for anybody else."""
    order = before.rotation.from_seat(holder)
    state = replace(state, passes=sum(seat not in seats for seat in order[len(order) - state.passes :]))
    if holder in seats:
        state = replace(state, decision=None)
        if state.passes >= len(state.rotation.seats):
            return state
        return push(state, "priority", state.next_seat(holder), "departed_priority")
    # Their leaving may have made an ability trigger: it is put on the stack before anybody goes on.
    return push(replace(state, decision=None), "priority", holder, "before_priority") if state.waiting else state


def _skip_again(state: State, _: Decision) -> State:
    """What would begin is looked at again: some of what would skip it may have left."""
    *below, (name, *arguments) = state.agenda
    asking = ("next_turn",) if name == "turn_skip_chosen" else ("arrive", *arguments[1:])
    return replace(state, agenda=(*below, asking))


def _damage_again(state: State, decision: Decision) -> State:
    """The damage of the creature that was asked for is looked at again."""
    *below, (name, divided) = state.agenda
    return replace(state, agenda=(*below, (name, divided[:-1])))


def _order_again(state: State, decision: Decision) -> State:
    assert isinstance(decision, OrderBlockers)  # noqa: S101  # by the table below
    return push(state, "order_blockers", (decision.attacker,))


_AGAIN: dict[type[Decision], Callable[[State, Decision], State]] = {
    ChooseSkip: _skip_again,
    ChooseDefender: lambda state, _: push(state, "choose_defender"),
    DeclareAttackers: lambda state, _: push(state, "declare_attackers"),
    DeclareBlockers: lambda state, decision: push(state, "blocks_of", (decision.player,)),
    OrderBlockers: _order_again,
    AssignDamage: _damage_again,
}
"""How each decision is asked again; others stand, or are gone with the player who was asked."""
