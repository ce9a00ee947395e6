"""Defaults: what players do where the script of a scenario is silent.

A player with no scripted action passes, attacks only with creatures that have to, and does not block. They take
the first of several options, decline what is optional, untap everything, and put triggers on the stack in the order in
which they triggered. Damage goes to the first blocker that is not dealt lethal damage yet, and the last cards of a hand
are discarded.
"""

from __future__ import annotations

from ..game import Action, State
from ..game.combat.attacking import least_attack
from ..game.state.decision import (
    Assign,
    AssignDamage,
    Block,
    Choose,
    ChooseDiscards,
    ChooseSkip,
    ChooseUntap,
    DeclareAttackers,
    DeclareBlockers,
    DiscardCards,
    KeepTapped,
    Order,
    OrderBlockers,
    OrderTriggers,
    Pass,
    Priority,
)


def default_action(state: State) -> Action:
    """What a player without a scripted action does."""
    decision = state.decision
    assert decision is not None  # noqa: S101  # a state without outcome waits for a decision
    seat = decision.player
    match decision:
        case Priority():
            return Pass(seat)
        case DeclareAttackers():
            return least_attack(state, decision)
        case DeclareBlockers():
            return Block(seat)
        case OrderTriggers():
            return Order(seat, tuple(range(len(decision.names))))
        case OrderBlockers():
            return Order(seat, tuple(range(len(decision.blockers))))
        case ChooseDiscards():
            return DiscardCards(seat, decision.hand[-decision.count :])
        case AssignDamage():
            return Assign(seat, _lethal_first(state, decision))
        case ChooseUntap():
            return KeepTapped(seat)
    if isinstance(decision, ChooseSkip) and decision.may_decline:
        return Choose(seat, len(decision.effects))
    return Choose(seat, 0)


def _lethal_first(state: State, decision: AssignDamage) -> tuple[int, ...]:
    left, amounts = decision.amount, []
    for id in decision.recipients:
        permanent = state.permanent(id)
        lethal = max(0, state.toughness(permanent) - permanent.damage) if permanent else 0
        amounts.append(min(left, lethal))
        left -= amounts[-1]
    amounts[-1] += left
    return tuple(amounts)
