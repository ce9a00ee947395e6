"""Effects on players, permanents, durations and designations; they leave the turn's structure alone."""

from __future__ import annotations

from collections.abc import Iterator

from ...cards import vocabulary as v
from ..objects.abilities import delayed
from ..objects.cards.replacing import Moving, spell_moving
from ..objects.permanents.damaging import damage_permanent, damage_player
from ..objects.permanents.durations import ITS_NEXT_UNTAP, still_lasts
from ..objects.permanents.entering import may_enter, token_card
from ..objects.permanents.moving import enter_battlefield, entered, tap, untap
from ..objects.permanents.preventing import Hit, Would, ask_prevention, dealt
from ..objects.permanents.variants import become, take_title
from ..objects.players.discarding import Discarding, then_with_those
from ..objects.players.drawing import draw, mill
from ..objects.players.mana import add_mana
from ..priority.players import Loser, lose
from ..priority.stack import counter
from ..state.agenda import DoEffect, push
from ..state.budget import check_count
from ..state.event import Log, emit
from ..state.players.teams import change_life, if_teams
from ..state.state import LastingEffect, StackObject, State, replace, set_standing
from .apply import (
    applies,
    known_here,
    meant,
    moves,
    name_of,
    objects_meant,
    permanent_meant,
    permanents_meant,
    targets_permanent,
)


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
def _life(state: State, log: Log, effect: v.Life, source: StackObject) -> State:
    for seat in meant(state, effect.player, source):
        state = change_life(state, seat, effect.amount)
        if log is not None:
            topics, life = "instructions" + if_teams(state, "team_life_shared"), state.players[seat].life
            emit(log, "life.change", state, topics, seat, amount=effect.amount, life=life, by=source.name)
    return state


@applies(v.Damage)
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


@applies(v.Draw)
def _draw(state: State, log: Log, effect: v.Draw, source: StackObject) -> State:
    for seat in meant(state, effect.player, source):
        for _ in range(effect.amount):
            state = draw(state, log, seat, "instructions")
    return state


@applies(v.Discard)
def _discard(state: State, log: Log, effect: v.Discard, source: StackObject) -> State:
    """Several players choose one after the other, the active player first, and then all of them discard."""
    seats = meant(state, effect.player, source)
    state = then_with_those(state, effect.then, source, seats) if effect.then else state
    topics = "instructions apnap" if len(seats) > 1 else "instructions"
    return push(state, Discarding(tuple((seat, effect.amount) for seat in seats), topics)) if seats else state


@applies(v.Mill)
def _mill(state: State, log: Log, effect: v.Mill, source: StackObject) -> State:
    for seat in meant(state, effect.player, source):
        state = mill(state, log, seat, effect.amount, "instructions")
    return state


@applies(v.Token)
def _token(state: State, log: Log, effect: v.Token, source: StackObject) -> State:
    """A token that could not enter the battlefield is not created.

    Rules: token_not_created.
    """
    card = token_card(state, effect)
    if not may_enter(state, card):
        why = f"{card.name} cannot enter the battlefield"
        emit(log, "effect.nothing", state, "instructions", source.controller, name=source.name, why=why)
        return state
    whom = meant(state, effect.whom, source) if effect.whom is not None else ()
    attacking, before = effect.attacking and (effect.whom is None or bool(whom)), state
    for seat in meant(state, effect.player, source):
        attacked = whom[0] if whom else None
        state = enter_battlefield(
            state, log, card, seat, token=True, attacking=attacking, whom=attacked, count=effect.count
        )
    return delayed.then(state, effect.then, source, entered(before, state)) if effect.then else state


@applies(v.Tap)
def _tap(state: State, log: Log, effect: v.Tap, source: StackObject) -> State:
    for permanent in permanents_meant(state, effect.what, source):
        state = tap(state, log, permanent, "instructions")
    return state


@applies(v.Untap)
def _untap(state: State, log: Log, effect: v.Untap, source: StackObject) -> State:
    for permanent in permanents_meant(state, effect.what, source):
        state = untap(state, log, permanent, "instructions")
    return state


@applies(v.StayTapped)
def _stay_tapped(state: State, log: Log, effect: v.StayTapped, source: StackObject) -> State:
    """The effect lasts through the next untap step; a skipped untap step does not count (419.6f, 614.10a)."""
    for permanent in permanents_meant(state, effect.what, source):
        new = LastingEffect(
            state.serial + 1, source.name, source.controller, ITS_NEXT_UNTAP, permanent.id,
            keywords=("does not untap",),
        )  # fmt: skip
        state = lasts(state, log, new, permanent.card.name)
    return state


