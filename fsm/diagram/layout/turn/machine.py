"""The layout of a machine: the inside of a step, and beside or below it the outline of the turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from ...look import ASPECTS
from ...model import Picture
from ..geometry import Layout, Point, Rect, Text
from ..lines import room_of
from ..page import bottom_of, close_head, foot
from .down import MOST_WIDTH, place, tell_guards
from .plans import ALIKE, CLOSE, MARGIN, MOST_COLUMNS, Plan, make_plan, top_of
from .sizes import least_width
from .template import LEAST, MOST, lay_out_template

APART = 16.0
"""The distance between the inside of a step and the outline."""
LEGEND_ROOM = 180.0
"""The width that the legend needs beside the inside of a step."""
USUAL = "16:9"
"""The aspect of the picture, if nobody says another."""
WIDER = (0.0, 5.0, 10.0, 15.0, 20.0, 30.0, 40.0, 60.0, 80.0, 110.0)
"""How much wider than the least width the columns of the outline are tried."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One way to place a machine: the outline's plan, and the inside of a step left of it or above it."""

    plan: Plan
    beside: bool
    inside: float
    """The width of the inside of a step."""
    width: float
    height: float


@lru_cache(maxsize=64)
def lay_out_machine(
    picture: Picture, inside: Picture, whole: Picture, direction: str = "", aspect: str = "", width: int = 0
) -> Layout:
    """Place the outline of a machine and the inside of a step, so that their text is as large as can be.

    ``whole`` is the picture of the whole machine, for the formats of text.
    """
    told = tell_guards(replace(picture, title="", subtitle="", legend=()))
    least = least_width(told)
    most = min(len(told.boxes), MOST_COLUMNS)
    counts = [1] if direction == "down" else [most] if direction == "right" else range(1, most + 1)
    plans = [make_plan(told, count, min(MOST_WIDTH, least + more)) for count in counts for more in WIDER]
    sheets = [sheet for plan in plans for sheet in _sheets(picture, told, inside, plan)]
    if aspect or not (width or direction):
        ratio = ASPECTS[aspect or USUAL]
        sheet = min(sheets, key=lambda sheet: (max(sheet.width, sheet.height * ratio) // ALIKE, not sheet.beside))
        height = max(sheet.height, sheet.width / ratio) if aspect else 0.0
    else:
        room, height = room_of(width), 0.0
        fitting = [sheet for sheet in sheets if sheet.width <= room] if width else sheets
        sheet = min(fitting, key=lambda s: s.height) if fitting else min(sheets, key=lambda s: s.width)
    return replace(_placed(picture, told, inside, sheet, height), whole=whole)


def _sheets(picture: Picture, told: Picture, inside: Picture, plan: Plan) -> list[Sheet]:
    """The ways to place the inside of a step and an outline: beside each other, and one above the other."""
    outline = plan.height - top_of(told, plan.page_width)
    width = plan.page_width + LEAST + APART
    body = max(_height(picture, inside, LEAST, LEAST) + MARGIN, outline)
    beside = Sheet(plan, True, LEAST, width, top_of(picture, width) + body)
    width = max(plan.page_width, LEAST + 2 * MARGIN)
    own = min(MOST, width - 2 * MARGIN)
    body = _height(picture, inside, own, width - 2 * MARGIN) + APART + outline
    return [beside, Sheet(plan, False, own, width, top_of(picture, width) + body)]


@lru_cache(maxsize=64)
def _height(picture: Picture, inside: Picture, width: float, room: float) -> float:
    """The height of the inside of a step in some room, with the legend beside or below it."""
    rect = lay_out_template(inside, 0, 0, width).boxes[0].rect
    return max(rect.bottom, bottom_of(_legend(picture, rect, room), 0))


def _legend(picture: Picture, inside: Rect, room: float) -> tuple[Text, ...]:
    """Place the legend beside the inside of a step if there is room, otherwise below it."""
    beside = room - inside.width - APART
    if beside < LEGEND_ROOM:
        return foot(picture.legend, inside.x, inside.width, inside.bottom, CLOSE)
    return foot(picture.legend, inside.right + APART, beside, inside.y, 0)


def _placed(picture: Picture, told: Picture, inside: Picture, sheet: Sheet, height: float) -> Layout:
    top = top_of(picture, sheet.width)
    template = lay_out_template(inside, MARGIN, top, sheet.inside)
    own = template.boxes[0].rect
    legend = _legend(picture, own, sheet.inside if sheet.beside else sheet.width - 2 * MARGIN)
    low = max(own.bottom, bottom_of(legend, 0))
    dx, y = (own.right + APART - MARGIN, top) if sheet.beside else (0.0, low + APART)
    dy = y - top_of(told, sheet.plan.page_width)
    flow = place(told, sheet.plan, height, Point(dx, dy))
    title, _ = close_head(picture, sheet.width, MARGIN)
    bottom = max(flow.height, low + MARGIN)
    return replace(
        flow,
        picture=picture,
        width=sheet.width,
        height=bottom,
        boxes=(*template.boxes, *flow.boxes),
        tiles=(*template.tiles, *flow.tiles),
        texts=(*title, *template.texts, *legend, *(text for text in flow.texts if text.id != "title")),
        pills=(*template.pills, *flow.pills),
        paths=(*template.paths, *flow.paths),
        page=Rect(0, 0, sheet.width, bottom),
    )
