"""Stickers: what is put on an object, and stays on it from one public zone to another (cr2026 400.7m).

On a permanent or a spell a sticker is an effect that lasts; on a card it is kept beside the card until that moves on.
"""

from __future__ import annotations

from ....edition import obeys
from ...state.piles.pile import HIDDEN, CardId
from ...state.state import LastingEffect, State, replace, set_standing

Stickers = tuple[LastingEffect, ...]


def stickers_on(state: State, id: int) -> Stickers:
    """The stickers on a permanent or a spell."""
    return tuple(effect for effect in state.lasting if effect.sticker and effect.affects == id)


@obeys("stickers")
def stick_to_card(state: State, stickers: Stickers, card: CardId) -> State:
    """The object with these stickers has become a card; they come off where not all players see it."""
    if not stickers or card.zone in HIDDEN:
        return state
    return set_standing(state, stuck=(*state.standing.stuck, *((card, sticker) for sticker in stickers)))


def stick_to_object(state: State, card: CardId, id: int) -> State:
    """A card with stickers has become a permanent or a spell."""
    state, stickers = _off(state, card)
    stays = tuple(replace(sticker, affects=id) for sticker in stickers)
    return set_standing(state, lasting=(*state.lasting, *stays)) if stickers else state


def stick_to_next(state: State, card: CardId, new: CardId) -> State:
    """A card with stickers has moved to another zone of cards."""
    return stick_to_card(*_off(state, card), new)


def _off(state: State, card: CardId) -> tuple[State, Stickers]:
    """The state in which a card has no stickers, and those that it had."""
    stickers = tuple(sticker for on, sticker in state.standing.stuck if on == card)
    kept = tuple(one for one in state.standing.stuck if one[0] != card)
    return set_standing(state, stuck=kept) if stickers else state, stickers
