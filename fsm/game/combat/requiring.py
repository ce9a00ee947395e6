"""Which attacks are required: as many requirements as possible are met for nothing (cr2006 500, later 508.1d)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ...edition import obeys
from ..state.attackers import EACH_COMBAT, EACH_TURN
from ..state.decision import Attack, DeclareAttackers
from ..state.refusal import Refusal, named, refuse
from ..state.state import Permanent, State
from .costs import own_price, prices, statics
from .room import may_attack, most_attackers, placed, room_for, side_of

ALONE = "can't attack alone"


def requirements(state: State, permanent: Permanent, driving: tuple[tuple[Permanent, str], ...] = ()) -> int:
    """The number of effects by which a creature attacks if able; ``driving`` are permanents with ``others_attack``.

    Those that speak of the turn bind in each combat of it, or only until the creature has attacked once, as the
    edition says (508.1d; I-71).
    """
    (reading,) = state.game.edition.choices["attack_requirement"]
    words = (EACH_COMBAT,) if permanent.attacked and reading == "once_each_turn" else (EACH_TURN, EACH_COMBAT)
    others = sum(
        other.controller == permanent.controller and other.id != permanent.id and state.is_a(permanent, kind)
        for other, kind in driving
    )
    return others + sum(keywords_given(state, permanent, word) for word in words)


def keywords_given(state: State, permanent: Permanent, word: str) -> int:
    """The number of effects that give a creature a keyword; 0 if it has lost it."""
    if not state.has(permanent, word):
        return 0
    given = sum(word in effect.keywords for effect in state.lasting if effect.affects == permanent.id)
    return given + (word in permanent.card.keywords)


def requirement_counter(state: State) -> Callable[[Permanent], int]:
    """A function that counts the requirements of each creature now."""
    driving = _driving(state)
    return lambda permanent: requirements(state, permanent, driving)


def _driving(state: State) -> tuple[tuple[Permanent, str], ...]:
    return tuple((other, static.others_attack) for other, static in statics(state) if static.others_attack)


def requirement_weights(state: State, decision: DeclareAttackers) -> dict[int, int]:
    """The candidates that have requirements, and how many each; one that attacks at a cost meets them as well."""
    among = tuple(state.permanents()) if state.lasting or _driving(state) else state.index.urged
    if not among:
        return {}
    candidates, needed = frozenset(decision.candidates), requirement_counter(state)
    counted = {p.id: needed(p) for p in among if p.id in candidates}
    return {id: count for id, count in counted.items() if count}


def requirements_met(weights: Mapping[int, int], attackers: Iterable[int]) -> int:
    """The number of requirements that a set of attackers meets."""
    return sum(weights.get(id, 0) for id in attackers)


@obeys("attack_requirement")
def why_not_met(state: State, decision: DeclareAttackers, attackers: tuple[int, ...]) -> Refusal | None:
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
    them, and so does ``most_at_player`` of those that cannot attack somebody else instead. With a single one that
    can't attack alone a further creature has to go, or, in editions that do not think of creatures without a
    requirement of their own (500.5), nobody has to.
    """
    weights = requirement_weights(state, decision)
    free = free_attackers(state, decision) if weights else ()
    wanting = sorted((id for id in weights if id in free), key=weights.__getitem__, reverse=True)
    most = most_attackers(state)
    best = tuple(for_nothing(state, decision, wanting))[:most] if wanting else ()
    if len(best) != 1 or not has_word(state, best[0], ALONE):
        return tuple(sorted(best))
    if most != 1 and state.game.edition.choices["requirement_others"] == ("any",):
        others = (id for id in decision.candidates if id in free and id not in best)
        pairs = ((best[0], other) for other in others)
        pair = next((pair for pair in pairs if len(for_nothing(state, decision, pair)) == len(pair)), None)
        if pair is not None:
            return tuple(sorted(pair))
    return tuple(id for id in wanting if not has_word(state, id, ALONE) and for_nothing(state, decision, (id,)))[:1]


def for_nothing(state: State, decision: DeclareAttackers, ids: Sequence[int]) -> dict[int, int | None]:
    """Whom creatures attack for nothing, as many as find room, the first ones first; None: no player, a permanent."""
    free, room = free_defenders(state, decision), room_for(state, decision.defenders)
    seats = {id: [s for s in free if may_attack(state, state.permanent(id), s)] for id in ids}
    if room:
        sides = {id: tuple(dict.fromkeys(side_of(state, seat) for seat in own)) for id, own in seats.items()}
        there = placed(ids, sides, room)
        seats = {id: [seat for seat in own if side_of(state, seat) == there.get(id)] for id, own in seats.items()}
    found = {id: own[0] if own else None for id, own in seats.items()}
    return {id: seat for id, seat in found.items() if seat is not None or decision.attackable}


def free_defenders(state: State, decision: DeclareAttackers) -> tuple[int, ...]:
    """The players whom attacking costs nothing; no player has to pay to meet a requirement (500.2, 508.1d)."""
    return tuple(seat for seat, asking in prices(state, decision.defenders).items() if not asking)


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


def least_attack(state: State, decision: DeclareAttackers) -> Attack:
    """The smallest legal attack of a player."""
    ids = required(state, decision)
    seats = for_nothing(state, decision, ids)
    attacked = tuple((id, decision.attackable[0]) for id, seat in seats.items() if seat is None)
    whom = tuple(decision.defenders[0] if seat is None else seat for seat in seats.values())
    return Attack(decision.player, ids, whom if len(decision.defenders) > 1 else (), attacked=attacked)


def has_word(state: State, id: int, word: str) -> bool:
    """Whether there is such a permanent, with this keyword."""
    permanent = state.permanent(id)
    return permanent is not None and state.has(permanent, word)
