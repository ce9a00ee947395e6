"""Effects that bring cards into the game from outside, and that change owners (217.1e, 217.9; later 400, 407)."""

from __future__ import annotations

from collections.abc import Iterator

from ...cards import vocabulary as v
from ..objects.cards.moving import card_at, card_named
from ..objects.cards.replacing import Moving, card_moving, move_card
from ..state.event import Log, emit
from ..state.piles.pile import CardId
from ..state.state import StackObject, State, set_permanent
from .apply import applies, meant, moves, permanents_meant


@applies(v.BringIn)
def _bring_in(state: State, log: Log, effect: v.BringIn, source: StackObject) -> State:
    """A card that is removed from the game is outside of it in cr2006; later exile is a zone inside the game.

    Rules: outside_game, outside_stays, outside_touched.
    """
    for seat in meant(state, effect.player, source):
        card = _owned(state, effect, seat)
        if card is None:
            why = f"{state.name(seat)} owns no {' '.join((*effect.of, effect.card))} outside the game"
            emit(
                log, "effect.nothing", state, "outside_game instructions", source.controller, name=source.name, why=why
            )
            continue
        state, _ = move_card(state, log, card, effect.to, "outside_game instructions")
    return state


@moves(v.BringIn)
def _would_come(state: State, effect: v.BringIn, source: StackObject) -> Iterator[Moving]:
    for seat in meant(state, effect.player, source):
        if (card := _owned(state, effect, seat)) is not None:
            yield card_moving(state, card, effect.card, effect.to)


def _owned(state: State, effect: v.BringIn, seat: int) -> CardId | None:
    """The card of that name and kind that a player owns outside the game."""
    card = card_named(state, seat, "outside", effect.card)
    if card is None and state.edition.choices["outside_game"] == ("with_removed",):
        card = card_named(state, seat, "exile", effect.card)
    known = card_at(state, card) if card is not None else None
    return card if known is not None and state.is_a(known, *effect.of) else None


@applies(v.ChangeOwner)
def _change_owner(state: State, log: Log, effect: v.ChangeOwner, source: StackObject) -> State:
    """A player becomes the owner of permanents that are cards; a token keeps its owner.

    Rules: ante_cards.
    """
    for seat in meant(state, effect.player, source):
        for permanent in permanents_meant(state, effect.what, source):
            if permanent.token or permanent.owner == seat:
                continue
            state = set_permanent(state, permanent.id, owner=seat)
            name = permanent.card.name
            emit(log, "permanent.owner", state, "instructions ante_cards", seat, name=name, object=permanent.id)
    return state
