"""What effects say of players: whether they can lose or win, how many lands they play, how many cards they keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....cards.abilities import Static
from ....cards.terms import Ending
from ....edition import obeys
from ...state.players.who import ignores, players_meant
from ...state.state import Permanent, State
from ..abilities.conditions import About, failing


@obeys("cannot_wins", "team_spared")
def cannot_end(state: State, seat: int, what: Ending) -> bool:
    """Whether an effect says that a player, or one of their team, can't lose the game, or can't win it (810.8a)."""
    return any(_cannot(state, one, what) for one in state.team(seat))


def _cannot(state: State, seat: int, what: Ending) -> bool:
    return any(effect.cannot == (seat, what) for effect in state.lasting) or any(
        not failing(state, static.if_, About(p.controller, p.id))
        for p, static in static_about(state, seat, lambda one: one.cannot == what)
    )


def static_about(state: State, seat: int, says: Callable[[Static], object]) -> Iterator[tuple[Permanent, Static]]:
    """The static abilities that say something of a player, each with its permanent, in the order in which they came."""
    for p in state.index.static:
        for static in filter(says, p.card.static):
            meant = players_meant(state, static.player, p.controller, chosen=p.chosen)
            if seat in meant and not ignores(state, seat, p.id):
                yield p, static


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
