"""Shapes: the layout of a turn or a game for a page of an aspect, or for a width; and the page around any picture."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ..look import ASPECTS, one_direction
from .flow import best_flow, lay_out_flow
from .lines import page_of, room_of
from .metrics import SMALL
from .timeline import lay_out_timeline
from .timeline_grid import grids, lay_out_grid
from .turn import lay_out

if TYPE_CHECKING:
    from ..model import Picture
    from .geometry import Layout


@lru_cache(maxsize=256)
def lay_out_turn(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place a picture of a turn: side by side, one below the other, or as fills the page best."""
    if direction == "right" or not (direction or aspect or width):
        return lay_out(picture)
    most = 1 if direction == "down" else len(picture.boxes)
    if aspect:
        return best_flow(picture, range(1, most + 1), ASPECTS[aspect])
    room = room_of(width)
    usual = lay_out(picture)
    if not direction and usual.width <= room:
        return usual
    return lay_out_flow(picture, most, room)


SLIDE = 1280 * SMALL / 18
"""The width of a page whose small text has 18 pixels on a slide that is 1280 wide."""
ROOMS = (*range(320, 1680, 80), *range(2000, 6800, 400))
"""The widths of the rows of a timeline that are tried for a page."""


def lay_out_game(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place a timeline: in rows that fill a page of an aspect, or that can be read at a width.

    Where lanes would make its text too small, turns stand in rows without lanes.
    """
    one_direction(direction)
    if aspect:
        ratio = ASPECTS[aspect]
        lanes = page_of([lay_out_timeline(picture, room) for room in ROOMS], ratio)
        if max(lanes.width, lanes.height * ratio) <= SLIDE:
            return lanes
        return page_of([lanes, *grids(picture)], ratio)
    room = room_of(width)
    usual = lay_out_timeline(picture)
    if not width or usual.width <= room:
        return usual
    if room >= SLIDE:
        return lay_out_timeline(picture, room)
    return lay_out_grid(picture, room)
