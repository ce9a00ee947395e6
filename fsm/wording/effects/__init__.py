"""The effects of cards in sentences."""

from . import combat, turns  # noqa: F401  # they register their sentences
from .sentences import EFFECT_SENTENCES, effect_sentence

__all__ = ["EFFECT_SENTENCES", "effect_sentence"]
