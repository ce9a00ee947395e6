"""Who may attack whom, and the restrictions, requirements and costs of an attack.

cr2006 308.2 and 500, later 508.1; several players at once: cr2006 602, later 802. This module only queries a
state: ``declaring`` makes creatures attack, ``decisions`` lets players pay.

Restrictions are ``defender``, ``can't attack``, ``can't attack alone``, and static abilities with ``most_attackers``;
requirements are the two keywords of attacking if able. Left out: costs and
requirements that one may choose; requirements to attack one certain player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from ...cards.abilities import Static
from ..objects.loyalty import attackable, can_fight, defender_of
from ..state.decision import Attack, DeclareAttackers
from ..state.refusal import Refusal, named, refuse
from ..state.state import Permanent, State
from ..state.who import defenders
from .banding import why_no_bands
from .costs import Attacks, own_price, prices

EACH_TURN, EACH_COMBAT = "attacks each turn if able", "attacks each combat if able"
ALONE, TWICE = "can't attack alone", "can't attack a player twice each turn"
NEVER = ("defender", "can't attack")


def attack_candidates(state: State) -> tuple[int, ...]:
    """The creatures that could attack: untapped, and controlled since the turn began or with haste (308.2a, 508.1a).

    A team has one combined attack (606.7b, 810.7c, 805.10b). On a second declaration in one combat the rules are
    silent: what attacks already is not declared again.

    Rules: haste.
    """
    already = {attacker.id for attacker in state.combat.attackers} if state.combat is not None else ()
    able = tuple(
        p.id
        for p in state.permanents()
        if can_fight(state, p)
        and state.is_active(p.controller)
        and not p.tapped
        and p.id not in already
        and (not p.sick or state.has(p, "haste"))
        and not any(state.has(p, word) for word in NEVER)
        and not (p.whom and _has_attacked_all(state, p))
    )
    return able if able and most_attackers(state) != 0 else ()


def may_attack(state: State, permanent: Permanent | None, seat: int) -> bool:
    """Whether a creature may attack a player (again) this turn (500.2, 508.1c)."""
    return permanent is None or seat not in permanent.whom or not state.has(permanent, TWICE)


def _has_attacked_all(state: State, permanent: Permanent) -> bool:
    """Whether a creature has attacked every player whom it may attack, and cannot attack any again."""
    seats = defenders(state)
    return not any(may_attack(state, permanent, seat) for seat in seats) and not attackable(state, seats)


def attackers_of(state: State, seat: int) -> tuple[int, ...]:
    """The creatures that attack a player, or any player of their team.

    Rules: blocks_own.
    """
    team = state.team(seat)
    return () if state.combat is None else tuple(a.id for a in state.combat.attackers if a.defender in team)


def requirements(state: State, permanent: Permanent, driving: tuple[tuple[Permanent, str], ...] = ()) -> int:
    """The number of effects by which a creature attacks if able; ``driving`` are permanents with ``others_attack``.

    Those that speak of the turn bind in each combat of it, or only until the creature has attacked once, as the
    edition says (508.1d; I-71).
    """
    (reading,) = state.game.edition.choices["attack_requirement"]
    words = (EACH_COMBAT,) if permanent.attacked and reading == "once_each_turn" else (EACH_TURN, EACH_COMBAT)
    others = sum(
        name == permanent.card.name and other.controller == permanent.controller and other.id != permanent.id
        for other, name in driving
    )
    return others + sum(keywords_given(state, permanent, word) for word in words)


def keywords_given(state: State, permanent: Permanent, word: str) -> int:
    """The number of effects that give a creature a keyword; 0 if it has lost it."""
    if not state.has(permanent, word):
        return 0
    given = sum(word in effect.keywords for effect in state.lasting if effect.affects == permanent.id)
    return given + (word in permanent.card.keywords)


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
        or _not_met(state, decision, action.attackers)
        or why_no_bands(state, action.bands, attacks_of(state, decision, action))
    )


def _who_cannot(state: State, decision: DeclareAttackers, action: Attack) -> Refusal | None:
    """The refusal of a creature that is named twice, or is not a candidate; or None."""
    if len(set(action.attackers)) != len(action.attackers):
        return Refusal("a creature is named twice")
    candidates = frozenset(decision.candidates)
    return next((no_attacker(state, id) for id in action.attackers if id not in candidates), None)


def no_attacker(state: State, id: int) -> Refusal:
    """The refusal of a permanent that cannot attack, because of a restriction or in itself."""
    permanent = state.permanent(id)
    forbidden = permanent is not None and any(state.has(permanent, word) for word in NEVER)
    topic = "attack_restriction" if forbidden else "attack_eligible"
    return refuse(state, f"{named(state, id)} cannot attack now", topic)


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


def _attacked_before(state: State, attacks: Attacks) -> Refusal | None:
    """The refusal of a creature that has already attacked a player whom it can't attack twice; or None."""
    for id, seat, one in attacks:
        if one is None and not may_attack(state, state.permanent(id), seat):
            has = f"{named(state, id)} has attacked {state.name(seat)} this turn"
            return refuse(state, f"{has} and can't again", "attack_restriction")
    return None