@applies(v.Counter)
def _counter(state: State, log: Log, effect: v.Counter, source: StackObject) -> State:
    """Combat damage on the stack is neither a spell nor an ability (cr2006 310.3).

    Rules: damage_no_spell.
    """
    others = on_stack(state, effect.what, source)
    if not others or others[-1].kind == "damage" or not state.is_a(others[-1], *effect.of):
        why = "nothing there that can be countered"
        emit(log, "effect.nothing", state, "counter", source.controller, name=source.name, why=why)
        return state
    return counter(state, log, others[-1])


def on_stack(state: State, what: str, source: StackObject) -> list[StackObject]:
    """The other objects on the stack that an effect may mean, the one that it counters or copies last."""
    if what == "target":
        return [spell for spell in state.stack if spell.id == source.target]
    return [o for o in state.stack if o.id != source.id and (not what or o.name == what)]


@moves(v.Counter)
def _would_counter(state: State, effect: v.Counter, source: StackObject) -> Iterator[Moving]:
    others = on_stack(state, effect.what, source)
    if others and state.is_a(others[-1], *effect.of) and others[-1].card is not None and not others[-1].copy:
        yield spell_moving(state, others[-1], "graveyard")


@applies(v.Pump)
def _pump(state: State, log: Log, effect: v.Pump, source: StackObject) -> State:
    for thing in objects_meant(state, effect.what, source):
        new = LastingEffect(
            state.serial + 1, source.name, source.controller, effect.until, thing.id,
            effect.power, effect.toughness, effect.keywords, effect.loses, source.source,
        )  # fmt: skip
        state = lasts(state, log, new, name_of(thing))
    return state


@applies(v.Lasting)
def _lasting(state: State, log: Log, effect: v.Lasting, source: StackObject) -> State:
    new = LastingEffect(state.serial + 1, effect.name, source.controller, effect.until, source=source.source)
    return lasts(state, log, new, "")


@applies(v.NoSchemes)
def _no_schemes(state: State, log: Log, effect: v.NoSchemes, source: StackObject) -> State:
    if not known_here(state, log, "scheme", source):
        return state
    new = LastingEffect(
        state.serial + 1, source.name, source.controller, effect.until, source=source.source, no_schemes=True
    )
    return lasts(state, log, new, "")


@applies(v.SorceriesAnyTime)
def _sorceries_any_time(state: State, log: Log, effect: v.SorceriesAnyTime, source: StackObject) -> State:
    new = LastingEffect(
        state.serial + 1, effect.name, source.controller, effect.until, source=source.source, sorceries=True
    )  # fmt: skip
    return lasts(state, log, new, "")


def lasts(state: State, log: Log, new: LastingEffect, on: str) -> State:
    """An effect with a duration begins, unless the duration is over before it begins (418.3d, 611.2b)."""
    if not still_lasts(state, new):
        why = "its duration is over before it begins"
        emit(log, "effect.nothing", state, "as_long_as instructions", new.controller, name=new.name, why=why)
        return state
    check_count(state, len(state.lasting) + 1, "effects that last", new.name)
    state = set_standing(replace(state, serial=new.id), lasting=(*state.lasting, new))
    emit(log, "effect.begin", state, "instructions", new.controller, name=new.name, until=new.until, on=on)
    return state


@applies(v.Delayed)
def _delayed(state: State, log: Log, effect: v.Delayed, source: StackObject) -> State:
    return delayed.create(state, log, effect, source)


@applies(v.LoseGame)
def _lose_game(state: State, log: Log, effect: v.LoseGame, source: StackObject) -> State:
    return lose(state, log, [Loser(seat, "instructions") for seat in meant(state, effect.player, source)])


@applies(v.Daytime)
def _daytime(state: State, log: Log, effect: v.Daytime, source: StackObject) -> State:
    other = "day" if state.designations.daytime == "night" else "night"
    known = known_here(state, log, "daytime", source)
    return become(state, log, other if effect.to == "other" else effect.to, "daytime") if known else state


@applies(v.Monarch)
def _monarch(state: State, log: Log, effect: v.Monarch, source: StackObject) -> State:
    for seat in meant(state, effect.player, source) if known_here(state, log, "monarch", source) else ():
        state = take_title(state, log, "monarch", seat)
    return state


@applies(v.Initiative)
def _initiative(state: State, log: Log, effect: v.Initiative, source: StackObject) -> State:
    for seat in meant(state, effect.player, source) if known_here(state, log, "initiative", source) else ():
        state = take_title(state, log, "initiative", seat)
    return state


@applies(v.Venture)
def _venture(state: State, log: Log, effect: v.Venture, source: StackObject) -> State:
    for seat in meant(state, effect.player, source):
        emit(log, "player.venture", state, "instructions", seat, by=source.name)
    return state
