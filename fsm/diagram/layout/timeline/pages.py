"""The layout of a timeline in any shape: lanes in rows, or turns that are read like text."""

from __future__ import annotations

from ...look import ASPECTS, one_direction
from ...model import Picture
from ..geometry import Layout
from ..lines import page_of, room_of
from ..page import SLIDE
from .grid import grids, lay_out_grid
from .lanes import lay_out_lanes

ROOMS = (*range(320, 1680, 80), *range(2000, 6800, 400))
"""The widths of the rows of a timeline that are tried for a page."""


def lay_out_timeline(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place a timeline: in rows that fill a page of an aspect, or that can be read at a width.

    Where lanes would make its text too small, turns stand in rows without lanes.
    """
    one_direction(direction)
    if aspect:
        ratio = ASPECTS[aspect]
        lanes = page_of([lay_out_lanes(picture, room) for room in ROOMS], ratio)
        if max(lanes.width, lanes.height * ratio) <= SLIDE:
            return lanes
        return page_of([lanes, *grids(picture)], ratio)
    room = room_of(width)
    usual = lay_out_lanes(picture)
    if not width or usual.width <= room:
        return usual
    if room >= SLIDE:
        return lay_out_lanes(picture, room)
    return lay_out_grid(picture, room)
