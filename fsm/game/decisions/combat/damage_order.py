"""Creatures are put in order for the damage of one that they block, or that blocks them (cr2011 509.2, 509.3)."""

from __future__ import annotations

from collections.abc import Iterator

from ...combat.damage_orders import OrderNext, set_order
from ...state.agenda import push
from ...state.decision import Order, OrderDamage
from ...state.event import Log
from ...state.refusal import Refusal
from ...state.state import State, replace
from ..kind import DecisionKind
from ..orders import as_listed, orders, why_no_order


def why_not(_: State, decision: OrderDamage, action: Order) -> Refusal | None:
    """Why this order is illegal, or None."""
    return why_no_order(action, len(decision.others))


def answers(_: State, decision: OrderDamage) -> Iterator[Order]:
    """All orders of the creatures."""
    return orders(decision.player, len(decision.others))


def answer(state: State, log: Log, decision: OrderDamage, action: Order) -> State:
    """Announces the order."""
    order = tuple(decision.others[n] for n in action.order)
    return set_order(replace(state, decision=None), log, decision.player, decision.creature, order)


def default(_: State, decision: OrderDamage) -> Order:
    """The creatures stay in the order in which they were declared."""
    return as_listed(decision.player, len(decision.others))


def departed(state: State, before: State, decision: OrderDamage, seats: tuple[int, ...]) -> State:
    """The creatures that are left are put in order."""
    return push(replace(state, decision=None), OrderNext((decision.creature,)))


KIND = DecisionKind(OrderDamage, (Order,), why_not, answers, answer, default, departed)
