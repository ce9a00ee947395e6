"""Pictures of a turn's machine: the inside of a step with how single steps differ from it, and all of it.

All is found by comparing the states and moves of the generated machine: the template is what most steps of the
edition's regular turn have inside. The whole machine is for the formats of text. The dashed edges, which a rewrite may
add, come from the graph, as at the level of steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ...edition import Edition
from ...turn import Configuration, TurnGraph, base_turn
from ...turn.transition import OVER, SEPARATOR, SUBSTATES, state_name
from ..model import END, START, Box, Edge, Note, OuterBox, Picture, Tile
from .naming import clean, element_id, extras, phase_names, rule_note, rule_text, said_name, stop_name
from .notes import REVERSED, box_notes, reason
from .poster import LEAVING
from .turn import (
    View,
    dashed,
    full_subtitle,
    guard_edges,
    is_extra,
    is_to_come,
    leaving_rule,
    look,
    phase_box,
    phases_with_stops,
    time_legend,
    tooltip,
    turn_description,
    turn_picture,
)

INSIDE, NEXT = "inside", "next step"
"""The id of the template, and where its last state leads."""
OTHERWISE, AND = "otherwise", " and "


class Way(NamedTuple):
    """A move out of a state of a step: from where, under which guards in words, to where."""

    source: str
    words: str
    target: str


Ways = dict[Way, str]
"""The moves of a step, in order, each with the topic of its rule."""


def ways_of(graph: TurnGraph, stop: str) -> Ways:
    """The moves inside a step and out of it, without those that an effect or a rewrite makes."""
    ways: Ways = {}
    for substate in SUBSTATES:
        for number, one in enumerate(graph.table[state_name(stop, substate)].regular):
            target = one.target.rpartition(SEPARATOR)[2] if one.reaches == stop else NEXT
            ways[Way(substate, guard_words(one.guards, number), target)] = one.topic
    return ways


def guard_words(guards: tuple[tuple[str, bool], ...], number: int) -> str:
    """Name the guards of a move; a later move without guards is taken if those before it are not."""
    words = AND.join(name if wanted else f"not {name}" for name, wanted in guards)
    return words or (OTHERWISE if number else "")


@lru_cache(maxsize=64)
def template(edition: Edition) -> Ways:
    """What most steps of the regular turn of an edition have inside."""
    graph = base_turn(edition)
    every = [ways_of(graph, stop) for stop in graph.path]
    found = Counter(tuple(ways) for ways in every).most_common(1)
    return next((ways for ways in every if found and tuple(ways) == found[0][0]), {})


def differences(graph: TurnGraph, stop: str) -> tuple[Note, ...]:
    """Say how the inside of a step differs from the template; nothing if it is the same."""
    edition, usual, own = graph.edition, template(graph.edition), ways_of(graph, stop)
    notes = list(_lacks(edition, usual, own, edition.ends_by(graph.node(stop).kind)[0]))
    gone = set(_states(usual)) - set(_states(own))
    for state in _states(own):
        ways, others = ([way for way in every if way.source == state] for every in (own, usual))
        if ways == others or any(way.target in gone for way in others):  # that a state is missing is said already
            continue
        if [(way.target, way.words) for way in ways] == [(way.target, "") for way in others]:
            notes.append(Note("no guard", lead=f"{state}:", tooltip=rule_text(edition, edition.number(own[ways[0]]))))
        else:
            number = edition.number(own[ways[0]])
            notes.append(Note(", ".join(map(_said, ways)), number, f"{state}:", rule_text(edition, number)))
    return tuple(notes)


def _lacks(edition: Edition, usual: Ways, own: Ways, number: str) -> Iterator[Note]:
    """Name the states of the template that a step does not have."""
    gone = [state for state in _states(usual) if state not in _states(own)]
    if gone:
        yield Note(
            f"or {' or '.join(gone[1:])}" if gone[1:] else "", number, f"no {gone[0]}", rule_text(edition, number)
        )


def _states(ways: Ways) -> list[str]:
    return list(dict.fromkeys(way.source for way in ways))


def _said(way: Way) -> str:
    if way.words == OTHERWISE:
        return f"otherwise {way.target}"
    return f"{way.target} if {way.words}" if way.words else way.target


def outline_picture(
    graph: TurnGraph, title: str = "", subtitle: str = "", highlight: str | None = None, at: str | None = None
) -> Picture:
    """Make the outline of a turn's machine: its phases and steps, each with what differs from the template."""
    picture = turn_picture(graph, title or "The machine of the turn", subtitle, highlight, "step", at)
    stops = {element_id(stop): stop for stop in graph.stops}
    boxes = tuple(
        replace(box, tiles=tuple(_outlined(graph, tile, stops[tile.id]) for tile in box.tiles)) for box in picture.boxes
    )
    return replace(picture, boxes=boxes, legend=tuple(_legend(graph, picture, highlight, at)), level="machine")


