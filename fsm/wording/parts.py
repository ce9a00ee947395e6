"""Parts of sentences: players, objects, places, durations and zones, in the words of an edition; how a game ended."""

from __future__ import annotations

from ..edition import MAINS, Edition
from ..game import StackObject, State
from ..game.state.event import Event
from ..turn import TurnGraph
from ..words import listed, ordinal, shown


def kind_name(edition: Edition, kind: str) -> str:
    """A turn, phase or step by its kind: ``end step``, ``combat phase``, ``extra turn``."""
    if kind == "main" and edition.has(MAINS[0]):
        return edition.phase(MAINS[0]).name.removeprefix("precombat ")
    if not edition.has(kind):
        return kind.replace("_", " ")
    return edition.phase(kind).name if kind in edition.kinds.steps_of else edition.step(kind).name


def place_name(graph: TurnGraph, id: str) -> str:
    """A phase or step of a turn: ``upkeep step``."""
    return kind_name(graph.edition, graph.node(id).kind)


def numbered_place(graph: TurnGraph, id: str) -> str:
    """A phase or step with its number in the turn: ``the second upkeep step``."""
    number = graph.numbers[id][0]
    return f"the {ordinal(number) + ' ' if number > 1 else ''}{place_name(graph, id)}"


def winners(state: State) -> str:
    """Who wins, with the verb: ``Ann and Bob win``; empty if the game is a draw or goes on."""
    if state.outcome is None or state.outcome.winner is None:
        return ""
    names = [shown(state.name(seat)) for seat in state.team(state.outcome.winner)]
    return f"{listed(names)} {'win' if len(names) > 1 else 'wins'}"


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


def asked_about(event: Event) -> str:
    """What a choice is about: the object that asks, or the turn, phase or step that effects would skip."""
    graph, name = event.state.graph, str(event.get("name"))
    node = next((node for node, address in graph.addresses.items() if address == name), None)
    if node is not None:
        return numbered_place(graph, node)
    return "the turn" if name == "turn" else shown(name)


def names(event: Event, field: str, between: str = "") -> str:
    """The names in a field of an event, as a list in words, or joined with a separator."""
    said = [shown(str(name)) for name in event.get(field) or ()]
    return between.join(said) if between else listed(said)


def ability_name(name: str, owner: str = "") -> str:
    """An ability, by the name of its source or by its own.

    >>> ability_name("Aurelia, the Warleader"), ability_name("Ral Zarek's last ability")
    ('the ability of Aurelia, the Warleader', "Ral Zarek's last ability")
    >>> ability_name("exalted", "Ann's ")
    "Ann's exalted ability"
    """
    if "ability" in name:
        return name
    own = name[:1].islower()
    return f"{owner or 'the '}{name.removeprefix('the ')} ability" if own else f"the ability of {owner}{name}"


def on_stack(item: StackObject) -> str:
    """An object on the stack: a spell by its name, or the ability of its source."""
    name = shown(item.name)
    return ability_name(name) if item.kind == "ability" else name


def capital(text: str) -> str:
    """A text at the beginning of a line."""
    return text[:1].upper() + text[1:]


def term(event: Event, word: str) -> str:
    """The edition's word for one of our terms."""
    return event.state.edition.term(word)


def place(event: Event) -> str:
    """The edition's name of the phase or step of an event, as it stands in a sentence."""
    return place_name(event.state.graph, event.node)


def at_the_beginning(event: Event) -> str:
    """The phase or step of an event at the beginning of a line, with its number among its kind."""
    plain, number = place(event), event.state.graph.numbers[event.node][0]
    return capital(plain) + (f" #{number}" if number > 1 else "")


_UNTIL = {
    "end_of_turn": "until end of turn",
    "end_of_combat": "until end of combat",
    "end_of_its_next_untap": "through its controller's next untap step",
    "game": "for the rest of the game",
    "while_tapped": "for as long as its source is tapped",
    "while_there": "for as long as its source is there",
}


def until_when(edition: Edition, until: str, whose: str) -> str:
    """The duration of an effect, with the names of players.

    >>> from fsm.edition import load_edition
    >>> until_when(load_edition("cr2006"), "your_next_end", "Ann")
    "until Ann's next end of turn step"
    """
    if until in _UNTIL:
        return _UNTIL[until]
    if until == "end_of_your_next_turn":
        return f"until the end of {whose}'s next turn"
    if until == "end_of_your_next_untap":
        return f"through {whose}'s next untap step"
    for prefix, said in (
        ("your_next_", f"until {whose}'s next"),
        ("next_", "until the next"),
        ("end_of_", "until the end of the"),
    ):
        if until.startswith(prefix):
            return f"{said} {kind_name(edition, until.removeprefix(prefix))}"
    return until.replace("_", " ")


def goes_to(edition: Edition, zone: str, owner: str) -> str:
    """What happens to an object that is put into a zone: ``is exiled``, ``is put into Ann's graveyard``."""
    if zone == "exile":
        return f"is {edition.term('exiled')}"
    if zone in ("ante", "command"):
        return f"is put into the {zone} zone"
    return f"is put into {owner}'s {edition.zones.get(zone, zone)}"


def said_skips(edition: Edition, what: str, count: int | str) -> str:
    """What a player will skip: ``the next draw step``, ``the next 2 turns``, ``each combat phase``."""
    name = kind_name(edition, what)
    if not isinstance(count, int):
        return f"each {name}"
    return f"the next {name}" if count == 1 else f"the next {count} {name}s"
