"""Effects that a player decides about as they happen: whether to do a thing, or which of several.

The player announces the choice while the effect is applied (cr2006 413.2c, cr2011 and
cr2026 608.2d). If several are asked, they choose in turn order, and then it all happens.
"""

from __future__ import annotations

from ...cards import vocabulary as v
from ..objects.conditions import About, failing, in_words
from ..objects.mana import pay
from ..objects.zones import choose_discards
from ..state.agenda import push, task
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.pile import size
from ..state.state import StackObject, State, replace
from ..state.teams import change_life
from .apply import applies, meant

WHETHER = ("no", "yes")
"""What is asked about a thing that a player may do."""

Choice = v.May | v.ChooseOne | v.Pay
Made = tuple[tuple[int, int], ...]
"""Choices made, each the seat and the number of the option."""


@applies(v.May)
def _may(state: State, log: Log, effect: v.May, source: StackObject) -> State:
    return _ask(state, effect, source, meant(state, effect.player, source), ())


@applies(v.ChooseOne)
def _choose_one(state: State, log: Log, effect: v.ChooseOne, source: StackObject) -> State:
    return _ask(state, effect, source, meant(state, effect.player, source), ())


@applies(v.OnlyIf)
def _only_if(state: State, log: Log, effect: v.OnlyIf, source: StackObject) -> State:
    """The condition is looked at as the effect happens (cr2006 413.2, cr2011 and cr2026 608.2)."""
    missing = failing(state, effect.is_, About(source.controller, source.source, source.chosen))
    if missing and not effect.otherwise:
        why = f"only if {in_words(missing)}"
        emit(log, "effect.nothing", state, "resolve", source.controller, name=source.name, why=why)
    for nested in reversed(effect.otherwise if missing else effect.do):
        state = push(state, "effect", nested, source)
    return state


@applies(v.Pay)
def _pay(state: State, log: Log, effect: v.Pay, source: StackObject) -> State:
    return _ask(state, effect, source, meant(state, effect.player, source), ())


@applies(v.ChoosePlayer)
def _choose_player(state: State, log: Log, effect: v.ChoosePlayer, source: StackObject) -> State:
    """Who is the only one need not be chosen."""
    seats = meant(state, effect.among, source)
    if len(seats) < 2 or source.controller not in state.rotation.seats:
        return _about_player(state, effect, source, seats[0]) if seats else state
    names = tuple(map(state.name, seats))
    asked = replace(state, decision=ChooseOption(source.controller, source.name, names))
    return push(asked, "player_chosen", effect, source, seats)


@task("player_chosen")
def _player_chosen(
    state: State, log: Log, effect: v.ChoosePlayer, source: StackObject, seats: tuple[int, ...], number: int
) -> State:
    emit(log, "choice", state, "choice", source.controller, name=source.name, option=state.name(seats[number]))
    return _about_player(state, effect, source, seats[number])


def _about_player(state: State, effect: v.ChoosePlayer, source: StackObject, seat: int) -> State:
    for nested in reversed(effect.do):
        state = push(state, "effect", nested, replace(source, chosen=seat))
    return state


def _options(effect: Choice) -> tuple[tuple[str, v.Effects], ...]:
    """The options by name, with what each does; what departed players leave open is the first."""
    if isinstance(effect, v.May):
        return ((WHETHER[0], ()), (WHETHER[1], effect.do))
    if isinstance(effect, v.Pay):
        return ((WHETHER[0], effect.otherwise), (WHETHER[1], effect.do))
    return tuple((option.name, option.do) for option in effect.options)


def _ask(state: State, effect: Choice, source: StackObject, left: tuple[int, ...], made: Made) -> State:
    """Asks the next player who is still there; once all have chosen, what they chose is to be done."""
    left = tuple(seat for seat in left if seat in state.rotation.seats)
    options = _options(effect)
    while left and isinstance(effect, v.Pay) and not _can_pay(state, left[0], effect):
        left, made = left[1:], (*made, (left[0], 0))
    if left:
        names = tuple(name for name, _ in options)
        asked = replace(state, decision=ChooseOption(left[0], source.name, names))
        return push(asked, "option_chosen", effect, source, left, made)
    for seat, number in reversed(made):
        for nested in reversed(options[number][1]):
            state = push(state, "effect", nested, replace(source, chooser=seat))
        if isinstance(effect, v.Pay) and number:
            state = push(state, "pay_price", effect, source.name, seat)
    return state


def _can_pay(state: State, seat: int, effect: v.Pay) -> bool:
    """Whether a player has what an effect asks for: nobody may choose to pay what they cannot (118.3 of cr2026)."""
    player = state.players[seat]
    return player.mana >= effect.mana and player.life >= effect.life and size(player.hand) >= effect.discard


@task("pay_price")
def _pay_price(state: State, log: Log, effect: v.Pay, by: str, seat: int) -> State:
    """The price is paid in mana and life, then in cards, which the player chooses."""
    state = pay(state, log, seat, effect.mana, "resolve")
    if effect.life:
        state = change_life(state, seat, -effect.life)
        emit(log, "life.change", state, "resolve", seat, amount=-effect.life, life=state.players[seat].life, by=by)
    return choose_discards(state, log, seat, effect.discard, "resolve")


@task("option_chosen")
def _option_chosen(
    state: State, log: Log, effect: Choice, source: StackObject, left: tuple[int, ...], made: Made, number: int
) -> State:
    seat = left[0]
    if seat in state.rotation.seats:
        emit(log, "choice", state, "choice", seat, name=source.name, option=_options(effect)[number][0])
    return _ask(state, effect, source, left[1:], (*made, (seat, number)))
