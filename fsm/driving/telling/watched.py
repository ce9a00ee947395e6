"""A run of a scenario to be told in neutral words: its events, and the effects that changed the turns.

The run goes on after the scenario's end until a player has priority, since an engine stops there.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from operator import attrgetter

import msgspec

from ...cards import vocabulary as v
from ...errors import FsmError
from ...game import LIMITS, Event, State, default_action, step
from ...game.effects.apply import Carried, watching
from ...recording import Recording
from ...scenario import Scenario, run_scenario
from ...turn import TurnGraph
from ..words import Act

STRUCTURAL = (
    *(v.ExtraTurns, v.ExtraPhases, v.ExtraSteps, v.Skip, v.EndTurn, v.EndCombat, v.ControlTurn, v.ControlPhase),
    *(v.ReverseTurnOrder, v.RestartGame, v.Lasting),
)
"""The effects that change what is seen."""

MOST = 10_000
"""After that many events behind the scenario's end the run is given up."""


class Unsayable(FsmError):
    """Why a run cannot be told in neutral words."""


class Placed(msgspec.Struct, frozen=True):
    """An act, the stop in which it is told, and the event after which it happens (-1: before all others there)."""

    stop: int
    position: int
    act: Act


class StepSpan(msgspec.Struct, frozen=True):
    """A step or a main phase that began: at which event, and the event at which a player first had priority (or 0)."""

    begins: int
    opens: int
    ends: int
    node: str
    state: State


class Watched(msgspec.Struct, frozen=True, dict=True):
    """A run: its events to the last stop, its stops, and the effects that were carried out."""

    recording: Recording
    events: tuple[Event, ...]
    stops: tuple[StepSpan, ...]
    carried: tuple[Carried, ...]
    graphs: dict[int, TurnGraph]

    @property
    def start(self) -> State:
        """The state as the game begins."""
        return self.events[0].state

    def at(self, position: int) -> int:
        """The number of the stop in which an event happened; -1 before the first."""
        return bisect_right(self.stops, position, key=attrgetter("begins")) - 1

    def open_at(self, position: int) -> int:
        """The stop in which an event happened, if a player had priority there before; else ``Unsayable``."""
        stop = self.at(position)
        if stop < 0 or not self.stops[stop].opens or self.stops[stop].opens > position:
            raise Unsayable("an effect changes the turns where no player has priority")
        return stop

    def open_or_idle(self, position: int) -> int:
        """Where something ends that may be told a little later: in its stop, if players get priority there."""
        stop = self.at(position)
        return stop if stop >= 0 and self.stops[stop].opens else self.open_at(position)

    def before(self, stop: int) -> int:
        """The last stop before another in which players had priority; else ``Unsayable``."""
        found = next((n for n in reversed(range(stop)) if self.stops[n].opens), None)
        if found is None:
            raise Unsayable("something has to be known before a player first has priority")
        return found

    @cached_property
    def skipped(self) -> dict[tuple[int, str], tuple[str, ...]]:
        """The rules by which phases and steps were skipped, by turn and node."""
        kinds = ("phase.skip", "step.skip")
        return {(event.state.turn, event.node): event.rules for event in self.events if event.kind in kinds}


def watch(scenario: Scenario, edition: str) -> Watched:
    """Runs a scenario, and on until a player has priority; ``InputError`` if it cannot be run."""
    with watching(STRUCTURAL) as carried:
        recording = run_scenario(scenario, edition, LIMITS)
        events = _to_the_next_stop(recording)
    graphs = {event.state.turn: event.state.graph for event in events}
    return Watched(recording, events, _stops(events), tuple(carried), graphs)


def _to_the_next_stop(recording: Recording) -> tuple[Event, ...]:
    """The events of a recording, and those after it up to the first at which a player gets priority."""
    last = recording.answers[-1]
    events = [frame.event for frame in recording.frames[: last.seq]]
    state, more = step(last.before, last.action)
    least = len(recording)
    events += more
    while True:
        end = next((n for n in range(least, len(events)) if events[n].kind == "priority.get"), None)
        if end is not None:
            return tuple(events[: end + 1])
        if state.outcome is not None or len(events) > least + MOST:
            return tuple(events)
        least = max(least, len(events))
        state, more = step(state, default_action(state))
        events += more


def _stops(events: tuple[Event, ...]) -> tuple[StepSpan, ...]:
    begun = [n for n, event in enumerate(events) if _is_stop(event)]
    stops = []
    for begins, ends in zip(begun, [*begun[1:], len(events)], strict=True):
        opens = next((n for n in range(begins, ends) if events[n].kind == "priority.get"), 0)
        stops.append(StepSpan(begins, opens, ends, events[begins].node, events[begins].state))
    return tuple(stops)


def _is_stop(event: Event) -> bool:
    """Whether a step begins, or a phase without steps."""
    if event.kind != "phase.begin":
        return event.kind == "step.begin"
    return not event.state.graph.children(event.node)
