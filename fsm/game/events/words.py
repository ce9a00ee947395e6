"""The parts that sentences about events are made of: who, what, which phase or step, in the words of the edition."""

from __future__ import annotations

from ...words import listed, shown
from ..state.event import Event


def who(event: Event) -> str:
    """The player of an event by name; nothing if it has none."""
    return shown(event.state.name(event.player)) if event.player is not None else ""


def side(event: Event) -> str:
    """The team an event speaks of by its names, or its player."""
    team = event.get("team")
    return listed(map(shown, team)) if team else who(event)


def does(event: Event, one: str, many: str) -> str:
    """Who does something, a player or a team, and the verb that goes with that."""
    return f"{side(event)} {many if event.get('team') else one}"


def what(event: Event, field: str = "name") -> str:
    """What an event says in a field, as it is printed."""
    return shown(str(event.get(field, "")))


def names(event: Event, field: str, between: str = "") -> str:
    """The names that an event says in a field, as people list them, or with something between them."""
    said = [shown(str(name)) for name in event.get(field) or ()]
    return between.join(said) if between else listed(said)


def term(event: Event, word: str) -> str:
    """The edition's own word for one of ours."""
    return event.state.edition.term(word)


def place(event: Event) -> str:
    """The edition's name of the phase or step of an event, as it stands in a sentence."""
    graph = event.state.graph
    node = graph.nodes[event.node]
    return (graph.edition.phase(node.kind) if node.level == "phase" else graph.edition.step(node.kind)).name


def numbered_place(event: Event) -> str:
    """The edition's name of the phase or step at the beginning of a line, and which one of its kind it is."""
    plain, number = place(event), event.state.graph.numbers[event.node][0]
    return plain[:1].upper() + plain[1:] + (f" #{number}" if number > 1 else "")
