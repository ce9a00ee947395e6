"""Effects that bring cards into the game from outside, and that change owners (217.1e, 217.9; later 400, 407)."""

from __future__ import annotations

from ...cards import vocabulary as v
from ..objects.cards import card_at, card_named, move_card
from ..state.event import Log, emit
from ..state.state import StackObject, State, set_permanent
from .apply import applies, meant, permanents_meant


@applies(v.BringIn)
def _bring_in(state: State, log: Log, effect: v.BringIn, source: StackObject) -> State:
    """A card that is removed from the game is outside of it in cr2006; later exile is a zone inside the game.

    Rules: outside_game, outside_stays, outside_touched.
    """
    removed = state.edition.choices["outside_game"] == ("with_removed",)
    for seat in meant(state, effect.player, source):
        card = card_named(state, seat, "outside", effect.card)
        if card is None and removed:
            card = card_named(state, seat, "exile", effect.card)
        known = card_at(state, card) if card is not None else None
        if card is None or not set(effect.of) <= set(known.characteristics if known is not None else ()):
            why = f"{state.name(seat)} owns no {' '.join((*effect.of, effect.card))} outside the game"
            emit(log, "effect.nothing", state, "outside_game resolve", source.controller, name=source.name, why=why)
            continue
        state = move_card(state, log, card, effect.to, "outside_game resolve")
    return state


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
            emit(log, "permanent.owner", state, "resolve ante_cards", seat, name=name, object=permanent.id)
    return state
