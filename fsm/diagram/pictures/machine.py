"""Pictures of a turn's machine: the inside of a step with how single steps differ from it, and all of it.

All is found by comparing the states and moves of the generated machine: the template is what most steps of the
edition's regular turn have inside. The whole machine is for the formats of text. The dashed edges, which a rewrite may
add, come from the graph, as at the level of steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from ...edition import Edition
from ...turn import Configuration, TurnGraph, base_turn
from ...turn.transition import OVER, SEPARATOR, SUBSTATES, state_name
from ..model import END, START, Box, Edge, Note, OuterBox, Picture, Tile, play_edge
from .naming import clean, element_id, heading, rule_note, rule_text, said_name, stop_name
from .notes import reason
from .poster import LEAVING
from .turn import WHOLE, View, dashed, guard_edges, is_extra, time_legend, turn_picture

MACHINE = "The machine of the turn"
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
    gone = [state for state in _states(usual) if state not in _states(own)]
    number = next(iter(edition.ends_by(graph.node(stop).kind)), "")
    notes = [Note(" ".join(f"or {state}" for state in gone[1:]), number, f"no {gone[0]}")] if gone else []
    for state in _states(own):
        ways, others = ([way for way in every if way.source == state] for every in (own, usual))
        if ways == others or any(way.target in gone for way in others):  # that a state is missing is said already
            continue
        if [(way.target, way.words) for way in ways] == [(way.target, "") for way in others]:
            notes.append(Note("no guard", lead=f"{state}:"))
        else:
            notes.append(Note(", ".join(map(_said, ways)), edition.number(own[ways[0]]), f"{state}:"))
    return tuple(notes)


def _states(ways: Ways) -> list[str]:
    return list(dict.fromkeys(way.source for way in ways))


def _said(way: Way) -> str:
    if way.words == OTHERWISE:
        return f"otherwise {way.target}"
    return f"{way.target} if {way.words}" if way.words else way.target


def outline_picture(graph: TurnGraph, title: str = "", subtitle: str = "", view: View = WHOLE) -> Picture:
    """Make the outline of a turn's machine: its phases and steps, each with what differs from the template."""
    picture = turn_picture(graph, heading(title) or MACHINE, subtitle, view)
    stops = {element_id(stop): stop for stop in graph.stops}
    boxes = tuple(
        replace(box, tiles=tuple(_outlined(graph, tile, stops[tile.id]) for tile in box.tiles)) for box in picture.boxes
    )
    return replace(picture, boxes=boxes, legend=tuple(_legend(graph, picture, view)), level="machine")


def _outlined(graph: TurnGraph, tile: Tile, stop: str) -> Tile:
    node = graph.node(stop)
    detail = "skipped" if tile.skipped else node.rule if node.level == "step" else ""
    return replace(tile, kind="entry", detail=detail, does=() if tile.skipped else differences(graph, stop))


def _legend(graph: TurnGraph, picture: Picture, view: View) -> Iterator[Note]:
    edition = graph.edition
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


def template_picture(graph: TurnGraph, view: View = WHOLE) -> Picture:
    """Make the picture of the inside of a step: its states, and the moves between them."""
    edition, ways = graph.edition, template(graph.edition)
    tiles = tuple(_state(edition, state, view.state == state) for state in (*_states(ways), NEXT) if ways)
    box = Box(INSIDE, "Inside a step", "", "other", tiles, f"What happens in a step {said_name(edition)}", kind="panel")
    edges = tuple(_edge(edition, way, topic) for way, topic in ways.items())
    return Picture("", "", (box,), edges, level="machine")


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


def machine_picture(graph: TurnGraph, title: str = "", subtitle: str = "", view: View = WHOLE) -> Picture:
    """Make the picture of the turn's machine for the formats of text; it has only the stops that play visits."""
    picture = turn_picture(graph, heading(title) or MACHINE, subtitle, view)
    stops = {element_id(stop): stop for stop in graph.path}
    played = [(box, [tile for tile in box.tiles if tile.id in stops]) for box in picture.boxes]
    around = zip(graph.children(), played, strict=True)
    return replace(
        picture,
        boxes=tuple(_opened(graph, box.hue, tile, stops[tile.id], view) for box, tiles in played for tile in tiles),
        edges=(*_moves(graph), *_guards(graph, view)),
        legend=(),
        level="machine",
        outer_boxes=tuple(_outer(graph, phase, box, tiles) for phase, (box, tiles) in around if tiles),
    )


def _opened(graph: TurnGraph, hue: str, tile: Tile, stop: str, view: View) -> Box:
    """A stop with its states."""
    node = graph.node(stop)
    return Box(
        id=tile.id,
        name=stop_name(graph.edition, node.kind),
        rule=node.rule,
        hue=hue,
        tiles=tuple(_substate(row, tile, view) for row in _rows(graph, stop)),
        tooltip="",
        pill=tile.pill,
        accent=tile.accent,
        here=tile.here,
        past=tile.past,
        future=tile.future,
    )


def _rows(graph: TurnGraph, stop: str) -> list[Configuration]:
    """Find the states of a stop that play can reach: those with a move out of them."""
    rows = (graph.table[state_name(stop, sub)] for sub in SUBSTATES)
    return [row for row in rows if row.regular]


def _substate(row: Configuration, stop: Tile, view: View) -> Tile:
    here = stop.here and view.state == row.substate
    return replace(stop, id=_id(row), name=row.substate, detail="", order=0, pill="", here=here, kind="state")


def _id(row: Configuration) -> str:
    return element_id(f"{row.stop}/{row.substate}")


def _outer(graph: TurnGraph, phase: str, box: Box, played: list[Tile]) -> OuterBox:
    notes = (*(note for note in box.notes if note.lead), *_skipped_steps(graph, phase))
    return OuterBox(replace(box, tiles=(), notes=notes), tuple(tile.id for tile in played))


def _skipped_steps(graph: TurnGraph, phase: str) -> Iterator[Note]:
    """Name the steps of a phase that are not in the machine, and why."""
    for step in graph.children(phase):
        mark = graph.node(step).skipped
        if mark is not None:
            yield Note(f"without {stop_name(graph.edition, graph.node(step).kind)}: {reason(mark)}", mark.rule)


def _moves(graph: TurnGraph) -> Iterator[Edge]:
    """Make an edge for each move of the machine, and one from the start to its first state."""
    yield _move_edge(graph, None, graph.table.start, "")
    for stop in graph.path:
        for row in _rows(graph, stop):
            for number, move in enumerate(row.regular):
                yield _move_edge(graph, row, row.after(move), guard_words(move.guards, number))


def _move_edge(graph: TurnGraph, row: Configuration | None, to: Configuration, label: str) -> Edge:
    source, target = _id(row) if row else START, END if to.name == OVER else _id(to)
    stops = [place.stop for place in (row, to) if place is not None and place.name != OVER]
    extra = any(is_extra(graph, stop) for stop in stops)
    return replace(play_edge(source, target, accent=extra), label=label)


def _guards(graph: TurnGraph, view: View) -> Iterator[Edge]:
    """Join the end of one stop with the beginning of another, by the edges that a rewrite may add."""
    for edge in guard_edges(graph, view):
        yield replace(edge, source=f"{edge.source}.ending", target=f"{edge.target}.beginning")
