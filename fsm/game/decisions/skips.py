"""Which of several effects lets the player skip something, or whether one does that need not (419.6f, 616.1)."""

from __future__ import annotations

from ..flow.arrival import ChoosePhaseSkip
from ..flow.turns import ChooseTurnSkip, NextTurn
from ..state.decision import Choose, ChooseSkip
from ..state.state import State, replace
from .kind import one_of
from .options import go_on_with

NOTHING = "nothing"
"""The name of the option to skip nothing."""


def names(_: State, decision: ChooseSkip) -> tuple[str, ...]:
    """The names of the effects, and last to skip nothing, if none of them has to be applied."""
    return (*decision.effects, NOTHING) if decision.may_decline else decision.effects


def default(_: State, decision: ChooseSkip) -> Choose:
    """What need not be skipped is not; else the oldest effect is applied."""
    return Choose(decision.player, len(decision.effects) if decision.may_decline else 0)


def departed(state: State, before: State, decision: ChooseSkip, seats: tuple[int, ...]) -> State:
    """What would begin is looked at again: some of what would skip it may have left."""
    state = replace(state, decision=None)
    match state.agenda:
        case (*below, ChoosePhaseSkip(arrival=arrival)):
            return replace(state, agenda=(*below, arrival))
        case (*below, ChooseTurnSkip()):
            return replace(state, agenda=(*below, NextTurn()))
    return state


KIND = one_of(ChooseSkip, names, go_on_with, default, departed)
