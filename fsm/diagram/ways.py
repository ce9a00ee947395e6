"""The ways through a turn: the path of play, and the ways that a guard may open."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from .model import END, START, Edge
from .naming import element_id, rule_text
from .notes import GUARD_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..turn import TurnGraph
    from .view import View

_PASSED = ("declare_blockers", "combat_damage")


def all_edges(graph: TurnGraph, view: View) -> tuple[Edge, ...]:
    """Collect the path of play from start to end, then the guards phase by phase."""
    return (*_path(graph, view), *guard_edges(graph, view))


def phase_edges(graph: TurnGraph, view: View) -> tuple[Edge, ...]:
    """Collect the path of play as far as it leads from phase to phase."""
    homes = {element_id(stop): graph.phase_of(stop) for stop in graph.path} | {START: START, END: END}
    return tuple(edge for edge in _path(graph, view) if homes[edge.source] != homes[edge.target])


def guard_edges(graph: TurnGraph, view: View) -> Iterator[Edge]:
    """Find the ways that a guard may open, phase by phase."""
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
    """Whether a way to a stop, or to the end of the turn, is still to be gone."""
    return not view.whole and (target is None or target in view.future)


def leaving_rule(graph: TurnGraph, stop: str | None) -> str:
    """Find the rule by which play leaves a stop."""
    if stop is None:
        return rule_text(graph.edition, graph.edition.number("turn"))
    return rule_text(graph.edition, graph.edition.ends_by(graph.node(stop).kind)[0])


def is_extra(graph: TurnGraph, stop: str) -> bool:
    """Whether a stop was inserted, alone or with its phase."""
    return any(graph.node(part).inserted is not None for part in (stop, graph.phase_of(stop)))


def _without_attackers(graph: TurnGraph, one: str, other: str) -> bool:
    """Whether all between two stops of a phase is skipped because nobody attacks."""
    if graph.phase_of(one) != graph.phase_of(other):
        return False
    steps = graph.children(graph.phase_of(one))
    between = [graph.node(step).skipped for step in steps[steps.index(one) + 1 : steps.index(other)]]
    return bool(between) and all(mark is not None and mark.topic == "no_attackers" for mark in between)


def _guards(graph: TurnGraph, phase: str, view: View) -> Iterator[Edge]:
    """Find the guards whose rules may still change this phase as it stands."""
    steps = graph.children(phase)
    kinds = [graph.node(step).kind for step in steps]
    played = [not graph.is_skipped(step) for step in steps]
    damages = [at for at, kind in enumerate(kinds) if kind == "combat_damage"]
    if "declare_attackers" in kinds and not _rules_changed(graph, steps):
        yield from _no_attackers(graph, steps, kinds, played, view)
    if len(damages) == 1 and 0 < damages[0] < len(steps) - 1 and all(played[damages[0] - 1 : damages[0] + 2]):
        yield _guard(graph, "second_damage", steps[damages[0]], steps[damages[0]], view)
    if kinds[-1:] == ["cleanup"] and played[-1]:
        yield _guard(graph, "cleanup_priority", steps[-1], steps[-1], view)


def _rules_changed(graph: TurnGraph, steps: tuple[str, ...]) -> bool:
    """Whether it is known already if anybody attacks."""
    marks = [mark for step in steps for mark in (graph.node(step).inserted, graph.node(step).skipped) if mark]
    return any(mark.topic in ("no_attackers", "second_damage") for mark in marks)


def _no_attackers(
    graph: TurnGraph, steps: tuple[str, ...], kinds: list[str], played: list[bool], view: View
) -> Iterator[Edge]:
    at = len(kinds) - 1 - kinds[::-1].index("declare_attackers")
    to = next((n for n in range(at + 1, len(kinds)) if kinds[n] not in _PASSED), 0)
    if to > at + 1 and all(played[at : to + 1]) and not set(kinds[to:]) & set(_PASSED):
        yield _guard(graph, "no_attackers", steps[at], steps[to], view)


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
