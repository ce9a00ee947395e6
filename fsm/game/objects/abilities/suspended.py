"""Suspended cards lose their time counters in their owner's upkeeps, and then are cast (502.59, later 702.61)."""

from __future__ import annotations

from ....cards.card import Card
from ....cards.vocabulary import Delayed, Effect, Effects
from ...state.event import Log
from ...state.piles.pile import CardId
from ...state.state import StackObject, State
from .delayed import create


class TimeCounter(Effect, frozen=True):
    """Removes a time counter from a suspended card, which has so many; cards do not name this effect."""

    card: Card
    counters: int


def suspended(state: State, log: Log, card: Card, seat: int, id: CardId, counters: int) -> State:
    """A card with time counters loses one at the beginning of its owner's next upkeep."""
    source = StackObject(0, "ability", card.name, seat, those=(id,))
    again: Effects = (TimeCounter(card, counters),)  # type: ignore[assignment]
    return create(state, log, Delayed("upkeep", again, "you"), source, needs=True)