def _outlined(graph: TurnGraph, tile: Tile, stop: str) -> Tile:
    node = graph.node(stop)
    detail = "skipped" if tile.skipped else node.rule if node.level == "step" else ""
    return replace(tile, kind="entry", detail=detail, does=() if tile.skipped else differences(graph, stop))


def _legend(graph: TurnGraph, picture: Picture, highlight: str | None, at: str | None) -> Iterator[Note]:
    edition, view = graph.edition, look(graph, highlight, at)
    asked = {name for stop in graph.path for way in ways_of(graph, stop) for name in way.words.split(AND)}
    for name, says, topic in (
        ("all_passed", "every player passed in succession", "all_pass_end"),
        ("stack_empty", "nothing is on the stack", "all_pass_end"),
        ("needs_priority", f"a trigger waits, or a {edition.term('state-based action')} was taken", "cleanup_priority"),
    ):
        if name in asked:
            yield rule_note(edition, f"{name}: {says}", topic)
    if any(differences(graph, stop) for stop in graph.path) or any(guard_edges(graph, view)):
        yield Note("Under a step: how its inside differs")
    yield from dashed(picture.edges)
    yield from time_legend(view)


def template_picture(graph: TurnGraph, highlight: str | None = None, at: str | None = None) -> Picture:
    """Make the picture of the inside of a step: its states, and the moves between them."""
    edition, ways = graph.edition, template(graph.edition)
    here = look(graph, highlight, at).state
    tiles = tuple(_state(edition, state, here == state) for state in (*_states(ways), NEXT) if ways)
    box = Box(INSIDE, "Inside a step", "", "other", tiles, f"What happens in a step {said_name(edition)}", kind="panel")
    edges = tuple(_edge(edition, way, topic) for way, topic in ways.items())
    return Picture("", "", "", (box,), edges, level="machine")


def state_id(state: str) -> str:
    """The id of a state of the template."""
    return f"{INSIDE}.{state.partition(' ')[0]}"


def _state(edition: Edition, state: str, here: bool) -> Tile:
    notes = tuple(
        rule_note(edition, clean(words), topic) for words, topic in _words(edition, state) if edition.cite(topic)
    )
    return Tile(state_id(state), state, "", 0, state, here=here, kind="state", does=notes)


def _words(edition: Edition, state: str) -> tuple[tuple[str, str], ...]:
    """What happens in a state, in a few words, with the topics of the rules."""
    if state == "ending":
        same = set(edition.leaving_step)
        return tuple((LEAVING[topic], topic) for topic in LEAVING if topic in same)
    return {
        "beginning": (("turn-based actions", "turn_based"),),
        "priority": (
            (f"first {edition.term('state-based actions')}, then triggers", "before_priority"),
            ("the active player gets it first", "priority_active"),
        ),
        "resolving": (("the top of the stack", "resolve"),),
    }.get(state, ())


def _edge(edition: Edition, way: Way, topic: str) -> Edge:
    number = edition.number(topic)
    return Edge(
        id=f"move-{state_id(way.source)}-to-{state_id(way.target)}",
        source=state_id(way.source),
        target=state_id(way.target),
        kind="main",
        tooltip=rule_text(edition, number),
        label=way.words,
        rule=number,
    )


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
        legend=(*_skipped_phases(graph, names), *_whole_legend(graph), *time_legend(view)),
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
    yield _move_edge(graph, None, first, "", view)
    for stop in graph.path:
        for row in _rows(graph, stop):
            for number, move in enumerate(row.regular):
                yield _move_edge(graph, row, row.after(move), guard_words(move.guards, number), view)


def _move_edge(graph: TurnGraph, row: Configuration | None, to: Configuration, label: str, view: View) -> Edge:
    source, target = _id(row) if row else START, END if to.name == OVER else _id(to)
    stops = [place.stop for place in (row, to) if place is not None and place.name != OVER]
    return Edge(
        id=f"move-{source}-to-{target}",
        source=source,
        target=target,
        kind="main",
        tooltip=_rule_of_move(graph, row, to),
        accent=any(is_extra(graph, stop) for stop in stops),
        label=label,
        future=is_to_come(view, to.stop if to.name != OVER else None),
    )


def _rule_of_move(graph: TurnGraph, row: Configuration | None, to: Configuration) -> str:
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


def _whole_legend(graph: TurnGraph) -> Iterator[Note]:
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
