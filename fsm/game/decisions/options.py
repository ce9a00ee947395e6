"""One of several things that an effect does is chosen, or whether it does one (cr2006 413.2c, later 608.2d)."""

from __future__ import annotations

from ..state.agenda import TASKS
from ..state.decision import Choose, ChooseOption, Decision
from ..state.event import Log
from ..state.state import State, replace
from .kind import one_of


def names(_: State, decision: ChooseOption) -> tuple[str, ...]:
    """The options as the effect names them."""
    return decision.options


def go_on_with(state: State, log: Log, _: Decision, action: Choose) -> State:
    """Does the newest task of the agenda, which has waited for the number of the option."""
    name, *arguments = state.agenda[-1]
    return TASKS[name](replace(state, decision=None, agenda=state.agenda[:-1]), log, *arguments, action.option)


def departed(state: State, before: State, decision: ChooseOption, seats: tuple[int, ...]) -> State:
    """Of a departed player what is optional is not done, of several things the first is (later: 800.4g)."""
    if decision.player not in seats:
        return state
    *below, task = state.agenda
    return replace(state, decision=None, agenda=(*below, (*task, 0)))


KIND = one_of(ChooseOption, names, go_on_with, departed=departed)
