"""Effects on the counters that players have, and what rad counters do."""

from __future__ import annotations

from collections.abc import Iterator

from ...cards import vocabulary as v
from ..objects.cards.arranging import came_together
from ..objects.cards.moving import card_at
from ..objects.cards.replacing import Moving, topmost
from ..objects.players.counters import Irradiate, change_counters, counters_of
from ..objects.players.drawing import milled_from
from ..state.event import Log, emit
from ..state.players.teams import change_life, if_teams
from ..state.state import StackObject, State
from .apply import applies, known_here, meant, moves


@applies(v.PlayerCounters)
def _player_counters(state: State, log: Log, effect: v.PlayerCounters, source: StackObject) -> State:
    if effect.kind == "rad" and not known_here(state, log, "rad_counters", source):
        return state
    for seat in meant(state, effect.player, source):
        state = change_counters(state, log, seat, effect.kind, effect.amount, source.name)
    return state


@applies(Irradiate)
def _irradiate(state: State, log: Log, _: Irradiate, source: StackObject) -> State:
    """A player mills a card for each rad counter; each that is no land costs them 1 life and one of the counters.

    That is done before the player arranges the cards. A card that is not known is no land.

    Rules: rad_counters.
    """
    seat = source.controller if source.chosen is None else source.chosen
    state, milled = milled_from(state, log, seat, counters_of(state, seat).get("rad", 0), "instructions")
    known = [card_at(state, id) for id in milled]
    for _nonland in (card for card in known if card is None or "land" not in card.type):
        state = change_life(state, seat, -1)
        topics, life = "instructions" + if_teams(state, "team_life_shared"), state.players[seat].life
        emit(log, "life.change", state, topics, seat, amount=-1, life=life, by=source.name)
        state = change_counters(state, log, seat, "rad", -1, source.name)
    return came_together(state, milled)


@moves(Irradiate)
def _would_mill(state: State, _: Irradiate, source: StackObject) -> Iterator[Moving]:
    seat = source.controller if source.chosen is None else source.chosen
    yield from topmost(state, seat, counters_of(state, seat).get("rad", 0), "graveyard")
