"""Discards: a number of cards from a hand (314.1, 514.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...edition import obeys
from ..objects.players.discarding import chosen_with_others
from ..objects.players.drawing import discard
from ..state.decision import ChooseDiscards, DiscardCards
from ..state.event import Log
from ..state.refusal import Refusal
from ..state.state import State, replace
from .kind import DecisionKind
from .listing import divisions


def why_not(state: State, decision: ChooseDiscards, action: DiscardCards) -> Refusal | None:
    """Why these cards cannot be discarded, or None."""
    if len(action.cards) != decision.count:
        return Refusal(f"{decision.count} cards are to be discarded, not {len(action.cards)}")
    left = Counter(decision.hand)
    for card in action.cards:
        if not left[card]:
            return Refusal(f"{state.name(action.player)} has no {card} (any more) to discard")
        left[card] -= 1
    return None


def answers(_: State, decision: ChooseDiscards) -> Iterator[DiscardCards]:
    """All sets of cards, each once even if cards have the same name; the first cards of the hand come first."""
    held = Counter(decision.hand)
    kept = divisions(len(decision.hand) - decision.count, (0,) * len(held), tuple(held.values()))
    for keeping in kept:
        cards = Counter({name: held[name] - left for name, left in zip(held, keeping, strict=True)})
        yield DiscardCards(decision.player, tuple(sorted(cards.elements())))


@obeys("discard")
def answer(state: State, log: Log, _: ChooseDiscards, action: DiscardCards) -> State:
    """Discards the cards, in the order in which they are named, in the cleanup step; else ``Discarding`` goes on."""
    seat, cards = action.player, action.cards
    together = chosen_with_others(state, seat, cards)
    return discard(replace(state, decision=None), log, seat, cards, "discard") if together is None else together


def default(_: State, decision: ChooseDiscards) -> DiscardCards:
    """The last cards of the hand are discarded."""
    return DiscardCards(decision.player, decision.hand[-decision.count :])


KIND = DecisionKind(ChooseDiscards, (DiscardCards,), why_not, answers, answer, default)
