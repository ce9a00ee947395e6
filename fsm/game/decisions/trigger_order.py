"""The order of triggered abilities on the stack, chosen by a player for themselves or their team (410.3, 603.3b)."""

from __future__ import annotations

from collections.abc import Iterator

from ..priority.stacking import put_on_stack
from ..state.decision import Order, OrderTriggers
from ..state.event import Log
from ..state.refusal import Refusal
from ..state.state import State, replace
from .kind import DecisionKind
from .orders import as_listed, orders, why_no_order


def why_not(_: State, decision: OrderTriggers, action: Order) -> Refusal | None:
    """Why this order of triggers is illegal, or None."""
    return why_no_order(action, len(decision.names))


def answers(_: State, decision: OrderTriggers) -> Iterator[Order]:
    """All orders of the triggers."""
    return orders(decision.player, len(decision.names))


def answer(state: State, log: Log, _: OrderTriggers, action: Order) -> State:
    """Puts the abilities on the stack; the first one is the lowest."""
    own = [waiting for waiting in state.waiting if waiting.controller in state.team(action.player)]
    return put_on_stack(replace(state, decision=None), log, tuple(own[n] for n in action.order))


def default(_: State, decision: OrderTriggers) -> Order:
    """The abilities go on the stack in the order in which they triggered."""
    return as_listed(decision.player, len(decision.names))


KIND = DecisionKind(OrderTriggers, (Order,), why_not, answers, answer, default)
