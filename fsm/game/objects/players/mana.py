"""What players have: mana, which is lost as steps and phases end, poison and rad counters (104.3d, cr2026 122, 728)."""

from __future__ import annotations

from collections.abc import Iterable

from ....cards.abilities import Static
from ....cards.costs import COLORLESS, cost_in_words
from ....cards.vocabulary import Effect
from ....edition import obeys
from ...state.event import Log, emit
from ...state.players.teams import if_teams
from ...state.players.who import players_meant
from ...state.pool import (
    PLAIN,
    Due,
    ManaKind,
    Pool,
    Spending,
    divided,
    kind_in_words,
    may_be_spent,
    merged,
    pool_in_words,
)
from ...state.state import LastingEffect, Player, State, replace, set_player, set_standing
from ..abilities.forbidden import alter_life
from ..abilities.triggers import triggers


def pool_of(player: Player) -> Pool:
    """The mana of a player by its kind, colorless mana that is for anything first."""
    plain = player.mana - sum(many for _, many in player.kinds)
    return ((PLAIN, plain), *player.kinds) if plain else player.kinds


def with_pool(state: State, seat: int, pool: Iterable[tuple[ManaKind, int]]) -> State:
    """The state in which a player has this mana."""
    mana, kinds = divided(pool)
    return set_player(state, seat, mana=mana, kinds=kinds)


@obeys("mana_ability", "mana_types", "mana_restricted")
def add_mana(state: State, log: Log, seat: int, amount: int, source: str, kind: ManaKind = PLAIN) -> State:
    """Adds mana of a kind to a player's pool."""
    player = state.players[seat]
    if kind == PLAIN:
        state = set_player(state, seat, mana=max(0, player.mana + amount))
        emit(log, "mana.add", state, "mana_ability", seat, amount=amount, source=source)
        return state
    state = with_pool(state, seat, (*pool_of(player), (kind, amount)))
    topics = "mana_ability mana_types" + (" mana_restricted" if kind.only else "")
    emit(log, "mana.add", state, topics, seat, amount=amount, source=source, name=kind_in_words(kind))
    return state


def payment(state: State, seat: int, due: Due) -> Pool | None:
    """The mana with which a player pays what is due; None if they can't.

    Where the player names no types, that goes first which is only for few things, then what would be lost, then
    colorless mana.
    """
    player, amount, types, first = state.players[seat], due.amount, due.types, due.first
    if not player.kinds:
        able = player.mana >= amount and all(one == COLORLESS for one in (*types, *first)) and len(first) <= amount
        return ((PLAIN, amount),) if able else None
    left = _in_order(state, seat, due.what)
    spent: list[tuple[ManaKind, int]] = []
    owed, more = list(types), amount - len(types)
    for one in first:
        if one in owed:
            owed.remove(one)
        else:
            more -= 1
    if more < 0:
        return None
    for of, many in (*((one, 1) for one in (*first, *owed)), ("", more)):
        missing = many
        for kind in left:
            taken = min(left[kind], missing) if of in ("", kind.type) else 0
            left[kind] -= taken
            missing -= taken
            spent.append((kind, taken))
        if missing:
            return None
    return merged(spent)


def spendable(state: State, seat: int) -> int:
    """How much mana of a pool may be spent on what is no spell and no ability."""
    player = state.players[seat]
    restricted = sum(many for kind, many in player.kinds if kind.only) if player.kinds else 0
    return player.mana - restricted


def _in_order(state: State, seat: int, what: Spending) -> dict[ManaKind, int]:
    """The mana that a player may spend on something, in the order in which it is spent by default."""
    keeping, kept = _keeping(state, seat), dict(_kept(state, seat))
    able = [(kind, many) for kind, many in pool_of(state.players[seat]) if may_be_spent(kind, what)]

    def comes_late(kind: ManaKind) -> tuple[bool, bool, str]:
        stays = kind in kept or any(static.of_type in (None, kind.type) for static in keeping)
        return not kind.only, stays, kind.color

    return dict(sorted(able, key=lambda one: comes_late(one[0])))


def too_little(state: State, seat: int, due: Due) -> str:
    """Why a player cannot pay what is due, as what follows a subject: what it costs, and what they have."""
    player, amount, types = state.players[seat], due.amount, due.types
    plain = not types and not player.kinds and not due.first
    if (plain and player.mana >= amount) or payment(state, seat, due) is not None:
        return ""
    if plain:
        return f"costs {amount} and {state.name(seat)} has {player.mana} mana"
    have = f"{state.name(seat)} has {pool_in_words(pool_of(player)) or 'no'} mana"
    if due.first and payment(state, seat, replace(due, first=())) is not None:
        return f"costs {cost_in_words(amount, types)}, which {', '.join(due.first)} does not pay; {have}"
    return f"costs {cost_in_words(amount, types)} and {have}"


