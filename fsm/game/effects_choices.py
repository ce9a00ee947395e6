"""Effects that a player decides about as they happen: whether to do a thing, or which of several.

The player announces the choice while the effect is applied (cr2006 413.2c, cr2011 and
cr2026 608.2d). If several are asked, they choose in turn order, and then it all happens.
"""

from __future__ import annotations

from . import vocabulary as v
from .decision import ChooseOption
from .effects import applies, meant
from .event import Log, emit
from .state import StackObject, State, replace
from .tasks import push, task

WHETHER = ("no", "yes")
"""What is asked about a thing that a player may do."""

Choice = v.May | v.ChooseOne
Made = tuple[tuple[int, int], ...]
"""Choices made, each the seat and the number of the option."""


@applies(v.May)
def _may(state: State, log: Log, effect: v.May, source: StackObject) -> State:
    return _ask(state, effect, source, meant(state, effect.player, source), ())


@applies(v.ChooseOne)
def _choose_one(state: State, log: Log, effect: v.ChooseOne, source: StackObject) -> State:
    return _ask(state, effect, source, meant(state, effect.player, source), ())


def _options(effect: Choice) -> tuple[tuple[str, v.Effects], ...]:
    """The options by name, with what each does; what departed players leave open is the first."""
    if isinstance(effect, v.May):
        return ((WHETHER[0], ()), (WHETHER[1], effect.do))
    return tuple((option.name, option.do) for option in effect.options)


def _ask(state: State, effect: Choice, source: StackObject, left: tuple[int, ...], made: Made) -> State:
    """Asks the next player who is still there; once all have chosen, what they chose is to be done."""
    left = tuple(seat for seat in left if seat in state.rotation.seats)
    options = _options(effect)
    if left:
        names = tuple(name for name, _ in options)
        asked = replace(state, decision=ChooseOption(left[0], source.name, names))
        return push(asked, "option_chosen", effect, source, left, made)
    for seat, number in reversed(made):
        for nested in reversed(options[number][1]):
            state = push(state, "effect", nested, replace(source, chooser=seat))
    return state


@task("option_chosen")
def _option_chosen(
    state: State, log: Log, effect: Choice, source: StackObject, left: tuple[int, ...], made: Made, number: int
) -> State:
    seat = left[0]
    if seat in state.rotation.seats:
        emit(log, "choice", state, "choice", seat, name=source.name, option=_options(effect)[number][0])
    return _ask(state, effect, source, left[1:], (*made, (seat, number)))
