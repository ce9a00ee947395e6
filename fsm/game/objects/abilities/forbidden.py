"""What effects say of players: whether they can lose or win, gain or lose life, or be targeted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....cards.abilities import Static
from ....cards.card import Card
from ....cards.kinds import with_word
from ....cards.terms import Forbidden
from ....edition import obeys
from ...state.players.teams import change_life
from ...state.players.who import ignores, players_meant
from ...state.state import Permanent, State
from .conditions import About, failing


@obeys("cannot_wins", "team_life_fixed", "team_spared")
def team_cannot(state: State, seat: int, what: Forbidden) -> bool:
    """Whether an effect forbids something to a player or one of their team: to lose, to win, to gain or lose life."""
    something = bool(state.lasting or state.index.static)
    return something and any(cannot(state, one, what) for one in state.team(seat))


def cannot(state: State, seat: int, what: Forbidden, thing: Card | Permanent | None = None) -> bool:
    """Whether an effect says that a player can't do something, or that it can't happen to them.

    ``thing`` is the card that they would cast, or the permanent of which they would activate an ability.
    """
    return bool(state.lasting or state.index.static) and any(forbidding(state, seat, what, thing))


def forbidding(state: State, seat: int, what: Forbidden, thing: Card | Permanent | None = None) -> Iterator[str]:
    """The names of the effects that say so."""
    yield from (effect.name for effect in state.lasting if effect.cannot == (seat, what))
    for p, static in static_about(state, seat, lambda one: one.cannot == what):
        of_kind = (
            thing is None or static.cannot_kind is None or state.is_a(thing, with_word(static.cannot_kind, p.word))
        )
        if of_kind and not failing(state, static.if_, About(p.controller, p.id, seat)):
            yield p.card.name


@obeys("life_fixed")
def alter_life(state: State, seat: int, amount: int) -> State:
    """A player gains or loses life, unless their life total can't change."""
    return state if team_cannot(state, seat, "change_life") else change_life(state, seat, amount)


@obeys("life_fixed")
def life_to_pay(state: State, seat: int) -> int:
    """The life that a player can pay: none, if their life total can't change (118.8, later 119.8)."""
    return 0 if team_cannot(state, seat, "change_life") else state.players[seat].life


def static_about(state: State, seat: int, says: Callable[[Static], object]) -> Iterator[tuple[Permanent, Static]]:
    """The static abilities that say something of a player, each with its permanent, in the order in which they came."""
    for p in state.index.static:
        for static in filter(says, p.card.static):
            meant = players_meant(state, static.player, p.controller, chosen=p.chosen)
            if seat in meant and not ignores(state, seat, p.id):
                yield p, static
