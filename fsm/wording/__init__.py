"""What is said in English about the values of a game: events, effects and cards, in sentences and in labels."""

from . import permanents as permanents  # says what effects make of permanents
from . import turns as turns  # says what effects make of turns
from .cards import card_kind as card_kind
from .cards import card_sentences as card_sentences
from .effects import EFFECT_SENTENCES as EFFECT_SENTENCES
from .effects import effect_sentence as effect_sentence
from .events import EVENT_KINDS as EVENT_KINDS
from .events import EventKind as EventKind
from .events import Field as Field
from .events import event_label as event_label
from .events import event_sentence as event_sentence
from .meanings import Meaning as Meaning
from .meanings import glossary as glossary
