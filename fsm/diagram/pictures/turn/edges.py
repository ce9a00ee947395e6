"""The edges of a picture of a turn: the path of play, and the moves that a guard may allow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ....turn import TurnGraph
from ....turn.chart import stop_transitions
from ....turn.following import widest
from ...model import END, START, Edge
from ..naming import element_id, rule_text
from .notes import GUARD_WORDS
from .view import View


def all_edges(graph: TurnGraph, view: View) -> tuple[Edge, ...]:
    """The path of play from start to end, then the edges with guards, phase by phase."""
    return (*_path(graph, view), *guard_edges(graph, view))


def phase_edges(graph: TurnGraph, view: View) -> tuple[Edge, ...]:
    """The edges of the path of play that lead from one phase to another."""
    homes = {element_id(stop): graph.phase_of(stop) for stop in graph.path} | {START: START, END: END}
    return tuple(edge for edge in _path(graph, view) if homes[edge.source] != homes[edge.target])


def guard_edges(graph: TurnGraph, view: View) -> Iterator[Edge]:
    """The edges that a guard may allow, phase by phase."""
    for phase in graph.children():
        if not graph.is_skipped(phase):
            yield from (edge for edge in _guards(graph, phase, view) if edge.rule)


def _path(graph: TurnGraph, view: View) -> Iterator[Edge]:
    ids = [START, *map(element_id, graph.path), END]
    stops = [None, *graph.path, None]
    for (source, target), (one, other) in zip(pairwise(ids), pairwise(stops), strict=True):
        passed = one is not None and other is not None and _without_attackers(graph, one, other)
        yield Edge(
            id=f"from-{source}-to-{target}",
            source=source,
            target=target,
            kind="main",
            tooltip=leaving_rule(graph, one),
            accent=any(stop is not None and is_extra(graph, stop) for stop in (one, other)),
            label=GUARD_WORDS["no_attackers"] if passed else "",
            rule=graph.edition.number("no_attackers") if passed else "",
            future=is_to_come(view, other),
        )


def is_to_come(view: View, target: str | None) -> bool:
    """Whether an edge to a stop, or to the end of the turn, lies in the future of a view."""
    return not view.whole and (target is None or target in view.future)


def leaving_rule(graph: TurnGraph, stop: str | None) -> str:
    """The rule by which play leaves a stop."""
    if stop is None:
        return rule_text(graph.edition, graph.edition.number("turn"))
    return rule_text(graph.edition, graph.edition.ends_by(graph.node(stop).kind)[0])


def is_extra(graph: TurnGraph, stop: str) -> bool:
    """Whether a stop was inserted, alone or with its phase."""
    return any(graph.node(part).inserted is not None for part in (stop, graph.phase_of(stop)))


def _without_attackers(graph: TurnGraph, one: str, other: str) -> bool:
    """Whether everything between two stops of a phase is skipped because no creature attacks."""
    if graph.phase_of(one) != graph.phase_of(other):
        return False
    steps = graph.children(graph.phase_of(one))
    between = [graph.node(step).skipped for step in steps[steps.index(one) + 1 : steps.index(other)]]
    return bool(between) and all(mark is not None and mark.topic == "no_attackers" for mark in between)


def _guards(graph: TurnGraph, phase: str, view: View) -> Iterator[Edge]:
    """The edges for the moves of the chart whose rules may still rewrite a phase; what they insert has no tile yet."""
    for stop in graph.children(phase):
        for move in () if graph.is_skipped(stop) else stop_transitions(graph, stop):
            target = widest(graph).source(move.reaches)
            if move.rewrites and move.topic in GUARD_WORDS and _has_room(graph, stop, target, target != move.reaches):
                yield _guard(graph, move.topic, stop, target, view)


def _has_room(graph: TurnGraph, stop: str, target: str, inserted: bool) -> bool:
    """Whether a picture has room for an edge: in one phase, past steps that are played or beside them, if inserted."""
    steps = graph.children(graph.phase_of(stop))
    at = steps.index(stop)
    if target != stop:
        return target in steps and not any(map(graph.is_skipped, steps[at : steps.index(target)]))
    if not inserted:
        return at == len(steps) - 1
    alone = [graph.node(step).kind for step in steps].count(graph.node(stop).kind) == 1
    return alone and 0 < at < len(steps) - 1 and not any(map(graph.is_skipped, steps[at - 1 : at + 2]))


def _guard(graph: TurnGraph, topic: str, source: str, target: str, view: View) -> Edge:
    number = graph.edition.number(topic)
    return Edge(
        id=f"guard-{topic}-{element_id(source)}",
        source=element_id(source),
        target=element_id(target),
        kind="guard",
        tooltip=rule_text(graph.edition, number),
        label=GUARD_WORDS[topic],
        rule=number,
        future=target in view.future,
    )
