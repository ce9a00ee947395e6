"""Pictures of one turn, made from its turn graph, with a place that they show as now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from ...edition import Edition
from ...edition.model import AT_NEED
from ...errors import AddressError
from ...turn import Node, TurnGraph, parse_address
from ...turn.chart import stop_transitions
from ...turn.following import widest
from ...turn.graph import ROOT
from ...turn.transition import SEPARATOR
from ...words import nearest
from ..errors import DiagramError
from ..model import CHECK, END, START, Box, Detail, Edge, Level, Note, Picture, Tile, TileKind, dotted
from .naming import (
    EXTRA,
    clean,
    element_id,
    heading,
    made_by,
    phase_names,
    rule_note,
    rule_text,
    said_name,
    stop_name,
    within_heading,
)
from .notes import GUARD_WORDS, box_notes, doings, has_stack, in_terms, reason


class View(msgspec.Struct, frozen=True):
    """A place, and the stops and phases before and after it.

    ``here`` is the id of a node, and ``state`` a state of the machine in that stop.
    ``whole``: the picture has no past and no future.
    """

    here: str = ""
    state: str = ""
    past: frozenset[str] = frozenset()
    future: frozenset[str] = frozenset()
    whole: bool = True


WHOLE = View()
"""The view that marks no place."""


def view_of(graph: TurnGraph, highlight: str | None, at: str | None) -> View:
    """The view with ``highlight`` marked, or with play ``at`` a place; ``DiagramError`` if there is no such place."""
    if highlight is not None and at is not None:
        raise DiagramError("a picture marks one place: give highlight or at, not both")
    if at is None:
        here, state = _place(graph, highlight)
        return View(here, state)
    here, state = _place(graph, at)
    if here == ROOT:
        return View(here)
    inside = graph.children(here) or (here,)
    first, last = (graph.stops.index(inside[end]) for end in (0, -1))
    past, future = set(graph.stops[:first]), set(graph.stops[last + 1 :])
    for stops in (past, future):
        stops.update(phase for phase in graph.children() if stops.issuperset(graph.children(phase) or (phase,)))
    return View(here, state, frozenset(past), frozenset(future), whole=False)


def _place(graph: TurnGraph, text: str | None) -> tuple[str, str]:
    """Find the node that a text names: a node's id, an address, or a state of the turn's machine."""
    if text is None or text in graph.nodes:
        return text or "", ""
    if SEPARATOR in text and text in graph.table:
        return graph.table[text].stop, graph.table[text].substate
    try:
        place = parse_address(text, graph.edition.kinds).locate(graph)
    except AddressError as error:
        raise DiagramError(f"cannot highlight {text[:80]!r}: {error}; this turn has {_known(graph)}") from None
    if place is None:
        hint = nearest(text, graph.addresses.values())
        raise DiagramError(f"this turn has no {text}{hint}; it has {_known(graph)}")
    return place, ""


def _known(graph: TurnGraph) -> str:
    return ", ".join(graph.addresses.values())


def _edges(graph: TurnGraph, view: View, level: Level) -> tuple[Edge, ...]:
    """The path of play from start to end, then the edges with guards, phase by phase; or the path between phases."""
    play = tuple(_play(graph, view))
    if level != "phase":
        return (*play, *guard_edges(graph, view))
    homes = {element_id(stop): graph.phase_of(stop) for stop in graph.path} | {START: START, END: END}
    return tuple(edge for edge in play if homes[edge.source] != homes[edge.target])


def guard_edges(graph: TurnGraph, view: View) -> Iterator[Edge]:
    """The edges that a guard may allow, phase by phase."""
    for phase in graph.children():
        if not graph.is_skipped(phase):
            yield from (edge for edge in _guards(graph, phase, view) if edge.rule)


def _play(graph: TurnGraph, view: View) -> Iterator[Edge]:
    ids = [START, *map(element_id, graph.path), END]
    stops = [None, *graph.path, None]
    for (source, target), (one, other) in zip(pairwise(ids), pairwise(stops), strict=True):
        passed = one is not None and other is not None and _without_attackers(graph, one, other)
        yield Edge(
            id=f"from-{source}-to-{target}",
            source=source,
            target=target,
            kind="main",
            tooltip=_leaving_rule(graph, one),
            accent=other is not None and is_extra(graph, other),
            label=GUARD_WORDS["no_attackers"] if passed else "",
            rule=graph.edition.number("no_attackers") if passed else "",
            future=not view.whole and (other is None or other in view.future),
        )


def _leaving_rule(graph: TurnGraph, stop: str | None) -> str:
    """The rule by which play leaves a stop; empty if the edition has none."""
    ends = (graph.edition.number("turn"),) if stop is None else graph.edition.ends_by(graph.node(stop).kind)
    return rule_text(graph.edition, ends[0]) if ends else ""


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
        label=in_terms(graph.edition, GUARD_WORDS[topic]),
        rule=number,
        future=target in view.future,
    )


_SOLID = {True: "Solid: all players pass with the stack empty", False: "Solid: nobody plays anything more"}
"""How play leaves a step, or a phase without steps, with a stack and without one."""
_AT_ONCE = ", or nobody has priority"
NO_PRIORITY = "no priority"
"""What a tile says of a step in which players usually get no priority."""


def turn_picture(
    graph: TurnGraph,
    title: str = "",
    subtitle: str = "",
    view: View = WHOLE,
    level: Level = "step",
    detail: Detail = "names",
) -> Picture:
    """Make the picture of a turn, at the level of steps or of phases; ``detail`` is for that of steps."""
    return replace(
        _content(graph, view, level, detail),
        title=heading(title) or "The turn",
        subtitle=_full_subtitle(graph, heading(title), heading(subtitle)),
    )


@lru_cache(maxsize=256)
def _content(graph: TurnGraph, view: View, level: Level, detail: Detail) -> Picture:
    """The picture without its title; it is cached, since equal graphs are one object."""
    kind: TileKind = "chip" if level == "phase" else "stop" if detail == "names" else "entry"
    order = {stop: number for number, stop in enumerate(graph.path, 1)}
    names = phase_names(graph)
    tiles = {stop: _tile(graph, stop, order.get(stop, 0), view, kind, detail) for stop in graph.stops}
    boxes = tuple(_box(graph, phase, names[phase], view, tiles) for phase in graph.children())
    edges = _edges(graph, view, level)
    return Picture(
        title="",
        subtitle="",
        boxes=boxes,
        edges=edges,
        legend=(*_legend(graph, edges, level, detail), *time_legend(view)),
        level=level,
    )


def _box(graph: TurnGraph, id: str, name: str, view: View, tiles: dict[str, Tile]) -> Box:
    """Make the box of a phase with its steps; a phase without steps is its own stop."""
    node, inside = graph.node(id), tuple(tiles[stop] for stop in graph.children(id) or (id,))
    named = bool(graph.edition.unplayed) and inside[0].kind == "chip"  # a label of ours only repeats the name
    return Box(
        id=element_id(id),
        name=name,
        rule="" if named else node.rule,
        hue=graph.edition.phase(node.kind).hue,
        tiles=inside,
        tooltip=tooltip(graph, node),
        notes=box_notes(graph, id),
        pill=EXTRA if node.inserted else "",
        accent=node.inserted is not None,
        skipped=node.skipped is not None,
        here=view.here == id and bool(graph.children(id)),
        past=id in view.past,
        future=id in view.future,
    )


def _tile(graph: TurnGraph, id: str, order: int, view: View, kind: TileKind, detail: Detail) -> Tile:
    node = graph.node(id)
    alone = node.level == "step" and node.inserted is not None
    return Tile(
        id=element_id(id),
        name=_name(graph, node),
        detail=_detail(graph, node, kind),
        order=order,
        tooltip=tooltip(graph, node),
        pill=EXTRA if alone else "",
        accent=is_extra(graph, id),
        skipped=not order,
        here=view.here == id,
        kind=kind,
        past=id in view.past and bool(order),
        future=id in view.future,
        does=doings(graph, id, detail) if kind == "entry" else (),
    )


def _name(graph: TurnGraph, node: Node) -> str:
    """The name on a tile: inside a phase without steps, without the word that its heading begins with."""
    name = stop_name(graph.edition, node.kind)
    return name if node.level == "step" else within_heading(name, phase_names(graph)[node.id])


def _detail(graph: TurnGraph, node: Node, kind: TileKind) -> str:
    """The rule of a step, and whether the step is skipped or has no priority.

    An entry of a phase without steps has no rule of its own: its heading names it.
    """
    parts = ["" if kind == "entry" and node.level == "phase" else node.rule]
    if graph.is_skipped(node.id):
        parts.append("skipped")
    elif graph.edition.step(node.kind).priority in ("never", *AT_NEED):
        parts.append(NO_PRIORITY)
    return dotted(*parts)


def tooltip(graph: TurnGraph, node: Node) -> str:
    """The rule of a phase or step, and by which effect and rule it was inserted or skipped."""
    parts = [rule_text(graph.edition, node.rule)]
    if node.inserted:
        parts.append(f"{EXTRA}{made_by(node.inserted)}. {rule_text(graph.edition, node.inserted.rule)}")
    if node.skipped:
        parts.append(f"{reason(node.skipped)}. {rule_text(graph.edition, node.skipped.rule)}")
    return dotted(*parts)


def _full_subtitle(graph: TurnGraph, title: str, subtitle: str) -> str:
    """The subtitle with the edition: rule numbers depend on it, so each picture names its edition."""
    edition = clean(graph.edition.title)
    named = edition in title or edition in subtitle
    return dotted(subtitle, "" if named else edition)


def _legend(graph: TurnGraph, edges: tuple[Edge, ...], level: Level, detail: Detail) -> tuple[Note, ...]:
    at_once = any(graph.edition.step(graph.node(stop).kind).priority != "always" for stop in graph.path)
    solid = f"{_SOLID[has_stack(graph.edition)]}{_AT_ONCE if at_once else ''}"
    text = "An arrow: the last step is over, or the phase" if level == "phase" else solid
    notes = [rule_note(graph.edition, text, "step_ends"), *dashed(edges)]
    return (*notes, numbers_note(graph.edition), *sources_notes(graph.edition))


def numbers_note(*editions: Edition) -> Note:
    """Tell the numbers of the order of play from the numbers of rules, and from our labels where there are none."""
    first = {phase.rule: bool(one.unplayed) for one in editions for phase in one.phases[:1]}
    numbers, labels = ([rule for rule, ours in first.items() if ours == label] for label in (False, True))
    meaning = "rules" if len(numbers) > 1 else "a\u00a0rule"
    told = [f"{', '.join(numbers)}: {meaning}"] if numbers else []
    told += [f"{label}: a\u00a0label of ours" for label in labels]
    return Note("; ".join(("1, 2, 3: order of play", *told)))


def sources_notes(*editions: Edition) -> Iterator[Note]:
    """From where editions are known under which nobody plays, since much of it is second hand."""
    yield from (Note(f"{said_name(one)} known from {one.sources}") for one in editions if one.sources)


def dashed(edges: tuple[Edge, ...]) -> tuple[Note, ...]:
    """Explain the edges with guards, if there are any."""
    return (Note("Dashed: only if its condition holds"),) if any(edge.kind == "guard" for edge in edges) else ()


def time_legend(view: View) -> tuple[Note, ...]:
    """Explain the looks of past and future, if the picture has them."""
    return () if view.whole else (Note(f"{CHECK}past; thin and pale: still to come"),)
