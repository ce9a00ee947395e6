"""Cards that are cast again from exile: by rebound (702.88), and once they are suspended (502.59, later 702.61)."""

from __future__ import annotations

from typing import Any

from ....cards.abilities import Instead
from ....cards.card import Card
from ....cards.vocabulary import Delayed, Effect, Effects, May
from ...state.event import Log
from ...state.piles.pile import CardId
from ...state.state import StackObject, State, replace
from ..cards.replacing import Redirect, Redirects
from .delayed import create


class CastAgain(Effect, frozen=True):
    """Casts a card of its controller from exile, where nothing more is to be paid; cards do not name it.

    ``suspended``: it was suspended, and has haste if it is a creature. ``paid`` is the mana that has been paid.
    """

    card: Card
    suspended: bool = False
    paid: int = 0


class IfCastable(Effect, frozen=True):
    """Effects that cast a card, if it can be cast now, and ``otherwise`` others; cards do not name it."""

    card: Card
    do: Effects
    otherwise: Effects = ()


def rebounding(spell: StackObject) -> Redirects:
    """The replacement effect of a spell with rebound, which is exiled as it resolves."""
    has = spell.card is not None and spell.card.rebound and not (spell.copy or spell.again)
    return (Redirect((0, spell.id), "rebound", spell.controller, None, Instead(), spell.id),) if has else ()


def rebound(state: State, log: Log, card: Card, source: StackObject, exiled: CardId) -> State:
    """A spell that was exiled by its rebound may be cast again in its controller's next upkeep."""
    again: Any = IfCastable(card, (May((CastAgain(card),)),))  # type: ignore[arg-type]
    return create(state, log, Delayed("upkeep", (again,), "you"), replace(source, those=(exiled,)))


class TimeCounter(Effect, frozen=True):
    """Removes a time counter from a suspended card, which has so many; cards do not name this effect."""

    card: Card
    counters: int


def suspended(state: State, log: Log, card: Card, seat: int, id: CardId, counters: int) -> State:
    """A card with time counters loses one at the beginning of its owner's next upkeep."""
    source = StackObject(0, "ability", card.name, seat, those=(id,))
    again: Effects = (TimeCounter(card, counters),)  # type: ignore[assignment]
    return create(state, log, Delayed("upkeep", again, "you"), source, needs=True)
