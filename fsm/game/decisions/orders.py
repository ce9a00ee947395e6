"""Orders of objects, as positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from ..state.decision import Order
from ..state.refusal import Refusal


def why_no_order(action: Order, count: int) -> Refusal | None:
    """Why positions are not an order of ``count`` objects, or None."""
    if sorted(action.order) == list(range(count)):
        return None
    return Refusal(f"an order of {count} names each of 0 to {count - 1} once")


def orders(seat: int, count: int) -> Iterator[Order]:
    """All orders of ``count`` objects."""
    return (Order(seat, order) for order in permutations(range(count)))


def as_listed(seat: int, count: int) -> Order:
    """The order in which the objects were listed."""
    return Order(seat, tuple(range(count)))
