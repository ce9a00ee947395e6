"""The inside of a step, once for all steps, and how single steps differ from it.

Both are found by comparing the states and moves of the generated machine: the template is what
most steps of the edition's regular turn have inside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ....edition import Edition
from ....turn import TurnGraph, base_turn
from ....turn.transition import SEPARATOR, SUBSTATES, state_name
from ...model import Box, Edge, Note, Picture, Tile
from ..naming import clean, element_id, rule_note, rule_text, said_name
from .edges import guard_edges
from .picture import dashed, time_legend, turn_picture
from .poster import LEAVING
from .view import look

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
            notes.append(Note("no guard", lead=f"{state}:", tooltip=_rule(edition, own[ways[0]])))
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


def _rule(edition: Edition, topic: str) -> str:
    return rule_text(edition, edition.number(topic))


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
