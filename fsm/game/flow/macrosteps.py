"""Macrosteps: how play goes on from a place in a calm state, run once by the rules and then repeated.

A state is calm if it has players, a turn and permanents, and nothing else: no mana, and nothing that lasts, skips or
waits; no static abilities, and nothing that dies. Then the place, the seats, and what the permanents stir (see
``Index.stirs``) determine how play continues, up to the next decision, or the next stop at which something triggers or
a turn-based action does something. What may stir says so itself: each turn-based action, each kind of ability.
A change from one turn to the next is repeated likewise, as long as no extra turn is pending.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from ...errors import LimitReached
from ...turn import Configuration, Rotation
from ..objects.abilities.triggers import at_beginning
from ..state.agenda import Task, do_next
from ..state.decision import Decision
from ..state.event import Event, Log
from ..state.game import NO_OPTIONS
from ..state.index import STIRRED_BY
from ..state.state import A_REGULAR_TURN, NOTHING_STANDS, Player, State, replace
from ..state.tally import for_next_turn, spells_cast
from .arrival import TURN_IS_OVER, do_actions
from .plan import Key, Plan, advance, plan_of

Continuation = Callable[[State, Log, int], State]
"""A function that continues play from a state; the seat is the player who caused it."""

EventData = tuple[str, tuple[str, ...], str, int | None, tuple[tuple[str, Any], ...]]
"""An event without its state."""


class MicroStep(NamedTuple):
    """Part of a macrostep: a place that play reaches, and the events that happen there."""

    at: Configuration
    passes: int
    decision: Decision | None
    events: tuple[EventData, ...]


class MacroStep(NamedTuple):
    """The places that play passes, the tasks that are left at the end, and whether turn-based actions come next.

    A macrostep without microsteps means: the result at this place cannot be repeated.
    """

    microsteps: tuple[MicroStep, ...] = ()
    agenda: tuple[Task, ...] = ()
    acts: bool = False


NOT_KEPT = MacroStep()

NOTHING: frozenset[str] = frozenset()


class Change(NamedTuple):
    """The way from a turn that is over to the first decision of the next: who takes it, and what is passed.

    ``before`` is the order of the turns for which it is valid, and ``ended`` are the events of the turn that is over.
    A change without microsteps cannot be repeated.
    """

    before: Rotation
    rotation: Rotation
    active: int = 0
    ended: tuple[EventData, ...] = ()
    microsteps: tuple[MicroStep, ...] = ()


_place = attrgetter("at", "passes", "decision")


def is_calm(state: State) -> bool:
    """Whether a state has nothing that could happen, or matter, as steps and phases end and begin."""
    if (
        (state.battlefield and state.index.stirs is None)
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
        if player.mana or player.schemes or player.life <= 0 or player.overdrew or player.lands_played:
            return False
    _CALM[0] = players
    return True


_CALM: list[tuple[Player, ...]] = [()]
"""The players of the last calm state; most states have the same players, which need no second check."""


def proceed(state: State, log: Log, seat: int, go_on: Continuation) -> State:
    """The state after ``go_on``; in a calm state, by the macrostep of its place."""
    plan: Plan = state.at.plan or plan_of(state.at)
    while plan.straight and is_calm(state):
        key: Key = go_on, seat, state.active, state.rotation.seats
        if state.battlefield:
            key = *key, state.index.stirs
        macrostep = plan.macrosteps.get(key)
        if macrostep is None:
            try:
                macrostep = plan.macrosteps[key] = _follow(state, seat, go_on)
            except LimitReached:  # this state alone holds too much: playing on, below, says so where it happens
                break
        if macrostep is NOT_KEPT:
            break
        microsteps, agenda, acts = macrostep
        if log is None:
            at, passes, decision, _ = microsteps[-1]
            state = replace(state, at=at, passes=passes, decision=decision)
        else:
            state = _recorded(state, log, microsteps)
        if not acts:
            return _next_turn(state, log, plan, agenda) if agenda else state
        plan, go_on = state.at.plan or plan_of(state.at), _onward
        if state.battlefield and plan.kind in _stirs(state):
            state = at_beginning(state, log, plan.kind, plan.stop)
        state = do_actions(state, log, plan.actions)
        if state.decision is not None or state.agenda:
            return state
    return go_on(state, log, seat)


def _stirs(state: State) -> frozenset[str]:
    """What the permanents of a calm state stir."""
    return (state.index.stirs if state.battlefield else None) or NOTHING


def _recorded(state: State, log: list[Event], microsteps: tuple[MicroStep, ...]) -> State:
    for at, passes, decision, events in microsteps:
        state = replace(state, at=at, passes=passes, decision=decision)
        for kind, rules, node, player, detail in events:
            log.append(Event(kind, rules, state, node, player, detail))
    return state


def _next_turn(state: State, log: Log, plan: Plan, agenda: tuple[Task, ...]) -> State:
    """The state after the change to the next turn; if it cannot be repeated, it is left to the agenda."""
    if agenda != TURN_IS_OVER or (state.battlefield and state.index.marked) or _matters_later(state):
        return replace(state, agenda=agenda)
    key: Key = state.active, state.rotation.seats, _stirs(state)
    change = plan.changes.get(key)
    if change is None or change.before != state.rotation:
        change = plan.changes[key] = _follow_change(state)
    if not change.microsteps:
        return replace(state, agenda=agenda)
    _, rotation, active, ended, microsteps = change
    at, passes, decision, events = microsteps[-1 if log is None else 0]
    next_turn = replace(
        state,
        rotation=rotation,
        turn=state.turn + 1,
        active=active,
        at=at,
        passes=passes,
        decision=decision,
        this_turn=A_REGULAR_TURN,
    )
    if log is None:
        return next_turn
    for kind, rules, node, player, detail in ended:
        log.append(Event(kind, rules, state, node, player, detail))
    for kind, rules, node, player, detail in events:
        log.append(Event(kind, rules, next_turn, node, player, detail))
    return _recorded(next_turn, log, microsteps[1:])


def _matters_later(state: State) -> bool:
    """Whether something has happened in this turn that the next one looks at."""
    return bool(state.this_turn.counts) and bool(spells_cast(state) or for_next_turn(state))


def _onward(state: State, log: Log, _: int) -> State:
    return advance(state, log)


def _follow(state: State, seat: int, go_on: Continuation) -> MacroStep:
    """The macrostep from a place, if it is valid for all calm states with these seats."""
    events: list[Event] = []
    after = go_on(state, events, seat)
    if any(map(_begins_busily, events)):
        return NOT_KEPT
    busy = next((number for number, event in enumerate(events) if _is_busy(event)), None)
    if busy is not None:
        events, after = events[: busy + 1], events[busy].state
    if replace(after, at=state.at, passes=state.passes, decision=state.decision, agenda=()) != state:
        return NOT_KEPT
    return MacroStep(_microsteps(events, after), after.agenda, busy is not None)


def _follow_change(state: State) -> Change:
    """The change from a turn that is over, if it is valid for all calm states with this order of the turns."""
    before, events = state.rotation, list[Event]()
    no_change = Change(before, before)
    if state.turn < before.first:
        return no_change
    after = do_next(replace(state, agenda=TURN_IS_OVER), events)
    here = {field: getattr(state, field) for field in ("rotation", "turn", "active", "at", "passes", "decision")}
    if after.turn != state.turn + 1 or after.decision is None or any(_is_busy(e) or _begins_busily(e) for e in events):
        return no_change
    if after.this_turn is not A_REGULAR_TURN or replace(after, this_turn=state.this_turn, **here) != state:
        return no_change
    ended = tuple(_data(event) for event in events if event.state.turn == state.turn)
    return Change(before, after.rotation, after.active, ended, _microsteps(events[len(ended) :], after))


def _microsteps(events: list[Event], after: State) -> tuple[MicroStep, ...]:
    """The places of events in their order, with the last one of all."""
    microsteps = [
        MicroStep(*place, tuple(map(_data, there)))
        for place, there in groupby(events, lambda event: _place(event.state))
    ]
    if not microsteps or microsteps[-1][:-1] != _place(after):
        microsteps.append(MicroStep(*_place(after), ()))
    return tuple(microsteps)


def _data(event: Event) -> EventData:
    return event.kind, event.rules, event.node, event.player, event.detail


def _is_busy(event: Event) -> bool:
    """Whether an event begins a stop at which something triggers, or a turn-based action does something."""
    graph, edition = event.state.graph, event.state.edition
    node = graph.node(event.node)
    begins = event.kind == "step.begin" or (event.kind == "phase.begin" and not graph.children(node.id))
    return begins and _happens(event.state, (node.kind,), edition.step(node.kind).actions)


def _happens(state: State, kinds: tuple[str, ...], actions: tuple[str, ...]) -> bool:
    """Whether something triggers as stops of these kinds begin, or one of the actions does something."""
    return not STIRRED_BY.keys() >= {*actions} or not _stirs(state).isdisjoint((*kinds, *actions))


def _begins_busily(event: Event) -> bool:
    """Whether an event begins a phase with such turn-based actions of its own, or one with steps, and triggers."""
    if event.kind != "phase.begin":
        return False
    graph, edition = event.state.graph, event.state.edition
    kind = graph.node(event.node).kind
    actions = next((phase.actions for phase in edition.phases if phase.kind == kind), ())
    return _happens(event.state, (kind,) if graph.children(event.node) else (), actions)
