"""The chart of a turn: its states and its transitions (see ``fsm.turn.transition``) as typed, frozen data.

turn > phase > step > ``beginning``, ``priority``, ``resolving``, ``ending``; one event,
``advance``. A step with priority is left only if ``all_passed`` and ``stack_empty`` hold
(cr2006 300.2, cr2011 500.2, cr2026 500.2); if all passed and the stack is not empty, its
top object resolves. A step in which nobody gets priority ends when its actions are done.
Where play follows a rewrite rule, the chart has a transition with the guard of that rule, and states for what
it inserts, so that a host can play the turn without rewriting it (see ``fsm.turn.following``). The
``transitions`` machine, the flat table and the machine formats are made from the chart.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from ..edition import Edition, obeys, playable
from ..edition.model import AT_NEED
from .following import guards_of_rules, rule_of, transitions_by_rules, widest
from .graph import TurnGraph
from .part import ROOT
from .transition import OVER, SEPARATOR, SUBSTATES, Guards, Transition, beginning_of, state_name

TRIGGER = "advance"
REQUIRED = {
    "all_passed": "all players passed in succession",
    "stack_empty": "the stack is empty",
}
"""The guards that every model has to answer, and when each of them holds."""

OPTIONAL = {
    "needs_priority": "players get priority in this cleanup step: a trigger waits, or a state-based action was taken",
    **guards_of_rules(),
}
"""The optional guards, and when each of them holds; a guard without an answer does not hold."""

GUARDS = (*REQUIRED, *OPTIONAL)

REWRITING = frozenset(guards_of_rules())
"""The guards of transitions that stand for a rewrite: a host that rewrites the turn does not answer them."""

_PASSED: Guards = (("all_passed", True),)
_LEFT: Guards = (*_PASSED, ("stack_empty", True))
_RESOLVES: Guards = (*_PASSED, ("stack_empty", False))


class ChartState(msgspec.Struct, frozen=True):
    """A state by its path; the first of its ``children`` is its initial one. ``over`` is final."""

    path: str
    rule: str = ""
    children: tuple[ChartState, ...] = ()

    @property
    def name(self) -> str:
        """Its name among its siblings."""
        return self.path.rpartition(SEPARATOR)[2]

    @property
    def stop(self) -> str:
        """The id of the phase or step, if the state is one."""
        return self.path.removeprefix(ROOT + SEPARATOR)


class Chart(msgspec.Struct, frozen=True, dict=True, eq=False):
    """The machine of one turn, without its skipped parts, and with what the rules may insert."""

    graph: TurnGraph

    @property
    def widest(self) -> TurnGraph:
        """The turn with all that the rules themselves may insert: each state is that of a part of it."""
        return widest(self.graph).graph

    @property
    def initial(self) -> str:
        """The state in which the turn begins."""
        return first_state(self.graph)

    @cached_property
    def states(self) -> tuple[ChartState, ...]:
        """The end of the turn, and the turn itself, unless all of it is skipped."""
        phases = tuple(self._phase(phase.node.id) for phase in self.widest.root if phase.live)
        turn = (ChartState(ROOT, self.graph.root.node.rule, phases),) if phases else ()
        return (ChartState(OVER), *turn)

    @cached_property
    def transitions(self) -> tuple[Transition, ...]:
        """All transitions, in order of play."""
        return tuple(one for stop in self.widest.path for one in stop_transitions(self.graph, stop))

    def _phase(self, id: str) -> ChartState:
        phase = self.widest.part(id)
        path = f"{ROOT}{SEPARATOR}{id}"
        steps = (step.node for step in phase if step.live)
        inside = tuple(nested(f"{ROOT}{SEPARATOR}{step.id}", rule=step.rule) for step in steps)
        return nested(path, inside, phase.node.rule)


def make_chart(graph: TurnGraph) -> Chart:
    """The chart of a turn; ``UnplayedEdition`` if its edition has no steps and no stack."""
    playable(graph.edition)
    return Chart(graph)


def nested(path: str, children: tuple[ChartState, ...] = (), rule: str = "") -> ChartState:
    """A phase with its steps, or a step with the states of a stop."""
    return ChartState(path, rule, children or tuple(ChartState(f"{path}{SEPARATOR}{sub}") for sub in SUBSTATES))


def first_state(graph: TurnGraph) -> str:
    """The first state of a turn: the beginning of its first stop; ``over`` if all of it is skipped."""
    return beginning_of(graph.following())


_PRIORITY = (
    Transition("priority", "ending", _LEFT, "all_pass_end"),
    Transition("priority", "resolving", _RESOLVES, "all_pass_resolve"),
    Transition("resolving", "priority", (), "priority_after_resolution"),
)
_INSIDE = {
    "always": (Transition("beginning", "priority", (), "priority_active"), *_PRIORITY),
    "never": (Transition("beginning", "ending", (), "no_priority_step"),),
    "if_needed": (
        Transition("beginning", "priority", (("needs_priority", True),), "cleanup_priority"),
        Transition("beginning", "ending", (), "cleanup_none"),
        *_PRIORITY,
    ),
    "until_empty": (
        Transition("beginning", "priority", (("needs_priority", True),), "cleanup_priority"),
        Transition("beginning", "ending", (), "cleanup_none"),
        *_PRIORITY[:2],
        Transition("resolving", "priority", (("needs_priority", True),), "priority_after_resolution"),
        Transition("resolving", "ending", (("stack_empty", True),), "cleanup_priority"),
        *_PRIORITY[2:],
    ),
    "if_attackers": (
        Transition("beginning", "ending", (("no_attackers", True),), "no_attackers"),
        Transition("beginning", "priority", (), "priority_active"),
        *_PRIORITY,
    ),
}
_OUT = {
    "always": ("step_ends", _LEFT),
    "never": ("no_priority_step", ()),
    **dict.fromkeys(AT_NEED, ("no_priority_step", ())),
    "if_attackers": ("step_ends", ()),
}
"""By the ``priority`` of a step: the transitions between its substates, and the topic and guards of leaving it."""


def regular_transitions(graph: TurnGraph, stop: str) -> tuple[Transition, ...]:
    """The transitions inside a stop and out of it, without those that stand for a rewrite."""
    return _regular(graph.edition, graph.node(stop).kind, stop, graph.following(stop))


@lru_cache(maxsize=4096)
@obeys(*(one.topic for ways in _INSIDE.values() for one in ways), *(topic for topic, _ in _OUT.values()))
def _regular(edition: Edition, kind: str, stop: str, following: str | None) -> tuple[Transition, ...]:
    """The regular transitions of a stop; turns share them where the same stops follow each other."""
    gets = edition.step(kind).priority
    topic, guards = _OUT[gets]
    inside = (
        Transition(state_name(stop, one.source), state_name(stop, one.target), one.guards, one.topic)
        for one in _INSIDE[gets]
    )
    out = Transition(state_name(stop, "ending"), beginning_of(following), guards, topic)
    return tuple(replace(one, rule=rule_of(edition, one.topic)) for one in (*inside, out))


@lru_cache(maxsize=1024)
def stop_transitions(graph: TurnGraph, stop: str) -> tuple[Transition, ...]:
    """All transitions inside a stop of the widest form of a turn, and out of it, in the order of their trial."""
    wide = widest(graph)
    kind, onward = wide.graph.node(stop).kind, wide.onward(stop, wide.graph)
    regular = _regular(graph.edition, kind, stop, onward)
    return (*transitions_by_rules(graph, stop, regular[-1].guards), *regular)


def as_transition(transition: Transition) -> dict[str, Any]:
    """A transition as an argument of the library ``transitions``."""
    wanted = {"conditions": True, "unless": False}
    guards = {key: [name for name, answer in transition.guards if answer is value] for key, value in wanted.items()}
    named = {key: names for key, names in guards.items() if names}
    return {"trigger": TRIGGER, "source": transition.source, "dest": transition.target, **named}