def broken_restriction(state: State, attackers: tuple[int, ...]) -> Refusal | None:
    """The refusal by a restriction on the whole attack; or None (500.2, 508.1c).

    Rules: alone.
    """
    most = most_attackers(state)
    if most is not None and len(attackers) > most:
        return refuse(state, f"no more than {most} can attack", "attack_restriction")
    if len(attackers) == 1 and _has(state, attackers[0], ALONE):
        return refuse(state, f"{named(state, *attackers)} can't attack alone", "attack_restriction")
    return None


def _not_met(state: State, decision: DeclareAttackers, attackers: tuple[int, ...]) -> Refusal | None:
    """The refusal of an attack that does not meet as many requirements as possible; or None (500.4, 508.1d)."""
    weights = requirement_weights(state, decision)
    best = required(state, decision)
    if requirements_met(weights, attackers) >= requirements_met(weights, best):
        return None
    missing = tuple(id for id in best if id not in attackers)
    return refuse(state, f"{named(state, *missing)} must attack, since it is able to", "attack_requirement")


def required(state: State, decision: DeclareAttackers) -> tuple[int, ...]:
    """A smallest set of attackers that meets as many requirements as possible without a cost.

    Without a restriction these are all that have a requirement. ``most_attackers`` leaves those with the most of
    them; of a single one that can't attack alone, a further creature has to go with it, or, in editions that do
    not think of creatures without a requirement of their own (500.5), nobody has to.
    """
    weights = requirement_weights(state, decision)
    free = free_attackers(state, decision) if weights else ()
    wanting = sorted((id for id in weights if id in free), key=weights.__getitem__, reverse=True)
    most = most_attackers(state)
    best = tuple(wanting if most is None else wanting[:most])
    if len(best) != 1 or not _has(state, best[0], ALONE):
        return tuple(sorted(best))
    if most != 1 and state.game.edition.choices["requirement_others"] == ("any",):
        other = next((id for id in decision.candidates if id in free and id not in best), None)
        if other is not None:
            return tuple(sorted((*best, other)))
    return tuple(id for id in wanting if not _has(state, id, ALONE))[:1]


def requirements_met(weights: Mapping[int, int], attackers: Iterable[int]) -> int:
    """The number of requirements that a set of attackers meets."""
    return sum(weights.get(id, 0) for id in attackers)


def free_defenders(state: State, decision: DeclareAttackers) -> tuple[int, ...]:
    """The players whom attacking costs nothing; no player has to pay to meet a requirement (500.2, 508.1d)."""
    return tuple(seat for seat, asking in prices(state, decision.defenders).items() if not asking)


def least_attack(state: State, decision: DeclareAttackers) -> Attack:
    """The smallest legal attack of a player."""
    ids, free = required(state, decision), free_defenders(state, decision)
    seats = {id: next((s for s in free if may_attack(state, state.permanent(id), s)), None) for id in ids}
    attacked = tuple((id, decision.attackable[0]) for id, seat in seats.items() if seat is None)
    whom = tuple(decision.defenders[0] if seat is None else seat for seat in seats.values())
    return Attack(decision.player, ids, whom if len(decision.defenders) > 1 else (), attacked=attacked)


def requirement_weights(state: State, decision: DeclareAttackers) -> dict[int, int]:
    """The candidates that have requirements, and how many each; one that attacks at a cost meets them as well."""
    candidates, needed = frozenset(decision.candidates), requirement_counter(state)
    counted = {p.id: needed(p) for p in state.permanents() if p.id in candidates}
    return {id: count for id, count in counted.items() if count}


def requirement_counter(state: State) -> Callable[[Permanent], int]:
    """A function that counts the requirements of each creature now."""
    driving = tuple((other, static.others_attack) for other, static in _statics(state) if static.others_attack)
    return lambda permanent: requirements(state, permanent, driving)


def free_attackers(state: State, decision: DeclareAttackers) -> frozenset[int]:
    """The candidates that can attack somebody or something for nothing."""
    candidates, free = frozenset(decision.candidates), free_defenders(state, decision)
    return frozenset(
        p.id
        for p in state.permanents()
        if p.id in candidates
        and not own_price(p)
        and (decision.attackable or (any(may_attack(state, p, seat) for seat in free) if p.whom else free))
    )


def most_attackers(state: State) -> int | None:
    """The largest number of creatures that can attack in a combat, if an effect limits it."""
    limits = [static.most_attackers for _, static in _statics(state) if static.most_attackers is not None]
    return min(limits, default=None)


def _statics(state: State) -> Iterator[tuple[Permanent, Static]]:
    return ((permanent, static) for permanent in state.permanents() for static in permanent.card.static)


def _has(state: State, id: int, word: str) -> bool:
    permanent = state.permanent(id)
    return permanent is not None and state.has(permanent, word)
