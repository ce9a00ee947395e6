"""What is said in English about the values of a game: events, effects and cards, in sentences and in labels."""

from .cards import card_sentences
from .effects import EFFECT_SENTENCES, effect_sentence
from .events.kind import EventKind, Field
from .events.table import EVENT_KINDS, event_label, event_sentence

__all__ = [
    "EFFECT_SENTENCES",
    "EVENT_KINDS",
    "EventKind",
    "Field",
    "card_sentences",
    "effect_sentence",
    "event_label",
    "event_sentence",
]
