"""The player: recordings and traces as one HTML page to step through, that needs no network."""

from .player import Player

__all__ = ["Player"]
