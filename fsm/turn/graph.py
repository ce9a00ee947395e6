"""The turn as a graph: nodes are instances of a turn, phase or step; edges say ``contains`` and ``next``.

A ``TurnGraph`` is a frozen, hashable value. Equal graphs are one object, so comparing and
hashing them is free, and each graph is compiled once. Every change of a turn is a rewrite
(see ``fsm.turn.rewrite``): it makes another graph, which shares all unchanged parts with the
first (see ``fsm.turn.part``). The ``networkx.DiGraph`` is made on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..edition import Edition, as_edition, obeys
from ..errors import NUMBER, UnknownName, expect_type
from ..showing import Diagram, Showing, diagram_of
from .part import ROOT, Chunk, Level, Mark, Node, Part, differences, in_chunks, make_part
from .shared import Shared

if TYPE_CHECKING:
    import networkx as nx

    from .table import Table

    DiGraph = nx.DiGraph[str]

T = TypeVar("T")

A_TURN = "a turn, such as base_turn(edition)"


class ById(Mapping[str, T], Generic[T]):
    """A lazy mapping from the ids of nodes, in order of play, to facts about them."""

    def __init__(self, graph: TurnGraph, ask: Callable[[str], T], levels: tuple[Level, ...]) -> None:
        self._graph, self._ask, self._levels = graph, ask, levels

    def __getitem__(self, id: str) -> T:
        return self._ask(id)

    def __iter__(self) -> Iterator[str]:
        return (node.id for node in self._graph if node.level in self._levels)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class TurnGraph(Showing):
    """One turn: its phases and steps, what was inserted and what is skipped.

    A *stop* is a place where play can be: a step, or a phase without steps.

    >>> graph = base_turn("cr2026")
    >>> graph.notation()
    'U Up D | M1 | BC DA DB CD EC | M2 | E CL'
    >>> graph is base_turn("cr2026")
    True
    """

    __slots__ = ("__dict__", "__weakref__", "_table", "edition", "root")

    edition: Edition
    root: Part
    if TYPE_CHECKING:
        _table: Table | None

    def __init__(self) -> None:
        raise TypeError("a TurnGraph is made by base_turn, a rewrite or parse_turn")

    def part(self, id: str) -> Part:
        """The node with an id and its contents; ``UnknownName`` if there is none."""
        if id == ROOT:
            return self.root
        try:
            phase = id.partition("/")[0]
            found = self.root.get(phase)
            return found if phase == id else found.get(id)
        except (KeyError, AttributeError, TypeError):
            raise self.unknown(id) from None

    def unknown(self, id: object) -> UnknownName:
        """The error that there is no node with an id."""
        return UnknownName("node", id, self.nodes) if id != ROOT else UnknownName("phase or step", id, self.stops)

    def children(self, id: str = ROOT) -> tuple[str, ...]:
        """The ids of the children of a node, in order of play, skipped ones included."""
        try:
            return self.part(id).ids
        except KeyError:
            expect_type(id, str, "the id of a node, such as 'combat'")
            return ()

    def node(self, id: str) -> Node:
        """The node with an id; ``UnknownName`` if there is none."""
        return self.part(id).node

    @property
    def nodes(self) -> Mapping[str, Node]:
        """All nodes by their ids, in order of play, parents before children."""
        return ById(self, self.node, ("turn", "phase", "step"))

    @property
    def reversed(self) -> Mark | None:
        """The mark of the effect that reversed the phases of this turn, if there is one."""
        return self.root.node.reversed

    def phase_of(self, id: str) -> str:
        """The id of the phase that a stop belongs to (itself, if it is a phase, or the turn)."""
        try:
            return id.partition("/")[0]
        except (AttributeError, TypeError):
            raise self.unknown(id) from None

    def parent(self, id: str) -> str:
        """The id of the parent of a phase or a step; ``UnknownName`` if there is none."""
        if id == ROOT:
            raise self.unknown(id)
        return ROOT if self.part(id).node.level == "phase" else self.phase_of(id)

    def is_skipped(self, id: str) -> bool:
        """Whether a node, or its parent, is skipped."""
        return self.node(id).skipped is not None or self.node(self.phase_of(id)).skipped is not None

    @property
    def second_main(self) -> str | None:
        """The id of the second main phase, not counting skipped ones (505.1b), if there is one."""
        mains = (phase.node.id for phase in self.root if phase.live and not phase.chunks)
        return next(islice(mains, 1, None), None)

    @cached_property
    def stops(self) -> tuple[str, ...]:
        """The ids of all stops in order of play, skipped ones included."""
        return tuple(stop for phase in self.root for stop in phase.ids or (phase.node.id,))

    @cached_property
    def path(self) -> tuple[str, ...]:
        """The ids of the stops that are not skipped, in order of play."""
        live = (phase for phase in self.root if phase.live)
        return tuple(
            stop
            for phase in live
            for stop in ([step.node.id for step in phase if step.live] if phase.chunks else (phase.node.id,))
        )

    def following(self, stop: str | None = None) -> str | None:
        """The next stop that is not skipped, or the first one of the turn; None after the last one.

        ``UnknownName`` if there is no such stop.
        """
        try:
            phase = None if stop is None else self.root.get(self.phase_of(stop))
            step = phase.first_live(stop) if phase is not None and phase.chunks and phase.live else None
        except KeyError:
            raise self.unknown(stop) from None
        if step is not None:
            return step.node.id
        phase = self.root.first_live(None if phase is None else phase.node.id)
        if phase is None:
            return None
        step = phase.first_live()
        return (step or phase).node.id

    def coming(self, stop: str) -> tuple[str, ...]:
        """The kinds of the stops from a stop on, without skipped ones; ``UnknownName`` if there is no such stop."""
        try:
            phase = self.root.get(self.phase_of(stop))
            steps = tuple(phase)
            own = [step for step in steps[steps.index(phase.get(stop)) :] if step.live] if steps else [phase]
        except KeyError:
            raise self.unknown(stop) from None
        number, at = self.root.find(phase.node.id)
        rows = [part.coming for part in self.root.chunks[number].parts[at + 1 :]]
        rows += [chunk.coming for chunk in self.root.chunks[number + 1 :]]
        return (*(part.node.kind for part in own), *chain.from_iterable(rows))

    def number(self, id: str) -> tuple[int, int]:
        """Which one of its kind a phase or step is: within the turn, and within its phase (from 1).

        ``UnknownName`` if there is no such phase or step.
        """
        phase_id = self.phase_of(id)
        try:
            phase = self.root.get(phase_id)
            kind = phase.node.kind if id == phase_id else phase.get(id).node.kind
        except KeyError:
            raise self.unknown(id) from None
        before = self.root.count_until(phase_id, kind) + 1
        if id == phase_id:
            return before, before
        inside = phase.count_until(id, kind)
        return before + inside, inside + 1

    @property
    def numbers(self) -> Mapping[str, tuple[int, int]]:
        """The numbers of all phases and steps."""
        return ById(self, self.number, ("phase", "step"))

    def address(self, id: str) -> str:
        """The address of a phase or step within its turn: ``combat#2.declare_attackers``; of the turn, an empty text.

        It is found once. ``UnknownName`` if there is no such node.
        """
        expect_type(id, str, "the id of a node, such as 'combat'")
        found = self._known_addresses.get(id)
        if found is None:
            found = self._known_addresses[id] = self._address(id)
        return found

    @cached_property
    def _known_addresses(self) -> dict[str, str]:
        return {}

    def _address(self, id: str) -> str:
        phase = self.phase_of(id)
        if phase == ROOT:
            self.part(id)  # what is no node is an error
            return ""
        own = _numbered(self.node(phase).kind, self.number(phase)[1])
        return own if id == phase else f"{own}.{_numbered(self.node(id).kind, self.number(id)[1])}"

    @cached_property
    def located(self) -> dict[object, str | None]:
        """The ids of nodes by the addresses that were looked up; None: there is no such node."""
        return {}

    @property
    def addresses(self) -> Mapping[str, str]:
        """The addresses of all phases and steps."""
        return ById(self, self.address, ("phase", "step"))

    @property
    def insertions(self) -> int:
        """The number of inserted parts."""
        return self.root.insertions

    @cached_property
    def inserted(self) -> tuple[Node, ...]:
        """The inserted nodes, oldest first."""
        return tuple(sorted((node for node in self if node.serial), key=lambda node: node.serial))

    @property
    def table(self) -> Table:
        """The flat table compiled from the machine of this graph, made once."""
        if self._table is None:
            self._table = _compiler()(self)
        return self._table

    @cached_property
    def digraph(self) -> DiGraph:
        """This graph in ``networkx``, frozen: nodes with their ``node``, edges with their ``kind``."""
        import networkx as nx  # late: play has no need of it

        digraph: DiGraph = nx.DiGraph()
        digraph.add_nodes_from((node.id, {"node": node}) for node in self)
        for part in (self.root, *self.root):
            digraph.add_edges_from(((part.node.id, id) for id in part.ids), kind="contains")
            digraph.add_edges_from(pairwise(part.ids), kind="next")
        nx.freeze(digraph)
        return digraph

    def find(self, kind: str, number: int = 1) -> str | None:
        """The id of the n-th phase or step of a kind in this turn, if there is one."""
        try:
            found = self.root.number(kind, number) if number > 0 else None
        except TypeError:
            expect_type(number, *NUMBER, "number")
            found = None
        if found is None:
            expect_type(kind, str, "the kind of a phase or step, such as 'combat'", "kind")
            return None
        return found.node.id

    def changes(self, before: TurnGraph) -> Iterator[tuple[Node, Node | None]]:
        """The nodes that differ from an earlier graph, in order of play, each with its earlier node or None."""
        if type(before) is not TurnGraph:
            expect_type(before, TurnGraph, A_TURN)
        return differences(self.root, before.root)

    def notation(self, exact: bool = False) -> str:
        """The one-line form; ``exact`` adds who inserted and skipped each part."""
        from .notation import print_turn

        return print_turn(self, exact=exact)

    def diagram(
        self,
        level: str = "step",
        *,
        title: str = "",
        subtitle: str = "",
        highlight: str | None = None,
        at: str | None = None,
        detail: str | None = None,
    ) -> Diagram:
        """The picture of this turn: ``turn.diagram(level="machine").svg()``; options as for ``turn_diagram``.

        >>> base_turn("cr2026").diagram(level="phase").dot().splitlines()[0]
        'digraph turn {'
        """
        said = {"title": title, "subtitle": subtitle, "highlight": highlight, "at": at, "detail": detail}
        return diagram_of(self, level=level, **said)

    def __iter__(self) -> Iterator[Node]:
        """All nodes in order of play, parents before children."""
        yield self.root.node
        for phase in self.root:
            yield phase.node
            for step in phase:
                yield step.node

    def __repr__(self) -> str:
        return f"<TurnGraph {self.edition.id}: {self.notation()}>"

    def __reduce__(self) -> tuple[Any, ...]:
        from .notation import parse_turn

        return parse_turn, (self.notation(exact=True), self.edition.id)


_graphs: Shared[tuple[Edition, Part], TurnGraph] = Shared()


def make_turn(edition: Edition, root: Part) -> TurnGraph:
    """The one ``TurnGraph`` with these parts."""
    key = edition, root
    held = _graphs.get(key)
    known = held() if held is not None else None
    if known is None:
        known = _graphs.keep(key, object.__new__(TurnGraph))
        known.edition, known.root, known._table = edition, root, None
    return known


@cache
def _compiler() -> Callable[[TurnGraph], Table]:
    from .table import compile_table  # late: tables stand on graphs

    return compile_table


@cache
@obeys("turn")
def _base(edition: Edition) -> TurnGraph:
    phases = tuple(make_phase(edition, phase.kind, phase.kind) for phase in edition.phases)
    return make_turn(edition, make_part(Node(ROOT, "turn", "turn", edition.number("turn")), in_chunks(phases)))


def base_turn(edition: Edition | str) -> TurnGraph:
    """The regular turn of an edition, before anything changes it (300.1, 500.1).

    ``UnknownEdition`` if there is no such edition.

    >>> base_turn("cr2026").children()
    ('beginning', 'precombat_main', 'combat', 'postcombat_main', 'ending')
    """
    return _base(as_edition(edition))


@obeys("beginning_phase", "main", "combat", "ending", "cleanup")
def make_phase(edition: Edition, kind: str, id: str, serial: int = 0, inserted: Mark | None = None) -> Part:
    """A phase with all its steps."""
    node = Node(id, "phase", kind, edition.phase(kind).rule, serial, inserted)
    return make_part(node, _steps(edition, kind, id))


@lru_cache(maxsize=64)
def _steps(edition: Edition, kind: str, id: str) -> tuple[Chunk, ...]:
    """The steps of a phase, shared by all phases of its kind."""
    steps = edition.phase(kind).steps
    return in_chunks(tuple(make_part(Node(f"{id}/{step.kind}", "step", step.kind, step.rule)) for step in steps))


def _numbered(kind: str, number: int) -> str:
    return kind if number == 1 else f"{kind}#{number}"


__all__ = ["ROOT", "ById", "Level", "Mark", "Node", "TurnGraph", "base_turn", "make_phase", "make_turn"]
