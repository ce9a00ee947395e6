"""The order of cards that come to a graveyard or library together, chosen by their owner (217.4c, 401.4, 404.3)."""

from __future__ import annotations

from collections.abc import Iterator

from ..objects.cards.arranging import arrange
from ..state.decision import ArrangeCards, Order
from ..state.event import Log
from ..state.refusal import Refusal
from ..state.state import State, replace
from .kind import DecisionKind
from .orders import as_listed, orders, why_no_order


def why_not(_: State, decision: ArrangeCards, action: Order) -> Refusal | None:
    """Why this order of cards is illegal, or None."""
    return why_no_order(action, len(decision.names))


def answers(_: State, decision: ArrangeCards) -> Iterator[Order]:
    """All orders of the cards."""
    return orders(decision.player, len(decision.names))


def answer(state: State, log: Log, decision: ArrangeCards, action: Order) -> State:
    """Arranges the cards; the first one is the lowest."""
    return arrange(replace(state, decision=None), log, decision, action.order)


def default(_: State, decision: ArrangeCards) -> Order:
    """The cards stay in the order in which they came."""
    return as_listed(decision.player, len(decision.names))


KIND = DecisionKind(ArrangeCards, (Order,), why_not, answers, answer, default)
