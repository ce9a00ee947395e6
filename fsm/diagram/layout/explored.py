"""The layout of what was explored: a box for each turn, and above each step a bar as high as it has states."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..look import ASPECTS, one_direction
from ..model import Box, Picture, Tile
from .chains import PADDING, PANEL_GAP, heading, make_paths, rightwards
from .geometry import LINE, MARGIN, Badge, Layout, PlacedBox, PlacedTile, Point, Rect, Text
from .metrics import SMALL, Run, text_width
from .page import LEAST_WIDTH, bottom_of, foot, head, page_of, room_of

HEADER = 34.0
TILE, HEIGHT, GAP = 44.0, 32.0, 14.0
HIGHEST, LOWEST, BAR, BAR_GAP = 64.0, 2.0, 22.0, 6.0
"""The height of the bars of most and of fewest states, their width, and their distance from the tile below."""
TIP = 10.0
"""The room before the first step of a further line, for the tip of an arrow."""
LINE_HEIGHT, BETWEEN = LINE + HIGHEST + BAR_GAP + HEIGHT, 10.0
"""The height of a line of steps, and the distance of two lines."""


def lay_out_counts(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place the turns of an exploration one below the other, each in as many lines as a page or a width needs."""
    one_direction(direction)
    counts = {tile.id: _count(tile) for box in picture.boxes for tile in box.tiles}
    each = max(TILE, *(text_width(f"{count:,}", SMALL, bold=True) + 4 for count in counts.values()))
    longest = max(len(box.tiles) for box in picture.boxes)
    if aspect:
        return page_of([_in_lines(picture, counts, each, n) for n in range(2, longest + 1)], ASPECTS[aspect])
    fitting = int((room_of(width) - 2 * (MARGIN + PADDING) + GAP) // (each + GAP))
    return _in_lines(picture, counts, each, max(1, min(longest, fitting)))


def _in_lines(picture: Picture, counts: dict[str, int], each: float, most: int) -> Layout:
    width = max(2 * (MARGIN + PADDING) + most * (each + GAP) - GAP, LEAST_WIDTH)
    title, height = head(picture, width)
    boxes: list[PlacedBox] = []
    tiles: list[PlacedTile] = []
    y = MARGIN + height
    for box in picture.boxes:
        lines = -(-len(box.tiles) // most)
        rect = Rect(MARGIN, y, width - 2 * MARGIN, HEADER + lines * (LINE_HEIGHT + BETWEEN) - BETWEEN + PADDING)
        boxes.append(PlacedBox(box, rect))
        tiles += _tiles(box, rect, each, most)
        y = rect.bottom + PANEL_GAP
    highest = max(counts.values())
    bars = tuple(_bar(placed, counts[placed.tile.id] / highest) for placed in tiles)
    legend = foot(picture.legend, MARGIN, width - 2 * MARGIN, boxes[-1].rect.bottom)
    return Layout(
        picture=picture,
        width=width,
        height=bottom_of(legend, boxes[-1].rect.bottom) + MARGIN,
        boxes=tuple(boxes),
        tiles=tuple(tiles),
        texts=(
            *title,
            *(replace(heading(box), tooltip="") for box in boxes),
            *(_number(placed, bar, each) for placed, bar in zip(tiles, bars, strict=True)),
            *legend,
        ),
        pills=(),
        paths=make_paths(picture, frozenset(), _onwards, tuple(tiles)),
        badges=bars,
    )


def _count(tile: Tile) -> int:
    """How many states a tile says that there are."""
    return int(tile.detail.split()[0].replace(",", ""))


def _tiles(box: Box, rect: Rect, each: float, most: int) -> Iterator[PlacedTile]:
    for number, tile in enumerate(box.tiles):
        line, at = divmod(number, most)
        y = rect.y + HEADER + line * (LINE_HEIGHT + BETWEEN) + LINE_HEIGHT - HEIGHT
        yield PlacedTile(tile, Rect(rect.x + PADDING + at * (each + GAP), y, each, HEIGHT), tile.hue)


def _onwards(source: Rect, target: Rect, past: bool) -> tuple[Point, ...]:
    """Route an edge to the next step, or between two lines to the first step of the next one."""
    if source.y == target.y:
        return rightwards(source, target, past)
    lane, x = source.bottom + BETWEEN / 2, target.x - TIP
    corners = (Point(source.cx, source.bottom), Point(source.cx, lane), Point(x, lane))
    return (*corners, Point(x, target.cy), Point(target.x, target.cy))


def _bar(placed: PlacedTile, share: float) -> Badge:
    tile, rect = placed.tile, placed.rect
    height = max(LOWEST, share * HIGHEST)
    place = Rect(rect.cx - BAR / 2, rect.y - BAR_GAP - height, BAR, height)
    return Badge(f"bar-{tile.id}", place, "", tile.hue, tile.hue, tile.hue, "bar", tile.tooltip)


def _number(placed: PlacedTile, bar: Badge, each: float) -> Text:
    """The number of states, centred above the bar."""
    run = Run(f"{_count(placed.tile):,}", SMALL, "ink", bold=True)
    left = placed.rect.cx - run.width / 2
    return Text(f"count-{placed.tile.id}", Rect(left, bar.rect.y - LINE, each, LINE), ((run,),), placed.tile.tooltip)
