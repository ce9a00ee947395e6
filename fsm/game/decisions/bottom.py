"""After a mulligan, cards of the new hand go to the bottom of the library, in any order (cr2026 103.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..flow.opening import put_on_bottom
from ..state.decision import ChooseBottom, Order
from ..state.event import Log
from ..state.refusal import Refusal
from ..state.state import State, replace
from .kind import DecisionKind
from .listing import sequences


def why_not(_: State, decision: ChooseBottom, action: Order) -> Refusal | None:
    """Why these cards cannot go to the bottom, or None."""
    if len(action.order) != decision.count:
        return Refusal(f"{decision.count} cards go to the bottom of the library, not {len(action.order)}")
    if len(set(action.order)) < decision.count or not set(action.order) <= set(range(len(decision.hand))):
        return Refusal(f"each is another one of the {len(decision.hand)} cards of the hand, numbered from 0")
    return None


def answers(_: State, decision: ChooseBottom) -> Iterator[Order]:
    """All choices and orders of the cards, each once even if cards have the same name."""
    hand = decision.hand

    def following(parts: Sequence[int]) -> Iterator[int]:
        free = {hand[at]: at for at in reversed(range(len(hand))) if at not in parts}
        return iter(sorted(free.values()))

    return (Order(decision.player, order) for order in sequences(decision.count, following))


def answer(state: State, log: Log, decision: ChooseBottom, action: Order) -> State:
    """Puts the cards there, the first one lowest."""
    cards = [decision.hand[at] for at in action.order]
    return put_on_bottom(replace(state, decision=None), log, action.player, cards)


def default(_: State, decision: ChooseBottom) -> Order:
    """The last cards of the hand go to the bottom."""
    cards = len(decision.hand)
    return Order(decision.player, tuple(range(cards - decision.count, cards)))


KIND = DecisionKind(ChooseBottom, (Order,), why_not, answers, answer, default)
