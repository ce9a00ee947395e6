"""Rebound: a spell that is exiled as it resolves, and cast again in the next upkeep (702.88)."""

from __future__ import annotations

from ...cards.card import Card
from ...cards.effect import Effect, May
from ...cards.vocabulary import Delayed
from ..state.event import Log, emit
from ..state.pile import put
from ..state.state import StackObject, State, set_player
from .delayed import create


class CastAgain(Effect, frozen=True):
    """Casts a card of its controller from exile, without paying; only rebound uses it, cards do not name it."""

    card: Card


def rebound(state: State, log: Log, card: Card, seat: int, source: StackObject) -> State:
    """A spell that rebounds is exiled as it resolves, and may be cast again in its controller's next upkeep."""
    state = set_player(state, seat, exile=put(state.players[seat].exile, card.name))
    emit(log, "card.move", state, "resolve", seat, card=card.name, to="exile")
    again = May((CastAgain(card),))  # type: ignore[arg-type]
    return create(state, log, Delayed("upkeep", (again,), "you"), source)  # type: ignore[arg-type]
