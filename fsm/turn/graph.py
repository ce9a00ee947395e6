"""The turn as a graph: nodes are instances of a turn, phase or step; edges say ``contains`` and ``next``.

A ``TurnGraph`` is a frozen, hashable value around a ``networkx.DiGraph``. Equal
graphs are one object, so comparing and hashing them costs nothing, and what is
compiled from a graph is compiled once. Everything that changes a turn is a
rewrite (see ``fsm.turn.rewrite``) that makes another graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakValueDictionary

import msgspec
import networkx as nx

from ..edition import Edition, load_edition

if TYPE_CHECKING:
    from ..diagram import Diagram
    from .table import Table

    DiGraph = nx.DiGraph[str]

Level = Literal["turn", "phase", "step"]

ROOT = "turn"


class Mark(msgspec.Struct, frozen=True):
    """Why a node was inserted or is skipped: the rule's topic and number, and who made it so.

    ``by`` is the name of the effect, or empty where the rules themselves did it.
    """

    topic: str
    rule: str
    by: str = ""


class Node(msgspec.Struct, frozen=True):
    """One instance of a turn, a phase or a step.

    ``id`` is unique in its graph and never changes by later rewrites:
    ``combat/declare_attackers``, ``combat+2`` (the second part that was inserted).
    ``serial`` counts the insertions of the turn from 1; 0 for a regular part.
    ``reversed`` is of the turn itself: its phases are taken in reverse order.
    """

    id: str
    level: Level
    kind: str
    rule: str
    serial: int = 0
    inserted: Mark | None = None
    skipped: Mark | None = None
    reversed: Mark | None = None


class TurnGraph:
    """One turn: its phases and steps, what was inserted and what is skipped.

    A *stop* is a place where play can be: a step, or a phase that has no steps.

    >>> graph = base_turn("cr2026")
    >>> graph.notation()
    'U Up D | M1 | BC DA DB CD EC | M2 | E CL'
    >>> graph is base_turn("cr2026")
    True
    """

    __slots__ = ("__dict__", "__weakref__", "_children", "_hash", "digraph", "edition", "nodes", "parents")

    _children: dict[str, tuple[str, ...]]
    _hash: int
    digraph: DiGraph
    edition: Edition
    nodes: dict[str, Node]
    parents: dict[str, str]

    def __init__(self) -> None:
        raise TypeError("a TurnGraph is made by base_turn, a rewrite or parse_turn")

    def children(self, id: str = ROOT) -> tuple[str, ...]:
        """The ids of what a node contains, in order of play, skipped ones included."""
        return self._children.get(id, ())

    def node(self, id: str) -> Node:
        """The node with that id; ``KeyError`` if there is none."""
        return self.nodes[id]

    @property
    def reversed(self) -> Mark | None:
        """Why the phases of this turn are taken in reverse order, if they are."""
        return self.nodes[ROOT].reversed

    def phase_of(self, id: str) -> str:
        """The id of the phase that a stop belongs to (itself, if it is a phase)."""
        return id if self.nodes[id].level == "phase" else self.parents[id]

    def is_skipped(self, id: str) -> bool:
        """Whether a node, or what contains it, is skipped."""
        node: str | None = id
        while node is not None:
            if self.nodes[node].skipped is not None:
                return True
            node = self.parents.get(node)
        return False

    @cached_property
    def stops(self) -> tuple[str, ...]:
        """The ids of all stops in order of play, skipped ones included."""
        return tuple(stop for phase in self.children() for stop in self.children(phase) or (phase,))

    @cached_property
    def path(self) -> tuple[str, ...]:
        """The ids of the stops that play goes through."""
        return tuple(stop for stop in self.stops if not self.is_skipped(stop))

    @cached_property
    def numbers(self) -> dict[str, tuple[int, int]]:
        """Which one of its kind each node is: within the turn, and within its phase (from 1)."""
        counts: dict[str, int] = {}
        numbers = {}
        for phase in self.children():
            kind = self.nodes[phase].kind
            counts[kind] = counts.get(kind, 0) + 1
            numbers[phase] = (counts[kind], counts[kind])
            inside: dict[str, int] = {}
            for step in self.children(phase):
                kind = self.nodes[step].kind
                counts[kind] = counts.get(kind, 0) + 1
                inside[kind] = inside.get(kind, 0) + 1
                numbers[step] = (counts[kind], inside[kind])
        return numbers

    @cached_property
    def addresses(self) -> dict[str, str]:
        """The address of each phase and step within its turn: ``combat#2.declare_attackers``."""
        addresses = {}
        for phase in self.children():
            own = _numbered(self.nodes[phase].kind, self.numbers[phase][1])
            addresses[phase] = own
            for step in self.children(phase):
                addresses[step] = f"{own}.{_numbered(self.nodes[step].kind, self.numbers[step][1])}"
        return addresses

    @cached_property
    def inserted(self) -> tuple[Node, ...]:
        """What was inserted, oldest first."""
        return tuple(sorted((n for n in self.nodes.values() if n.serial), key=lambda n: n.serial))

    @cached_property
    def table(self) -> Table:
        """The flat table compiled from the machine of this graph, made once."""
        from .table import compile_table

        return compile_table(self)

    def find(self, kind: str, number: int = 1) -> str | None:
        """The id of the n-th phase or step of a kind in this turn, if there is one."""
        for id, (in_turn, _) in self.numbers.items():
            if in_turn == number and self.nodes[id].kind == kind:
                return id
        return None

    def notation(self, exact: bool = False) -> str:
        """The one-line form; ``exact`` adds who inserted and skipped each part."""
        from .notation import print_turn

        return print_turn(self, exact=exact)

    def diagram(self, level: str = "step", **options: Any) -> Diagram:
        """The picture of this turn: ``turn.diagram(level="machine").svg()``; options as for ``turn_diagram``.

        >>> base_turn("cr2026").diagram(level="phase").dot().splitlines()[0]
        'digraph turn {'
        """
        from ..diagram import turn_diagram

        return turn_diagram(self, level=level, **options)

    def __iter__(self) -> Iterator[Node]:
        """All nodes in order of play, each container before what it contains."""
        yield self.nodes[ROOT]
        for phase in self.children():
            yield self.nodes[phase]
            for step in self.children(phase):
                yield self.nodes[step]

    def __hash__(self) -> int:
        return self._hash

    def _repr_svg_(self) -> str | None:
        from ..diagram import notebook, turn_diagram  # late, and up: a turn is of use without pictures

        return notebook.svg(lambda: turn_diagram(self))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from ..diagram import notebook  # likewise

        return notebook.bundle(self, self._repr_svg_())

    def __repr__(self) -> str:
        return f"<TurnGraph {self.edition.id}: {self.notation()}>"

    def __reduce__(self) -> tuple[Any, ...]:
        from .notation import parse_turn

        return parse_turn, (self.notation(exact=True), self.edition.id)


