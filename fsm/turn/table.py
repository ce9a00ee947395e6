"""The flat table: the machine of a turn, compiled so that running it is cheap.

Each row is a configuration (where play is); each of its moves has its guards, the states that
it exits and enters, and the next configuration. Rows are made on first use, so that a
rewritten turn costs what it changes. The moves of a row come from a small ``transitions``
machine of its stop and the stops that follow (see ``fsm.turn.pieces``), under the names of
this turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import MachineError
from ..words import nearest
from .chart import (
    GUARDS,
    OVER,
    REWRITING,
    SEPARATOR,
    SUBSTATES,
    first_state,
    regular_ways,
    state_name,
    stop_ways,
)
from .following import Guards, widest
from .part import ROOT, Node
from .pieces import Linked, Walked, link

if TYPE_CHECKING:
    from .graph import TurnGraph


class TableMove:
    """A move out of a configuration: its guards, its rule's topic, the states it exits and enters, and its target."""

    __slots__ = ("_linked", "_walked", "to")

    def __init__(self, walked: Walked, linked: Linked, to: Configuration) -> None:
        self._walked, self._linked, self.to = walked, linked, to

    @property
    def guards(self) -> Guards:
        """The guards, each with its required answer."""
        return self._walked.guards

    @property
    def topic(self) -> str:
        """The topic of its rule."""
        return self._walked.topic

    @property
    def rewrites(self) -> bool:
        """Whether it replaces a rewrite of the turn; a host that rewrites the turn never takes it."""
        return any(name in REWRITING for name, _ in self._walked.guards)

    @property
    def exits(self) -> tuple[str, ...]:
        """The paths of the states that it exits, innermost first."""
        return tuple(map(self._linked.named, self._walked.exits))

    @property
    def enters(self) -> tuple[str, ...]:
        """The paths of the states that it enters, outermost first."""
        return tuple(map(self._linked.named, self._walked.enters))

    def __repr__(self) -> str:
        guards = ", ".join(name if wanted else f"not {name}" for name, wanted in self.guards)
        return f"<TableMove to {self.to.name}{f' if {guards}' if guards else ''}>"


class Configuration:
    """A row of the table: a stop and a substate of it, or the turn itself once it is over."""

    __slots__ = ("__weakref__", "_address", "_moves", "_of", "_regular", "graph", "name", "plan", "stop", "substate")

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
        self._moves: tuple[TableMove, ...] | None = () if over else None
        self._regular: tuple[TableMove, ...] | None = self._moves

    @property
    def address(self) -> str:
        """The address of the step, or the phase without steps, that play is in."""
        if self._address is None:
            self._address = self.graph.address(self.stop)
        return self._address

    @property
    def moves(self) -> tuple[TableMove, ...]:
        """The moves out of it, in the order in which they are tried."""
        if self._moves is None:
            self._moves = self._of.table.moves_of(self)
        return self._moves

    @property
    def regular_moves(self) -> tuple[TableMove, ...]:
        """The moves without those that replace a rewrite: enough for a host that rewrites the turn."""
        if self._regular is None:
            self._regular = self._of.table.moves_of(self, regular=True)
        return self._regular

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
        self._linked: dict[tuple[str, bool], Linked] = {}

    @cached_property
    def start(self) -> Configuration:
        """The first configuration of the turn."""
        return self[first_state(self._graph)]

    def moves_of(self, row: Configuration, regular: bool = False) -> tuple[TableMove, ...]:
        """The moves out of one of its rows; ``regular``: without those that replace a rewrite."""
        if regular and row.graph is not self._graph:
            return tuple(move for move in row.moves if not move.rewrites)
        linked = self._linked.get((row.stop, regular))
        if linked is None:
            ways = (regular_ways if regular else stop_ways)(self._graph, row.stop)
            linked = self._linked[row.stop, regular] = link(*ways)
        graph = self._graph if regular else widest(self._graph).graph
        piece = linked.piece[row.substate]
        return tuple([TableMove(walked, linked, self._row(*linked.target(walked), graph)) for walked in piece])

    def __getitem__(self, name: str) -> Configuration:
        row = self._rows.get(name)
        if row is None:
            path, _, substate = name.rpartition(SEPARATOR)
            stop = path.removeprefix(ROOT + SEPARATOR) or ROOT
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
    """The next configuration, by the answers of the guards; the same one if no move is possible.

    A guard without an answer does not hold. ``MachineError`` names a guard that no machine asks.

    >>> from fsm.turn import base_turn
    >>> start = base_turn("cr2026").table.start
    >>> advance(advance(start, {}), {}).name
    'turn/beginning/upkeep/beginning'
    """
    for name in answers:
        if name not in GUARDS:
            raise MachineError(f"there is no guard {name!r}{nearest(name, GUARDS)}; guards are {', '.join(GUARDS)}")
    for move in at.moves:
        if all(answers.get(name, False) is wanted for name, wanted in move.guards):
            return move.to
    return at


def compile_table(graph: TurnGraph) -> Table:
    """The table of a graph; ``graph.table`` keeps it."""
    return Table(graph)


def _row(graph: TurnGraph, name: str) -> Configuration:
    return graph.table[name]


__all__ = ["OVER", "Configuration", "Table", "TableMove", "advance", "compile_table"]
