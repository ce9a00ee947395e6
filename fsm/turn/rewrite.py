"""The rewrite rules: each takes a graph and an anchor, and gives the graph after one change.

A rule is a pure function with what it matches and what it puts there, so that it can
be drawn as well as applied. Anchors are positions (node ids), never kinds. "Newest
first" is written nowhere: it is what inserting directly after the anchor does.
The same rewrite of the same graph is done once (a bounded cache).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, ParamSpec, cast

import msgspec
import networkx as nx

from ..errors import LimitReached, RewriteError
from ..words import nearest
from .graph import ROOT, Mark, Node, TurnGraph, add_chain, add_phase, intern_graph
from .pattern import RewriteRule

if TYPE_CHECKING:
    from .graph import DiGraph

P = ParamSpec("P")

CACHE_SIZE = 256
"""How many results of each rule are remembered; older ones are made again."""

AFTER_SECOND_MAIN = "extra_phase_after_second_main"
"""The topic of marks of phases that come after the second main phase, whichever that is."""

MAX_INSERTED = 100
"""How many parts may be inserted into one turn; beyond that the turn is taken to be endless."""


REWRITES: dict[str, RewriteRule] = {}
"""All rewrite rules, by name."""


def _rewrite(
    topic: str, matches: str, puts: str, **shown: Any
) -> Callable[[Callable[P, TurnGraph]], Callable[P, TurnGraph]]:
    """Registers a rule; ``shown`` says how it is drawn, see ``RewriteRule``."""

    def register(function: Callable[P, TurnGraph]) -> Callable[P, TurnGraph]:
        cached = lru_cache(maxsize=CACHE_SIZE)(function)
        REWRITES[function.__name__] = RewriteRule(function.__name__, topic, matches, puts, cached, **shown)
        return cast(Callable[P, TurnGraph], cached)

    return register


_ASSAULT = ("precombat_main", ("combat", "postcombat_main"), "Relentless Assault")
_HAZE = ("beginning/upkeep", ("upkeep",), "Paradox Haze")


@_rewrite("extra_phase", "anchor -> rest", "anchor -> +first -> +second -> rest", example=_ASSAULT, again=_ASSAULT)
def insert_phases(
    graph: TurnGraph, anchor: str, kinds: tuple[str, ...], by: str, after_second_main: bool = False
) -> TurnGraph:
    """Adds whole phases directly after a phase, in the order given, as one unit.

    cr2006 300.7, cr2011 500.8, cr2026 500.8. An added main phase is a postcombat one
    (cr2006 305.1, later 505.1a). ``after_second_main``: the anchor is meant as the second main phase
    of the turn, whichever that will be; if another one gets to be the second, they come after that one.

    >>> from fsm.turn import base_turn
    >>> turn = base_turn("cr2026")
    >>> insert_phases(turn, "precombat_main", ("combat", "postcombat_main"), "Relentless Assault").notation()
    'U Up D | M1 | +1:(BC DA DB CD EC) | +2:M2 | BC DA DB CD EC | M3 | E CL'
    """
    _expect(graph, anchor, "phase")
    topic = AFTER_SECOND_MAIN if after_second_main else "extra_phase"
    mark = Mark(topic, graph.edition.number("extra_phase"), by)
    return _follow_second_main(_insert_phases(graph, anchor, kinds, mark), _second_main(graph))


@_rewrite(
    "extra_step_after_phase",
    "anchor -> rest",
    "anchor -> +(phase: only the step) -> rest",
    example=("precombat_main", "upkeep", ""),
)
def insert_step_after_phase(graph: TurnGraph, anchor: str, step: str, by: str) -> TurnGraph:
    """Adds a step after a phase: the phase that holds such a step, its other steps skipped.

    cr2026 500.10; the older editions have no rule for it and are read the same way.
    """
    _expect(graph, anchor, "phase")
    topic = "extra_step_after_phase"
    number = graph.edition.number(topic) or graph.edition.number("extra_step")
    mark = Mark(topic, number, by)
    try:
        kind = graph.edition.phase_of(step).kind
    except KeyError:
        raise RewriteError(f"no phase contains a step {step!r}{nearest(step, _step_kinds(graph))}") from None
    widened = _insert_phases(graph, anchor, (kind,), mark)
    (phase,) = (n.id for n in widened.inserted if n.serial == len(widened.inserted))
    others = (s for s in widened.children(phase) if widened.node(s).kind != step)
    return _mark_skipped(widened, others, mark)


@_rewrite("extra_step", "anchor -> rest", "anchor -> +step -> rest", example=_HAZE, again=_HAZE)
def insert_steps(graph: TurnGraph, anchor: str, kinds: tuple[str, ...], by: str) -> TurnGraph:
    """Adds steps directly after a step, in its phase; they come alone.

    cr2006 300.8, cr2011 500.9, cr2026 500.9.
    """
    _expect(graph, anchor, "step")
    return _insert_steps(graph, anchor, kinds, Mark("extra_step", graph.edition.number("extra_step"), by))


@_rewrite("extra_step", "before -> anchor", "before -> +step -> anchor", example=("ending/end", ("end",), ""))
def insert_steps_before(graph: TurnGraph, anchor: str, kinds: tuple[str, ...], by: str) -> TurnGraph:
    """Adds steps directly before a step (cr2006 300.8, cr2011 500.9, cr2026 500.9)."""
    _expect(graph, anchor, "step")
    mark = Mark("extra_step", graph.edition.number("extra_step"), by)
    return _insert_steps(graph, anchor, kinds, mark, before=True)


@_rewrite("skip", "anchor", "[anchor]", example=("beginning/draw", "Fatigue"))
def skip(graph: TurnGraph, anchor: str, by: str, topic: str = "skip") -> TurnGraph:
    """Skips a phase or a step: play goes past it as if it did not exist.

    cr2006 300.9, cr2011 500.10, cr2026 500.11.
    """
    _expect(graph, anchor, "phase", "step")
    return _mark_skipped(graph, (anchor,), Mark(topic, graph.edition.number(topic), by))


@_rewrite("no_attackers", "DA -> DB -> CD -> rest", "DA -> [DB] -> [CD] -> rest", example=("combat/declare_attackers",))
def skip_blocks_and_damage(graph: TurnGraph, anchor: str) -> TurnGraph:
    """Without attackers, goes from declaring attackers past blockers and damage.

    cr2006 308.4, cr2011 508.6, cr2026 508.8. This is no replacement effect: nothing is used up.
    """
    _expect(graph, anchor, "step")
    steps = graph.children(graph.parents[anchor])
    later = steps[steps.index(anchor) + 1 :]
    passed = (s for s in later if graph.node(s).kind in ("declare_blockers", "combat_damage"))
    return _mark_skipped(graph, passed, Mark("no_attackers", graph.edition.number("no_attackers")))


@_rewrite("second_damage", "CD -> rest", "CD -> +CD -> rest", example=("combat/combat_damage",))
def second_combat_damage(graph: TurnGraph, anchor: str) -> TurnGraph:
    """Gives the phase a second combat damage step, for first strike and double strike.

    cr2006 310.5, cr2011 510.5, cr2026 510.4.
    """
    _expect(graph, anchor, "step")
    mark = Mark("second_damage", graph.edition.number("second_damage"))
    return _insert_steps(graph, anchor, ("combat_damage",), mark)


@_rewrite("cleanup_priority", "CL -> rest", "CL -> +CL -> rest", example=("ending/cleanup",))
def repeat_cleanup(graph: TurnGraph, anchor: str, by: str = "", topic: str = "cleanup_priority") -> TurnGraph:
    """Lets another cleanup step follow one in which players got priority, or in which the turn was ended.

    cr2006 314.3, cr2011 514.3a, cr2026 514.3a; cr2026 724.1d.
    """
    _expect(graph, anchor, "step")
    mark = Mark(topic, graph.edition.number(topic), by)
    return _insert_steps(graph, anchor, ("cleanup",), mark)


@_rewrite(
    "end_turn_cleanup",
    "anchor -> between -> CL -> rest",
    "anchor -> [between] -> CL -> [rest]",
    example=("combat/declare_attackers", "Time Stop"),
    across=True,
)
def end_turn(graph: TurnGraph, anchor: str, by: str) -> TurnGraph:
    """Ends the turn: from the anchor straight to the cleanup step, all between is skipped.

    cr2006 509.1c, cr2011 712.1c, cr2026 724.1d. During a cleanup step there is nothing
    between; whether a new one follows is what the edition says (see ``repeat_cleanup``).
    What would come after that cleanup step is skipped too. If no cleanup step is left (the
    rules are silent: the ending phase may come first, see ``reverse_phases``), one is added
    directly after this phase, in an ending phase of its own.
    """
    _expect(graph, anchor, "phase", "step")
    mark = Mark("end_turn_cleanup", graph.edition.number("end_turn_cleanup"), by)
    cleanup = _last_cleanup(graph, anchor)
    if cleanup is None:
        graph = _insert_phases(graph, graph.phase_of(anchor), ("ending",), mark)
        cleanup = _last_cleanup(graph, anchor)
    later = graph.stops[graph.stops.index(anchor) + 1 :]
    return _skip_stops(graph, (s for s in later if s != cleanup), mark)


def _last_cleanup(graph: TurnGraph, anchor: str) -> str | None:
    """The last cleanup step from the anchor on that is not skipped, if there is one."""
    rest = graph.stops[graph.stops.index(anchor) :]
    return next((s for s in reversed(rest) if graph.node(s).kind == "cleanup" and not graph.is_skipped(s)), None)


@_rewrite(
    "end_combat_phase",
    "anchor -> rest of combat",
    "anchor -> [rest of combat]",
    example=("combat/declare_attackers", "Mandate of Peace"),
)
def end_combat(graph: TurnGraph, anchor: str, by: str) -> TurnGraph:
    """Ends the combat phase: its remaining steps are skipped, the next phase follows (cr2026 724.2)."""
    _expect(graph, anchor, "step")
    steps = graph.children(graph.parents[anchor])
    mark = Mark("end_combat_phase", graph.edition.number("end_combat_phase"), by)
    return _mark_skipped(graph, steps[steps.index(anchor) + 1 :], mark)


@_rewrite(
    "golden_rule",
    "first -> between -> last",
    "last -> reversed between -> first",
    example=("turn", "Topsy Turvy"),
)
def reverse_phases(graph: TurnGraph, anchor: str, by: str) -> TurnGraph:
    """Lets the phases of a turn (the anchor: the turn itself) come in reverse order; twice, as they were.

    No rule does this, only cards (cr2006 103.1, later 101.1). The steps of a phase keep their
    order. The regular main phase that comes first is the precombat one (cr2006 305.1, later
    505.1a), so the two change places.

    >>> from fsm.turn import base_turn
    >>> reverse_phases(base_turn("cr2026"), "turn", "Topsy Turvy").notation()
    '< E CL | M1 | BC DA DB CD EC | M2 | U Up D'
    """
    _expect(graph, anchor, "turn")
    mains = [id for id in graph.children() if not (graph.children(id) or graph.node(id).serial)]
    places = dict(zip(mains, reversed(mains), strict=True))
    order = [places.get(id, id) for id in reversed(graph.children())]
    mark = None if graph.reversed else Mark("golden_rule", graph.edition.number("golden_rule"), by)
    work: DiGraph = nx.DiGraph(graph.digraph)
    work.remove_edges_from(list(pairwise(graph.children())))
    work.add_edges_from(pairwise(order), kind="next")
    work.nodes[ROOT]["node"] = msgspec.structs.replace(graph.node(ROOT), reversed=mark)
    return intern_graph(graph.edition, work)


def _insert_phases(graph: TurnGraph, anchor: str, kinds: tuple[str, ...], mark: Mark) -> TurnGraph:
    serial = _next_serial(graph, kinds)
    known = {phase.kind for phase in graph.edition.phases}
    for kind in kinds:
        if kind not in known:
            raise RewriteError(f"there is no phase {kind!r}{nearest(kind, known)}")
    added = ["postcombat_main" if kind == "precombat_main" else kind for kind in kinds]
    work: DiGraph = nx.DiGraph(graph.digraph)
    ids = [add_phase(work, graph.edition, k, f"{k}+{n}", n, mark) for n, k in enumerate(added, serial)]
    _splice(work, graph.parents[anchor], anchor, ids)
    return intern_graph(graph.edition, work)


def _second_main(graph: TurnGraph) -> str | None:
    """The second main phase of a turn as it stands, what is skipped left out (505.1b)."""
    mains = (p for p in graph.children() if not graph.children(p) and not graph.is_skipped(p))
    return next(islice(mains, 1, None), None)


def _follow_second_main(graph: TurnGraph, before: str | None) -> TurnGraph:
    """Moves what was added after the second main phase, if another one is the second now."""
    second, phases = _second_main(graph), graph.children()
    marks = {p: graph.node(p).inserted for p in phases}
    tied = [p for p, mark in marks.items() if mark is not None and mark.topic == AFTER_SECOND_MAIN]
    if second is None or second == before or not tied:
        return graph
    rest = [p for p in phases if p not in tied]
    at = rest.index(second) + 1
    work: DiGraph = nx.DiGraph(graph.digraph)
    work.remove_edges_from(list(pairwise(phases)))
    work.add_edges_from(pairwise((*rest[:at], *tied, *rest[at:])), kind="next")
    return intern_graph(graph.edition, work)


def _insert_steps(graph: TurnGraph, anchor: str, kinds: tuple[str, ...], mark: Mark, before: bool = False) -> TurnGraph:
    serial = _next_serial(graph, kinds)
    phase = graph.parents[anchor]
    spec = graph.edition.phase(graph.node(phase).kind)
    rules = {step.kind: step.rule for step in spec.steps}
    work: DiGraph = nx.DiGraph(graph.digraph)
    ids = []
    for number, kind in enumerate(kinds, serial):
        if kind not in rules:
            raise RewriteError(f"the {spec.name} has no step {kind!r}{nearest(kind, rules)}")
        id = f"{phase}/{kind}+{number}"
        work.add_node(id, node=Node(id, "step", kind, rules[kind], number, mark))
        ids.append(id)
    _splice(work, phase, anchor, ids, before)
    return intern_graph(graph.edition, work)


def _splice(work: DiGraph, parent: str, anchor: str, ids: list[str], before: bool = False) -> None:
    """Puts a chain of nodes directly after (or before) the anchor, in whose container they go."""
    around: Iterable[tuple[str, str, str]]
    around = work.in_edges(anchor, data="kind") if before else work.out_edges(anchor, data="kind")
    ends: list[tuple[str, str]] = [(u, v) for u, v, kind in around if kind == "next"]
    work.remove_edges_from(ends)
    add_chain(work, parent, ids)
    if before:
        work.add_edge(ids[-1], anchor, kind="next")
        work.add_edges_from(((u, ids[0]) for u, _ in ends), kind="next")
    else:
        work.add_edge(anchor, ids[0], kind="next")
        work.add_edges_from(((ids[-1], v) for _, v in ends), kind="next")


def _skip_stops(graph: TurnGraph, stops: Iterable[str], mark: Mark) -> TurnGraph:
    """Skips stops; a phase all of which is skipped is skipped as a whole."""
    gone = set(stops)
    ids: list[str] = []
    for phase in graph.children():
        inside = graph.children(phase) or (phase,)
        ids += [phase] if gone.issuperset(inside) else [s for s in inside if s in gone]
    return _mark_skipped(graph, ids, mark)


def _mark_skipped(graph: TurnGraph, ids: Iterable[str], mark: Mark) -> TurnGraph:
    """Marks nodes as skipped; one that is skipped already keeps its first reason."""
    fresh = [id for id in ids if graph.node(id).skipped is None]
    if not fresh:
        return graph
    work: DiGraph = nx.DiGraph(graph.digraph)
    for id in fresh:
        work.nodes[id]["node"] = msgspec.structs.replace(graph.node(id), skipped=mark)
    return intern_graph(graph.edition, work)


def _expect(graph: TurnGraph, anchor: str, *levels: str) -> None:
    node = graph.nodes.get(anchor)
    if node is None:
        raise RewriteError(f"there is no node {anchor!r} in this turn{nearest(anchor, graph.nodes)}")
    if node.level not in levels:
        raise RewriteError(f"{anchor!r} is a {node.level}; this rewrite takes a {' or a '.join(levels)}")


def _next_serial(graph: TurnGraph, kinds: tuple[str, ...]) -> int:
    if not kinds:
        raise RewriteError("nothing to insert: name at least one phase or step")
    serial = len(graph.inserted) + 1
    if serial + len(kinds) - 1 > MAX_INSERTED:
        raise LimitReached(f"more than {MAX_INSERTED} parts inserted into one turn: it is taken to be endless")
    return serial


def _step_kinds(graph: TurnGraph) -> list[str]:
    return [step.kind for phase in graph.edition.phases for step in phase.steps]