_interned: WeakValueDictionary[tuple[object, ...], TurnGraph] = WeakValueDictionary()


def intern_graph(edition: Edition, digraph: DiGraph) -> TurnGraph:
    """The one ``TurnGraph`` for this structure; the digraph is frozen and kept."""
    children = _ordered_children(digraph)
    order = [ROOT]
    for phase in children[ROOT]:
        order += [phase, *children.get(phase, ())]
    nodes: dict[str, Node] = {id: digraph.nodes[id]["node"] for id in order}
    key = (edition.id, id(edition), *nodes.values())
    known = _interned.get(key)
    if known is not None:
        return known
    graph = object.__new__(TurnGraph)
    graph.digraph, graph.edition, graph.nodes = nx.freeze(digraph), edition, nodes
    graph._children = children
    graph.parents = {child: parent for parent, ids in children.items() for child in ids}
    graph._hash = hash(key)
    return _interned.setdefault(key, graph)


def _ordered_children(digraph: DiGraph) -> dict[str, tuple[str, ...]]:
    """What each node contains, ordered by following the ``next`` edges."""
    contained: dict[str, list[str]] = {}
    following: dict[str, str] = {}
    preceded: set[str] = set()
    edges: Iterable[tuple[str, str, str]] = digraph.edges(data="kind")
    for source, target, kind in edges:
        if kind == "contains":
            contained.setdefault(source, []).append(target)
        else:
            following[source] = target
            preceded.add(target)
    ordered = {}
    for parent, ids in contained.items():
        (first,) = (id for id in ids if id not in preceded)
        chain = [first]
        while chain[-1] in following:
            chain.append(following[chain[-1]])
        ordered[parent] = tuple(chain)
    return ordered


@cache
def _base(edition: Edition) -> TurnGraph:
    digraph: DiGraph = nx.DiGraph()
    digraph.add_node(ROOT, node=Node(ROOT, "turn", "turn", edition.number("turn")))
    add_chain(digraph, ROOT, [add_phase(digraph, edition, phase.kind, phase.kind) for phase in edition.phases])
    return intern_graph(edition, digraph)


def base_turn(edition: Edition | str) -> TurnGraph:
    """The regular turn of an edition, before anything changes it (300.1, 500.1)."""
    return _base(load_edition(edition) if isinstance(edition, str) else edition)


def add_phase(
    digraph: DiGraph, edition: Edition, kind: str, id: str, serial: int = 0, inserted: Mark | None = None
) -> str:
    """Puts a phase with all its steps into a digraph under work, not yet linked; gives its id."""
    spec = edition.phase(kind)
    digraph.add_node(id, node=Node(id, "phase", kind, spec.rule, serial, inserted))
    steps = []
    for step in spec.steps:
        child = f"{id}/{step.kind}"
        digraph.add_node(child, node=Node(child, "step", step.kind, step.rule))
        steps.append(child)
    add_chain(digraph, id, steps)
    return id


def add_chain(digraph: DiGraph, parent: str, ids: list[str]) -> None:
    """Links nodes under a parent: ``contains`` to each, ``next`` from one to the other."""
    for id in ids:
        digraph.add_edge(parent, id, kind="contains")
    for one, other in pairwise(ids):
        digraph.add_edge(one, other, kind="next")


def _numbered(kind: str, number: int) -> str:
    return kind if number == 1 else f"{kind}#{number}"
