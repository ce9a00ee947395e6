"""Who may attack whom, and what a declaration of attackers must not break, has to meet, and costs.

cr2006 308.2 and 500, later 508.1; several players at once: cr2006 602, later 802. Only questions to a state: that
creatures attack is in ``combat``, that somebody pays in ``answers``.

Restrictions are ``defender``, ``can't attack``, ``can't attack alone``, and static abilities with ``most_attackers``;
requirements are the two keywords of attacking if able. Left out: bands; costs that are not mana; costs and
requirements that one may choose; requirements to attack one certain player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from ...cards.abilities import Static
from ...words import listed
from ..objects.loyalty import attackable, defender_of
from ..state.decision import Attack, DeclareAttackers
from ..state.state import Permanent, State
from ..state.who import defenders, players_meant

EACH_TURN, EACH_COMBAT = "attacks each turn if able", "attacks each combat if able"
ALONE, TWICE = "can't attack alone", "can't attack a player twice each turn"
NEVER = ("defender", "can't attack")


def attack_candidates(state: State) -> tuple[int, ...]:
    """The creatures that could attack: untapped, and controlled since the turn began or with haste (308.2a, 508.1a).

    A team has one combined attack (606.7b, 810.7c, 805.10b). On a second declaration in one combat the rules are
    silent: what attacks already is not declared again.
    """
    already = {attacker.id for attacker in state.combat.attackers} if state.combat is not None else ()
    able = tuple(
        p.id
        for p in state.permanents()
        if "creature" in p.card.type
        and state.is_active(p.controller)
        and not p.tapped
        and p.id not in already
        and (not p.sick or state.has(p, "haste"))
        and not any(state.has(p, word) for word in NEVER)
        and not (p.whom and _has_attacked_all(state, p))
    )
    return able if able and _most(state) != 0 else ()


def may_attack(state: State, permanent: Permanent | None, seat: int) -> bool:
    """Whether a creature may attack a player (again) this turn (500.2, 508.1c)."""
    return permanent is None or seat not in permanent.whom or not state.has(permanent, TWICE)


def _has_attacked_all(state: State, permanent: Permanent) -> bool:
    """Whether a creature has attacked everybody whom it could attack, and may not do so again."""
    seats = defenders(state)
    return not any(may_attack(state, permanent, seat) for seat in seats) and not attackable(state, seats)


def attackers_of(state: State, seat: int) -> tuple[int, ...]:
    """The creatures that attack a player, or any player of his team."""
    team = state.team(seat)
    return () if state.combat is None else tuple(a.id for a in state.combat.attackers if a.defender in team)


def block_candidates(state: State, seat: int) -> tuple[int, ...]:
    """The creatures of a player, or of their team, that could block: untapped ones (309.2a, 509.1a).

    On a second declaration in one combat the rules are silent: what blocks already is not declared again.
    """
    team = state.team(seat)
    already = {blocker for blocker, _ in state.combat.blocks} if state.combat is not None else set()
    return tuple(
        p.id
        for p in state.permanents()
        if p.controller in team
        and "creature" in p.card.type
        and not p.tapped
        and not state.has(p, "can't block")
        and p.id not in already
    )


def attack_cost(state: State, seat: int) -> int:
    """The mana that each creature attacking a player costs its controller (308.2d, 508.1g; cr2026 508.1h).

    Where creatures attack a team as a group, what attacking any of its players costs is asked, once (606.7a, 810.7a).
    """
    as_one = state.game.edition.choices["team_attacked"] == ("team",)
    attacked = set(state.team(seat) if as_one else (seat,))
    return sum(
        static.attack_cost
        for permanent, static in _statics(state)
        if static.attack_cost
        and attacked.intersection(
            players_meant(state, static.player, permanent.controller, permanent.chosen, permanent.chosen)
        )
    )


def requirements(state: State, permanent: Permanent, driving: tuple[tuple[Permanent, str], ...] = ()) -> int:
    """How many effects say now that a creature attacks if able; ``driving`` are permanents with ``others_attack``.

    Those that speak of the turn bind in each combat of it, or only until the creature has attacked once, as the
    edition says (508.1d; I-71).
    """
    (reading,) = state.game.edition.choices["attack_requirement"]
    words = (EACH_COMBAT,) if permanent.attacked and reading == "once_each_turn" else (EACH_TURN, EACH_COMBAT)
    others = sum(
        name == permanent.card.name and other.controller == permanent.controller and other.id != permanent.id
        for other, name in driving
    )
    return others + sum(_times(state, permanent, word) for word in words)


def _times(state: State, permanent: Permanent, word: str) -> int:
    """How many effects give a creature a keyword; none if it has lost it."""
    if not state.has(permanent, word):
        return 0
    given = sum(word in effect.keywords for effect in state.lasting if effect.affects == permanent.id)
    return given + (word in permanent.card.keywords)


Attacks = tuple[tuple[int, int, int | None], ...]
"""Attackers, each with the defending player, and with the planeswalker or battle that it attacks, if it does."""


def attacks_of(state: State, decision: DeclareAttackers, action: Attack) -> Attacks:
    """The attackers of a declaration in the order in which they came to the battlefield, each with what it attacks."""
    whom = action.defenders or decision.defenders[:1] * len(action.attackers)
    attacked = dict(action.attacked)
    pairs = sorted(zip(action.attackers, whom, strict=True))
    return tuple((id, _defends(state, attacked.get(id), seat), attacked.get(id)) for id, seat in pairs)


def _defends(state: State, attacked: int | None, seat: int) -> int:
    permanent = state.permanent(attacked)
    return seat if permanent is None else defender_of(state, permanent)


def total_costs(state: State, attacks: Attacks) -> dict[int, int]:
    """What a whole attack costs in mana, by the controllers of the attackers: of a team several may have to pay.

    What attacking a player costs, attacking a planeswalker or battle does not.
    """
    costs: dict[int, int] = {}
    prices = {seat: attack_cost(state, seat) for seat in {seat for _, seat, _ in attacks}}
    for id, seat, attacked in attacks:
        permanent, cost = state.permanent(id), prices[seat] if attacked is None else 0
        if permanent is not None and cost:
            costs[permanent.controller] = costs.get(permanent.controller, 0) + cost
    return costs


def why_not_attack(state: State, decision: DeclareAttackers, action: Attack) -> str:
    """Why creatures cannot attack so, or an empty text; the rule is in it. What it costs is not looked at."""
    number = state.edition.number
    if len(set(action.attackers)) != len(action.attackers):
        return "a creature is named twice"
    candidates = frozenset(decision.candidates)
    for id in action.attackers:
        if id not in candidates:
            return f"{_named(state, (id,))} cannot attack now ({number(forbids(state, id))})"
    if action.defenders and len(action.defenders) != len(action.attackers):
        counted = f"{len(action.attackers)} attackers and {len(action.defenders)} players"
        return f"each creature attacks one player; there are {counted} ({number('attack_whom')})"
    for seat in action.defenders:
        if seat not in decision.defenders:
            who = state.name(seat) if 0 <= seat < len(state.players) else "no such player"
            return f"{who} cannot be attacked now ({number('attack_whom')})"
    ones = [id for id, _ in action.attacked]
    for id, attacked in action.attacked:
        if id not in action.attackers or ones.count(id) > 1 or attacked not in decision.attackable:
            return f"{_named(state, (attacked,))} cannot be attacked so ({number('attack_whom')})"
    again = _attacked_before(state, attacks_of(state, decision, action))
    return again or _broken(state, action.attackers) or _not_met(state, decision, action.attackers)


def _attacked_before(state: State, attacks: Attacks) -> str:
    """Which creature has attacked a player before whom it can't attack twice, if any has."""
    for id, seat, one in attacks:
        if one is None and not may_attack(state, state.permanent(id), seat):
            has = f"{_named(state, (id,))} has attacked {state.name(seat)} this turn"
            return f"{has} and can't again ({state.edition.number('attack_restriction')})"
    return ""


