"""The layout of a machine: the inside of a step, with its states one below the other, and the outline of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from ..look import ASPECTS
from ..model import Edge, Picture, Tile
from .down import MOST_STRETCH, MOST_WIDTH, place, tell_guards
from .geometry import LINE, Layout, Part, Path, Pill, PlacedBox, PlacedTile, Point, Rect, Text
from .metrics import PHASE, Line, Run, wrap
from .page import PILL_RISE, bottom_of, close_head, foot, pill, room_of
from .plans import ALIKE, CLOSE, MARGIN, MOST_COLUMNS, Plan, least_width, make_plan, top_of
from .tiles import tile_rows

LEAST, MOST = 268.0, 330.0
"""The least and the largest width of a template."""
PADDING, HEADER, LANE = 8.0, 27.0, 8.0
"""The room around the states, above them, and beside them for an edge past several of them."""
NAME, SHORT, LABEL = 20.0, 16.0, 8.0
"""The height of a name, the length of an edge without a label, and what a label adds to it."""
SHARE, ASIDE, BESIDE = 0.54, 13.0, 6.0
"""The share of the width of a narrow state, how far edges are from the sides of a state, and labels from edges."""
LABEL_LINES = 4


def lay_out_template(picture: Picture, left: float, top: float, width: float, stretch: float = 0.0) -> Part:
    """Place the states and edges of a template; ``stretch`` makes the distances between states larger."""
    ladder = Ladder(picture, left, top, width, stretch)
    (box,), states = picture.boxes, ladder.states
    title = Run(box.name, PHASE, box.hue, bold=True)  # type: ignore[arg-type]
    heading = Text(f"heading-{box.id}", Rect(left + PADDING, top + 4, title.width, 18), ((title,),), box.tooltip)
    bottom = ladder.bottom + PADDING
    return Part(
        bottom,
        boxes=(PlacedBox(box, Rect(left, top, width, bottom - top)),),
        tiles=tuple(PlacedTile(c, states[c.id], box.hue, tile_rows(c, states[c.id].width)) for c in box.tiles),
        texts=(heading, *(ladder.label(edge) for edge in picture.edges if edge.label)),
        pills=tuple(_here(tile, states[tile.id]) for tile in box.tiles if tile.here),
        paths=tuple(Path(edge, tuple(ladder.route(edge))) for edge in picture.edges),
    )


def _here(tile: Tile, rect: Rect) -> Pill:
    """Mark a state on its upper border, right of the edge that comes from above."""
    return pill(f"here-{tile.id}", "here", rect.right - ASIDE - 9, rect.y - PILL_RISE, "here")


class Ladder:
    """The positions of states one below the other, and the corners of the edges between them.

    A state that play leaves upwards is narrow, so that edges past it can be straight.
    """

    def __init__(self, picture: Picture, left: float, top: float, width: float, stretch: float) -> None:
        self.order = [tile.id for tile in picture.boxes[0].tiles]
        self.narrow = {edge.source for edge in picture.edges if self._up(edge)}
        self.edges = [edge for edge in picture.edges if edge.label]
        self.left, self.full = left + PADDING, width - 2 * PADDING - LANE
        self.states: dict[str, Rect] = {}
        y = self.bottom = top + HEADER
        for tile in picture.boxes[0].tiles:
            own = self.full * SHARE if tile.id in self.narrow else self.full
            height = NAME + sum(row.height for row in tile_rows(tile, own))
            self.states[tile.id] = Rect(self.left, y, own, height)
            self.bottom = y + height
            lines = max((len(self._lines(edge)) for edge in self.edges if edge.source == tile.id), default=0)
            y = self.bottom + (lines * LINE + LABEL if lines else SHORT) + stretch

    def _up(self, edge: Edge) -> bool:
        return self.order.index(edge.target) < self.order.index(edge.source)

    def _between(self, edge: Edge) -> list[str]:
        return self.order[self.order.index(edge.source) + 1 : self.order.index(edge.target)]

    def _x(self, edge: Edge) -> float:
        """Where an edge leaves a state downwards."""
        between = self._between(edge)
        if not between:
            return self.left + ASIDE
        return self.left + self.full * SHARE + ASIDE if self.narrow.issuperset(between) else self.left + self.full / 2

    def _lines(self, edge: Edge) -> tuple[Line, ...]:
        """The guards of an edge and its rule, in the room beside it."""
        words = ", ".join(word.replace(" ", "\u00a0") for word in edge.label.split(" and "))
        return wrap((Run(words), Run(f" {edge.rule}", bold=True)), self._room(edge), LABEL_LINES)

    def _room(self, edge: Edge) -> float:
        beside = [other for other in self.edges if other.source == edge.source and other is not edge]
        right = self.left + self.full
        if edge.target in self.narrow:
            right = self.left + self.full * SHARE - ASIDE - BESIDE
        elif beside and not self._between(edge):
            right = self.left + self.full / 2
        return right - self._x(edge) - BESIDE

    def label(self, edge: Edge) -> Text:
        """Place the label of an edge right of where it begins."""
        lines = self._lines(edge)
        y = self.states[edge.source].bottom + LABEL / 2 - 1
        place = Rect(self._x(edge) + BESIDE, y, self._room(edge), LINE * len(lines))
        return Text(f"label-{edge.id}", place, lines, edge.tooltip)

    def route(self, edge: Edge) -> Iterator[Point]:
        """The corners of an edge, from end to end."""
        source, target = self.states[edge.source], self.states[edge.target]
        if self._up(edge):
            x = source.right - ASIDE
            yield from (Point(x, source.y), Point(x, target.bottom))
        elif self.narrow.issuperset(self._between(edge)):
            yield from (Point(self._x(edge), source.bottom), Point(self._x(edge), target.y))
        else:
            x = source.right + LANE / 2
            yield from (Point(source.right, source.cy), Point(x, source.cy))
            yield from (Point(x, target.cy), Point(target.right, target.cy))


APART = 16.0
"""The distance between the inside of a step and the outline."""
LEGEND_ROOM = 180.0
"""The width that the legend needs beside the inside of a step."""
WIDER = (0.0, 5.0, 10.0, 15.0, 20.0, 30.0, 40.0, 60.0, 80.0, 110.0)
"""How much wider than the least width the columns of the outline are tried."""


class Sheet(msgspec.Struct, frozen=True):
    """One way to place a machine: the outline's plan, and the inside of a step left of it or above it.

    One of the two pictures has the legend.
    """

    picture: Picture
    told: Picture
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
    told = tell_guards(replace(picture, title="", subtitle="", caption=""))
    least = least_width(told)
    most = min(len(told.boxes), MOST_COLUMNS)
    counts = [1] if direction == "down" else [most] if direction == "right" else range(1, most + 1)
    bare, low = replace(picture, legend=()), replace(told, legend=())
    sheets = [
        sheet
        for here, there in ((bare, told), (picture, low))
        for count in counts
        for more in WIDER
        for sheet in _sheets(here, there, inside, make_plan(there, count, min(MOST_WIDTH, least + more)))
    ]
    if aspect:
        ratio = ASPECTS[aspect]
        sheet = min(sheets, key=lambda sheet: (max(sheet.width, sheet.height * ratio) // ALIKE, not sheet.beside))
        height = max(sheet.height, sheet.width / ratio)
    else:
        room, height = room_of(width), 0.0
        fitting = [sheet for sheet in sheets if sheet.width <= room]
        sheet = min(fitting, key=lambda s: s.height) if fitting else min(sheets, key=lambda s: s.width)
    return replace(_placed(inside, sheet, height), picture=picture, whole=whole)


def _sheets(picture: Picture, told: Picture, inside: Picture, plan: Plan) -> list[Sheet]:
    """The ways to place the inside of a step and an outline: beside each other, and one above the other."""
    outline = plan.height - top_of(told, plan.page_width)
    width = plan.page_width + LEAST + APART
    body = max(_height(picture, inside, LEAST, LEAST) + MARGIN, outline)
    beside = Sheet(picture, told, plan, True, LEAST, width, top_of(picture, width) + body)
    width = max(plan.page_width, LEAST + 2 * MARGIN)
    own = min(MOST, width - 2 * MARGIN)
    body = _height(picture, inside, own, width - 2 * MARGIN) + APART + outline
    return [beside, Sheet(picture, told, plan, False, own, width, top_of(picture, width) + body)]


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


def _placed(inside: Picture, sheet: Sheet, height: float) -> Layout:
    picture, told = sheet.picture, sheet.told
    top = top_of(picture, sheet.width)
    slack = height - top - MARGIN - _height(picture, inside, sheet.inside, sheet.inside) if sheet.beside else 0.0
    stretch = max(0.0, min(MOST_STRETCH, slack / (len(inside.boxes[0].tiles) - 1)))
    template = lay_out_template(inside, MARGIN, top, sheet.inside, stretch)
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
        width=sheet.width,
        height=bottom,
        boxes=(*template.boxes, *flow.boxes),
        tiles=(*template.tiles, *flow.tiles),
        texts=(*title, *template.texts, *legend, *(text for text in flow.texts if text.id != "title")),
        pills=(*template.pills, *flow.pills),
        paths=(*template.paths, *flow.paths),
        page=Rect(0, 0, sheet.width, bottom),
    )
