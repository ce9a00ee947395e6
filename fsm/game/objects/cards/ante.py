"""Playing for ante, an option of a game: who may ante what, and who owns it at the end (217.9, later 407)."""

from __future__ import annotations

from itertools import chain

from ....edition import obeys
from ...state.event import Log, emit
from ...state.piles.pile import NO_CARDS, put, size
from ...state.state import State, set_player
from .moving import top_card
from .replacing import move_card


@obeys("ante_start")
def ante_first(state: State, log: Log, seat: int) -> State:
    """A player antes one random card of their deck: the top one, since a deck lies in random order."""
    card = top_card(state, seat)
    return move_card(state, log, card, "ante", "ante_start")[0] if card is not None else state


@obeys("ante_start")
def win_ante(state: State, log: Log, winner: int) -> State:
    """The winner becomes the owner of all cards in the ante zone."""
    pile = state.players[winner].ante
    for seat, player in enumerate(state.players):
        if seat != winner:
            for run in chain.from_iterable(player.ante.blocks):
                pile = put(pile, run.name, run.count, run.card)
            state = set_player(state, seat, ante=NO_CARDS)
    state = set_player(state, winner, ante=pile)
    emit(log, "ante.win", state, "ante_start", winner, amount=size(pile))
    return state
