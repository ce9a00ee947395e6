"""What a word of cards in scenario files is: a keyword, an effect, an event; and where FORMAT.md tells of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from .. import shape
from ..edition import kinds_in_use
from ..words import listed
from .abilities import EVENTS, Activated, Static, Triggered
from .card import Card
from .kinds import OTHER, STATES, WORDS
from .terms import CONDITIONS, Keyword
from .vocabulary import EFFECTS
from .written import durations

CARDS = "Cards and effects"
_HOLDERS: dict[str, tuple[type, str]] = {
    "a card": (Card, CARDS),
    "a trigger": (Triggered, "Triggers"),
    "an activated ability": (Activated, "Activated abilities"),
    "a static ability": (Static, "Static abilities"),
}
"""What has keys, and the section about it."""


def word_of_format(text: str) -> str:
    """What a word is and where it stands, as the rest of a sentence; empty if scenario files have no such word.

    >>> word_of_format("Flying")
    'a keyword of a card, {keywords: [flying]} (fsm docs FORMAT, "Cards and effects")'
    >>> word_of_format("end turn"), word_of_format("cycling")
    ('an effect: "Ends the turn." (fsm docs FORMAT, "Cards and effects")', '')
    """
    said = " ".join(text.lower().split())
    return listed(f'{what} (fsm docs FORMAT, "{where}")' for what, where in (*_spelled(said), *_keys(said)))


def _spelled(said: str) -> Iterator[tuple[str, str]]:
    """What stands in cards as a value: each with the section about it."""
    name, kinds = said.replace(" ", "_"), kinds_in_use()
    if name in EFFECTS:
        does = (EFFECTS[name].__doc__ or "").strip().splitlines()[0]
        yield f'an effect: "{shape.plain(does)}"', CARDS
    if said in get_args(Keyword):
        yield f"a keyword of a card, {{keywords: [{said}]}}", CARDS
    if said in EVENTS:
        yield f"an event of triggers, {{when: {said}}}", "Triggers"
    if name in kinds.places:
        yield "a phase or step", "Addresses"
    if name in CONDITIONS:
        yield f'a condition: "{CONDITIONS[name]}"', "Conditions"
    if name in durations(kinds):
        yield "a duration", "Durations"
    if said and all(word.removeprefix("non") in (*WORDS, *STATES, OTHER, "or") for word in said.split()):
        yield "a kind of objects" if " " in said else "a word of kinds of objects", "Kinds of objects"


def _keys(said: str) -> Iterator[tuple[str, str]]:
    """What has a key of this name: each with the section about it."""
    name = said.replace(" ", "_")
    yield from (
        (f"a key of {holder}", where) for holder, (type_, where) in _HOLDERS.items() if name in shape.fields(type_)
    )
