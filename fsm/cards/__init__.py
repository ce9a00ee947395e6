"""Cards as data: the vocabulary of abilities and effects, the reader of a card, and the catalogue."""

from .abilities import Activated, Instead, Static, Toll, Triggered
from .card import Card, Side, catalogue, find_card, read_card

__all__ = [
    "Activated",
    "Card",
    "Instead",
    "Side",
    "Static",
    "Toll",
    "Triggered",
    "catalogue",
    "find_card",
    "read_card",
]
