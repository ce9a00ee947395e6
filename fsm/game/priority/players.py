"""Players lose, concede and leave; the game ends when at most one is left."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...edition import obeys
from ...turn import leave
from ..objects.cards.replacing import owner_of
from ..objects.permanents.changes import end_as_long_as, expire, remove_from_combat, settle_permanent
from ..objects.permanents.moving import leave_battlefield
from ..objects.permanents.variants import schemes_without, titles_without
from ..objects.players.drawing import win_ante
from ..state.event import Log, cited, emit
from ..state.objects import ACTIONS
from ..state.piles.pile import NO_CARDS, PILES
from ..state.players.teams import if_teams, team_detail, whole_teams
from ..state.players.turn_order import settle_order
from ..state.players.who import attack_nobody
from ..state.state import (
    NOTHING_AHEAD,
    Ahead,
    LastingEffect,
    Outcome,
    StackObject,
    State,
    replace,
    set_permanent,
    set_player,
    set_standing,
)


class Loser(msgspec.Struct, frozen=True, gc=False):
    """A player who loses, and the topics of the rules that say so."""

    seat: int
    topics: str


@obeys("team_concedes", "team_loses", "all_lose")
def lose(state: State, log: Log, losers: Sequence[Loser]) -> State:
    """Players lose at the same time, each with their team (606.8, later 810.8a-b); with no player left it is a draw."""
    for loser in losers:
        emit(log, "player.lose", state, loser.topics, loser.seat)
    seats = [loser.seat for loser in losers]
    losing = whole_teams(state, seats)
    conceding = any(loser.topics == "concede" for loser in losers)
    for seat in losing:
        if seat not in seats:
            emit(log, "player.lose", state, "team_concedes" if conceding else "team_loses", seat)
    if len(losing) >= len(state.rotation.seats):
        return finish(state, log, None, "all players left lost at once", "all_lose")
    return leave_game(state, log, losing)


@obeys("game_goes_on", "leave_at_once", "team_wins", "win")
def leave_game(state: State, log: Log, seats: tuple[int, ...]) -> State:
    """Players leave at the same time; the game ends if at most one player or team remains."""
    for seat in seats:
        state = _leave(state, log, seat)
    left = state.rotation.seats
    first = left[0]
    if len(state.team(first)) >= len(left):
        last = "team" if len(left) > 1 else "player"
        return finish(state, log, first, f"the last {last} in the game", "win" + if_teams(state, "team_wins"))
    for seat in seats:
        state = titles_without(state, log, seat)
    return state


def finish(state: State, log: Log, winner: int | None, why: str, topics: str) -> State:
    """The game ends, and no decision is open any more. A winning team is named by its first player."""
    if winner is not None and state.game.options.ante:
        state = win_ante(state, log, winner)
    outcome = Outcome(winner, why, cited(state.edition, topics))
    state = replace(state, outcome=outcome, decision=None, agenda=())
    emit(log, "game.end", state, topics, winner, why=why, **(team_detail(state, winner) if winner is not None else {}))
    return state


@obeys("ante_departed", "departed_attacked", "departed_creates", "leave_game", "phased_leaves")
def _leave(state: State, log: Log, seat: int) -> State:
    """A player leaves at once, with all they own and all their pending tasks (cr2006 600.4a, later 800.4a).

    Then the control that they were given ends, and what they still control is exiled. Damage that is being assigned to
    them, or from what left with them, is not dealt (800.4d, 800.4e); what lies on the stack is, though its source is
    gone (cr2006 310.4a).
    """
    before, ahead = state.battlefield, state.ahead
    for permanent in before if state.combat is not None else ():  # what leaves also leaves combat (306.2, 506.4)
        if seat in (permanent.owner, permanent.controller):
            state = remove_from_combat(state, log, permanent.id)
    gone = {pile: NO_CARDS for pile in PILES if pile != "ante"}  # what they anted is still to be won
    state = set_player(state, seat, left=True, mana=0, kinds=(), **gone)
    state = replace(
        state,
        rotation=leave(state.rotation, seat),
        battlefield=tuple(p for p in state.battlefield if p.owner != seat),
        stack=tuple(one for o in state.stack if (one := _returned(o, seat)) is not None),
        waiting=tuple(w for w in state.waiting if w.controller != seat),
    )
    state = set_standing(
        state,
        delayed=tuple(d for d in state.delayed if d.controller != seat),
        skips=tuple(s for s in state.skips if s.player != seat),
        ahead=_ahead_without(state, seat),
        designations=schemes_without(state.designations, seat),
        links=tuple(link for link in state.standing.links if link.card.owner != seat),
        strays=tuple(stray for stray in state.standing.strays if stray.owner != seat),
        covered=tuple(lies for lies in state.standing.covered if lies.card.owner != seat),
        counters=tuple(held for held in state.standing.counters if held[0] != seat),
        stuck=tuple(one for one in state.standing.stuck if one[0].owner != seat),
        emblems=tuple(emblem for emblem in state.standing.emblems if emblem.owner != seat),
        revealed=tuple(card for card in state.standing.revealed if card.owner != seat),
        concealed=tuple(card for card in state.standing.concealed if card.owner != seat),
    )
    if state.combat is not None:
        there, stacked = {p.id for p in state.battlefield}, any(o.kind == "damage" for o in state.stack)
        pending = (d for d in state.combat.pending if d.player != seat and (stacked or d.source in there))
        state = replace(state, combat=replace(state.combat, pending=tuple(pending)))
    topics = "leave_game departed_attacked" if attack_nobody(state, seat) else "leave_game"
    emit(log, "player.leave", state, topics, seat)
    for control in (*ahead.controls, *ahead.in_force) if len(state.rotation.seats) > 1 else ():
        if control.controller == seat != control.player:
            detail = {"controller": state.name(seat), "by": control.by}
            emit(log, "control.end", state, "leave_game", control.player, **detail)
    return settle_order(before, _control_ends(state, log, seat), log) if before else state


def _returned(thing: StackObject, seat: int) -> StackObject | None:
    """What stays on the stack as a player leaves: actions of the turn, and what others own, who control it again."""
    owner = owner_of(thing)
    if thing.kind not in ACTIONS and owner == seat:
        return None
    return replace(thing, controller=owner) if thing.controller == seat != owner else thing


@obeys("leave_game")
def _control_ends(state: State, log: Log, seat: int) -> State:
    """Effects by which a player who has left controls permanents end; what they still control is exiled."""
    given = expire(state, log, lambda e: isinstance(e, LastingEffect) and e.gives == seat, "leave_game")
    state = end_as_long_as(given, log)
    for permanent in state.battlefield:
        if permanent.controller == seat and permanent.phased_out:
            state = settle_permanent(set_permanent(state, permanent.id, awaits=seat), log, permanent.id, "leave_game")
    for permanent in state.battlefield:
        if permanent.controller == seat:
            state = leave_battlefield(state, log, permanent.id, "exile", "leave_game")
    return replace(state, waiting=tuple(w for w in state.waiting if w.controller != seat))


def _ahead_without(state: State, seat: int) -> Ahead:
    """Removes the control effects of a player who has left, and those that wait for them (800.4a)."""
    ahead = state.ahead
    if ahead is NOTHING_AHEAD:
        return ahead
    controls = tuple(c for c in ahead.controls if seat not in (c.player, c.controller))
    in_force = () if seat == state.active else tuple(c for c in ahead.in_force if c.controller != seat)
    return replace(ahead, controls=controls, in_force=in_force)
