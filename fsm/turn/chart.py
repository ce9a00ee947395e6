"""The chart of a turn: its states and moves as typed, frozen data, each move with its guards and its rule.

turn > phase > step > ``beginning``, ``priority``, ``resolving``, ``ending``; one event,
``advance``. A step with priority is left only if ``all_passed`` and ``stack_empty`` hold
(cr2006 300.2, cr2011 500.2, cr2026 500.2); if all passed and the stack is not empty, its
top object resolves. A step in which nobody gets priority ends when its actions are done.
Where play follows a rewrite rule, the chart has a move with the guard of that rule, and states for what
it inserts, so that a host can play the turn without rewriting it (see ``fsm.turn.following``). The
``transitions`` machine, the flat table and the machine formats are made from the chart.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property

import msgspec

from ..edition import Edition
from .following import Guards, guards_of_rules, ways_by_rules, widest
from .graph import TurnGraph
from .part import ROOT

TRIGGER = "advance"
SEPARATOR = "/"
OVER = "over"
SUBSTATES = ("beginning", "priority", "resolving", "ending")
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

REWRITING = frozenset(OPTIONAL) - {"needs_priority"}
"""The guards of moves that replace a rewrite: a host that rewrites the turn does not answer them."""

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


class ChartMove(msgspec.Struct, frozen=True):
    """A move between states, made if its guards have the required answers; ``rule`` is the rule's number.

    The moves of a state are tried in order, and the first whose guards hold is made.
    """

    source: str
    target: str
    guards: Guards = ()
    topic: str = ""
    rule: str = ""

    @property
    def left(self) -> str:
        """The step, or the phase without steps, that the move comes from."""
        return _stop_of(self.source)

    @property
    def stop(self) -> str:
        """The step, or the phase without steps, that the move leads to; empty at the end of the turn."""
        return _stop_of(self.target)

    @property
    def rewrites(self) -> bool:
        """Whether the move replaces a rewrite of the turn."""
        return any(name in REWRITING for name, _ in self.guards)


def _stop_of(path: str) -> str:
    return path.rpartition(SEPARATOR)[0].removeprefix(ROOT + SEPARATOR)


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
    def moves(self) -> tuple[ChartMove, ...]:
        """All moves, in order of play."""
        return tuple(move for stop in self.widest.path for move in stop_moves(self.graph, stop))

    def _phase(self, id: str) -> ChartState:
        phase = self.widest.part(id)
        path = f"{ROOT}{SEPARATOR}{id}"
        steps = (step.node for step in phase if step.live)
        inside = tuple(nested(f"{ROOT}{SEPARATOR}{step.id}", rule=step.rule) for step in steps)
        return nested(path, inside, phase.node.rule)


def make_chart(graph: TurnGraph) -> Chart:
    """The chart of a turn."""
    return Chart(graph)


def nested(path: str, children: tuple[ChartState, ...] = (), rule: str = "") -> ChartState:
    """A phase with its steps, or a step with the states of a stop."""
    return ChartState(path, rule, children or tuple(ChartState(f"{path}{SEPARATOR}{sub}") for sub in SUBSTATES))


def state_name(stop: str, substate: str) -> str:
    """The full path of a state: the node's id, then the substate."""
    return SEPARATOR.join((ROOT, stop, substate))


def first_state(graph: TurnGraph) -> str:
    """The first state of a turn: the beginning of its first stop; ``over`` if all of it is skipped."""
    return _beginning(graph.following())


def _beginning(stop: str | None) -> str:
    return OVER if stop is None else state_name(stop, "beginning")


class Way(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A move out of a substate of a stop: the number of its target place, and the target substate.

    Places are numbered: 0 is the stop itself, -1 the end of the turn.
    """

    source: str
    place: int
    target: str
    topic: str
    guards: Guards = ()


_PRIORITY = (
    Way("priority", 0, "ending", "all_pass_end", _LEFT),
    Way("priority", 0, "resolving", "all_pass_resolve", _RESOLVES),
    Way("resolving", 0, "priority", "priority_after_resolution"),
)
_INSIDE = {
    "always": (Way("beginning", 0, "priority", "priority_active"), *_PRIORITY),
    "never": (Way("beginning", 0, "ending", "no_priority_step"),),
    "if_needed": (
        Way("beginning", 0, "priority", "cleanup_priority", (("needs_priority", True),)),
        Way("beginning", 0, "ending", "cleanup_none"),
        *_PRIORITY,
    ),
}
_OUT = {"always": ("step_ends", _LEFT), "never": ("no_priority_step", ()), "if_needed": ("no_priority_step", ())}
"""By the ``priority`` of a step: the ways inside it, and the topic and guards of the way out of it."""


Ways = tuple[tuple[str, ...], tuple[Way, ...]]
"""The places that ways lead to, their own stop first, and the ways in the order in which they are tried."""


def regular_ways(graph: TurnGraph, stop: str) -> Ways:
    """The ways inside a stop and out of it, without those that follow a rewrite rule."""
    return _ways_to(graph, stop, graph.following(stop))


def _ways_to(graph: TurnGraph, stop: str, following: str | None) -> Ways:
    places = (stop,) if following is None else (stop, following)
    return places, _regular(graph.edition, graph.node(stop).kind, following is None)


@cache
def _regular(edition: Edition, kind: str, last: bool) -> tuple[Way, ...]:
    """The regular ways of a kind of stop; ``last``: the last stop of its turn."""
    gets = edition.step(kind).priority
    topic, guards = _OUT[gets]
    return (*_INSIDE[gets], Way("ending", -1 if last else 1, "beginning", topic, guards))


def stop_ways(graph: TurnGraph, stop: str) -> Ways:
    """All ways inside a stop of the widest form of a turn, and out of it."""
    wide = widest(graph)
    places, regular = _ways_to(wide.graph, stop, wide.onward(stop, wide.graph))
    there: dict[str | None, int] = {None: -1} | {place: at for at, place in enumerate(places)}
    led = []
    for source, target, topic, guards in ways_by_rules(graph, stop, regular[-1].guards):
        place, substate = (stop, target) if target == "ending" else (target, "beginning")
        led.append(Way(source, there.setdefault(place, len(there) - 1), substate, topic, guards))
    return tuple(place for place in there if place is not None), (*led, *regular)


def stop_moves(graph: TurnGraph, stop: str) -> Iterator[ChartMove]:
    """The moves inside one stop and out of it, in the order in which they are tried."""
    places, ways = stop_ways(graph, stop)
    for way in ways:
        number = graph.edition.number(way.topic) or graph.edition.number("step_ends")
        yield way_move(places, way, number)


def way_move(places: tuple[str, ...], way: Way, rule: str = "") -> ChartMove:
    """A way from the first of some places, as a move between full paths."""
    target = OVER if way.place < 0 else state_name(places[way.place], way.target)
    return ChartMove(state_name(places[0], way.source), target, way.guards, way.topic, rule)
