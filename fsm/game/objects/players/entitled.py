"""What effects say of players: how many lands they play, how many cards they keep."""

from __future__ import annotations

from ....edition import obeys
from ...state.state import State
from ..abilities.forbidden import static_about


@obeys("land_more")
def most_lands(state: State, seat: int) -> int:
    """How many lands a player may play this turn (212.6b, later 305.2)."""
    more = sum(effect.lands for effect in state.lasting if effect.controller == seat)
    return 1 + more + sum(one.extra_lands for _, one in static_about(state, seat, lambda one: one.extra_lands))


@obeys("maximum_hand_size")
def most_cards(state: State, seat: int) -> int | None:
    """A player's maximum hand size, by the newest ability that sets it; None if it has none (217.3b, later 402.2)."""
    most: int | None = state.players[seat].hand_size
    if state.battlefield:
        for _, static in static_about(state, seat, lambda one: one.no_hand_limit or one.hand_size is not None):
            most = static.hand_size
    return most
