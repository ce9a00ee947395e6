"""Parts of sentences about events: the player, the object, the phase or step, in the words of the edition."""

from __future__ import annotations

from ...game.state.event import Event
from ...words import listed, shown
from ..places import place_name


def who(event: Event) -> str:
    """The name of the player of an event; empty if it has none."""
    return shown(event.state.name(event.player)) if event.player is not None else ""


def side(event: Event) -> str:
    """The names of the team of an event, or of its player."""
    team = event.get("team")
    return listed(map(shown, team)) if team else who(event)


def does(event: Event, one: str, many: str) -> str:
    """The player or team who does something, with the verb in singular or plural."""
    return f"{side(event)} {many if event.get('team') else one}"


def what(event: Event, field: str = "name") -> str:
    """The value of a field of an event, as it is printed."""
    return shown(str(event.get(field, "")))


def names(event: Event, field: str, between: str = "") -> str:
    """The names in a field of an event, as a list in words, or joined with a separator."""
    said = [shown(str(name)) for name in event.get(field) or ()]
    return between.join(said) if between else listed(said)


def term(event: Event, word: str) -> str:
    """The edition's word for one of our terms."""
    return event.state.edition.term(word)


def place(event: Event) -> str:
    """The edition's name of the phase or step of an event, as it stands in a sentence."""
    return place_name(event.state.graph, event.node)


def at_the_beginning(event: Event) -> str:
    """The phase or step of an event at the beginning of a line, with its number among its kind."""
    plain, number = place(event), event.state.graph.numbers[event.node][0]
    return plain[:1].upper() + plain[1:] + (f" #{number}" if number > 1 else "")
