"""Pictures of one turn, made from its turn graph."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ....turn import Node, TurnGraph
from ...model import CHECK, Box, Detail, Edge, Level, Note, Picture, Tile, TileKind, dotted
from ..naming import clean, element_id, extras, made_by, phase_names, rule_note, rule_text, stop_name, within_heading
from .edges import all_edges, phase_edges
from .notes import box_notes, doings, reason
from .view import View, look

_SOLID = "Solid: all players pass with the stack empty"
_AT_ONCE = ", or nobody has priority"


def turn_picture(
    graph: TurnGraph,
    title: str = "",
    subtitle: str = "",
    highlight: str | None = None,
    level: Level = "step",
    at: str | None = None,
    detail: Detail = "names",
) -> Picture:
    """Make the picture of a turn, at the level of steps or of phases; ``detail`` is for that of steps."""
    return replace(
        _content(graph, highlight, level, at, detail),
        title=clean(title) or "The turn",
        subtitle=full_subtitle(graph, clean(title), clean(subtitle)),
    )


@lru_cache(maxsize=256)
def _content(graph: TurnGraph, highlight: str | None, level: Level, at: str | None, detail: Detail) -> Picture:
    """The picture without its title; it is cached, since equal graphs are one object."""
    view = look(graph, highlight, at)
    kind: TileKind = "chip" if level == "phase" else "stop" if detail == "names" else "entry"
    order = {stop: number for number, stop in enumerate(graph.path, 1)}
    names = phase_names(graph)
    boxes = tuple(
        _box(
            graph,
            phase,
            names[phase],
            view,
            tuple(_tile(graph, stop, order.get(stop, 0), view, kind, detail) for stop in stops),
        )
        for phase, stops in phases_with_stops(graph)
    )
    edges = phase_edges(graph, view) if level == "phase" else all_edges(graph, view)
    return Picture(
        title="",
        subtitle="",
        description=turn_description(graph),
        boxes=boxes,
        edges=edges,
        legend=(*_legend(graph, edges, level, detail), *time_legend(view)),
        level=level,
    )


def phases_with_stops(graph: TurnGraph) -> list[tuple[str, tuple[str, ...]]]:
    """Each phase with its steps; a phase without steps is its own stop."""
    return [(phase, graph.children(phase) or (phase,)) for phase in graph.children()]


def _box(graph: TurnGraph, id: str, name: str, view: View, tiles: tuple[Tile, ...]) -> Box:
    return replace(phase_box(graph, id, name, view), tiles=tiles)


def phase_box(graph: TurnGraph, id: str, name: str, view: View) -> Box:
    """Make the box of a phase, without tiles."""
    node = graph.node(id)
    return Box(
        id=element_id(id),
        name=name,
        rule=node.rule,
        hue=graph.edition.phase(node.kind).hue,
        tiles=(),
        tooltip=tooltip(graph, node),
        notes=box_notes(graph, id),
        pill=extras([node.serial]) if node.inserted else "",
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
        pill=extras([node.serial]) if alone else "",
        accent=node.inserted is not None or graph.node(graph.phase_of(id)).inserted is not None,
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
    elif graph.edition.step(node.kind).priority != "always":
        parts.append("no priority")
    return dotted(*parts)


def tooltip(graph: TurnGraph, node: Node) -> str:
    """The rule of a phase or step, and by which effect and rule it was inserted or skipped."""
    parts = [rule_text(graph.edition, node.rule)]
    if node.inserted:
        parts.append(f"{extras([node.serial])}{made_by(node.inserted)}. {rule_text(graph.edition, node.inserted.rule)}")
    if node.skipped:
        parts.append(f"{reason(node.skipped)}. {rule_text(graph.edition, node.skipped.rule)}")
    return dotted(*parts)


def full_subtitle(graph: TurnGraph, title: str, subtitle: str) -> str:
    """The subtitle with the edition: rule numbers depend on it, so each picture names its edition."""
    edition = clean(graph.edition.title)
    named = edition in title or edition in subtitle
    return dotted(subtitle, "" if named else edition)


def turn_description(graph: TurnGraph) -> str:
    """Put the picture of a turn into words, for readers who cannot see it."""
    phases, order = phase_names(graph), {stop: number for number, stop in enumerate(graph.path, 1)}
    names = {stop: stop_name(graph.edition, graph.node(stop).kind) for stop in graph.stops}
    played = [f"{number} {names[stop]}" for stop, number in order.items()]
    skipped = [names[stop] for stop in graph.stops if stop not in order]
    extra = [f"{name} ({extras([graph.node(id).serial])})" for id, name in phases.items() if graph.node(id).inserted]
    steps = (stop for stop in graph.stops if stop not in phases and graph.node(stop).inserted)
    extra += [f"{names[stop]} ({extras([graph.node(stop).serial])})" for stop in steps]
    turned = [f"yes{made_by(graph.reversed)}"] if graph.reversed else []
    parts = (("In order of play", played), ("Phases in reverse", turned), ("Inserted", extra), ("Skipped", skipped))
    return " ".join(f"{head}: {', '.join(words)}." for head, words in parts if words)


def _legend(graph: TurnGraph, edges: tuple[Edge, ...], level: Level, detail: Detail) -> tuple[Note, ...]:
    at_once = any(graph.edition.step(graph.node(stop).kind).priority != "always" for stop in graph.path)
    solid = f"{_SOLID}{_AT_ONCE}" if at_once else _SOLID
    text = "An arrow: the last step is over, or the phase" if level == "phase" else solid
    notes = [rule_note(graph.edition, text, "step_ends"), *dashed(edges)]
    return (*notes, *([Note("Grey number: order of play")] if detail == "names" else []))


def dashed(edges: tuple[Edge, ...]) -> tuple[Note, ...]:
    """Explain the edges with guards, if there are any."""
    return (Note("Dashed: only if its guard holds"),) if any(edge.kind == "guard" for edge in edges) else ()


def time_legend(view: View) -> tuple[Note, ...]:
    """Explain the looks of past and future, if the picture has them."""
    return () if view.whole else (Note(f"{CHECK}past; thin and pale: still to come"),)
