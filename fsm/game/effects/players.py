"""Effects on players: their mana, life, counters and titles, and damage (cr2011 104.3d, cr2026 122, 728)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...cards import vocabulary as v
from ...cards.kinds import with_word
from ...edition import obeys
from ..objects.abilities.forbidden import alter_life, team_cannot
from ..objects.cards.arranging import came_together
from ..objects.cards.moving import card_at
from ..objects.cards.replacing import Moving, topmost
from ..objects.permanents.damaging import Hit, Would, ask_prevention, damage_permanent, damage_player, dealt
from ..objects.permanents.speed import change_speed, life_lost
from ..objects.permanents.variants import take_title
from ..objects.players.drawing import milled_from
from ..objects.players.mana import Irradiate, add_mana, change_counters, counters_of
from ..priority.players import Loser, finish, lose
from ..state.agenda import DoEffect
from ..state.event import Log, emit
from ..state.players.teams import if_teams
from ..state.pool import ManaKind
from ..state.state import LastingEffect, StackObject, State
from .amounts import amount_now, asked
from .apply import applies, for_players, known_here, meant, moves, permanent_meant, targets_permanent
from .lasting import lasts, lasts_on


@for_players(v.Mana)
def _mana(state: State, log: Log, effect: v.Mana, source: StackObject, seat: int) -> State:
    permanent = state.permanent(source.source) if effect.only else None
    only = tuple(with_word(one, "" if permanent is None else permanent.word) for one in effect.only)
    amount, kind = amount_now(state, effect, source, seat), ManaKind(effect.color or "", only)
    state = add_mana(state, log, seat, amount, source.name, kind)
    if effect.until is None or amount <= 0:
        return state
    new = LastingEffect(
        state.serial + 1, source.name, seat, effect.until, source=source.source, mana=amount, of_mana=kind
    )
    return lasts(state, log, new, "mana")


@applies(v.Life)
def _life(state: State, log: Log, effect: v.Life, source: StackObject) -> State:
    amounts = [(seat, amount_now(state, effect, source, seat)) for seat in meant(state, effect.player, source)]
    for seat, amount in amounts:
        state = _changed_life(state, log, seat, amount, source.name, asked(effect))
    return state


@obeys("team_life_shared")
def _changed_life(state: State, log: Log, seat: int, amount: int, by: str, more: str = "") -> State:
    before = state
    state = alter_life(state, seat, amount)
    if log is not None and (state is not before or not amount):
        topics, life = f"instructions{more}" + if_teams(state, "team_life_shared"), state.players[seat].life
        emit(log, "life.change", state, topics, seat, amount=amount, life=life, by=by)
    return life_lost(state, log, seat) if amount < 0 else state


@applies(v.Damage)
@obeys("damage_life")
def _damage(state: State, log: Log, effect: v.Damage, source: StackObject) -> State:
    to_target = targets_permanent(source) and effect.player == "target"
    by = source.id if source.source is None else source.source
    creature = permanent_meant(state, "target", source) if to_target else None
    seats = (creature.controller,) if creature is not None else meant(state, effect.player, source)
    would: list[Would] = [
        (Hit(by, source.name, amount_now(state, effect, source, seat)), seat if creature is None else None, creature)
        for seat in seats
    ]
    if state.lasting and (prevention := ask_prevention(state, would, DoEffect(effect, source))):
        return prevention
    topics = f"instructions{asked(effect)}"
    for hit, player, permanent in would:
        if permanent is not None:
            state = damage_permanent(state, log, permanent, hit, topics)
        elif player is not None:
            state, _ = damage_player(state, log, player, hit, f"damage_life {topics}")
    return dealt(state)


@applies(v.PlayerCounters)
@obeys("rad_counters")
def _player_counters(state: State, log: Log, effect: v.PlayerCounters, source: StackObject) -> State:
    if effect.kind == "rad" and not known_here(state, log, "rad_counters", source):
        return state
    for seat in meant(state, effect.player, source):
        state = change_counters(state, log, seat, effect.kind, effect.amount, source.name)
    return state


@for_players(v.Speed)
@obeys("speed_none")
def _speed(state: State, log: Log, effect: v.Speed, source: StackObject, seat: int) -> State:
    if not known_here(state, log, "speed", source):
        return state
    topics = "speed instructions" if state.designations.speed(seat) else "speed_none instructions"
    return change_speed(state, log, seat, effect.amount, topics)


@applies(Irradiate)
@obeys("rad_counters")
def _irradiate(state: State, log: Log, _: Irradiate, source: StackObject) -> State:
    """A player mills a card for each rad counter; each that is no land costs them 1 life and one of the counters.

    That is done before the player arranges the cards. A card that is not known is no land.
    """
    seat = source.controller if source.chosen is None else source.chosen
    state, milled = milled_from(state, log, seat, counters_of(state, seat).get("rad", 0), "instructions")
    known = [card_at(state, id) for id in milled]
    for _nonland in (card for card in known if card is None or "land" not in card.type):
        state = _changed_life(state, log, seat, -1, source.name)
        state = change_counters(state, log, seat, "rad", -1, source.name)
    return came_together(state, milled)


@moves(Irradiate)
def _would_mill(state: State, _: Irradiate, source: StackObject) -> Iterator[Moving]:
    seat = source.controller if source.chosen is None else source.chosen
    yield from topmost(state, seat, counters_of(state, seat).get("rad", 0), "graveyard")


@applies(v.Monarch)
@applies(v.Initiative)
@obeys("monarch", "initiative")
def _title(state: State, log: Log, effect: v.Monarch | v.Initiative, source: StackObject) -> State:
    topic = "monarch" if isinstance(effect, v.Monarch) else "initiative"
    for seat in meant(state, effect.player, source) if known_here(state, log, topic, source) else ():
        state = take_title(state, log, topic, seat)
    return state


@for_players(v.Venture)
def _venture(state: State, log: Log, effect: v.Venture, source: StackObject, seat: int) -> State:
    emit(log, "player.venture", state, "instructions", seat, by=source.name)
    return state


@applies(v.LoseGame)
@obeys("effect_loses")
def _lose_game(state: State, log: Log, effect: v.LoseGame, source: StackObject) -> State:
    return _lose(state, log, meant(state, effect.player, source), "instructions effect_loses")


def _lose(state: State, log: Log, seats: Sequence[int], topics: str) -> State:
    """These players lose, but those who can't (101.2)."""
    losers = [Loser(seat, topics) for seat in seats if not team_cannot(state, seat, "lose")]
    return lose(state, log, losers) if losers else state


