"""The boxes of a picture of two editions: the names of a phase, its steps in pairs, and the paths between them.

In short, steps about which the headline says nothing share a tile, and the list counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ..model import Box, Edge, Note, Picture, Tile
from .geometry import Part, Path, Pill, PlacedBox, PlacedTile, Point, Rect, Text
from .metrics import PHASE, SMALL, STEP, Run, Tone, cut, text_width
from .page import pill, pill_width
from .tiles import line_tile


def fold_pairs(picture: Picture) -> Picture:
    """Join neighbouring steps about which the headline says nothing, and count the smaller differences by place.

    Tiles that say the same of both editions keep the id of the first one.
    """
    boxes = tuple(short for box in picture.boxes if (short := _short(box)).tiles)
    counts: dict[str, int] = {}
    for note in picture.aside:
        counts[note.lead] = counts.get(note.lead, 0) + 1
    named = ", ".join(f"{name}\u00a0({count})" if count > 1 else name for name, count in counts.items())
    aside = (Note(named),) if named else ()
    return replace(picture, boxes=boxes, edges=tuple(_edges(picture, boxes)), aside=aside, legend=())


def is_shared(pair: tuple[Tile, Tile]) -> bool:
    """Whether two tiles are joined ones that say the same."""
    one, other = ([(note.lead, note.text) for note in tile.does] for tile in pair)
    return bool(one) and one == other


def _short(box: Box) -> Box:
    """Join the tiles of a phase, and its two names if they are the same."""
    (name, rule), (other, number) = box.heads
    if name and name == other and not box.notes:
        rules = ", ".join(dict.fromkeys(part for part in (rule, number) if part))
        return replace(box, tiles=tuple(_folded(box)), heads=((name, rules), ("", "")))
    named = any(tile.order for tile in box.tiles) or bool(box.notes)  # tiles that are no steps say where they belong
    return replace(box, tiles=tuple(_folded(box)), heads=box.heads if named else (("", ""), ("", "")))


def _folded(box: Box) -> Iterator[Tile]:
    run: list[tuple[Tile, Tile]] = []
    for pair in zip(box.tiles[::2], box.tiles[1::2], strict=True):
        if not (pair[0].mark or pair[0].order or pair[1].order):
            continue  # no step, and no story is about it
        if pair[0].mark or pair[0].skipped or pair[1].skipped:
            yield from _joined(run)
            run = []
            yield from pair
        else:
            run.append(pair)
    yield from _joined(run)


def _joined(run: list[tuple[Tile, Tile]]) -> Iterator[Tile]:
    """One tile a side, with the names of all steps of a run."""
    for side in (0, 1) if run else ():
        tiles = [pair[side] for pair in run]
        does = tuple(Note(tile.name, lead=str(tile.order)) for tile in tiles)
        tooltip = ", ".join(tile.name for tile in tiles)
        yield replace(tiles[0], name="", detail="", order=0, does=does, tooltip=tooltip)


def _edges(picture: Picture, boxes: tuple[Box, ...]) -> Iterator[Edge]:
    """The path of play from tile to tile, each way once."""
    whole = {box.id: box for box in picture.boxes}
    stands = {id: tile for short in boxes for id, tile in _homes(whole[short.id], short)}
    known: set[tuple[str, str]] = set()
    for edge in picture.edges:
        ends = (stands[edge.source], stands[edge.target])
        if ends[0] != ends[1] and ends not in known:
            known.add(ends)
            yield replace(edge, source=ends[0], target=ends[1])


def _homes(box: Box, short: Box) -> Iterator[tuple[str, str]]:
    """The tile on which each tile of a phase stands."""
    pairs = list(zip(short.tiles[::2], short.tiles[1::2], strict=True))
    for side in (0, 1):
        kept = {pair[side].id: pair[0 if is_shared(pair) else side].id for pair in pairs}
        at = ""
        for tile in box.tiles[side::2]:
            at = kept.get(tile.id, at)
            yield tile.id, at


HEIGHT = 40.0
"""The height of a tile of one size."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The measures of a box: its width, the room in it, between the two tiles of a pair, and between pairs.

    ``head`` is the height of the names and rules, ``name`` the y and the height of their text; ``free`` is the room
    right of a name beside another, and of one that stands alone. Paths run ``spine`` left of the right ends of tiles,
    or ``rail`` right of them. ``pair`` makes the tiles of a pair.
    """

    width: float
    between: float
    padding: float
    head: float
    gap: float
    name: tuple[float, float]
    free: tuple[float, float]
    spine: float
    rail: float
    pair: Callable[[tuple[Tile, Tile], float, str, Sizes], Iterator[PlacedTile]]

    @property
    def each(self) -> float:
        """The width of a tile."""
        return (self.width - 2 * self.padding - self.between) / 2

    @property
    def lefts(self) -> tuple[float, float]:
        """Where the tiles of the two editions begin."""
        return self.padding, self.width - self.padding - self.each


def equal_tiles(pair: tuple[Tile, Tile], y: float, hue: str, sizes: Sizes) -> Iterator[PlacedTile]:
    """Two tiles of one size side by side."""
    for left, tile in zip(sizes.lefts, pair, strict=True):
        yield PlacedTile(tile, Rect(left, y, sizes.each, HEIGHT), tile.hue or hue)


def lined_tiles(pair: tuple[Tile, Tile], y: float, hue: str, sizes: Sizes) -> Iterator[PlacedTile]:
    """Two tiles side by side, as high as their lines need, or one over both sides, if they say the same."""
    if is_shared(pair):
        whole = sizes.width - 2 * sizes.padding
        yield line_tile(pair[0], whole).at(sizes.padding, y, whole, hue)
        return
    lined = [line_tile(tile, sizes.each) for tile in pair]
    height = max(tile.height for tile in lined)
    yield from (tile.at(left, y, sizes.each, hue, height) for tile, left in zip(lined, sizes.lefts, strict=True))


WIDE = Sizes(
    width=464.0,
    between=56.0,
    padding=14.0,
    head=32.0,
    gap=14.0,
    name=(5.0, 24.0),
    free=(26.0, 190.0),
    spine=16.0,
    rail=8.0,
    pair=equal_tiles,
)
NARROW = Sizes(
    width=300.0,
    between=26.0,
    padding=6.0,
    head=20.0,
    gap=10.0,
    name=(2.0, 17.0),
    free=(16.0, 16.0),
    spine=12.0,
    rail=3.0,
    pair=lined_tiles,
)
"""The measures beside a list, and those of the columns of a page."""


def pair_box(box: Box, sizes: Sizes) -> Part:
    """Place a phase at the origin: its names, and its tiles in pairs."""
    texts = tuple(_heads(box, sizes))
    marks = ", ".join(note.lead for note in box.notes)
    pills = [_mark(box.id, marks, sizes, sizes.head / 2 + 1)] if marks else []
    tiles: list[PlacedTile] = []
    y = bottom = sizes.head if texts or pills else sizes.padding
    for pair in zip(box.tiles[::2], box.tiles[1::2], strict=True):
        placed = list(sizes.pair(pair, y, box.hue, sizes))
        tiles += placed
        if pair[0].mark:
            pills.append(_mark(pair[0].id, pair[0].mark, sizes, placed[0].rect.cy))
        bottom = placed[0].rect.bottom
        y = bottom + sizes.gap
    rect = Rect(0, 0, sizes.width, bottom + sizes.padding)
    shown = replace(box, tiles=tuple(placed.tile for placed in tiles))
    return Part(rect.bottom, (PlacedBox(shown, rect),), tuple(tiles), texts, tuple(pills))


def _heads(box: Box, sizes: Sizes) -> Iterator[Text]:
    """The name and the rule of a phase in each edition; the right end is left free for the path of play."""
    both = bool(box.heads[1][0])
    beside, alone = sizes.free
    for side, (name, rule) in enumerate(box.heads):
        if name:
            tone: Tone = box.hue  # type: ignore[assignment]
            whole = 2 * sizes.each + sizes.between - alone
            room = sizes.each - beside if both else sizes.each if box.notes else whole
            number = Run(f" {rule}" if rule else "")
            if text_width(name, PHASE, bold=True) + number.width > room:  # the rule stands on the tiles too
                number = Run("")
            fits = (size for size in (PHASE, STEP, SMALL) if text_width(name, size, bold=True) <= room)
            size = next(fits, SMALL)
            run = Run(cut(name, room, size, bold=True), size, tone, bold=True)
            y, height = sizes.name
            place = Rect(sizes.lefts[side], y, room, height)
            yield Text(f"heading-{box.id}-{side + 1}", place, ((run, number),))


def _mark(id: str, mark: str, sizes: Sizes, cy: float) -> Pill:
    """Place the numbers of what the headline says, between the two tiles."""
    return pill(f"differs-{id}", mark, (sizes.width + pill_width(mark)) / 2, cy)


def pair_paths(picture: Picture, sizes: Sizes, tiles: tuple[PlacedTile, ...]) -> Iterator[Path]:
    """Route each edge down its column, or on the right past tiles that only the other edition has.

    The numbers of the steps tell how play goes on in the next column.
    """
    places = {placed.tile.id: placed.rect for placed in tiles}
    for edge in picture.edges:
        source, target = places[edge.source], places[edge.target]
        narrow = min(source, target, key=lambda rect: rect.width)
        if not (_within(narrow, source) and _within(narrow, target)):
            continue
        if any(_within(narrow, rect) and source.bottom < rect.y < target.y for rect in places.values()):
            x = narrow.right + sizes.rail
            corners = (Point(source.right, source.cy), Point(x, source.cy), Point(x, target.cy))
            yield Path(edge, (*corners, Point(target.right, target.cy)))
        else:
            x = narrow.right - sizes.spine
            yield Path(edge, (Point(x, source.bottom), Point(x, target.y)))


def _within(narrow: Rect, rect: Rect) -> bool:
    """Whether a rectangle is as wide as another one, or wider on both sides."""
    return rect.x - 0.01 <= narrow.x and narrow.right <= rect.right + 0.01
