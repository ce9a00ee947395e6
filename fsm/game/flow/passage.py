"""Passages: how play goes on from a place in a calm state, kept so that it is worked out once.

A state is calm if there is nothing in it but players and their turn: no permanents, nothing that triggers, lasts,
skips or waits, no mana. Where play goes from a place then depends on the place and the seats alone, up to the next
decision, or to the next turn-based action that does something. So the rules are followed the first time, with all
their questions; from then on what they did is done again.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from ...turn import Configuration
from ..state.agenda import Task
from ..state.decision import Decision
from ..state.event import Event, Log
from ..state.state import NO_OPTIONS, NOTHING_STANDS, Player, State, replace
from .arrival import act
from .plan import Plan, advance, plan_of
from .turn_actions import IDLE_WHEN_CALM

Way = Callable[[State, Log, int], State]
"""What the rules say of a state, with the seat of the player whom it is about."""

Told = tuple[str, tuple[str, ...], str, int | None, tuple[tuple[str, Any], ...]]
"""An event but for its state."""


class Leg(NamedTuple):
    """Part of a passage: where play comes to, and the events that happen there."""

    at: Configuration
    passes: int
    decision: Decision | None
    events: tuple[Told, ...]


class Passage(NamedTuple):
    """Where play goes, the tasks that are left then, and whether turn-based actions come next.

    Without any leg it is the passage from a place where more happens than one holds.
    """

    legs: tuple[Leg, ...] = ()
    agenda: tuple[Task, ...] = ()
    acts: bool = False


NOT_KEPT = Passage()

_place = attrgetter("at", "passes", "decision")


def is_calm(state: State) -> bool:
    """Whether nothing is in a state that could happen, or matter, as steps and phases end and begin."""
    if (
        state.battlefield
        or state.stack
        or state.waiting
        or state.agenda
        or state.combat is not None
        or state.standing is not NOTHING_STANDS
        or state.game.options is not NO_OPTIONS
    ):
        return False
    players = state.players
    if players is _CALM[0]:
        return True
    for player in players:
        if player.mana or player.schemes or player.life <= 0 or player.overdrew:
            return False
    _CALM[0] = players
    return True


_CALM: list[tuple[Player, ...]] = [()]
"""The players of the last calm state: they are frozen and mostly the same ones, and are looked at once."""


def proceed(state: State, log: Log, seat: int, way: Way) -> State:
    """The state after some way; in a calm state by the passage that is known for its place."""
    plan: Plan = state.at.plan or plan_of(state.at)
    while plan.straight and is_calm(state):
        key = seat, state.active, state.rotation.seats
        passage = plan.passages.get(key)
        if passage is None:
            passage = plan.passages[key] = _follow(state, seat, way)
        if passage is NOT_KEPT:
            break
        legs, agenda, acts = passage
        if log is None:
            at, passes, decision, _ = legs[-1]
            state = replace(state, at=at, passes=passes, decision=decision)
        else:
            state = _recorded(state, log, legs)
        if not acts:
            return replace(state, agenda=agenda) if agenda else state
        plan, way = state.at.plan or plan_of(state.at), _onward
        state = act(state, log, plan.actions)
        if state.decision is not None or state.agenda:
            return state
    return way(state, log, seat)


def _recorded(state: State, log: list[Event], legs: tuple[Leg, ...]) -> State:
    for at, passes, decision, events in legs:
        state = replace(state, at=at, passes=passes, decision=decision)
        for kind, rules, node, player, detail in events:
            log.append(Event(kind, rules, state, node, player, detail))
    return state


def _onward(state: State, log: Log, _: int) -> State:
    return advance(state, log)


def _follow(state: State, seat: int, way: Way) -> Passage:
    """The passage from a place, if it is the same for all calm states with these seats."""
    events: list[Event] = []
    after = way(state, events, seat)
    if any(map(_begins_busily, events)):
        return NOT_KEPT
    busy = next((number for number, event in enumerate(events) if _is_busy(event)), None)
    if busy is not None:
        events, after = events[: busy + 1], events[busy].state
    if replace(after, at=state.at, passes=state.passes, decision=state.decision, agenda=()) != state:
        return NOT_KEPT
    legs = [
        Leg(*place, tuple((e.kind, e.rules, e.node, e.player, e.detail) for e in told))
        for place, told in groupby(events, lambda event: _place(event.state))
    ]
    if not legs or legs[-1][:-1] != _place(after):
        legs.append(Leg(*_place(after), ()))
    return Passage(tuple(legs), after.agenda, busy is not None)


def _is_busy(event: Event) -> bool:
    """Whether the stop that begins with an event has turn-based actions that do something in a calm state, too."""
    graph, edition = event.state.graph, event.state.edition
    node = graph.node(event.node)
    begins = event.kind == "step.begin" or (event.kind == "phase.begin" and not graph.children(node.id))
    return begins and not IDLE_WHEN_CALM.issuperset(edition.step(node.kind).actions)


def _begins_busily(event: Event) -> bool:
    """Whether a phase begins with such turn-based actions of its own."""
    phases = (phase for phase in event.state.edition.phases if event.kind == "phase.begin")
    kind = event.state.graph.node(event.node).kind
    return any(phase.kind == kind and not IDLE_WHEN_CALM.issuperset(phase.actions) for phase in phases)
