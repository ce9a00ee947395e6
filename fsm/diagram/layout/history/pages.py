"""Which layout a page of a shape gets: a slide the strip, and a sheet or a phone the column."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from msgspec.structs import replace

from ...look import ASPECTS
from ...model import Picture, River
from ..geometry import Layout
from ..metrics import SMALL
from ..page import known_sheet, on_sheet, room_of
from .column import Shape, lay_out_column
from .strip import lay_out_strip

LEAST = 11.0
"""The least size of letters on a slide of the usual width, in pixels."""
SLIDE = 1280 * SMALL / LEAST - 4
"""The width of a page of which the least letters have this size on a slide of 1280 pixels, with a little to spare."""
HIGHEST = 690.0
"""The height of a page that is wider than high."""
SQUARE = 900.0
"""The least width of a page in which time runs right."""
LEVEL = 1.0
"""From which ratio on time runs right, if nobody says otherwise."""
NARROW, PHONE, ARTICLE = 6.0, 10.0, 18.0
"""The width of a lane on a phone, and the margins of a narrow and of a wide page."""
BOTH, TITLE = 640.0, 22.0
"""From which width on words stand on both sides of the river, and the size of the title of a wide page."""
WIDTHS, LANE, PACES = range(640, 1700, 10), 12.0, range(61)
"""The widths of sheets that are tried, the width of a lane on them, and the lengths of a year."""


def lay_out_history(
    picture: Picture, direction: str = "", aspect: str = "", width: int = 0, *, river: River, paper: str = ""
) -> Layout:
    """Place the history on a page of an aspect, of a width, or on a sheet of ``PAPERS``; time runs in a direction."""
    sheet = known_sheet(paper) if paper else ""
    ratio = ASPECTS[aspect or "page"] if aspect or (sheet and not width) else 0.0
    if direction == "right" or (not direction and ratio >= LEVEL):
        page = HIGHEST * ratio if ratio else width * SMALL / LEAST or SLIDE
        page = min(SLIDE, max(SQUARE, page))
        return lay_out_strip(picture, river, page, page / ratio if ratio else 0.0)
    if not ratio:
        return lay_out_column(picture, river, _shape(room_of(width)))
    layout = _filled(picture, river, ratio)
    return on_sheet(layout, sheet) if sheet and not aspect else layout


def _shape(width: float) -> Shape:
    if width < BOTH:
        return Shape(width, PHONE, NARROW, 1)
    return Shape(width, ARTICLE, LANE, 2, title=TITLE)


def _filled(picture: Picture, river: River, ratio: float) -> Layout:
    """The layout with the largest text on a sheet of a ratio, in which time takes all the room that there is."""

    def made(width: float, pace: float) -> Layout:
        return lay_out_column(picture, river, replace(_shape(width), pace=pace))

    at = bisect_left(WIDTHS, True, key=lambda width: made(width, 0.0).height <= width / ratio)
    width = WIDTHS[min(at, len(WIDTHS) - 1)]
    room = max(made(width, 0.0).height, width / ratio)
    best = bisect_right(PACES, False, key=lambda pace: made(width, pace).height > room)
    return made(width, PACES[max(0, best - 1)])
