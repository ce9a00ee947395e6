"""Places: what the layout gives to the parts of a picture, in points, y running down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ..model import Box, Edge, Picture, Tile
    from .metrics import Line, TileLine

MARGIN = 22.0
DOT, RING = 12.0, 16.0
LINE = 14.0
"""The height of a line of small text."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The measures of tiles, of the phases around them, and of the gutters between those.

    ``number`` is the part of a tile where its number in the order of play stands, ``pill_gap``
    the room above a tile on whose border a pill stands, ``lift`` how much lower than others the first
    tile of a phase stands if play is there, so that the pill leaves the heading alone.
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


STEPS = Grid()
CHIPS = Grid(width=152, height=20, gap=5, pill_gap=24, number=20, padding=10, header=30, gutter=40)
"""The measures of pictures at the level of steps, and of phases."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle by its upper left corner and its size."""

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

    def overlaps(self, other: Rect) -> bool:
        """Whether they have more than a border in common."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom


def crosses(one: Point, other: Point, rect: Rect) -> bool:
    """Whether an upright or level line goes through the inside of a rectangle."""
    across = min(one.x, other.x) < rect.right and rect.x < max(one.x, other.x) + 0.01
    return across and min(one.y, other.y) < rect.bottom and rect.y < max(one.y, other.y) + 0.01


@dataclass(frozen=True, slots=True)
class Text:
    """Lines of text from the upper left corner of their place, each of the same height."""

    id: str
    rect: Rect
    lines: tuple[Line, ...]
    tooltip: str = ""


PillTone = Literal["extra", "here", "mark", "plain"]


@dataclass(frozen=True, slots=True)
class Pill:
    """A short word in a frame of its own."""

    id: str
    rect: Rect
    text: str
    tone: PillTone
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """A small frame with a word in its middle, or a bar without one; ``fill``, ``line`` and ``ink`` are roles."""

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


@dataclass(frozen=True, slots=True)
class PlacedBox:
    """A phase and its place (or, at the level of the machine, a stop and its place)."""

    box: Box
    rect: Rect


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile, its place, and the hue of the phase that it lies in; then its further lines."""

    tile: Tile
    rect: Rect
    hue: str
    rows: tuple[TileLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """An edge and the corners that it goes through, ends included."""

    edge: Edge
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A picture with a place for everything in it; not every picture has a start and an end.

    ``outer_boxes`` lie around ``boxes``, and are drawn before them.
    """

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
    outer_boxes: tuple[PlacedBox, ...] = ()
    badges: tuple[Badge, ...] = ()
