"""A player chooses which of several effects skips something, or declines optional ones (419.6f, 616.1)."""

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
    """The names of the effects, and last the option to skip nothing, if all of them are optional."""
    return (*decision.effects, NOTHING) if decision.may_decline else decision.effects


def default(_: State, decision: ChooseSkip) -> Choose:
    """Optional skips are declined; otherwise the oldest effect applies."""
    return Choose(decision.player, len(decision.effects) if decision.may_decline else 0)


def departed(state: State, before: State, decision: ChooseSkip, seats: tuple[int, ...]) -> State:
    """The player decides again, since some of the effects may have left."""
    state = replace(state, decision=None)
    match state.agenda:
        case (*below, ChoosePhaseSkip(arrival=arrival)):
            return replace(state, agenda=(*below, arrival))
        case (*below, ChooseTurnSkip()):
            return replace(state, agenda=(*below, NextTurn()))
    return state


KIND = one_of(ChooseSkip, names, go_on_with, default, departed)
