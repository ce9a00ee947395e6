"""The blockers of an attacker are put in order for damage (cr2011 509.2)."""

from __future__ import annotations

from collections.abc import Iterator

from ..combat.damage_orders import OrderNext, set_order
from ..state.agenda import push
from ..state.decision import Order, OrderBlockers
from ..state.event import Log
from ..state.refusal import Refusal
from ..state.state import State, replace
from .kind import DecisionKind
from .orders import as_listed, orders, why_no_order


def why_not(_: State, decision: OrderBlockers, action: Order) -> Refusal | None:
    """Why this order of blockers is illegal, or None."""
    return why_no_order(action, len(decision.blockers))


def answers(_: State, decision: OrderBlockers) -> Iterator[Order]:
    """All orders of the blockers."""
    return orders(decision.player, len(decision.blockers))


def answer(state: State, log: Log, decision: OrderBlockers, action: Order) -> State:
    """Announces the order."""
    blockers = tuple(decision.blockers[n] for n in action.order)
    return set_order(replace(state, decision=None), log, decision.attacker, blockers)


def default(_: State, decision: OrderBlockers) -> Order:
    """The blockers stay in the order in which they were declared."""
    return as_listed(decision.player, len(decision.blockers))


def departed(state: State, before: State, decision: OrderBlockers, seats: tuple[int, ...]) -> State:
    """The remaining blockers of this attacker are put in order."""
    return push(replace(state, decision=None), OrderNext((decision.attacker,)))


KIND = DecisionKind(OrderBlockers, (Order,), why_not, answers, answer, default, departed)
