"""Which player of the active team "the active player" is: the controller of an ability chooses (805.9).

Editions before 2011 have no such rule and are read in the same way. What the whole team gets, such as an extra step, is
asked of nobody.
"""

from __future__ import annotations

from ...cards import vocabulary as v
from ..objects.triggers import about_player, names_active
from ..state.agenda import Choice, DoEffect, Task, push, task
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.state import State, replace

OF_THE_TEAM = (v.ExtraTurns, v.ExtraSteps, v.Skip, v.ControlTurn, v.ControlPhase)
"""Effects that the whole team gets, whichever of its players they name."""


class ActiveMeant(Choice, frozen=True):
    """The controller of an ability says which of the active players this effect, and what follows it, is about."""

    done: DoEffect
    seats: tuple[int, ...]


def ask_active(state: State, done: DoEffect) -> State | None:
    """The state in which the controller is asked which active player an effect means; None if nobody is asked."""
    seats, seat = state.team(state.active), done.source.controller
    if len(seats) < 2 or seat not in state.rotation.seats or isinstance(done.effect, OF_THE_TEAM):
        return None
    if not names_active(done.effect):
        return None
    asked = replace(state, decision=ChooseOption(seat, done.source.name, tuple(map(state.name, seats))))
    return push(asked, ActiveMeant(done, seats))


@task(ActiveMeant)
def _active_meant(state: State, log: Log, chosen: ActiveMeant) -> State:
    """The same player is meant in all that the ability still does.

    Rules: team_active.
    """
    source, name = chosen.done.source, state.name(chosen.seats[chosen.option])
    emit(log, "choice", state, "team_active choice", source.controller, name=source.name, option=name)
    tasks = (*state.agenda, chosen.done)
    return replace(state, agenda=tuple(_about(one, source.id, name) for one in tasks))


def _about(one: Task, source: int, name: str) -> Task:
    if not isinstance(one, DoEffect) or one.source.id != source:
        return one
    return replace(one, effect=about_player(one.effect, name))
