"""The catalogue of cards: listed, searched, and one card of it explained."""

from .cards import card_yaml, cards_of_shape, explain_card, find_cards, list_cards, scenarios_with
from .shapes import SHAPES, shapes

__all__ = [
    "SHAPES",
    "card_yaml",
    "cards_of_shape",
    "explain_card",
    "find_cards",
    "list_cards",
    "scenarios_with",
    "shapes",
]
