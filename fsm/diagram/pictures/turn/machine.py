"""Pictures of a turn's whole machine, for the formats of text: each stop with its states, each move with its guards.

States and moves come from the table of the generated machine. The dashed edges, which a
rewrite may add, come from the graph, as at the level of steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....turn import Configuration, TurnGraph
from ....turn.transition import OVER, SUBSTATES, state_name
from ...model import END, START, Box, Edge, Note, OuterBox, Picture, Tile
from ..naming import clean, element_id, extras, phase_names, rule_note, rule_text, stop_name
from .edges import guard_edges, is_extra, is_to_come, leaving_rule
from .notes import REVERSED, box_notes, reason
from .picture import full_subtitle, phase_box, phases_with_stops, time_legend, tooltip, turn_description
from .template import guard_words
from .view import View, look

_TOPICS = {
    ("beginning", "priority"): "priority_active",
    ("beginning", "ending"): "cleanup_none",
    ("priority", "resolving"): "all_pass_resolve",
    ("priority", "ending"): "all_pass_end",
    ("resolving", "priority"): "priority_after_resolution",
}
"""The topic of the rule of a move inside a step; for a step with priority only if needed, see ``_rule``."""


def machine_picture(
    graph: TurnGraph, title: str = "", subtitle: str = "", highlight: str | None = None, at: str | None = None
) -> Picture:
    """Make the picture of the turn's machine; it has only the stops that play visits."""
    view = look(graph, highlight, at)
    names = phase_names(graph)
    order = {stop: number for number, stop in enumerate(graph.path, 1)}
    boxes = tuple(_box(graph, stop, order[stop], view) for stop in graph.path)
    outer = tuple(
        _outer(graph, phase, names[phase], tuple(stop for stop in stops if stop in order), view)
        for phase, stops in phases_with_stops(graph)
        if any(stop in order for stop in stops)
    )
    return Picture(
        title=clean(title) or "The machine of the turn",
        subtitle=full_subtitle(graph, clean(title), clean(subtitle)),
        description=turn_description(graph),
        boxes=boxes,
        edges=(*_moves(graph, view), *_guards(graph, view)),
        legend=(*_skipped_phases(graph, names), *_legend(graph), *time_legend(view)),
        level="machine",
        outer_boxes=outer,
    )


def _box(graph: TurnGraph, stop: str, order: int, view: View) -> Box:
    node = graph.node(stop)
    alone = node.level == "step" and node.inserted is not None
    phase = graph.node(graph.phase_of(stop))
    return Box(
        id=element_id(stop),
        name=stop_name(graph.edition, node.kind),
        rule=node.rule,
        hue=graph.edition.phase(phase.kind).hue,
        tiles=tuple(_tile(graph, row, view) for row in _rows(graph, stop)),
        tooltip=tooltip(graph, node),
        pill=extras([node.serial]) if alone else "",
        accent=is_extra(graph, stop),
        here=view.here == stop,
        past=stop in view.past,
        future=stop in view.future,
        order=order,
    )


def _rows(graph: TurnGraph, stop: str) -> list[Configuration]:
    """Find the states of a stop that play can reach: those with a move out of them."""
    rows = (graph.table[state_name(stop, sub)] for sub in SUBSTATES)
    return [row for row in rows if row.regular]


def _tile(graph: TurnGraph, row: Configuration, view: View) -> Tile:
    return Tile(
        id=_id(row),
        name=row.substate,
        detail="",
        order=0,
        tooltip=f"{row.address}: {row.substate}",
        accent=is_extra(graph, row.stop),
        here=view.here == row.stop and view.state == row.substate,
        kind="state",
        past=row.stop in view.past,
        future=row.stop in view.future,
    )


def _id(row: Configuration) -> str:
    return element_id(f"{row.stop}/{row.substate}")


def _outer(graph: TurnGraph, phase: str, name: str, stops: tuple[str, ...], view: View) -> OuterBox:
    box = phase_box(graph, phase, name, view)
    notes = (*(note for note in box.notes if note.lead), *_skipped_steps(graph, phase))
    return OuterBox(replace(box, notes=notes), tuple(map(element_id, stops)))


def _skipped_steps(graph: TurnGraph, phase: str) -> Iterator[Note]:
    """Name the steps of a phase that are not in the machine, and why."""
    for step in graph.children(phase):
        mark = graph.node(step).skipped
        if mark is not None:
            text = f"without {stop_name(graph.edition, graph.node(step).kind)}: {reason(mark)}"
            yield Note(text, mark.rule, tooltip=rule_text(graph.edition, mark.rule))


def _skipped_phases(graph: TurnGraph, names: dict[str, str]) -> Iterator[Note]:
    for phase, stops in phases_with_stops(graph):
        mark = graph.node(phase).skipped
        if not set(stops) & set(graph.path):  # the phase is not in the picture, so its note stands in the legend
            yield from (note for note in box_notes(graph, phase) if note.lead == REVERSED)
        if mark is not None:
            yield Note(
                f"Without {names[phase]}: {reason(mark)}", mark.rule, tooltip=rule_text(graph.edition, mark.rule)
            )


def _moves(graph: TurnGraph, view: View) -> Iterator[Edge]:
    """Make an edge for each move of the machine, and one from the start to its first state."""
    first = graph.table.start
    yield _edge(graph, None, first, "", view)
    for stop in graph.path:
        for row in _rows(graph, stop):
            for number, move in enumerate(row.regular):
                yield _edge(graph, row, row.after(move), guard_words(move.guards, number), view)


def _edge(graph: TurnGraph, row: Configuration | None, to: Configuration, label: str, view: View) -> Edge:
    source, target = _id(row) if row else START, END if to.name == OVER else _id(to)
    stops = [place.stop for place in (row, to) if place is not None and place.name != OVER]
    return Edge(
        id=f"move-{source}-to-{target}",
        source=source,
        target=target,
        kind="main",
        tooltip=_rule(graph, row, to),
        accent=any(is_extra(graph, stop) for stop in stops),
        label=label,
        future=is_to_come(view, to.stop if to.name != OVER else None),
    )


def _rule(graph: TurnGraph, row: Configuration | None, to: Configuration) -> str:
    """Find the rule of a move."""
    if row is None or row.stop != to.stop:
        return leaving_rule(graph, row.stop if row else None)
    priority = graph.edition.step(row.node.kind).priority
    if priority == "never":
        return rule_text(graph.edition, graph.edition.ends_by(row.node.kind)[0])
    rare = priority == "if_needed" and to.substate == "priority"
    topic = "cleanup_priority" if rare else _TOPICS[row.substate, to.substate]
    return rule_text(graph.edition, graph.edition.number(topic))


def _guards(graph: TurnGraph, view: View) -> Iterator[Edge]:
    """Join the end of one stop with the beginning of another, by the edges that a rewrite may add."""
    for edge in guard_edges(graph, view):
        yield replace(edge, source=f"{edge.source}.ending", target=f"{edge.target}.beginning")


def _legend(graph: TurnGraph) -> Iterator[Note]:
    edition = graph.edition
    for text, topic in (
        ("all_passed: every player passed in succession; stack_empty: nothing is on the stack", "all_pass_end"),
        (f"needs_priority: a trigger waits, or a {edition.term('state-based action')} was taken", "cleanup_priority"),
        (
            f"beginning: the {edition.term('turn-based actions')}, then triggers; then a player gets priority",
            "priority_active",
        ),
    ):
        yield rule_note(edition, text, topic)
    yield Note("Dashed: a rewrite changes the turn, if its guard holds; number: order of play")
