"""The boxes of a picture of two editions: the names of a phase, its steps in pairs, and the paths between them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from ..model import Box, Picture, Tile
from .geometry import Part, Path, Pill, PlacedBox, PlacedTile, Point, Rect, Text
from .metrics import PHASE, SMALL, STEP, Run, Tone, text_width, wrap
from .page import pill, pill_width
from .tiles import line_tile

CLOSE, HEAD, NAME, GAP = 6.0, 3.0, 17.0, 12.0
"""The room beside and below the tiles of a box, above its names, a line of a name, and the room between pairs."""
PASSED = 17.0
"""The room beside tiles where paths run past some."""
SPINE, RAIL, ASIDE = 12.0, 13.0, 8.0
"""Paths run left of the right ends of tiles, or beside tiles, at the border; names keep away from them."""
NAME_LINES = 4


class Sizes(msgspec.Struct, frozen=True):
    """The width of a box, and the room between the two tiles of a pair, and beside them."""

    width: float
    between: float
    padding: float

    @property
    def each(self) -> float:
        """The width of a tile."""
        return (self.width - 2 * self.padding - self.between) / 2

    @property
    def lefts(self) -> tuple[float, float]:
        """Where the tiles of the two editions begin."""
        return self.padding, self.width - self.padding - self.each


def _tiles(pair: tuple[Tile, Tile], y: float, hue: str, sizes: Sizes) -> Iterator[PlacedTile]:
    """Two tiles side by side, as high as their lines need."""
    lined = [line_tile(tile, sizes.each) for tile in pair]
    height = max(tile.height for tile in lined)
    yield from (tile.at(left, y, sizes.each, hue, height) for tile, left in zip(lined, sizes.lefts, strict=True))


def pair_box(box: Box, sizes: Sizes) -> Part:
    """Place a phase at the origin: its names, and its tiles in pairs."""
    texts = tuple(_heads(box, sizes))
    marks = ", ".join(note.lead for note in box.notes)
    pills = [_mark(box.id, marks, sizes, HEAD + NAME / 2)] if marks else []
    tiles: list[PlacedTile] = []
    bottom = max([HEAD + NAME if marks else 0.0, *(text.rect.bottom for text in texts)])
    y = bottom = bottom + 1 if bottom else CLOSE
    for pair in zip(box.tiles[::2], box.tiles[1::2], strict=True):
        placed = list(_tiles(pair, y, box.hue, sizes))
        tiles += placed
        if pair[0].mark:
            pills.append(_mark(pair[0].id, pair[0].mark, sizes, placed[0].rect.cy))
        bottom = placed[0].rect.bottom
        y = bottom + GAP
    rect = Rect(0, 0, sizes.width, bottom + CLOSE)
    shown = replace(box, tiles=tuple(placed.tile for placed in tiles))
    return Part(rect.bottom, (PlacedBox(shown, rect),), tuple(tiles), texts, tuple(pills))


def _heads(box: Box, sizes: Sizes) -> Iterator[Text]:
    """The name and the rule of a phase in each edition; the right end is left free for the path of play."""
    free = sizes.each - SPINE - ASIDE / 2
    for side, (name, rule) in enumerate(box.heads):
        if name:
            tone: Tone = box.hue  # type: ignore[assignment]
            played = any(tile.order or tile.does for tile in box.tiles)
            room = free if played or box.notes or box.heads[1][0] else sizes.width - 2 * sizes.padding
            number = Run(f" {rule}" if rule else "")
            size = next((one for one in (PHASE, STEP) if text_width(name, one, bold=True) <= room), SMALL)
            run = Run(name, size, tone, bold=True)
            beside = run.width + number.width > room and not box.heads[1][0]
            lines = wrap((run,) if beside else (run, number), room, NAME_LINES)
            place = Rect(sizes.lefts[side], HEAD, room, NAME * len(lines))
            yield Text(f"heading-{box.id}-{side + 1}", place, lines)
            if beside:
                place = Rect(sizes.lefts[1], HEAD, free, NAME)
                yield Text(f"heading-{box.id}-rules", place, wrap((Run(rule),), free, 1))


def _mark(id: str, mark: str, sizes: Sizes, cy: float) -> Pill:
    """Place the numbers of what the headline says, between the two tiles."""
    return pill(f"differs-{id}", mark, (sizes.width + pill_width(mark)) / 2, cy)


def pair_paths(picture: Picture, tiles: tuple[PlacedTile, ...]) -> Iterator[Path]:
    """Route each edge down its column, or past tiles that only the other edition has, on the side of the border.

    The numbers of the steps tell how play goes on in the next column.
    """
    places = {placed.tile.id: placed.rect for placed in tiles}
    for edge in picture.edges:
        source, target = places[edge.source], places[edge.target]
        narrow = min(source, target, key=lambda rect: rect.width)
        if not (_within(narrow, source) and _within(narrow, target)):
            continue
        gone = [p for p in tiles if p.tile.skipped and _within(p.rect, narrow) and source.y < p.rect.y < target.y]
        if gone:
            left = gone[0].tile.id.startswith("left")
            here, there, x = (s.x if left else s.right for s in (source, target, gone[0].rect))
            rail = x - RAIL if left else x + RAIL
            ends = Point(here, source.cy), Point(rail, source.cy), Point(rail, target.cy), Point(there, target.cy)
            yield Path(edge, ends)
        else:
            x = narrow.right - SPINE
            yield Path(edge, (Point(x, source.bottom), Point(x, target.y)))


def _within(narrow: Rect, rect: Rect) -> bool:
    """Whether a rectangle is as wide as another one, or wider on both sides."""
    return rect.x - 0.01 <= narrow.x and narrow.right <= rect.right + 0.01
