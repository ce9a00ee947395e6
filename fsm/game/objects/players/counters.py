"""Counters that players have: poison and rad counters (cr2011 104.3d, cr2026 122, 728)."""

from __future__ import annotations

from ....cards.vocabulary import Effect
from ....edition import obeys
from ...state.event import Log, emit
from ...state.state import StackObject, State, replace, set_standing
from ..abilities.triggers import wait

MOST_POISON = 10
MOST_TEAM_POISON = 15


class Irradiate(Effect, frozen=True):
    """What rad counters do to the player whom the ability is about; no card says this."""


def counters_of(state: State, seat: int) -> dict[str, int]:
    """The counters of a player: how many of each kind."""
    return {kind: many for at, kind, many in state.standing.counters if at == seat}


@obeys("instructions")
def change_counters(state: State, log: Log, seat: int, kind: str, amount: int, by: str) -> State:
    """A player gets counters of a kind, or loses at most as many as they have; an event says what has changed."""
    before = counters_of(state, seat).get(kind, 0)
    many = max(0, before + amount)
    if many == before:
        return state
    others = tuple(held for held in state.standing.counters if held[:2] != (seat, kind))
    held = sorted((*others, (seat, kind, many)) if many else others)
    state = set_standing(state, counters=tuple(held))
    emit(log, "player.counters", state, "instructions", seat, name=kind, amount=many - before, left=many, by=by)
    return state


@obeys("poison", "poison_shared", "team_poison")
def poisoned(state: State) -> tuple[int, ...]:
    """The players with ten poison counters; where a team shares them, those of each team with fifteen (810.8d)."""
    poison = {seat: many for seat, kind, many in state.standing.counters if kind == "poison"}
    if not state.game.options.teams or not state.edition.cite("team_poison"):
        return tuple(seat for seat, many in poison.items() if many >= MOST_POISON)
    shared = {seat: sum(poison.get(mate, 0) for mate in state.team(seat)) for seat in poison}
    return tuple(seat for seat, many in shared.items() if many >= MOST_TEAM_POISON)


@obeys("rad_counters")
def rads_at_beginning(state: State, log: Log, kind: str) -> State:
    """An ability without a source triggers for each active player with rad counters (cr2026 728.1)."""
    if kind != "precombat_main":
        return state
    for seat in state.team(state.active):
        if "rad" in counters_of(state, seat):
            ability = StackObject(
                state.serial + 1, "ability", "rad counters", state.active, (Irradiate(),),
                chosen=seat, provided=("irradiated",),
            )  # fmt: skip
            state = wait(replace(state, serial=ability.id), log, ability, "rad_counters")
    return state
