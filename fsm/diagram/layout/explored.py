"""The layout of what was explored: a row for each turn, and above each step a bar as high as it has states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..model import Box, Picture, Tile
from .chains import PADDING, PANEL_GAP, heading, make_paths, rightwards
from .geometry import LINE, MARGIN, Badge, Layout, PlacedBox, PlacedTile, Rect, Text
from .metrics import SMALL, Run, text_width
from .page import LEAST_WIDTH, bottom_of, foot, head

HEADER = 34.0
TILE, HEIGHT, GAP = 44.0, 32.0, 18.0
HIGHEST, LOWEST, BAR, BAR_GAP = 72.0, 2.0, 22.0, 6.0
"""The height of the bars of most and of fewest states, their width, and their distance from the tile below."""


def lay_out_counts(picture: Picture) -> Layout:
    """Place the turns of an exploration one below the other."""
    counts = {tile.id: _count(tile) for box in picture.boxes for tile in box.tiles}
    each = max(TILE, *(text_width(f"{count:,}", SMALL, bold=True) + 4 for count in counts.values()))
    longest = max(len(box.tiles) for box in picture.boxes)
    width = max(2 * (MARGIN + PADDING) + longest * (each + GAP) - GAP, LEAST_WIDTH)
    title, height = head(picture, width)
    boxes: list[PlacedBox] = []
    tiles: list[PlacedTile] = []
    y = MARGIN + height
    for box in picture.boxes:
        rect = Rect(MARGIN, y, width - 2 * MARGIN, HEADER + LINE + HIGHEST + BAR_GAP + HEIGHT + PADDING)
        boxes.append(PlacedBox(box, rect))
        tiles += _row(box, rect, each)
        y = rect.bottom + PANEL_GAP
    most = max(counts.values())
    bars = tuple(_bar(placed, counts[placed.tile.id] / most) for placed in tiles)
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
        paths=make_paths(picture, frozenset(), rightwards, tuple(tiles)),
        badges=bars,
    )


def _count(tile: Tile) -> int:
    """How many states a tile says that there are."""
    return int(tile.detail.split()[0].replace(",", ""))


def _row(box: Box, rect: Rect, each: float) -> Iterator[PlacedTile]:
    y = rect.bottom - PADDING - HEIGHT
    for number, tile in enumerate(box.tiles):
        yield PlacedTile(tile, Rect(rect.x + PADDING + number * (each + GAP), y, each, HEIGHT), tile.hue)


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
