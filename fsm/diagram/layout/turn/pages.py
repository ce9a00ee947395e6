"""The layout of a turn in any shape: its phases side by side, or one below the other in columns."""

from __future__ import annotations

from functools import lru_cache

from ...look import ASPECTS
from ...model import Picture
from ..geometry import Layout
from ..lines import room_of
from .across import lay_out_across
from .down import fill_page, lay_out_down


@lru_cache(maxsize=256)
def lay_out_turn(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place a picture of a turn: side by side, one below the other, or as fills the page best."""
    if direction == "right" or not (direction or aspect or width):
        return lay_out_across(picture)
    most = 1 if direction == "down" else len(picture.boxes)
    if aspect:
        return fill_page(picture, range(1, most + 1), ASPECTS[aspect])
    room = room_of(width)
    usual = lay_out_across(picture)
    if not direction and usual.width <= room:
        return usual
    return lay_out_down(picture, most, room)