def forbids(state: State, id: int) -> str:
    """The topic of what keeps a permanent from attacking."""
    permanent = state.permanent(id)
    forbidden = permanent is not None and any(state.has(permanent, word) for word in NEVER)
    return "attack_restriction" if forbidden else "attack_eligible"


def _broken(state: State, attackers: tuple[int, ...]) -> str:
    """Which restriction on the whole attack is broken (500.2, 508.1c)."""
    most, rule = _most(state), state.edition.number("attack_restriction")
    if most is not None and len(attackers) > most:
        return f"no more than {most} can attack ({rule})"
    if len(attackers) == 1 and _has(state, attackers[0], ALONE):
        return f"{_named(state, attackers)} can't attack alone ({rule})"
    return ""


def _not_met(state: State, decision: DeclareAttackers, attackers: tuple[int, ...]) -> str:
    """Which creatures would have to attack, so that as many requirements are met as can be (500.4, 508.1d)."""
    weights = _weights(state, decision)
    best = required(state, decision)
    if _met(weights, attackers) >= _met(weights, best):
        return ""
    missing = tuple(id for id in best if id not in attackers)
    return f"{_named(state, missing)} must attack, being able to ({state.edition.number('attack_requirement')})"


def required(state: State, decision: DeclareAttackers) -> tuple[int, ...]:
    """A smallest set of attackers that meets as many requirements as can be met at no cost.

    Without a restriction these are all that have a requirement. ``most_attackers`` leaves those with the most of
    them; of a single one that can't attack alone, a further creature has to go with it, or, in editions that do
    not think of creatures without a requirement of their own (500.5), nobody has to.
    """
    weights = _weights(state, decision)
    if not weights or not (decision.attackable or free_defenders(state, decision)):
        return ()
    wanting = sorted(weights, key=weights.__getitem__, reverse=True)
    most = _most(state)
    best = tuple(wanting if most is None else wanting[:most])
    if len(best) != 1 or not _has(state, best[0], ALONE):
        return tuple(sorted(best))
    if most != 1 and state.game.edition.choices["requirement_others"] == ("any",):
        others = tuple(id for id in decision.candidates if id not in best)
        if others:
            return tuple(sorted((*best, others[0])))
    return tuple(id for id in wanting if not _has(state, id, ALONE))[:1]


