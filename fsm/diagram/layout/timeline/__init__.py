"""Where the turns of a game lie."""

from .pages import lay_out_timeline

__all__ = ["lay_out_timeline"]