def _spend(state: State, seat: int, spent: Pool) -> State:
    """Takes mana out of a pool; an effect that keeps mana there keeps no more than the pool still holds."""
    player = state.players[seat]
    if not player.kinds:
        left = player.mana - sum(many for _, many in spent)
        state = set_player(state, seat, mana=left)
        remaining = {PLAIN: left}
    else:
        remaining = dict(pool_of(player))
        for kind, many in spent:
            remaining[kind] -= many
        state = with_pool(state, seat, remaining.items())
    if not state.lasting:
        return state
    lasting: list[LastingEffect] = []
    for effect in state.lasting:
        if effect.mana and effect.controller == seat:
            kept = min(effect.mana, remaining.get(effect.of_mana, 0))
            remaining[effect.of_mana] = remaining.get(effect.of_mana, 0) - kept
            lasting.append(replace(effect, mana=kept) if kept != effect.mana else effect)
        else:
            lasting.append(effect)
    return set_standing(state, lasting=tuple(lasting))


@obeys("cost_whole", "cast", "mana_types", "mana_restricted")
def pay(state: State, log: Log, seat: int, due: Due, topics: str = "cast") -> State:
    """A player pays mana from their pool; ``payment`` says which."""
    amount = due.amount
    if not amount:
        return state
    spent = payment(state, seat, due)
    assert spent is not None  # noqa: S101  # too_little has looked
    state = _spend(state, seat, spent)
    if spent == ((PLAIN, amount),):
        emit(log, "mana.pay", state, topics, seat, amount=amount)
    else:
        emit(log, "mana.pay", state, f"{topics} mana_types", seat, amount=amount, name=pool_in_words(spent))
    return state


def _kept(state: State, seat: int) -> Iterable[tuple[ManaKind, int]]:
    """The mana that effects with a duration keep in a pool."""
    return merged((e.of_mana, e.mana) for e in state.lasting if e.mana and e.controller == seat)


def _keeping(state: State, seat: int) -> list[Static]:
    """What static abilities say of mana that stays in a pool: first those with which it stays as it is."""
    keeping = [(p, s) for p in state.index.static for s in p.card.static if s.mana_stays]
    own = [s for p, s in keeping if seat in players_meant(state, s.player, p.controller, chosen=p.chosen)]
    return sorted(own, key=lambda static: static.as_type is not None)


@obeys("firebending", "mana_becomes")
def _remains(state: State, seat: int) -> Pool:
    """What a pool holds once a step or phase has ended: mana that stays, and what becomes of mana instead."""
    keeping, kept, remains = _keeping(state, seat), dict(_kept(state, seat)), []
    for kind, many in pool_of(state.players[seat]):
        static = next((one for one in keeping if one.of_type in (None, kind.type)), None)
        if static is None:
            remains.append((kind, min(many, kept.get(kind, 0))))
        elif static.as_type is None:
            remains.append((kind, many))
        else:
            stays = min(many, kept.get(kind, 0))
            new = replace(kind, color="" if static.as_type == COLORLESS else static.as_type)
            remains += [(kind, stays), (new, many - stays)]
    return merged(remains)


def _empties(state: State, log: Log, seat: int) -> tuple[State, int]:
    """The pool without the mana that is lost as a step or phase ends, and how much that is."""
    player = state.players[seat]
    before, after = pool_of(player), _remains(state, seat)
    lost = player.mana - sum(many for _, many in after)
    if merged(before) == after:
        return state, 0
    state = with_pool(state, seat, after)
    was = dict(before)
    if became := tuple((kind, many - was.get(kind, 0)) for kind, many in after if many > was.get(kind, 0)):
        many = sum(many for _, many in became)
        emit(log, "mana.become", state, "mana_becomes", seat, amount=many, name=pool_in_words(became))
    return state, lost


@obeys("mana_empties")
def empty_pools(state: State, log: Log) -> State:
    """Players lose unused mana (cr2011 500.4, cr2026 500.5)."""
    for seat, player in enumerate(state.players):
        state, lost = _empties(state, log, seat) if player.mana else (state, 0)
        if lost:
            emit(log, "mana.empty", state, "mana_empties", seat, amount=lost)
    return state


@obeys("mana_kept", "control_no_burn", "mana_burn", "team_life_shared")
def burn_mana(state: State, log: Log) -> State:
    """Players lose unused mana, and 1 life for each: this is loss of life, not damage (cr2006 300.3).

    A player whose turn is controlled by another player loses only the mana (507.4).
    """
    for seat, player in enumerate(state.players):
        state, lost = _empties(state, log, seat) if player.mana else (state, 0)
        if not lost:
            continue
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
