"""The flat table: the machine of a turn, compiled so that running it is cheap.

Each row is a configuration (where play is) with the transitions of the chart out of it. Rows are made on first use,
so that a rewritten turn costs what it changes. Tests hold the table against the machine on ``transitions``: in every
state, under all answers, both exit and enter the same states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import MachineError
from ..words import nearest
from .chart import GUARDS, first_state, regular_transitions, stop_transitions
from .following import widest
from .part import ROOT, Node
from .transition import OVER, SEPARATOR, SUBSTATES, Transition, state_name, stop_of

if TYPE_CHECKING:
    from .graph import TurnGraph


class Configuration:
    """A row of the table: a stop and a substate of it, or the turn itself once it is over."""

    __slots__ = ("__weakref__", "_address", "_every", "_of", "_regular", "graph", "name", "plan", "stop", "substate")

    name: str
    stop: str
    substate: str
    graph: TurnGraph
    """The turn that it is in; for a stop that only the rules may insert, the turn with that."""
    plan: Any
    """A slot for data that readers of the table compile for this row; not part of the table."""

    def __init__(self, name: str, of: TurnGraph, graph: TurnGraph, stop: str, substate: str) -> None:
        self.name, self.graph, self.stop, self.substate, self.plan = name, graph, stop, substate, None
        self._of = of
        over = stop == ROOT
        self._address: str | None = "" if over else None
        self._every: tuple[Transition, ...] | None = () if over else None
        self._regular: tuple[Transition, ...] | None = self._every

    @property
    def address(self) -> str:
        """The address of the step, or the phase without steps, that play is in."""
        if self._address is None:
            self._address = self.graph.address(self.stop)
        return self._address

    @property
    def transitions(self) -> tuple[Transition, ...]:
        """The transitions out of it, in the order in which they are tried."""
        if self._every is None:
            self._every = self._out_of(stop_transitions(self._of, self.stop))
        return self._every

    @property
    def regular(self) -> tuple[Transition, ...]:
        """The transitions without those that stand for a rewrite: enough for a host that rewrites the turn."""
        if self._regular is None:
            own = self.graph is self._of
            every = regular_transitions(self._of, self.stop) if own else self.transitions
            self._regular = self._out_of(one for one in every if not one.rewrites)
        return self._regular

    def _out_of(self, transitions: Iterable[Transition]) -> tuple[Transition, ...]:
        return tuple([one for one in transitions if one.source == self.name])

    def after(self, transition: Transition) -> Configuration:
        """The configuration that a transition out of it leads to."""
        return self._of.table.reached(transition)

    @property
    def node(self) -> Node:
        """The step, or the phase without steps, that play is in; the turn, if it is over."""
        return self.graph.node(self.stop)

    @property
    def phase(self) -> str:
        """The id of the phase that play is in."""
        return self.graph.phase_of(self.stop)

    def __repr__(self) -> str:
        return f"<Configuration {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _row, (self._of, self.name)


class Table(Mapping[str, Configuration]):
    """All configurations of one turn by name, made on first use; ``start`` is the first."""

    def __init__(self, graph: TurnGraph) -> None:
        self._graph = graph
        self._rows: dict[str, Configuration] = {}

    @cached_property
    def start(self) -> Configuration:
        """The first configuration of the turn."""
        return self[first_state(self._graph)]

    def reached(self, transition: Transition) -> Configuration:
        """The configuration that one of its transitions leads to."""
        row = self._rows.get(transition.target)
        if row is None:
            stop, substate = transition.reaches or ROOT, transition.target.rpartition(SEPARATOR)[2]
            there = stop == ROOT or _is_played(self._graph, stop)
            row = self._row(stop, substate, self._graph if there else widest(self._graph).graph)
        return row

    def __getitem__(self, name: str) -> Configuration:
        row = self._rows.get(name)
        if row is None:
            stop, substate = stop_of(name) or ROOT, name.rpartition(SEPARATOR)[2]
            played = name == OVER or (substate in SUBSTATES and _is_played(self._graph, stop))
            graph = self._graph if played else widest(self._graph).graph
            if not played and not (substate in SUBSTATES and _is_played(graph, stop)):
                raise KeyError(name)
            row = self._row(stop, substate, graph)
        return row

    def _row(self, stop: str, substate: str, graph: TurnGraph) -> Configuration:
        """A row that is there: a stop that is played, and one of its substates; or the turn, once it is over.

        ``graph`` has the stop: the turn itself, or its widest form. A row says the turn itself if that has its stop.
        """
        name = substate if stop == ROOT else f"{ROOT}{SEPARATOR}{stop}{SEPARATOR}{substate}"
        row = self._rows.get(name)
        if row is None:
            own = graph is self._graph or stop not in widest(self._graph).groups
            row = self._rows[name] = Configuration(name, self._graph, self._graph if own else graph, stop, substate)
        return row

    def __iter__(self) -> Iterator[str]:
        yield OVER
        for stop in widest(self._graph).graph.path:
            for substate in SUBSTATES:
                yield state_name(stop, substate)

    def __len__(self) -> int:
        return 1 + len(SUBSTATES) * len(widest(self._graph).graph.path)


def _is_played(graph: TurnGraph, stop: str) -> bool:
    try:
        phase = graph.part(graph.phase_of(stop))
        part = graph.part(stop)
    except KeyError:
        return False
    return part.live and phase.live and not part.chunks


def advance(at: Configuration, answers: Mapping[str, bool]) -> Configuration:
    """The next configuration, by the answers of the guards; the same one if no transition is possible.

    A guard without an answer does not hold. ``MachineError`` names a guard that no machine asks.

    >>> from fsm.turn import base_turn
    >>> start = base_turn("cr2026").table.start
    >>> advance(advance(start, {}), {}).name
    'turn/beginning/upkeep/beginning'
    """
    for name in answers:
        if name not in GUARDS:
            raise MachineError(f"there is no guard {name!r}{nearest(name, GUARDS)}; guards are {', '.join(GUARDS)}")
    for transition in at.transitions:
        if all(answers.get(name, False) is wanted for name, wanted in transition.guards):
            return at.after(transition)
    return at


def compile_table(graph: TurnGraph) -> Table:
    """The table of a graph; ``graph.table`` keeps it."""
    return Table(graph)


def _row(graph: TurnGraph, name: str) -> Configuration:
    return graph.table[name]


__all__ = ["OVER", "Configuration", "Table", "advance", "compile_table"]
