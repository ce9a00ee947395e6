"""The table of all kinds of events, for text, traces, their schema, pictures and checks."""

from __future__ import annotations

from ...game.state.event import Event
from .combat import COMBAT
from .kind import EventKind
from .objects import CARDS, LIFE_AND_MANA, PERMANENTS, PLAYERS
from .stack import STACK
from .structure import OPENING, STRUCTURE

EVENT_KINDS: dict[str, EventKind] = {
    kind.name: kind for kind in (*STRUCTURE, *OPENING, *STACK, *CARDS, *LIFE_AND_MANA, *PERMANENTS, *COMBAT, *PLAYERS)
}
"""All kinds of events by name."""


def event_sentence(event: Event) -> str:
    """One event as a sentence, in the words of its edition; for an unknown kind, the kind itself."""
    kind = EVENT_KINDS.get(event.kind)
    return kind.sentence(event) if kind else event.kind


def event_label(event: Event) -> str:
    """One event in a few words, in the words of its edition; empty if pictures do not show it."""
    kind = EVENT_KINDS.get(event.kind)
    return kind.label(event) if kind else ""
