"""Effects on players: their mana, life, counters and titles, and damage (cr2011 104.3d, cr2026 122, 728)."""

from __future__ import annotations

from collections.abc import Iterator

from ...cards import vocabulary as v
from ...edition import obeys
from ..objects.cards.arranging import came_together
from ..objects.cards.moving import card_at
from ..objects.cards.replacing import Moving, topmost
from ..objects.permanents.damaging import damage_permanent, damage_player
from ..objects.permanents.preventing import Hit, Would, ask_prevention, dealt
from ..objects.permanents.variants import take_title
from ..objects.players.counters import Irradiate, change_counters, counters_of
from ..objects.players.drawing import milled_from
from ..objects.players.mana import add_mana
from ..priority.players import Loser, lose
from ..state.agenda import DoEffect
from ..state.event import Log, emit
from ..state.players.teams import change_life, if_teams
from ..state.state import LastingEffect, StackObject, State
from .apply import applies, known_here, meant, moves, permanent_meant, targets_permanent
from .lasting import lasts


@applies(v.Mana)
def _mana(state: State, log: Log, effect: v.Mana, source: StackObject) -> State:
    for seat in meant(state, effect.player, source):
        state = add_mana(state, log, seat, effect.amount, source.name)
        if effect.until is not None and effect.amount > 0:
            new = LastingEffect(
                state.serial + 1, source.name, seat, effect.until, source=source.source, mana=effect.amount
            )
            state = lasts(state, log, new, "mana")
    return state


@applies(v.Life)
@obeys("team_life_shared")
def _life(state: State, log: Log, effect: v.Life, source: StackObject) -> State:
    for seat in meant(state, effect.player, source):
        state = change_life(state, seat, effect.amount)
        if log is not None:
            topics, life = "instructions" + if_teams(state, "team_life_shared"), state.players[seat].life
            emit(log, "life.change", state, topics, seat, amount=effect.amount, life=life, by=source.name)
    return state


@applies(v.Damage)
@obeys("damage_life")
def _damage(state: State, log: Log, effect: v.Damage, source: StackObject) -> State:
    to_target = targets_permanent(source) and effect.player == "target"
    hit = Hit(source.id if source.source is None else source.source, source.name, effect.amount)
    creature = permanent_meant(state, "target", source) if to_target else None
    seats = meant(state, effect.player, source) if creature is None else ()
    if state.lasting:
        would: list[Would] = [(hit, seat, None) for seat in seats] if creature is None else [(hit, None, creature)]
        if asked := ask_prevention(state, would, DoEffect(effect, source)):
            return asked
    if creature is not None:
        state = damage_permanent(state, log, creature, hit, "instructions")
    for seat in seats:
        state, _ = damage_player(state, log, seat, hit, "damage_life instructions")
    return dealt(state)


@applies(v.PlayerCounters)
@obeys("rad_counters")
def _player_counters(state: State, log: Log, effect: v.PlayerCounters, source: StackObject) -> State:
    if effect.kind == "rad" and not known_here(state, log, "rad_counters", source):
        return state
    for seat in meant(state, effect.player, source):
        state = change_counters(state, log, seat, effect.kind, effect.amount, source.name)
    return state


@applies(Irradiate)
@obeys("rad_counters", "team_life_shared")
def _irradiate(state: State, log: Log, _: Irradiate, source: StackObject) -> State:
    """A player mills a card for each rad counter; each that is no land costs them 1 life and one of the counters.

    That is done before the player arranges the cards. A card that is not known is no land.
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


@applies(v.Monarch)
@obeys("monarch")
def _monarch(state: State, log: Log, effect: v.Monarch, source: StackObject) -> State:
    for seat in meant(state, effect.player, source) if known_here(state, log, "monarch", source) else ():
        state = take_title(state, log, "monarch", seat)
    return state


@applies(v.Initiative)
@obeys("initiative")
def _initiative(state: State, log: Log, effect: v.Initiative, source: StackObject) -> State:
    for seat in meant(state, effect.player, source) if known_here(state, log, "initiative", source) else ():
        state = take_title(state, log, "initiative", seat)
    return state


@applies(v.Venture)
def _venture(state: State, log: Log, effect: v.Venture, source: StackObject) -> State:
    for seat in meant(state, effect.player, source):
        emit(log, "player.venture", state, "instructions", seat, by=source.name)
    return state


@applies(v.LoseGame)
def _lose_game(state: State, log: Log, effect: v.LoseGame, source: StackObject) -> State:
    return lose(state, log, [Loser(seat, "instructions") for seat in meant(state, effect.player, source)])
