"""Effects that a player decides about as they resolve: whether they happen, or which of several options.

The player announces the choice while the effect is applied (cr2006 413.2c, cr2011 and
cr2026 608.2d). If several are asked, they choose in turn order, and then it all happens.
"""

from __future__ import annotations

from ...cards import vocabulary as v
from ..objects.conditions import About, failing, in_words
from ..objects.discarding import Discarding
from ..objects.mana import pay
from ..state.agenda import Choice, Task, push, push_effects, task
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.pile import size
from ..state.state import StackObject, State, replace
from ..state.tally import done_this_turn, now_done
from ..state.teams import change_life
from .apply import applies, meant

WHETHER = ("no", "yes")
"""The options of an optional effect."""

Asking = v.May | v.ChooseOne | v.Pay
Made = tuple[tuple[int, int], ...]
"""Choices made, each the seat and the number of the option."""


# Rules: optional.
@applies(v.May)
def _may(state: State, log: Log, effect: v.May, source: StackObject) -> State:
    return _ask(state, effect, source, meant(state, effect.player, source), ())


@applies(v.ChooseOne)
def _choose_one(state: State, log: Log, effect: v.ChooseOne, source: StackObject) -> State:
    return _ask(state, effect, source, meant(state, effect.player, source), ())


@applies(v.OnceEachTurn)
def _once_each_turn(state: State, log: Log, effect: v.OnceEachTurn, source: StackObject) -> State:
    """What triggered before it was done does nothing any more (cr2026 603.2h)."""
    permanent = source.id if source.source is None else source.source
    if done_this_turn(state, source.name, source.controller, permanent):
        why = "this is done only once each turn"
        emit(log, "effect.nothing", state, "done_once resolve", source.controller, name=source.name, why=why)
        return state
    return push_effects(now_done(state, source.name, source.controller, permanent), effect.do, source)


@applies(v.OnlyIf)
def _only_if(state: State, log: Log, effect: v.OnlyIf, source: StackObject) -> State:
    """The condition is checked as the effect happens (cr2006 413.2, cr2011 and cr2026 608.2)."""
    missing = failing(state, effect.is_, About(source.controller, source.source, source.chosen))
    if missing and not effect.otherwise:
        why = f"only if {in_words(missing)}"
        emit(log, "effect.nothing", state, "resolve", source.controller, name=source.name, why=why)
    return push_effects(state, effect.otherwise if missing else effect.do, source)


@applies(v.Pay)
def _pay(state: State, log: Log, effect: v.Pay, source: StackObject) -> State:
    return _ask(state, effect, source, meant(state, effect.player, source), ())


@applies(v.ChoosePlayer)
def _choose_player(state: State, log: Log, effect: v.ChoosePlayer, source: StackObject) -> State:
    """A single player is taken without a choice."""
    seats = meant(state, effect.among, source)
    if len(seats) < 2 or source.controller not in state.rotation.seats:
        return _about_player(state, effect, source, seats[0]) if seats else state
    names = tuple(map(state.name, seats))
    asked = replace(state, decision=ChooseOption(source.controller, source.name, names))
    return push(asked, PlayerChosen(effect, source, seats))


class PlayerChosen(Choice, frozen=True):
    """An effect is about one of the players at these seats, whom its controller chooses."""

    effect: v.ChoosePlayer
    source: StackObject
    seats: tuple[int, ...]


@task(PlayerChosen)
def _player_chosen(state: State, log: Log, chosen: PlayerChosen) -> State:
    source, seat = chosen.source, chosen.seats[chosen.option]
    emit(log, "choice", state, "choice", source.controller, name=source.name, option=state.name(seat))
    return _about_player(state, chosen.effect, source, seat)


def _about_player(state: State, effect: v.ChoosePlayer, source: StackObject, seat: int) -> State:
    return push_effects(state, effect.do, replace(source, chosen=seat))


def _options(effect: Asking) -> tuple[tuple[str, v.Effects], ...]:
    """The options by name, with their effects; players who have left get the first option."""
    if isinstance(effect, v.May):
        return ((WHETHER[0], ()), (WHETHER[1], effect.do))
    if isinstance(effect, v.Pay):
        return ((WHETHER[0], effect.otherwise), (WHETHER[1], effect.do))
    return tuple((option.name, option.do) for option in effect.options)


def _ask(state: State, effect: Asking, source: StackObject, left: tuple[int, ...], made: Made) -> State:
    """Asks the next player who has not left; once all have chosen, their choices are carried out."""
    left = tuple(seat for seat in left if seat in state.rotation.seats)
    options = _options(effect)
    while left and isinstance(effect, v.Pay) and not _can_pay(state, left[0], effect):
        left, made = left[1:], (*made, (left[0], 0))
    if left:
        names = tuple(name for name, _ in options)
        asked = replace(state, decision=ChooseOption(left[0], source.name, names))
        return push(asked, OptionChosen(effect, source, left, made))
    for seat, number in reversed(made):
        state = push_effects(state, options[number][1], replace(source, chooser=seat))
        if isinstance(effect, v.Pay) and number:
            state = push(state, PayPrice(effect, source.name, seat))
    return state


def _can_pay(state: State, seat: int, effect: v.Pay) -> bool:
    """Whether a player can pay the cost of an effect; a player cannot choose to pay otherwise (cr2026 118.3)."""
    player = state.players[seat]
    return player.mana >= effect.mana and player.life >= effect.life and size(player.hand) >= effect.discard


class PayPrice(Task, frozen=True):
    """A player still has to pay a cost that they chose to pay."""

    effect: v.Pay
    by: str
    seat: int


@task(PayPrice)
def _pay_price(state: State, log: Log, price: PayPrice) -> State:
    """The player pays mana and life, then discards cards of their choice."""
    effect, by, seat = price.effect, price.by, price.seat
    state = pay(state, log, seat, effect.mana, "resolve")
    if effect.life:
        state = change_life(state, seat, -effect.life)
        emit(log, "life.change", state, "resolve", seat, amount=-effect.life, life=state.players[seat].life, by=by)
    return push(state, Discarding(((seat, effect.discard),), "resolve")) if effect.discard else state


class OptionChosen(Choice, frozen=True):
    """The first of the remaining players chooses one of an effect's options; the others choose after them."""

    effect: Asking
    source: StackObject
    left: tuple[int, ...]
    made: Made


@task(OptionChosen)
def _option_chosen(state: State, log: Log, chosen: OptionChosen) -> State:
    effect, source, seat, number = chosen.effect, chosen.source, chosen.left[0], chosen.option
    if seat in state.rotation.seats:
        emit(log, "choice", state, "choice", seat, name=source.name, option=_options(effect)[number][0])
    return _ask(state, effect, source, chosen.left[1:], (*chosen.made, (seat, number)))
