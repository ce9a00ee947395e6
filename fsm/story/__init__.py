"""A recorded game told as a judge would tell it: a paragraph for each turn, with rule numbers in brackets."""

from .sentences import Piece as Piece
from .sentences import Sentence as Sentence
from .story import game_story as game_story
from .story import turn_story as turn_story
