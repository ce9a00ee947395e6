"""Rebound: a spell that is exiled as it resolves, and cast again in the next upkeep (702.88)."""

from __future__ import annotations

from typing import Any

from ...cards.card import Card
from ...cards.effect import Effect, Effects, May
from ...cards.vocabulary import Delayed
from ..state.event import Log
from ..state.state import StackObject, State, replace
from .cards import newest, put_card, unless_named
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


def rebound(state: State, log: Log, card: Card, seat: int, source: StackObject) -> State:
    """A spell that rebounds is exiled as it resolves, and may be cast again in its controller's next upkeep."""
    state = put_card(state, log, seat, card.name, "exile", "resolve", card=unless_named(state, card))
    again: Any = IfCastable(card, (May((CastAgain(card),)),))  # type: ignore[arg-type]
    source = replace(source, those=(newest(state, seat, "exile"),))
    return create(state, log, Delayed("upkeep", (again,), "you"), source)