@applies(v.WinGame)
@obeys("effect_wins")
def _win_game(state: State, log: Log, effect: v.WinGame, source: StackObject) -> State:
    """A player wins, or with more than two of them, as cr2011 has it, their opponents lose instead (104.3h)."""
    winners = meant(state, effect.player, source)
    if not winners or team_cannot(state, winners[0], "win"):
        return state
    team = state.team(winners[0])
    if len(state.players) > 2 and state.edition.choices["effect_wins"] == ("others_lose",):
        others = [seat for seat in state.rotation.seats if seat not in team]
        return _lose(state, log, others, "instructions effect_wins")
    topics = "instructions effect_wins" + if_teams(state, "team_wins")
    return finish(state, log, team[0], "an effect says so", topics)


@applies(v.DrawGame)
@obeys("effect_draws")
def _draw_game(state: State, log: Log, effect: v.DrawGame, source: StackObject) -> State:
    return finish(state, log, None, "an effect says so", "instructions effect_draws")


@for_players(v.ExtraLands)
def _extra_lands(state: State, log: Log, effect: v.ExtraLands, source: StackObject, seat: int) -> State:
    new = LastingEffect(state.serial + 1, source.name, seat, effect.until, source=source.source, lands=effect.amount)
    return lasts(state, log, new, state.name(seat))


@for_players(v.Cannot)
def _cannot(state: State, log: Log, effect: v.Cannot, source: StackObject, seat: int) -> State:
    return lasts_on(state, log, source, effect.until, on=state.name(seat), cannot=(seat, effect.outcome))
