"""Who may attack whom, and the restrictions, requirements and costs of an attack.

cr2006 308.2 and 500, later 508.1; several players at once: cr2006 602, later 802. This module only queries a
state: ``declaring`` makes creatures attack, ``decisions`` lets players pay.

Restrictions are ``defender``, ``can't attack``, ``can't attack alone``, and static abilities with ``most_attackers``;
requirements are the two keywords of attacking if able (``requiring``). Left out: requirements that one may choose;
requirements to attack one certain player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from functools import partial

from ...edition import obeys
from ..objects.permanents.loyalty import attackable, can_fight, defender_of
from ..state.attackers import NEVER, is_ready
from ..state.decision import Attack, DeclareAttackers
from ..state.players.who import defenders
from ..state.refusal import Refusal, named, refuse
from ..state.state import Permanent, State
from .banding import why_no_bands
from .costs import Attacks
from .requiring import ALONE, has_word, why_not_met
from .room import may_attack, most_attackers, too_many_at


def attack_candidates(state: State) -> tuple[int, ...]:
    """The creatures that could attack: untapped, and controlled since the turn began or with haste (308.2a, 508.1a).

    A team has one combined attack (606.7b, 810.7c, 805.10b). On a second declaration in one combat the rules are
    silent: what attacks already is not declared again.
    """
    already = {attacker.id for attacker in state.combat.attackers} if state.combat is not None else ()
    if already or state.lasting or state.game.options.teams or any(p.whom for p in state.index.marked):
        able = tuple(_able(state, already))
    else:
        able = state.index.able.get(state.active, ())
    return able if able and most_attackers(state) != 0 else ()


@obeys("cannot_wins")
def _able(state: State, already: Container[int]) -> Iterator[int]:
    """The creatures that could attack, each looked at as it is now; what cannot attack does not, though it must."""
    return (
        p.id
        for p in state.permanents()
        if can_fight(state, p)
        and state.is_active(p.controller)
        and p.id not in already
        and is_ready(p.tapped, p.sick, partial(state.has, p))
        and not (p.whom and _has_attacked_all(state, p))
    )


def _has_attacked_all(state: State, permanent: Permanent) -> bool:
    """Whether a creature has attacked every player whom it may attack, and cannot attack any again."""
    seats = defenders(state)
    return not any(may_attack(state, permanent, seat) for seat in seats) and not attackable(state, seats)


@obeys("blocks_own")
def attackers_of(state: State, seat: int) -> tuple[int, ...]:
    """The creatures that attack a player, or any player of their team."""
    team = state.team(seat)
    return () if state.combat is None else tuple(a.id for a in state.combat.attackers if a.defender in team)


def attacks_of(state: State, decision: DeclareAttackers, action: Attack) -> Attacks:
    """The attackers of a declaration, the oldest permanent first, each with what it attacks."""
    whom = action.defenders or decision.defenders[:1] * len(action.attackers)
    attacked = dict(action.attacked)
    pairs = sorted(zip(action.attackers, whom, strict=True))
    return tuple((id, defends(state, attacked.get(id), seat), attacked.get(id)) for id, seat in pairs)


def defends(state: State, attacked: int | None, seat: int) -> int:
    """The defending player for an attack on a planeswalker or battle, or else the player who is attacked."""
    permanent = state.permanent(attacked)
    return seat if permanent is None else defender_of(state, permanent)


def why_not_attack(state: State, decision: DeclareAttackers, action: Attack) -> Refusal | None:
    """Why an attack is illegal, or None; its cost is not checked."""
    return (
        _who_cannot(state, decision, action)
        or _whom_not(state, decision, action)
        or _attacked_before(state, attacks_of(state, decision, action))
        or broken_restriction(state, action.attackers)
        or too_many_at(state, attacks_of(state, decision, action))
        or why_not_met(state, decision, action.attackers)
        or why_no_bands(state, action.bands, attacks_of(state, decision, action))
    )


def _who_cannot(state: State, decision: DeclareAttackers, action: Attack) -> Refusal | None:
    """The refusal of a creature that is named twice, or is not a candidate; or None."""
    if len(set(action.attackers)) != len(action.attackers):
        return Refusal("a creature is named twice")
    candidates = frozenset(decision.candidates) if action.attackers else ()
    return next((no_attacker(state, id) for id in action.attackers if id not in candidates), None)


@obeys("attack_eligible", "attack_restriction")
def no_attacker(state: State, id: int) -> Refusal:
    """The refusal of a permanent that cannot attack, because of a restriction or in itself."""
    permanent = state.permanent(id)
    forbidden = permanent is not None and any(state.has(permanent, word) for word in NEVER)
    topic = "attack_restriction" if forbidden else "attack_eligible"
    return refuse(state, f"{named(state, id)} cannot attack now", topic)


@obeys("attack_whom")
def _whom_not(state: State, decision: DeclareAttackers, action: Attack) -> Refusal | None:
    """The refusal of a player or permanent that cannot be attacked; or None (508.1b)."""
    if action.defenders and len(action.defenders) != len(action.attackers):
        counted = f"{len(action.attackers)} attackers and {len(action.defenders)} players"
        return refuse(state, f"each creature attacks one player; there are {counted}", "attack_whom")
    for seat in action.defenders:
        if seat not in decision.defenders:
            who = state.name(seat) if 0 <= seat < len(state.players) else "no such player"
            return refuse(state, f"{who} cannot be attacked now", "attack_whom")
    times, attackers = Counter(id for id, _ in action.attacked), frozenset(action.attackers)
    for id, attacked in action.attacked:
        if id not in attackers or times[id] > 1 or attacked not in decision.attackable:
            return refuse(state, f"{named(state, attacked)} cannot be attacked this way", "attack_whom")
    return None


@obeys("attack_restriction")
def _attacked_before(state: State, attacks: Attacks) -> Refusal | None:
    """The refusal of a creature that has already attacked a player whom it can't attack twice; or None."""
    for id, seat, one in attacks:
        if one is None and not may_attack(state, state.permanent(id), seat):
            has = f"{named(state, id)} has attacked {state.name(seat)} this turn"
            return refuse(state, f"{has} and can't again", "attack_restriction")
    return None


@obeys("alone", "attack_restriction")
def broken_restriction(state: State, attackers: tuple[int, ...]) -> Refusal | None:
    """The refusal by a restriction on the whole attack; or None (500.2, 508.1c)."""
    most = most_attackers(state)
    if most is not None and len(attackers) > most:
        return refuse(state, f"no more than {most} can attack", "attack_restriction")
    if len(attackers) == 1 and has_word(state, attackers[0], ALONE):
        return refuse(state, f"{named(state, *attackers)} can't attack alone", "attack_restriction")
    return None
