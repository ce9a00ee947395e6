"""Effects that a player decides about as they resolve: whether they happen, or which of several options.

The player announces the choice while the effect is applied (cr2006 413.2c, cr2011 and
cr2026 608.2d). If several are asked, they choose in turn order, and then it all happens.
"""

from __future__ import annotations

from ...cards import vocabulary as v
from ...edition import obeys
from ..objects.abilities.conditions import About, failing, in_words
from ..objects.permanents.speed import life_lost
from ..objects.players.drawing import Discarding
from ..objects.players.mana import pay
from ..priority.activating import why_not_asked
from ..state.agenda import Choice, Task, push, push_effects, task
from ..state.decision import WHETHER, ChooseOption, ChoosePayment
from ..state.event import Log, emit
from ..state.players.teams import change_life
from ..state.pool import Due
from ..state.state import StackObject, State, replace
from ..state.tally import done_this_turn, now_done
from .apply import applies, meant, nothing

Asking = v.May | v.ChooseOne | v.Pay
Made = tuple[tuple[int, int], ...]
"""Choices made, each the seat and the number of the option."""


@applies(v.May)
@applies(v.ChooseOne)
@applies(v.Pay)
@obeys("optional", "resolve_mana")
def _ask_each(state: State, log: Log, effect: Asking, source: StackObject) -> State:
    """Who cannot pay is not asked (cr2026 118.3); who might with mana abilities is."""
    return _ask(state, log, effect, source, meant(state, effect.player, source), ())


@applies(v.OnceEachTurn)
@obeys("done_once")
def _once_each_turn(state: State, log: Log, effect: v.OnceEachTurn, source: StackObject) -> State:
    """What triggered before it was done does nothing any more (cr2026 603.2h)."""
    permanent = source.id if source.source is None else source.source
    if done_this_turn(state, source.name, source.controller, permanent):
        return nothing(state, log, source, "this is done only once each turn", "done_once instructions")
    return push_effects(now_done(state, source.name, source.controller, permanent), effect.do, source)


@applies(v.OnlyIf)
def _only_if(state: State, log: Log, effect: v.OnlyIf, source: StackObject) -> State:
    """The condition is checked as the effect happens (cr2006 413.2, cr2011 and cr2026 608.2)."""
    missing = failing(state, effect.is_, About(source.controller, source.source, source.chosen))
    if missing and not effect.otherwise:
        nothing(state, log, source, f"only if {in_words(missing)}")
    return push_effects(state, effect.otherwise if missing else effect.do, source)


@applies(v.ChoosePlayer)
def _choose_player(state: State, log: Log, effect: v.ChoosePlayer, source: StackObject) -> State:
    """A single player is taken without a choice."""
    target = meant(state, "target", source) if effect.another else ()
    seats = tuple(seat for seat in meant(state, effect.among, source) if seat not in target)
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
@obeys("choice")
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


@obeys("choices_known", "choices_ordered", "choice")
def _ask(state: State, log: Log, effect: Asking, source: StackObject, left: tuple[int, ...], made: Made) -> State:
    """Asks the next player who has not left; once all have chosen, their choices are carried out."""
    left = tuple(seat for seat in left if seat in state.rotation.seats)
    options = _options(effect)
    while left:
        asked = _asked(effect, left[0], source.name)
        why = why_not_asked(state, asked) if isinstance(asked, ChoosePayment) else ""
        if not why:
            return push(replace(state, decision=asked), OptionChosen(effect, source, left, made))
        emit(log, "cost.unpaid", state, "choice", left[0], name=source.name, why=why)
        left, made = left[1:], (*made, (left[0], 0))
    for seat, number in reversed(made):
        state = push_effects(state, options[number][1], replace(source, chooser=seat))
        if isinstance(effect, v.Pay) and number:
            state = push(state, PayPrice(effect, source.name, seat))
    return state


def _asked(effect: Asking, seat: int, by: str) -> ChooseOption | ChoosePayment:
    """What a player is asked."""
    if isinstance(effect, v.Pay):
        return ChoosePayment(seat, by, effect.mana, effect.life, effect.discard)
    return ChooseOption(seat, by, tuple(name for name, _ in _options(effect)))


class PayPrice(Task, frozen=True):
    """A player still has to pay a cost that they chose to pay."""

    effect: v.Pay
    by: str
    seat: int


@task(PayPrice)
@obeys("instructions")
def _pay_price(state: State, log: Log, price: PayPrice) -> State:
    """The player pays mana and life, then discards cards of their choice."""
    effect, by, seat = price.effect, price.by, price.seat
    state = pay(state, log, seat, Due(effect.mana), "instructions")
    if effect.life:
        state = change_life(state, seat, -effect.life)
        emit(log, "life.change", state, "instructions", seat, amount=-effect.life, life=state.players[seat].life, by=by)
        state = life_lost(state, log, seat)
    return push(state, Discarding(((seat, effect.discard),), "instructions")) if effect.discard else state


class OptionChosen(Choice, frozen=True):
    """The first of the remaining players chooses one of an effect's options; the others choose after them.

    ``by`` is who chooses instead of a player who has left.
    """

    effect: Asking
    source: StackObject
    left: tuple[int, ...]
    made: Made
    by: int | None = None


@task(OptionChosen)
@obeys("choice", "choices_in_turn")
def _option_chosen(state: State, log: Log, chosen: OptionChosen) -> State:
    effect, source, number = chosen.effect, chosen.source, chosen.option
    seat = chosen.left[0] if chosen.by is None else chosen.by
    others = () if seat in state.rotation.seats or isinstance(effect, v.Pay) else _instead(state, chosen)
    if len(others) == 1:
        return _chooses_instead(state, log, Instead(chosen, others))
    if others:
        names = tuple(map(state.name, others))
        return push(
            replace(state, decision=ChooseOption(source.controller, source.name, names)), Instead(chosen, others)
        )
    if seat in state.rotation.seats:
        asked = _asked(effect, seat, source.name)
        price = {"price": asked.price} if isinstance(asked, ChoosePayment) else {}
        option = _options(effect)[number][0]
        topics = "choice choices_in_turn" if len(chosen.left) + len(chosen.made) > 1 else "choice"
        emit(log, "choice", state, topics, seat, name=source.name, option=option, **price)
    return _ask(state, log, effect, source, chosen.left[1:], (*chosen.made, (chosen.left[0], number)))


class Instead(Choice, frozen=True):
    """The controller of an effect chooses one of these players, who makes a choice for one who has left."""

    chosen: OptionChosen
    seats: tuple[int, ...]


@task(Instead)
@obeys("departed_choice")
def _chooses_instead(state: State, log: Log, instead: Instead) -> State:
    by, chosen = instead.seats[instead.option], instead.chosen
    source, left = chosen.source, replace(chosen, by=by, option=0)
    if by not in state.rotation.seats:  # they conceded before they were chosen
        return push(state, left)
    emit(log, "choice", state, "departed_choice", source.controller, name=source.name, option=state.name(by))
    return push(replace(state, decision=_asked(chosen.effect, by, source.name)), left)


@obeys("departed_choice")
def _instead(state: State, chosen: OptionChosen) -> tuple[int, ...]:
    """Who can choose for a player who has left: another opponent, if they were one, or else anybody (800.4g)."""
    controller = chosen.source.controller
    if controller not in state.rotation.seats:
        return ()
    seats, own = state.rotation.from_seat(controller), state.team(controller)
    opponents = tuple(seat for seat in seats if seat not in own)
    return opponents if chosen.left[0] not in own and opponents else seats
