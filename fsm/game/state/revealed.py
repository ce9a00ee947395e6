"""Hidden cards that are seen all the same: hands and top cards of libraries that players play with revealed."""

from __future__ import annotations

from collections.abc import Iterator

from ...edition import obeys
from .piles.pile import CardId
from .players.who import players_meant
from .state import State

Shown = tuple[int, str, tuple[int, ...] | None]
"""Whose cards are shown, which (``hand`` or ``top``), and the players who may look at them; None for all."""


def shown(state: State) -> Iterator[Shown]:
    """What static abilities show of hands and libraries."""
    for permanent in (*state.index.static, *state.standing.emblems):
        for static in permanent.card.static:
            if static.shows is not None:
                own, chosen = permanent.controller, permanent.chosen
                looks = None if static.looks is None else players_meant(state, static.looks, own, chosen=chosen)
                for seat in players_meant(state, static.player, own, chosen=chosen):
                    yield seat, static.shows, looks


def top_number(state: State, seat: int) -> int:
    """The number of the top card of a player's library; -1 if there is none."""
    runs = state.players[seat].library.runs
    return runs[-1].first + runs[-1].count - 1 if runs else -1


def tops(state: State) -> tuple[int, ...]:
    """The numbers of the top cards of all libraries."""
    return tuple(top_number(state, seat) for seat in range(len(state.players)))


@obeys("top_waits")
def is_open(state: State, seat: int) -> bool:
    """Whether the top card of a library may be seen where it is shown.

    A new top card is not, until the spell that is being cast, or the ability that is being activated, is on the stack
    with all its costs paid (217.2e; 401.6 in 2011, later 401.5).
    """
    before = state.standing.playing
    return before is None or before[seat] == top_number(state, seat)


def revealed_tops(state: State) -> tuple[CardId, ...]:
    """The top cards of libraries that are revealed to all players now."""
    seats = sorted({seat for seat, what, looks in shown(state) if what == "top" and looks is None})
    there = ((seat, top_number(state, seat)) for seat in seats if is_open(state, seat))
    return tuple(CardId(seat, "library", number) for seat, number in there if number >= 0)
