"""Decisions about several cards or permanents: discards, the bottom of a library, what stays tapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from ...edition import obeys
from ..flow.opening import put_on_bottom
from ..flow.turn_actions import untap_but
from ..objects.players.discarding import chosen_with_others
from ..objects.players.drawing import discard
from ..state.decision import ChooseBottom, ChooseDiscards, ChooseUntap, DiscardCards, KeepTapped, Order
from ..state.event import Log
from ..state.refusal import Refusal, named, refuse
from ..state.state import State, replace
from .kind import DecisionKind
from .listing import divisions, sequences


def _why_not_discards(state: State, decision: ChooseDiscards, action: DiscardCards) -> Refusal | None:
    """Why these cards cannot be discarded, or None."""
    if len(action.cards) != decision.count:
        return Refusal(f"{decision.count} cards are to be discarded, not {len(action.cards)}")
    left = Counter(decision.hand)
    for card in action.cards:
        if not left[card]:
            return Refusal(f"{state.name(action.player)} has no {card} (any more) to discard")
        left[card] -= 1
    return None


def _answers_discards(_: State, decision: ChooseDiscards) -> Iterator[DiscardCards]:
    """All sets of cards, each once even if cards have the same name; the first cards of the hand come first."""
    held = Counter(decision.hand)
    kept = divisions(len(decision.hand) - decision.count, (0,) * len(held), tuple(held.values()))
    for keeping in kept:
        cards = Counter({name: held[name] - left for name, left in zip(held, keeping, strict=True)})
        yield DiscardCards(decision.player, tuple(sorted(cards.elements())))


@obeys("discard")
def _answer_discards(state: State, log: Log, _: ChooseDiscards, action: DiscardCards) -> State:
    """Discards the cards, in the order in which they are named, in the cleanup step; else ``Discarding`` goes on."""
    seat, cards = action.player, action.cards
    together = chosen_with_others(state, seat, cards)
    return discard(replace(state, decision=None), log, seat, cards, "discard") if together is None else together


def _default_discards(_: State, decision: ChooseDiscards) -> DiscardCards:
    """The last cards of the hand are discarded."""
    return DiscardCards(decision.player, decision.hand[-decision.count :])


DISCARDS = DecisionKind(
    ChooseDiscards, (DiscardCards,), _why_not_discards, _answers_discards, _answer_discards, _default_discards
)
"""Discards: a number of cards from a hand (314.1, 514.1)."""


def _why_not_bottom(_: State, decision: ChooseBottom, action: Order) -> Refusal | None:
    """Why these cards cannot go to the bottom, or None."""
    if len(action.order) != decision.count:
        return Refusal(f"{decision.count} cards go to the bottom of the library, not {len(action.order)}")
    if len(set(action.order)) < decision.count or not set(action.order) <= set(range(len(decision.hand))):
        return Refusal(f"each is another one of the {len(decision.hand)} cards of the hand, numbered from 0")
    return None


def _answers_bottom(_: State, decision: ChooseBottom) -> Iterator[Order]:
    """All choices and orders of the cards, each once even if cards have the same name."""
    hand = decision.hand

    def following(parts: Sequence[int]) -> Iterator[int]:
        free = {hand[at]: at for at in reversed(range(len(hand))) if at not in parts}
        return iter(sorted(free.values()))

    return (Order(decision.player, order) for order in sequences(decision.count, following))


def _answer_bottom(state: State, log: Log, decision: ChooseBottom, action: Order) -> State:
    """Puts the cards there, the first one lowest."""
    cards = [decision.hand[at] for at in action.order]
    return put_on_bottom(replace(state, decision=None), log, action.player, cards)


def _default_bottom(_: State, decision: ChooseBottom) -> Order:
    """The last cards of the hand go to the bottom."""
    cards = len(decision.hand)
    return Order(decision.player, tuple(range(cards - decision.count, cards)))


BOTTOM = DecisionKind(ChooseBottom, (Order,), _why_not_bottom, _answers_bottom, _answer_bottom, _default_bottom)
"""After a mulligan, cards of the new hand go to the bottom of the library, in any order (cr2026 103.5)."""


@obeys("untap")
def _why_not_untaps(state: State, decision: ChooseUntap, action: KeepTapped) -> Refusal | None:
    """Why these permanents cannot stay tapped, or None."""
    if len(set(action.permanents)) != len(action.permanents):
        return Refusal("a permanent is named twice")
    for id in action.permanents:
        if id not in decision.permanents:
            return refuse(state, f"{named(state, id)} has to untap", "untap")
    return None


def _answers_untaps(_: State, decision: ChooseUntap) -> Iterator[KeepTapped]:
    """All sets of permanents that may stay tapped, small ones first."""
    for size in range(len(decision.permanents) + 1):
        for kept in combinations(decision.permanents, size):
            yield KeepTapped(decision.player, kept)


def _answer_untaps(state: State, log: Log, _: ChooseUntap, action: KeepTapped) -> State:
    """All other permanents untap, at once."""
    return untap_but(replace(state, decision=None), log, action.permanents)


def _default_untaps(_: State, decision: ChooseUntap) -> KeepTapped:
    """All permanents untap."""
    return KeepTapped(decision.player)


UNTAPS = DecisionKind(ChooseUntap, (KeepTapped,), _why_not_untaps, _answers_untaps, _answer_untaps, _default_untaps)
"""Permanents that need not untap stay tapped or untap (302.2, 502.2, cr2026 502.3)."""
