"""Where the steps of two editions lie."""

from .pages import lay_out_pairs

__all__ = ["lay_out_pairs"]
