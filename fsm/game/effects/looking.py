"""Effects by which a player looks at cards and puts them elsewhere in their library."""

from __future__ import annotations

from ...cards.vocabulary import Scry
from ..objects.cards.revealing import show_tops
from ..state.agenda import Choice, push, task
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.piles.pile import rearranged, top_numbers
from ..state.state import StackObject, State, replace, set_player
from .apply import applies

PLACES = ("top", "bottom")
"""Where a card goes that a player has looked at."""


class PutBack(Choice, frozen=True):
    """A player has looked at the top card of their library, and says where it goes."""

    seat: int
    name: str
    number: int


@applies(Scry)
def _scry(state: State, log: Log, _: Scry, source: StackObject) -> State:
    seat = source.controller
    number = next(iter(top_numbers(state.players[seat].library, 1)), None)
    if number is None or seat not in state.rotation.seats:
        return state
    return replace(push(state, PutBack(seat, source.name, number)), decision=ChooseOption(seat, source.name, PLACES))


@task(PutBack)
def _put_back(state: State, log: Log, chosen: PutBack) -> State:
    if chosen.option:
        library = rearranged(state.players[chosen.seat].library, (chosen.number,), bottom=True)
        state = set_player(state, chosen.seat, library=library)
    emit(log, "choice", state, "instructions choice", chosen.seat, name=chosen.name, option=PLACES[chosen.option])
    return show_tops(state, log) if chosen.option else state
