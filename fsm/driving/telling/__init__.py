"""Scenarios told in neutral words: what an engine is told to do, and what has to be seen."""

from .vector import vector_of
from .watched import Unsayable, watch

__all__ = ["Unsayable", "vector_of", "watch"]
