"""The catalogue in words: a list of cards, and explanations made from their data."""

from . import combat, turns  # noqa: F401  # they register their sentences
from .cards import explain_card, list_cards, scenarios_with
from .sentences import SAYS, sentence
from .shapes import SHAPES, shapes
from .telling import told

__all__ = ["SAYS", "SHAPES", "explain_card", "list_cards", "scenarios_with", "sentence", "shapes", "told"]
