"""The division of combat damage: all of it; if they have an order, lethal damage first (310.2, 510.1c)."""

from __future__ import annotations

from collections.abc import Iterator

from ....edition import obeys
from ...combat.banding import BANDING, has_word
from ...combat.damage import AssignRest, assign
from ...state.attackers import NO_COMBAT
from ...state.decision import Assign, AssignDamage
from ...state.event import Log
from ...state.refusal import Refusal, refuse
from ...state.state import State, replace
from ..kind import DecisionKind
from ..listing import divisions


@obeys("assignment_checked", "assign_damage")
def why_not(state: State, decision: AssignDamage, action: Assign) -> Refusal | None:
    """Why this division of damage is illegal, or None."""
    if len(action.amounts) != len(decision.recipients) or any(n < 0 for n in action.amounts):
        return refuse(state, f"{len(decision.recipients)} amounts are needed, none below zero", "assign_damage")
    given = sum(action.amounts)
    if given != decision.amount:
        return refuse(state, f"{decision.amount} damage has to be divided, not {given}", "assign_damage")
    for amount, least in zip(action.amounts, _least(state, decision), strict=True):
        given -= amount
        if given and amount < least:
            why = "each creature is assigned lethal damage before the next is assigned any"
            return refuse(state, why, "assign_damage")
    return None


def _least(state: State, decision: AssignDamage) -> tuple[int, ...]:
    """The damage that a creature must get before later ones get any; 0 if they have no order, or banding frees it."""
    ordered = state.edition.choices["damage_order"] == ("announced",)
    if ordered and not any(has_word(state, id, BANDING) for id in decision.recipients):
        return tuple(_lethal(state, id) for id in decision.recipients)
    return (0,) * len(decision.recipients)


def _lethal(state: State, id: int) -> int:
    """The damage that still kills a creature, after what it has and what others are assigned to deal (510.1c)."""
    permanent, combat = state.permanent(id), state.combat or NO_COMBAT
    assigned = sum(dealt.amount for dealt in combat.pending if dealt.creature == id)
    return max(0, state.toughness(permanent) - permanent.damage - assigned) if permanent else 0


def answers(state: State, decision: AssignDamage) -> Iterator[Assign]:
    """All legal divisions, those with little damage to the first recipients first."""
    most = (decision.amount,) * len(decision.recipients)
    return (Assign(decision.player, amounts) for amounts in divisions(decision.amount, _least(state, decision), most))


def answer(state: State, _: Log, decision: AssignDamage, action: Assign) -> State:
    """Assigns the damage."""
    permanent, state = state.permanent(decision.source), replace(state, decision=None)
    for creature, amount in zip(decision.recipients, action.amounts, strict=True):
        state = state if permanent is None else assign(state, permanent, amount, creature=creature)
    return state


def default(state: State, decision: AssignDamage) -> Assign:
    """Lethal damage to each recipient in order, the rest to the last."""
    left, amounts = decision.amount, []
    for id in decision.recipients:
        amounts.append(min(left, _lethal(state, id)))
        left -= amounts[-1]
    amounts[-1] += left
    return Assign(decision.player, tuple(amounts))


def departed(state: State, before: State, decision: AssignDamage, seats: tuple[int, ...]) -> State:
    """The damage of this creature is assigned again."""
    state = replace(state, decision=None)
    match state.agenda:
        case (*below, AssignRest(divided=(*others, _))):
            return replace(state, agenda=(*below, AssignRest(tuple(others))))
    return state


KIND = DecisionKind(AssignDamage, (Assign,), why_not, answers, answer, default, departed)