def _met(weights: Mapping[int, int], attackers: Iterable[int]) -> int:
    """How many requirements a set of attackers meets."""
    return sum(weights.get(id, 0) for id in attackers)


def free_defenders(state: State, decision: DeclareAttackers) -> tuple[int, ...]:
    """The players whom attacking costs nothing: nobody must pay to meet a requirement (500.2, 508.1d)."""
    return tuple(seat for seat in decision.defenders if not attack_cost(state, seat))


def least_attack(state: State, decision: DeclareAttackers) -> Attack:
    """The attack of a player who attacks no more than he has to."""
    ids, free = required(state, decision), free_defenders(state, decision)
    seats = {id: next((s for s in free if may_attack(state, state.permanent(id), s)), None) for id in ids}
    attacked = tuple((id, decision.attackable[0]) for id, seat in seats.items() if seat is None)
    whom = tuple(decision.defenders[0] if seat is None else seat for seat in seats.values())
    return Attack(decision.player, ids, whom if len(decision.defenders) > 1 else (), attacked=attacked)


def legal_attacks(state: State, decision: DeclareAttackers, budget: int) -> Iterator[Attack]:
    """All attacks, small ones first, that are legal and cost no more than a budget."""
    weights, best, most = _weights(state, decision), required(state, decision), _most(state)
    needed = _met(weights, best)
    base = best if needed == sum(weights.values()) else ()
    base = tuple(id for id in base if id in weights)
    rest = tuple(id for id in decision.candidates if id not in base)
    prices: dict[Target, int] = {(seat, None): attack_cost(state, seat) for seat in decision.defenders}
    prices |= {(_defends(state, id, 0), id): 0 for id in decision.attackable}
    for size in range(len(rest) + 1):
        count = len(base) + size
        if (most is not None and count > most) or count * min(prices.values(), default=0) > budget:
            return
        for chosen in combinations(rest, size):
            ids = tuple(sorted((*base, *chosen)))
            if _met(weights, ids) >= needed and not _broken(state, ids):
                for whom in _shared_out(count, prices, budget):
                    pairs = zip(ids, whom, strict=True)
                    if not all(one or may_attack(state, state.permanent(id), seat) for id, (seat, one) in pairs):
                        continue
                    seats = tuple(seat for seat, _ in whom) if len(decision.defenders) > 1 else ()
                    attacked = tuple((id, one) for id, (_, one) in zip(ids, whom, strict=True) if one is not None)
                    yield Attack(decision.player, ids, seats, attacked=attacked)


Target = tuple[int, int | None]
"""What a creature attacks: a defending player, or a planeswalker or battle of theirs."""


def _shared_out(count: int, prices: Mapping[Target, int], budget: int) -> Iterator[tuple[Target, ...]]:
    """All ways in which so many creatures attack for no more than a budget."""
    if not count:
        yield ()
    elif count * min(prices.values(), default=0) <= budget:
        for target, price in prices.items():
            for others in _shared_out(count - 1, prices, budget - price):
                yield (target, *others)


def _weights(state: State, decision: DeclareAttackers) -> dict[int, int]:
    """The candidates that have requirements, and how many each."""
    candidates, free = frozenset(decision.candidates), free_defenders(state, decision)
    driving = tuple((other, static.others_attack) for other, static in _statics(state) if static.others_attack)
    counted = {
        p.id: requirements(state, p, driving)
        for p in state.permanents()
        if p.id in candidates
        and (decision.attackable or not p.whom or any(may_attack(state, p, seat) for seat in free))
    }
    return {id: count for id, count in counted.items() if count}


def _most(state: State) -> int | None:
    """How many creatures can attack in a combat, if an effect limits that."""
    limits = [static.most_attackers for _, static in _statics(state) if static.most_attackers is not None]
    return min(limits, default=None)


def _statics(state: State) -> Iterator[tuple[Permanent, Static]]:
    return ((permanent, static) for permanent in state.permanents() for static in permanent.card.static)


def _has(state: State, id: int, word: str) -> bool:
    permanent = state.permanent(id)
    return permanent is not None and state.has(permanent, word)


def _named(state: State, ids: tuple[int, ...]) -> str:
    found = [state.permanent(id) for id in ids]
    return listed(p.card.name if p else "what is not on the battlefield" for p in found)
