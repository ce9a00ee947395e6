"""One of several things that an effect does is chosen, or whether it does one (cr2006 413.2c, later 608.2d)."""

from __future__ import annotations

from ..state.agenda import choose
from ..state.decision import Choose, ChooseOption, Decision
from ..state.event import Log
from ..state.state import State
from .kind import one_of


def names(_: State, decision: ChooseOption) -> tuple[str, ...]:
    """The options as the effect names them."""
    return decision.options


def go_on_with(state: State, _log: Log, _: Decision, action: Choose) -> State:
    """The newest task of the agenda, which has waited for the number of the option, is to be done with it."""
    return choose(state, action.option)


def departed(state: State, before: State, decision: ChooseOption, seats: tuple[int, ...]) -> State:
    """Of a departed player what is optional is not done, of several things the first is (later: 800.4g)."""
    return choose(state, 0) if decision.player in seats else state


KIND = one_of(ChooseOption, names, go_on_with, departed=departed)
