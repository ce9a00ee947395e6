"""Exerting: a creature is exerted as it attacks, if its controller chooses so.

What is exerted does not untap in its controller's next untap step. No edition before 2017 knows the word; there it
is read in the same way.
"""

from __future__ import annotations

from ..objects.durations import ITS_NEXT_UNTAP
from ..objects.triggers import on_event
from ..state.agenda import Choice, Task, push, task
from ..state.decision import ChooseOption
from ..state.event import Log, emit
from ..state.state import LastingEffect, State, replace, set_permanent, set_standing

EXERT = "may be exerted as it attacks"


class Exert(Task, frozen=True):
    """The controller of an attacking creature is still to be asked whether to exert it."""

    id: int


class MayExert(Choice, frozen=True):
    """The controller of an attacking creature says whether they exert it."""

    id: int


def offer(state: State, ids: tuple[int, ...]) -> State:
    """Asks the controllers of attacking creatures whether to exert them, one after the other."""
    for id in reversed(ids):
        permanent = state.permanent(id)
        if permanent is not None and not permanent.exerted and state.has(permanent, EXERT):
            state = push(state, Exert(id))
    return state


@task(Exert)
def _ask(state: State, log: Log, asked: Exert) -> State:
    permanent = state.permanent(asked.id)
    if permanent is None or permanent.controller not in state.rotation.seats:
        return state
    decision = ChooseOption(permanent.controller, permanent.card.name, ("no", "yes"))
    return replace(push(state, MayExert(asked.id)), decision=decision)


@task(MayExert)
def _chosen(state: State, log: Log, chosen: MayExert) -> State:
    permanent = state.permanent(chosen.id)
    if permanent is None or not chosen.option:
        return state
    id, name, seat = permanent.id, permanent.card.name, permanent.controller
    kept = LastingEffect(state.serial + 1, name, seat, ITS_NEXT_UNTAP, id, keywords=("does not untap",))
    state = set_standing(replace(state, serial=kept.id), lasting=(*state.lasting, kept))
    state = set_permanent(state, id, exerted=True)
    emit(log, "permanent.exert", state, "declare_attackers", seat, name=name, object=id)
    return on_event(state, log, "is exerted", permanent)
