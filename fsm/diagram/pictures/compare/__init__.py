"""What pictures of two editions say: their steps in pairs, and what differs."""

from .picture import compare_picture

__all__ = ["compare_picture"]
