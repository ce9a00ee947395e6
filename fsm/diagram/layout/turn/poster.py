"""The layout of a poster: the turn in two columns, and below its end what holds in every step."""

from __future__ import annotations

from dataclasses import replace

from ....words import nearest
from ...errors import DiagramError
from ...look import ASPECTS
from ...model import Box, Picture
from ..geometry import Layout
from ..page import centred
from .down import fill_page

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
