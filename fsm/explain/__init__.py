"""The catalogue in words: a list of cards, and explanations made from their data."""

from . import combat, turns  # noqa: F401  # they register their sentences
from .cards import card_yaml, cards_of_shape, explain_card, find_cards, list_cards, scenarios_with
from .sentences import SAYS, sentence
from .shapes import SHAPES, shapes
from .telling import told

__all__ = [
    "SAYS",
    "SHAPES",
    "card_yaml",
    "cards_of_shape",
    "explain_card",
    "find_cards",
    "list_cards",
    "scenarios_with",
    "sentence",
    "shapes",
    "told",
]
