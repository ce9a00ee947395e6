"""Decisions of one order: of cards that came together, of triggered abilities, of creatures for combat damage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import TypeVar

from ..combat.damage_orders import OrderNext, set_order
from ..objects.cards.arranging import arrange
from ..priority.stacking import put_on_stack
from ..state.agenda import push
from ..state.decision import ArrangeCards, Decision, Order, OrderDamage, OrderTriggers
from ..state.event import Log
from ..state.refusal import Refusal
from ..state.state import State, replace
from .kind import DecisionKind, Departed, settled

D = TypeVar("D", bound=Decision)


def _order_of(
    decision: type[D],
    count: Callable[[D], int],
    answer: Callable[[State, Log, D, tuple[int, ...]], State],
    departed: Departed[D] = settled,
) -> DecisionKind[D, Order]:
    """The kind of a decision for an order of ``count`` objects; by default they stay as they are listed."""

    def why_not(_: State, decision: D, action: Order) -> Refusal | None:
        if sorted(action.order) == list(range(count(decision))):
            return None
        return Refusal(f"an order of {count(decision)} names each of 0 to {count(decision) - 1} once")

    def answers(_: State, decision: D) -> Iterator[Order]:
        return (Order(decision.player, order) for order in permutations(range(count(decision))))

    def in_order(state: State, log: Log, decision: D, action: Order) -> State:
        return answer(replace(state, decision=None), log, decision, action.order)

    def as_listed(_: State, decision: D) -> Order:
        return Order(decision.player, tuple(range(count(decision))))

    return DecisionKind(decision, (Order,), why_not, answers, in_order, as_listed, departed)


def _put_on_stack(state: State, log: Log, decision: OrderTriggers, order: tuple[int, ...]) -> State:
    """Puts the triggered abilities of a player, or of their team, on the stack; the first one is the lowest."""
    own = [waiting for waiting in state.waiting if waiting.controller in state.team(decision.player)]
    return put_on_stack(state, log, tuple(own[n] for n in order))


def _announce(state: State, log: Log, decision: OrderDamage, order: tuple[int, ...]) -> State:
    others = tuple(decision.others[n] for n in order)
    return set_order(state, log, decision.player, decision.creature, others)


def _order_the_others(state: State, before: State, decision: OrderDamage, seats: tuple[int, ...]) -> State:
    """The creatures that are left are put in order."""
    return push(replace(state, decision=None), OrderNext((decision.creature,)))


ARRANGEMENT = _order_of(ArrangeCards, lambda decision: len(decision.names), arrange)
"""The order of cards that come to a graveyard or library together, the lowest first (217.4c, 401.4, 404.3)."""

TRIGGER_ORDER = _order_of(OrderTriggers, lambda decision: len(decision.names), _put_on_stack)
"""The order of triggered abilities on the stack, as they triggered by default (410.3, 603.3b)."""

DAMAGE_ORDER = _order_of(OrderDamage, lambda decision: len(decision.others), _announce, _order_the_others)
"""The order of creatures for the damage of one that they block, or that blocks them (cr2011 509.2, 509.3)."""
