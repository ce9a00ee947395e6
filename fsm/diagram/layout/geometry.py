"""Positions, which the layout gives to the parts of a picture: in points, with y downwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from ..model import Box, Edge, Picture, Tile
from .metrics import Line, TileLine

MARGIN = 22.0
DOT, RING = 12.0, 16.0
LINE = 14.0
"""The height of a line of small text."""


class Grid(msgspec.Struct, frozen=True):
    """The measures of tiles, of the phases around them, and of the gutters between phases.

    ``number`` is the width of a tile's number in the order of play. ``pill_gap`` is the room above
    a tile with a pill on its border. ``lift`` is the extra room above the first tile of a phase
    with the pill "here", so that the pill does not cover the heading. ``loop`` and ``lane`` are the
    distances right of a tile of an edge back to it, and of an edge past other tiles; ``drop`` is that of a
    loop below the last tile, and ``ended`` the room below a tile with a pill on its lower border. ``small``: the
    tiles are chips.
    """

    width: float = 180.0
    height: float = 40.0
    gap: float = 26.0
    pill_gap: float = 26.0
    lift: float = 12.0
    number: float = 27.0
    padding: float = 14.0
    header: float = 32.0
    gutter: float = 48.0
    loop: float = 18.0
    lane: float = 34.0
    drop: float = 14.0
    ended: float = 0.0
    small: bool = False


STEPS = Grid()
CHIPS = Grid(width=152, height=20, gap=5, pill_gap=24, number=20, padding=10, header=30, gutter=40, small=True)
"""The measures of pictures at the level of steps, and at the level of phases."""
ENTRIES = Grid(width=216, gap=18, number=22)
"""The measures of pictures that say what happens in each step."""
FLOW = Grid(gap=8, pill_gap=20, lift=8, number=20, padding=5, header=24, gutter=20, loop=7, lane=13, drop=12, ended=9)
FLOW_CHIPS = Grid(height=20, gap=5, pill_gap=24, number=20, padding=10, header=30, gutter=20, ended=9, small=True)
"""The measures where phases lie one below the other."""


class Point(msgspec.Struct, frozen=True):
    """A point."""

    x: float
    y: float


class Rect(msgspec.Struct, frozen=True):
    """A rectangle: its upper left corner, and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower side."""
        return self.y + self.height

    @property
    def cx(self) -> float:
        """The x of its centre."""
        return self.x + self.width / 2

    @property
    def cy(self) -> float:
        """The y of its centre."""
        return self.y + self.height / 2

    def moved(self, x: float, y: float) -> Rect:
        """The same rectangle, further right and down."""
        return replace(self, x=self.x + x, y=self.y + y)

    def overlaps(self, other: Rect) -> bool:
        """Whether two rectangles share more than a border."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom


def crosses(one: Point, other: Point, rect: Rect) -> bool:
    """Whether a vertical or horizontal line goes through the inside of a rectangle."""
    across = min(one.x, other.x) < rect.right and rect.x < max(one.x, other.x) + 0.01
    return across and min(one.y, other.y) < rect.bottom and rect.y < max(one.y, other.y) + 0.01


def without_needless(corners: list[Point]) -> tuple[Point, ...]:
    """Leave out points that repeat, or that lie on a straight line."""
    kept: list[Point] = []
    for point in corners:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and (kept[-2].x == kept[-1].x == point.x or kept[-2].y == kept[-1].y == point.y):
            kept.pop()
        kept.append(point)
    return tuple(kept)


class Text(msgspec.Struct, frozen=True):
    """Lines of text, all of the same height, from the upper left corner of ``rect``."""

    id: str
    rect: Rect
    lines: tuple[Line, ...]
    tooltip: str = ""


PillTone = Literal["extra", "here", "mark", "plain"]


class Pill(msgspec.Struct, frozen=True):
    """A short word in a rounded frame."""

    id: str
    rect: Rect
    text: str
    tone: PillTone
    tooltip: str = ""


class Badge(msgspec.Struct, frozen=True):
    """A small frame with a word, or a bar; ``fill``, ``line`` and ``ink`` are roles of the theme."""

    id: str
    rect: Rect
    text: str
    fill: str
    line: str
    ink: str
    classes: str
    tooltip: str = ""
    pen: float = 1.1
    dashed: bool = False


