"""Durations and zones as parts of sentences, in the words of an edition."""

from __future__ import annotations

from ...edition import Edition
from ..places import kind_name

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
    for prefix, said in (
        ("your_next_", f"until {whose}'s next"),
        ("next_", "until the next"),
        ("end_of_", "until the end of the"),
    ):
        if until.startswith(prefix):
            return f"{said} {kind_name(edition, until.removeprefix(prefix))}"
    return until.replace("_", " ")


def zone_name(edition: Edition, zone: str) -> str:
    """The edition's name of a zone."""
    return edition.zones.get(zone, zone)


def goes_to(edition: Edition, zone: str, owner: str) -> str:
    """What happens to an object that is put into a zone: ``is exiled``, ``is put into Ann's graveyard``."""
    if zone == "exile":
        return f"is {edition.term('exiled')}"
    if zone in ("ante", "command"):
        return f"is put into the {zone} zone"
    return f"is put into {owner}'s {zone_name(edition, zone)}"


def said_skips(edition: Edition, what: str, count: int | str) -> str:
    """What a player will skip: ``the next draw step``, ``the next 2 turns``, ``each combat phase``."""
    name = kind_name(edition, what)
    if not isinstance(count, int):
        return f"each {name}"
    return f"the next {name}" if count == 1 else f"the next {count} {name}s"
