"""The layout of the history of the turn: a river of phases and steps, in which time runs right or down."""

from .pages import lay_out_history as lay_out_history
