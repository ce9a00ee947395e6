"""The attackers that a creature blocks are put in order for its damage (cr2011 509.3)."""

from __future__ import annotations

from collections.abc import Iterator

from ..combat.damage_orders import AskAttackerOrders, set_attacker_order
from ..state.agenda import push
from ..state.decision import Order, OrderAttackers
from ..state.event import Log
from ..state.refusal import Refusal
from ..state.state import State, replace
from .kind import DecisionKind
from .orders import as_listed, orders, why_no_order


def why_not(_: State, decision: OrderAttackers, action: Order) -> Refusal | None:
    """Why this order of attackers is illegal, or None."""
    return why_no_order(action, len(decision.attackers))


def answers(_: State, decision: OrderAttackers) -> Iterator[Order]:
    """All orders of the attackers."""
    return orders(decision.player, len(decision.attackers))


def answer(state: State, log: Log, decision: OrderAttackers, action: Order) -> State:
    """Announces the order."""
    attackers = tuple(decision.attackers[n] for n in action.order)
    return set_attacker_order(replace(state, decision=None), log, decision.player, decision.blocker, attackers)


def default(_: State, decision: OrderAttackers) -> Order:
    """The attackers stay in the order in which the creature was declared to block them."""
    return as_listed(decision.player, len(decision.attackers))


def departed(state: State, before: State, decision: OrderAttackers, seats: tuple[int, ...]) -> State:
    """The remaining attackers that this creature blocks are put in order."""
    return push(replace(state, decision=None), AskAttackerOrders((decision.blocker,)))


KIND = DecisionKind(OrderAttackers, (Order,), why_not, answers, answer, default, departed)
