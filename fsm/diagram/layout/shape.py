"""Shapes: the layout of a turn or a game for a page of an aspect, or for a width; and the page around any picture."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ..look import ASPECTS, LEGIBLE, PHONE, one_direction
from .flow import best_flow, lay_out_flow
from .geometry import Rect
from .lines import page_of
from .metrics import SMALL
from .timeline import lay_out_timeline
from .timeline_grid import GAP, LEAST, grids, lay_out_grid
from .timeline_grid import MARGIN as EDGE
from .timeline_grid import PADDING as INSIDE
from .timeline_grid import WIDTHS as COLUMNS
from .turn import lay_out

if TYPE_CHECKING:
    from ..look import Look
    from ..model import Picture
    from .geometry import Layout


@lru_cache(maxsize=256)
def lay_out_turn(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place a picture of a turn: side by side, one below the other, or as fills the page best."""
    if direction == "right" or not (direction or aspect or width):
        return lay_out(picture)
    counts = (1,) if direction == "down" else tuple(range(1, len(picture.boxes) + 1))
    if aspect:
        return best_flow(picture, counts, ASPECTS[aspect])
    room = (width or PHONE) * SMALL / LEGIBLE
    usual = lay_out(picture)
    if not direction and usual.width <= room:
        return usual
    return lay_out_flow(picture, counts, room)


SLIDE = 1280 * SMALL / 18
"""The width of a page whose small text has 18 pixels on a slide that is 1280 wide."""
GRIDS, EDGES = range(1, 9), 2 * (EDGE + INSIDE)
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
        return page_of([lanes, *grids(picture, GRIDS, COLUMNS)], ratio)
    room = width * SMALL / LEGIBLE
    usual = lay_out_timeline(picture)
    if not width or usual.width <= room:
        return usual
    if room >= SLIDE:
        return lay_out_timeline(picture, room)
    count = max(1, int((room - EDGES + GAP) // (LEAST + GAP)))
    return lay_out_grid(picture, count, (room - EDGES + GAP) / count - GAP)


def on_page(layout: Layout, look: Look) -> Layout:
    """Put a picture in the middle of a page of the aspect that is wanted, if there is one."""
    page = layout.page or Rect(0, 0, layout.width, layout.height)
    if not look.aspect:
        return layout if layout.page or not look.sized else replace(layout, page=page)
    ratio = ASPECTS[look.aspect]
    width, height = max(page.width, page.height * ratio), max(page.height, page.width / ratio)
    left, top = page.x - (width - page.width) / 2, page.y - (height - page.height) / 2
    return replace(layout, page=Rect(left, top, width, height))
