"""A recorded game told as a judge would tell it: a paragraph for each turn, with rule numbers in brackets."""

from .sentences import Piece, Sentence
from .story import game_story, turn_story

__all__ = ["Piece", "Sentence", "game_story", "turn_story"]
