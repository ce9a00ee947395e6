"""Shapes: the layout of a turn or a game for a page of an aspect, or for a width; and the page around any picture."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ..look import ASPECTS, one_direction
from .flow import best_flow, lay_out_flow
from .geometry import Rect
from .metrics import SMALL
from .timeline import lay_out_timeline
from .turn import lay_out

if TYPE_CHECKING:
    from ..look import Look
    from ..model import Picture
    from .geometry import Layout

LEGIBLE = 12.0
"""The least size of text in pixels, where a width is given and no aspect."""
PHONE = 390.0
"""The width of a phone in pixels."""


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


ROOMS = (*range(320, 1680, 80), *range(2000, 6800, 400))
"""The widths of the rows of a timeline that are tried for a page."""


def lay_out_game(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place a timeline: in rows that fill a page of an aspect, or that can be read at a width."""
    one_direction(direction)
    if aspect:
        ratio = ASPECTS[aspect]
        tried = (lay_out_timeline(picture, room) for room in ROOMS)
        return min(tried, key=lambda layout: max(layout.width, layout.height * ratio))
    room = width * SMALL / LEGIBLE
    usual = lay_out_timeline(picture)
    return lay_out_timeline(picture, room) if width and usual.width > room else usual


def on_page(layout: Layout, look: Look) -> Layout:
    """Put a picture in the middle of a page of the aspect that is wanted, if there is one."""
    page = layout.page or Rect(0, 0, layout.width, layout.height)
    if not look.aspect:
        return layout if layout.page or not look.sized else replace(layout, page=page)
    ratio = ASPECTS[look.aspect]
    width, height = max(page.width, page.height * ratio), max(page.height, page.width / ratio)
    left, top = page.x - (width - page.width) / 2, page.y - (height - page.height) / 2
    return replace(layout, page=Rect(left, top, width, height))
