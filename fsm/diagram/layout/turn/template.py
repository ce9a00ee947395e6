"""The layout of the inside of a step: its states one below the other, with the guards beside the edges."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Edge, Picture, Tile
from ..geometry import LINE, Part, Path, Pill, PlacedBox, PlacedTile, Point, Rect, Text
from ..happenings import tile_rows
from ..metrics import PHASE, Line, Run, wrap
from ..page import PILL_RISE, pill

LEAST, MOST = 268.0, 330.0
"""The least and the largest width of a template."""
PADDING, HEADER, LANE = 8.0, 27.0, 8.0
"""The room around the states, above them, and beside them for an edge past several of them."""
NAME, SHORT, LABEL = 20.0, 16.0, 8.0
"""The height of a name, the length of an edge without a label, and what a label adds to it."""
SHARE, ASIDE, BESIDE = 0.54, 13.0, 6.0
"""The share of the width of a narrow state, how far edges are from the sides of a state, and labels from edges."""
LABEL_LINES = 4


def lay_out_template(picture: Picture, left: float, top: float, width: float) -> Part:
    """Place the states and edges of a template."""
    ladder = Ladder(picture, left, top, width)
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

    def __init__(self, picture: Picture, left: float, top: float, width: float) -> None:
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
            y = self.bottom + (lines * LINE + LABEL if lines else SHORT)

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
