"""The one table of events: text, traces, their schema, pictures and checks all read it."""

from __future__ import annotations

from ..state.event import Event
from .combat import COMBAT
from .kind import EventKind
from .stack import STACK
from .structure import STRUCTURE
from .things import CARDS, LIFE_AND_MANA, PERMANENTS, PLAYERS

EVENT_KINDS: dict[str, EventKind] = {
    kind.name: kind for kind in (*STRUCTURE, *STACK, *CARDS, *LIFE_AND_MANA, *PERMANENTS, *COMBAT, *PLAYERS)
}
"""All kinds of events by name."""


def tell(event: Event) -> str:
    """One event as a sentence, in the words of its edition; of a kind that is not in the table, the kind."""
    kind = EVENT_KINDS.get(event.kind)
    return kind.tells(event) if kind else event.kind


def short(event: Event) -> str:
    """One event in a few words, in the words of its edition; empty for what pictures pass over."""
    kind = EVENT_KINDS.get(event.kind)
    return kind.short(event) if kind else ""
