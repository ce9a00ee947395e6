"""The declaration of attackers: legal attacks with their payments, and what a declaration does.

cr2006 308.2, cr2011 and cr2026 508.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....edition import obeys
from ...combat import attacking, declaring
from ...combat.attacking import attacks_of, least_attack, may_attack, most_attackers, room_for, too_many_at
from ...combat.banding import bandings
from ...combat.costs import (
    Attacks,
    optional_choices,
    optional_paid,
    own_price,
    prices,
    total_costs,
    why_not_optional,
)
from ...combat.declaring import AskAttackers
from ...state.decision import Attack, DeclareAttackers
from ...state.event import Log
from ...state.players.who import defenders
from ...state.refusal import Refusal, not_here, refuse
from ...state.state import State, replace
from ..costs.combat import most_to_pay, ways_to_pay, why_unpaid
from ..costs.purchases import PURCHASES, Paying, Purchase, begun, pay_for, short_of
from ..kind import DecisionKind, asked_again
from ..listing import subsets, within_budget

Target = tuple[int, int | None]
"""What a creature attacks: a defending player, or a planeswalker or battle of theirs."""


def why_not(state: State, decision: DeclareAttackers, action: Attack) -> Refusal | None:
    """Why this attack is illegal, or None; its cost is paid on a trial basis (508.1a-508.1j)."""
    refusal = attacking.why_not_attack(state, decision, action) or why_not_optional(state, action)
    if refusal is not None:
        return refusal
    attacks = attacks_of(state, decision, action)
    costs = total_costs(state, attacks, action.optional)
    return why_unpaid(_tapped(state, None, attacks) if costs else state, action, costs)


def answer(state: State, log: Log, decision: DeclareAttackers, action: Attack) -> State:
    """Declares attackers in the order of the rule (308.2, 508.1).

    They are chosen, become tapped, what they cost is added up, mana is made for it and paid, and they attack. If the
    turn ends on the way, or the player leaves, nothing attacks.
    """
    attacks = attacks_of(state, decision, action)
    costs = total_costs(state, attacks, action.optional)
    tapped = _tapped(state, log, attacks)
    return pay_for(tapped, state, action, costs) if costs else _attack_with(tapped, log, action, attacks)


def _attack_with(state: State, log: Log, action: Attack, attacks: Attacks) -> State:
    return declaring.attack(optional_paid(state, log, action.optional), log, attacks, action.bands)


def _is_paid(state: State, log: Log, now: Paying) -> State:
    """The creatures attack what they were declared to attack."""
    before = begun(state, now)
    assert isinstance(before.decision, DeclareAttackers)  # noqa: S101  # the attack answers it
    return _attack_with(state, log, now.action, attacks_of(before, before.decision, now.action))


PURCHASES[Attack] = Purchase(
    "attack_mana", short_of, _is_paid, word="attack", pays="attack_pay", costs="attack_cost attack_pay"
)


def _tapped(state: State, log: Log, attacks: Attacks) -> State:
    return declaring.tap_attackers(replace(state, decision=None), log, tuple(id for id, _, _ in attacks))


def answers(state: State, decision: DeclareAttackers) -> Iterator[Attack]:
    """All legal attacks, small ones first, each with every way to band and to pay for it."""
    for action in _attacks(state, decision, most_to_pay(state, decision.player)):
        attacks = attacks_of(state, decision, action)
        for optional in optional_choices(state, action.attackers):
            costs = total_costs(state, attacks, optional)
            tapped = _tapped(state, None, attacks) if costs else state
            for bands in bandings(state, attacks):
                whole = replace(action, bands=bands, optional=optional) if bands or optional else action
                yield from ways_to_pay(tapped, whole, costs) if costs else (whole,)


def _attacks(state: State, decision: DeclareAttackers, budget: int) -> Iterator[Attack]:
    """All legal attacks within a budget, small ones first."""
    weights, targets = attacking.requirement_weights(state, decision), _targets(state, decision)
    needed = attacking.requirements_met(weights, attacking.required(state, decision))
    ids = sorted(targets)
    weighed = [weights.get(id, 0) for id in ids]
    cheapest = sorted(min(own.values()) for own in targets.values())
    most, limited = most_attackers(state), bool(room_for(state, decision.defenders))
    for size in range((len(ids) if most is None else min(most, len(ids))) + 1):
        if sum(cheapest[:size]) > budget:
            return
        for chosen in subsets(weighed, size, needed):
            attackers = tuple(ids[at] for at in chosen)
            if attacking.broken_restriction(state, attackers) is None:
                for whom in within_budget([targets[id] for id in attackers], budget):
                    attacks = tuple((id, *target) for id, target in zip(attackers, whom, strict=True))
                    if not (limited and too_many_at(state, attacks)):
                        yield _attack(decision, attackers, whom)


def _targets(state: State, decision: DeclareAttackers) -> dict[int, dict[Target, int]]:
    """What each creature may attack, and for how much mana; other creatures are left out."""
    asking = prices(state, decision.defenders)
    asked: dict[Target, int] = {(seat, None): sum(one.attack_cost for one in asking[seat]) for seat in asking}
    asked |= {(attacking.defends(state, id, 0), id): 0 for id in decision.attackable}
    found: dict[int, dict[Target, int]] = {}
    for id in decision.candidates:
        permanent = state.permanent(id)
        own = sum(s.attack_cost for s in own_price(permanent)) if permanent is not None else 0
        found[id] = {
            (seat, one): price + own
            for (seat, one), price in asked.items()
            if one is not None or may_attack(state, permanent, seat)
        }
    return {id: targets for id, targets in found.items() if targets}


def _attack(decision: DeclareAttackers, attackers: tuple[int, ...], whom: tuple[Target, ...]) -> Attack:
    seats = tuple(seat for seat, _ in whom) if len(decision.defenders) > 1 else ()
    attacked = tuple((id, one) for id, (_, one) in zip(attackers, whom, strict=True) if one is not None)
    return Attack(decision.player, attackers, seats, attacked=attacked)


@obeys("declare_attackers", "attack_whom")
def why_unasked(state: State, seat: int, ids: tuple[int, ...]) -> Refusal:
    """Why a player who is not asked cannot declare these attackers now.

    A player is asked if one of their creatures could attack (cr2006 308.2a, later 508.1a).
    """
    if state.at.node.kind != "declare_attackers":
        return not_here(state, "declare_attackers", "attackers")
    if not state.is_active(seat):
        why = f"{state.name(seat)} is not the active player, who declares attackers"
        return refuse(state, why, "declare_attackers")
    able = frozenset(attacking.attack_candidates(state))
    for id in ids:
        if id not in able:
            return attacking.no_attacker(state, id)
    if not defenders(state):
        return refuse(state, "nobody can be attacked now", "attack_whom")
    return refuse(state, "attackers have been declared already", "declare_attackers")


AGAIN = asked_again(lambda _: AskAttackers())
KIND = DecisionKind(DeclareAttackers, (Attack,), why_not, answers, answer, least_attack, AGAIN)
