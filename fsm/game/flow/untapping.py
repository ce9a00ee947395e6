"""The untap step's own action: the active player's permanents untap, all at once, as far as effects let them.

Permanents of others untap with them if an ability says so. What keeps permanents tapped is about the untap steps of
their own controllers, and does not keep these, unless it names the player whose untap step it is about.

cr2006 302.2, cr2011 502.2, cr2026 502.3.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

import msgspec

from ...cards.kinds import with_word
from ...edition import obeys
from ..objects.abilities.conditions import About, failing
from ..objects.abilities.forbidden import static_about
from ..objects.abilities.triggers import on_untap
from ..objects.permanents.changes import end_as_long_as, keeping, untap_step_over
from ..state.decision import ChooseUntap
from ..state.event import Log, emit
from ..state.refusal import Refusal, named, refuse
from ..state.state import LastingEffect, Permanent, State, replace


class Limit(msgspec.Struct, frozen=True):
    """No more than ``most`` of these permanents untap."""

    ids: frozenset[int]
    most: int


def untap_all(state: State, log: Log) -> State:
    """The active player's permanents untap, all at once, except those that an effect keeps tapped.

    The player decides first, if some need not untap, or not all can.
    """
    if not state.battlefield:
        return untap_step_over(state, log)
    rising = _rising(state)
    limited = {id for limit in _limits(state, rising) for id in limit.ids}
    free = tuple(p.id for p in rising if p.id in limited or _may_stay(state, p))
    if free:
        return replace(state, decision=ChooseUntap(state.active, free))
    return _untap(state, log, rising)


@obeys("untap")
def untap_but(state: State, log: Log, kept: tuple[int, ...]) -> State:
    """The active player's permanents untap at once, except those that the player or their team keeps tapped."""
    for permanent in state.permanents():
        if permanent.id in kept:
            name, who = permanent.card.name, permanent.controller
            emit(log, "permanent.stay", state, "untap", who, name=name, object=permanent.id)
    return _untap(state, log, [p for p in _rising(state) if p.id not in kept])


@obeys("untap")
def why_not_kept(state: State, decision: ChooseUntap, kept: tuple[int, ...]) -> Refusal | None:
    """Why these permanents cannot stay tapped, or not they alone; or None."""
    for id in kept:
        if id not in decision.permanents:
            return refuse(state, f"{named(state, id)} has to untap", "untap")
    tapped, staying = _rising(state), set(kept)
    limits = _limits(state, tapped)
    for limit in limits:
        if len(limit.ids - staying) > limit.most:
            return refuse(state, f"no more than {limit.most} of {named(state, *sorted(limit.ids))} can untap", "untap")
    for permanent in tapped:
        if permanent.id in staying and not _may_stay(state, permanent) and _fits(limits, staying - {permanent.id}):
            return refuse(state, f"{named(state, permanent.id)} has to untap", "untap")
    return None


def kept_tapped(state: State, decision: ChooseUntap) -> Iterator[tuple[int, ...]]:
    """All sets of permanents that may stay tapped, small ones first."""
    ids, limits = decision.permanents, _limits(state, _rising(state))
    rise = min((one.most + len(set(ids) - one.ids) for one in limits), default=len(ids))
    for size in range(len(ids) - rise, len(ids) + 1):
        for kept in combinations(ids, size):
            if not limits or why_not_kept(state, decision, kept) is None:
                yield kept


def _fits(limits: Collection[Limit], staying: set[int]) -> bool:
    return all(len(limit.ids - staying) <= limit.most for limit in limits)


def _limits(state: State, rising: list[Permanent]) -> tuple[Limit, ...]:
    """How many of a player's permanents can untap, where that is fewer than would; of a team, for each player."""
    found = []
    for seat in state.team(state.active) if rising and state.index.static else ():
        own = [p for p in rising if p.controller == seat]
        for source, static in static_about(state, seat, lambda one: one.most_untap is not None):
            kind, most = static.untap_kind, static.most_untap or 0
            ids = frozenset(p.id for p in own if kind is None or state.is_a(p, kind))
            if len(ids) > most and not failing(state, static.if_, About(source.controller, source.id)):
                found.append(Limit(ids, most))
    return tuple(found)


def _may_stay(state: State, permanent: Permanent) -> bool:
    own = state.is_active(permanent.controller)
    return own and any(static.may_stay_tapped for static in permanent.card.static)


def _rising(state: State) -> list[Permanent]:
    """The tapped permanents that untap unless they may stay tapped, those of other players among them."""
    own, others = _own_rising(state), _also_rising(state) if state.index.static else set[int]()
    rising = [p for p in state.index.tapped if p in own or p.id in others] if others else own
    effects = keeping(state) if state.lasting else ()
    return [p for p in rising if not any(_keeps(state, effect, p) for effect in effects)] if effects else rising


@obeys("later_too")
def _keeps(state: State, effect: LastingEffect, permanent: Permanent) -> bool:
    """Whether an effect keeps a permanent tapped; one about a player also what has come since (611.2c)."""
    if effect.affects is not None or effect.keeps is None:
        return effect.affects == permanent.id
    player, of = effect.keeps.player, effect.keeps.of
    return permanent.controller == player and (not of or state.is_one_of(permanent, of, effect.source))


def _own_rising(state: State) -> list[Permanent]:
    """The active player's tapped permanents that no ability keeps tapped."""
    kept = {
        with_word(static.no_untap, p.word) for p in state.index.static for static in p.card.static if static.no_untap
    }
    tapped = [p for p in state.index.tapped if state.is_active(p.controller)]
    tapped = [p for p in tapped if not any(state.is_a(p, kind) for kind in kept)]
    return [p for p in tapped if not state.has(p, "does not untap")]


def _also_rising(state: State) -> set[int]:
    """The permanents of other players that an ability lets untap in this untap step (502.3 and 101.1)."""
    found = set[int]()
    for source in state.index.static:
        if state.is_active(source.controller):
            continue
        for static in source.card.static:
            if static.also_untaps is None or failing(state, static.if_, About(source.controller, source.id)):
                continue
            kind = static.untap_kind
            whose = [source] if static.also_untaps == "self" else state.permanents(source.controller)
            found |= {p.id for p in whose if p.tapped and (kind is None or state.is_a(p, kind))}
    return found


@obeys("untap", "golden_rule")
def _untap(state: State, log: Log, rising: list[Permanent]) -> State:
    if not rising:
        return untap_step_over(state, log)
    ids = {p.id for p in rising}
    state = replace(state, battlefield=tuple(replace(p, tapped=False) if p.id in ids else p for p in state.battlefield))
    for permanent in rising:
        name, who = permanent.card.name, permanent.controller
        topics = "untap" if state.is_active(who) else "untap golden_rule"
        emit(log, "permanent.untap", state, topics, who, name=name, object=permanent.id)
    for permanent in rising:
        state = on_untap(state, log, permanent)
    return end_as_long_as(untap_step_over(state, log), log)