class Ribbon(msgspec.Struct, frozen=True):
    """A line of any width, straight or curved, behind everything but boxes; its points are those of cubic pieces.

    ``fill`` is its role in the theme.
    """

    id: str
    points: tuple[Point, ...]
    width: float
    fill: str
    classes: str = "ribbon"
    tooltip: str = ""


class PlacedBox(msgspec.Struct, frozen=True):
    """A phase and its position; in a machine, also the inside of a step."""

    box: Box
    rect: Rect


class PlacedTile(msgspec.Struct, frozen=True):
    """A tile, its position, the hue of its phase, and its further lines."""

    tile: Tile
    rect: Rect
    hue: str
    rows: tuple[TileLine, ...] = ()


class Path(msgspec.Struct, frozen=True):
    """An edge and its corners, from end to end."""

    edge: Edge
    points: tuple[Point, ...]


class Part(msgspec.Struct, frozen=True):
    """A part of a picture, with a place for everything in it, and the y below it."""

    bottom: float
    boxes: tuple[PlacedBox, ...] = ()
    tiles: tuple[PlacedTile, ...] = ()
    texts: tuple[Text, ...] = ()
    pills: tuple[Pill, ...] = ()
    paths: tuple[Path, ...] = ()
    badges: tuple[Badge, ...] = ()

    def moved(self, x: float, y: float) -> Part:
        """The same part, further right and down; its paths are made when all parts have their places."""
        return Part(
            self.bottom + y,
            tuple(_moved(box, x, y) for box in self.boxes),
            tuple(_moved(tile, x, y) for tile in self.tiles),
            tuple(_moved(text, x, y) for text in self.texts),
            tuple(_moved(pill, x, y) for pill in self.pills),
            badges=tuple(_moved(badge, x, y) for badge in self.badges),
        )


P = TypeVar("P", PlacedBox, PlacedTile, Text, Pill, Badge)


def _moved(placed: P, x: float, y: float) -> P:
    return replace(placed, rect=placed.rect.moved(x, y))


def joined(parts: Iterable[Part]) -> Part:
    """Several parts as one."""
    every = tuple(parts)
    return Part(
        bottom=max((part.bottom for part in every), default=0.0),
        boxes=tuple(box for part in every for box in part.boxes),
        tiles=tuple(tile for part in every for tile in part.tiles),
        texts=tuple(text for part in every for text in part.texts),
        pills=tuple(pill for part in every for pill in part.pills),
        paths=tuple(path for part in every for path in part.paths),
        badges=tuple(badge for part in every for badge in part.badges),
    )


class Layout(msgspec.Struct, frozen=True):
    """A picture with a position for everything in it; not every picture has a start and an end."""

    picture: Picture
    width: float
    height: float
    boxes: tuple[PlacedBox, ...]
    tiles: tuple[PlacedTile, ...]
    texts: tuple[Text, ...]
    pills: tuple[Pill, ...]
    paths: tuple[Path, ...]
    start: Rect | None = None
    end: Rect | None = None
    badges: tuple[Badge, ...] = ()
    ribbons: tuple[Ribbon, ...] = ()
    page: Rect | None = None
    """The page around the picture, if it has a shape of its own."""
    whole: Picture | None = None
    """The picture for the formats of text, if it says more than is drawn."""
    magnified: float = 1.0
    """How much larger than its points it is shown, if nobody says otherwise: a sheet of paper has a size."""

    @property
    def shown(self) -> Picture:
        """The picture with the panels that are drawn beside it, and with their edges."""
        panels = tuple(placed.box for placed in self.boxes if placed.box.kind == "panel")
        inside = {tile.id for box in panels for tile in box.tiles}
        edges = tuple(path.edge for path in self.paths if path.edge.source in inside)
        return replace(self.picture, boxes=(*self.picture.boxes, *panels), edges=(*self.picture.edges, *edges))


def on_own_page(
    picture: Picture, page: Rect, parts: Iterable[Part], route: Callable[[tuple[PlacedTile, ...]], Iterable[Path]]
) -> Layout:
    """The layout of a picture whose page has a shape of its own: its parts, and the paths that lead between tiles."""
    whole = joined(parts)
    return Layout(
        picture=picture,
        width=page.width,
        height=page.height,
        boxes=whole.boxes,
        tiles=whole.tiles,
        texts=whole.texts,
        pills=whole.pills,
        paths=(*whole.paths, *route(whole.tiles)),
        page=page,
    )
