"""The flat table: the machine of a graph, walked once, so that running it costs next to nothing.

Each row is a configuration (where play is); each of its moves says which guards have to
hold, what is left and entered, and the configuration that follows. The walk follows
``transitions``: candidates of the deepest source first, then in the order they were
declared; exits from the leaf up to the common ancestor, entries down again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..errors import MachineError
from .graph import ROOT, Node
from .machine import GUARDS, OVER, SEPARATOR, TRIGGER, TurnMachine, first_state

if TYPE_CHECKING:
    from .graph import TurnGraph


class Move:
    """One way out of a configuration: its guards, and what it leaves and enters, by path."""

    __slots__ = ("enters", "exits", "guards", "to")

    def __init__(
        self, guards: tuple[tuple[str, bool], ...], exits: tuple[str, ...], enters: tuple[str, ...], to: Configuration
    ) -> None:
        self.guards, self.exits, self.enters, self.to = guards, exits, enters, to

    def __repr__(self) -> str:
        guards = ", ".join(name if wanted else f"not {name}" for name, wanted in self.guards)
        return f"<Move to {self.to.name}{f' if {guards}' if guards else ''}>"


class Configuration:
    """A row of the table: a place in the turn and where in it play is."""

    __slots__ = ("__weakref__", "address", "graph", "moves", "name", "plan", "stop", "substate")

    name: str
    stop: str
    substate: str
    graph: TurnGraph
    address: str
    moves: tuple[Move, ...]
    plan: Any
    """Room for what a reader of the table compiles for this place; not part of the table."""

    def __init__(self, name: str, graph: TurnGraph) -> None:
        path, _, self.substate = name.rpartition(SEPARATOR)
        self.name, self.graph, self.moves, self.plan = name, graph, (), None
        self.stop = path.removeprefix(ROOT + SEPARATOR)
        self.address = graph.addresses.get(self.stop, "")

    @property
    def node(self) -> Node:
        """The step, or the phase without steps, that play is in."""
        return self.graph.nodes[self.stop]

    @property
    def phase(self) -> str:
        """The id of the phase that play is in."""
        return self.graph.phase_of(self.stop)

    def __repr__(self) -> str:
        return f"<Configuration {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _row, (self.graph, self.name)


class Table(dict[str, Configuration]):
    """All configurations of one turn by name; ``start`` is the first. Read it, do not write to it."""

    def __init__(self, rows: dict[str, Configuration], start: Configuration) -> None:
        super().__init__(rows)
        self.start = start


class _Blank:
    """A model that is never asked: the machine is only walked."""

    def all_passed(self) -> bool:
        return False

    stack_empty = needs_priority = all_passed


def compile_table(graph: TurnGraph) -> Table:
    """Walks the machine of a graph once; ``graph.table`` keeps the result."""
    machine = TurnMachine(_Blank(), graph)
    transitions: dict[str, list[Any]] = machine.events[TRIGGER].transitions if TRIGGER in machine.events else {}
    leaves = list(_leaves(machine.states))
    known = {name for leaf in leaves for name in _ancestry(leaf)}
    rows = {leaf: Configuration(leaf, graph) for leaf in leaves}
    for leaf, row in rows.items():
        candidates = [t for source in _ancestry(leaf) for t in transitions.get(source, ())]
        row.moves = tuple(_move(leaf, t, rows, known) for t in candidates)
    return Table(rows, rows[first_state(graph)])


def _move(leaf: str, transition: Any, rows: dict[str, Configuration], known: set[str]) -> Move:
    if transition.dest not in known:
        raise MachineError(f"a move from {leaf} leads to {transition.dest}, which is no state")
    guards = tuple((condition.func, condition.target) for condition in transition.conditions)
    for name, _ in guards:
        if name not in GUARDS:
            raise MachineError(f"a move from {leaf} asks the guard {name}; guards are {', '.join(GUARDS)}")
    up, down = _ancestry(leaf), _ancestry(transition.dest)
    exits = tuple(name for name in up if name not in down)
    enters = tuple(name for name in reversed(down) if name not in up)
    return Move(guards, exits, enters, rows[transition.dest])


def _leaves(states: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for name, state in states.items():
        path = f"{prefix}{name}"
        if state.states:
            yield from _leaves(state.states, path + SEPARATOR)
        else:
            yield path


def _ancestry(name: str) -> tuple[str, ...]:
    """A state's path and those of all it lies in, the innermost first."""
    parts = name.split(SEPARATOR)
    return tuple(SEPARATOR.join(parts[:n]) for n in range(len(parts), 0, -1))


def _row(graph: TurnGraph, name: str) -> Configuration:
    return graph.table[name]


__all__ = ["OVER", "Configuration", "Move", "Table", "compile_table"]
