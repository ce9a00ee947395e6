"""The layout of a turn in any shape, and of a poster: phases side by side, or one below the other in columns."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ....words import nearest
from ...errors import DiagramError
from ...look import ASPECTS
from ...model import Box, Picture
from ..geometry import Layout
from ..lines import room_of
from ..page import centred
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


PAPERS = {"a4": 210.0, "a3": 297.0}
"""The widths of sheets of paper, upright, in millimetres."""
POINTS = 72 / 25.4
"""The points of a millimetre."""


def lay_out_poster(picture: Picture, panel: tuple[Box, ...], paper: str = "a4") -> Layout:
    """Place a turn and a panel on a sheet of paper; ``DiagramError`` if there is no such paper."""
    if paper not in PAPERS:
        raise DiagramError(f"there is no paper {paper[:40]!r}{nearest(paper, PAPERS)}; there are: {', '.join(PAPERS)}")
    layout = fill_page(picture, (2,), ASPECTS["page"], panel)
    page = centred(layout, ASPECTS["page"])
    return replace(layout, page=page, magnified=PAPERS[paper] * POINTS / page.width)
