"""A player chooses one of an effect's options, or whether it happens (cr2006 413.2c, later 608.2d)."""

from __future__ import annotations

from ..state.agenda import choose
from ..state.decision import Choose, ChooseOption, Decision
from ..state.event import Log
from ..state.state import State
from .kind import one_of


def names(_: State, decision: ChooseOption) -> tuple[str, ...]:
    """The names of the effect's options."""
    return decision.options


def go_on_with(state: State, _log: Log, _: Decision, action: Choose) -> State:
    """Gives the chosen option to the newest task of the agenda, which waits for it."""
    return choose(state, action.option)


def departed(state: State, before: State, decision: Decision, seats: tuple[int, ...]) -> State:
    """A player who has left pays nothing, and gets the first option where nobody else is asked instead (800.4f).

    Rules: departed_cost.
    """
    return choose(state, 0) if decision.player in seats else state


KIND = one_of(ChooseOption, names, go_on_with, departed=departed)
