"""The order of turns: extra turns that players get, and the turn order reversed."""

from __future__ import annotations

from ....edition import obeys
from ....turn import reverse, turn_rule
from ....turn.graph import ROOT
from ..budget import check_count
from ..event import Event, Log, cited, emit
from ..state import Permanent, State, replace
from .teams import if_teams, team_detail


@obeys("extra_turn", "team_effects")
def give_turn(state: State, log: Log, seat: int, by: str, riders: tuple[object, ...]) -> State:
    """Adds an extra turn directly after this one (cr2006 300.6, later 500.7); a player's is their team's (805.8).

    Until February 2002 it comes after those to come.
    """
    state = replace(state, rotation=turn_rule(state.edition).add(state.rotation, seat, by, riders))
    check_count(state, len(state.rotation.pending), "extra turns to come", by, 10)
    if log is not None:
        topics = "extra_turn" + if_teams(state, "team_effects")
        detail = {"by": by, "extra": state.rotation.created, **team_detail(state, seat)}
        log.append(Event("turn.insert", cited(state.edition, topics), state, ROOT, seat, tuple(detail.items())))
    return state


@obeys("turn_order")
def reverse_order(state: State, log: Log, by: str, seat: int) -> State:
    """All that uses turn order goes the other way from now on; with two players nothing changes."""
    state = replace(state, rotation=reverse(state.rotation, by))
    emit(log, "order.reverse", state, "turn_order", seat, by=by)
    return state


def first_order(state: State) -> State:
    """The turn order as a game begins, its first turn where it was, if something on the battlefield reverses it."""
    reversed_ = settle_order((), state, None)
    takers = reversed_.rotation.takers
    last = takers[takers.index(state.rotation.due) - 1]
    return state if reversed_ is state else replace(reversed_, rotation=replace(reversed_.rotation, last=last))


def settle_order(before: tuple[Permanent, ...], state: State, log: Log) -> State:
    """Reverses the turn order if a permanent that does so has come or gone; among two players none does."""
    if before is state.battlefield or len(state.rotation.seats) <= 2:
        return state
    was, now = _reversing(before), _reversing(state.battlefield)
    if len(was) % 2 == len(now) % 2:
        return state
    changed = (now or was)[-1]
    return reverse_order(state, log, changed.card.name, changed.controller)


def _reversing(battlefield: tuple[Permanent, ...]) -> list[Permanent]:
    """The permanents that reverse the turn order as long as they are there."""
    return [p for p in battlefield if any(static.reverse_turn_order for static in p.card.static)]
