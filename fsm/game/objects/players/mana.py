"""What players have: mana, which is lost as steps and phases end, poison and rad counters (104.3d, cr2026 122, 728)."""

from __future__ import annotations

from ....cards.vocabulary import Effect
from ....edition import obeys
from ...state.event import Log, emit
from ...state.players.teams import if_teams
from ...state.players.who import players_meant
from ...state.state import LastingEffect, State, replace, set_player, set_standing
from ..abilities.forbidden import alter_life
from ..abilities.triggers import triggers


@obeys("mana_ability")
def add_mana(state: State, log: Log, seat: int, amount: int, source: str) -> State:
    """Adds mana to a player's pool."""
    state = spend_mana(state, seat, -amount)
    emit(log, "mana.add", state, "mana_ability", seat, amount=amount, source=source)
    return state


def spend_mana(state: State, seat: int, amount: int) -> State:
    """Takes mana out of a pool; an effect that keeps mana there keeps no more than the pool still holds."""
    left = max(0, state.players[seat].mana - amount)
    state = set_player(state, seat, mana=left)
    if amount <= 0 or not state.lasting:
        return state
    lasting: list[LastingEffect] = []
    for effect in state.lasting:
        kept = min(effect.mana, left) if effect.controller == seat else effect.mana
        lasting.append(replace(effect, mana=kept) if kept != effect.mana else effect)
        left -= kept if effect.controller == seat else 0
    return set_standing(state, lasting=tuple(lasting))


@obeys("cost_whole", "cast")
def pay(state: State, log: Log, seat: int, amount: int, topics: str = "cast") -> State:
    """A player pays mana from their pool."""
    if not amount:
        return state
    state = spend_mana(state, seat, amount)
    emit(log, "mana.pay", state, topics, seat, amount=amount)
    return state


@obeys("firebending")
def _lost(state: State, seat: int) -> int:
    """The amount of mana that leaves a pool as a step or phase ends; none if a permanent keeps all of it."""
    mana = state.players[seat].mana
    keeping = ((p, s) for p in state.index.static for s in p.card.static if s.mana_stays) if mana else ()
    if any(seat in players_meant(state, s.player, p.controller, chosen=p.chosen) for p, s in keeping):
        return 0
    return max(0, mana - sum(effect.mana for effect in state.lasting if effect.controller == seat))


@obeys("mana_empties")
def empty_pools(state: State, log: Log) -> State:
    """Players lose unused mana (cr2011 500.4, cr2026 500.5)."""
    for seat, player in enumerate(state.players):
        lost = _lost(state, seat) if player.mana else 0
        if lost:
            state = set_player(state, seat, mana=player.mana - lost)
            emit(log, "mana.empty", state, "mana_empties", seat, amount=lost)
    return state


@obeys("mana_kept", "control_no_burn", "mana_burn", "team_life_shared")
def burn_mana(state: State, log: Log) -> State:
    """Players lose unused mana, and 1 life for each: this is loss of life, not damage (cr2006 300.3).

    A player whose turn is controlled by another player loses only the mana (507.4).
    """
    for seat, player in enumerate(state.players):
        lost = _lost(state, seat) if player.mana else 0
        if not lost:
            continue
        state = set_player(state, seat, mana=player.mana - lost)
        if state.is_active(seat) and state.ahead.controlled_by not in (None, seat):
            emit(log, "mana.empty", state, "control_no_burn", seat, amount=lost)
            continue
        state = alter_life(state, seat, -lost)
        topics, life = "mana_burn" + if_teams(state, "team_life_shared"), state.players[seat].life
        emit(log, "mana.burn", state, topics, seat, amount=lost, life=life)
    return state


MOST_POISON = 10
MOST_TEAM_POISON = 15


class Irradiate(Effect, frozen=True):
    """What rad counters do to the player whom the ability is about; no card says this."""


def counters_of(state: State, seat: int) -> dict[str, int]:
    """The counters of a player: how many of each kind."""
    return {kind: many for at, kind, many in state.standing.counters if at == seat}


@obeys("instructions")
def change_counters(
    state: State, log: Log, seat: int, kind: str, amount: int, by: str, topics: str = "instructions"
) -> State:
    """A player gets counters of a kind, or loses at most as many as they have; an event says what has changed."""
    before = counters_of(state, seat).get(kind, 0)
    many = max(0, before + amount)
    if many == before:
        return state
    others = tuple(held for held in state.standing.counters if held[:2] != (seat, kind))
    held = sorted((*others, (seat, kind, many)) if many else others)
    state = set_standing(state, counters=tuple(held))
    emit(log, "player.counters", state, topics, seat, name=kind, amount=many - before, left=many, by=by)
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
            about = {"chosen": seat, "provided": ("irradiated",)}
            state = triggers(state, log, "rad_counters", "rad counters", state.active, (Irradiate(),), **about)
    return state
