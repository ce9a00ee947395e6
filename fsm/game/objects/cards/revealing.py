"""Top cards of libraries as they are revealed, and what nobody sees while a spell is cast or an ability activated."""

from __future__ import annotations

from ....edition import obeys
from ...state.event import Log, emit
from ...state.piles.pile import CardId, put, run_of, take_top
from ...state.revealed import revealed_tops, tops
from ...state.state import State, set_player, set_standing


@obeys("revealed_anew", "top_waits")
def show_tops(state: State, log: Log) -> State:
    """Reveals the top cards of libraries that are played with revealed, as far as they are not revealed yet.

    A card that has stopped being revealed meanwhile is a new object as it is revealed again (401.7 in 2011, later
    401.6).
    """
    standing = state.standing
    if standing.playing is not None or (now := revealed_tops(state)) == standing.revealed:
        return state
    left = (*standing.concealed, *(card for card in standing.revealed if card not in now))
    concealed = tuple(card for card in left if card not in now and _is_there(state, card))
    again = tuple(card for card in standing.concealed if card in now)
    new = tuple(card for card in now if card not in standing.revealed)
    state = set_standing(state, revealed=now, concealed=concealed)
    for card in new:
        topics = "top_waits"
        if card in again:
            state, topics = _renewed(state, card), "top_waits revealed_anew"
        run = state.players[card.owner].library.runs[-1]
        emit(log, "card.reveal", state, topics, card.owner, card=str(run.name), out_of="library")
    return state


def _is_there(state: State, card: CardId) -> bool:
    return run_of(state.players[card.owner].library, card.number) is not None


def _renewed(state: State, card: CardId) -> State:
    """The state in which the top card of a library is a new object."""
    library = state.players[card.owner].library
    kept = library.runs[-1].card
    name, rest = take_top(library)
    state = set_player(state, card.owner, library=put(rest, name, 1, kept))
    new = CardId(card.owner, "library", library.arrived)
    return set_standing(state, revealed=tuple(new if one == card else one for one in state.standing.revealed))


def begin_playing(state: State) -> State:
    """A spell begins to be cast, or an ability to be activated, with mana abilities in between."""
    return set_standing(state, playing=tops(state))


def is_played(state: State, log: Log) -> State:
    """A spell has been cast, or an ability activated: all look at what was hidden meanwhile."""
    covered = tuple(lies for lies in state.standing.covered if lies.card.zone != "hand")
    return show_tops(set_standing(state, playing=None, covered=covered), log)
