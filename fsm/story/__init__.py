"""A recorded game told as a judge would tell it: a paragraph for each turn, with rule numbers in brackets."""

from .sentences import Piece, Sentence
from .story import tell_game, told_turn

__all__ = ["Piece", "Sentence", "tell_game", "told_turn"]
