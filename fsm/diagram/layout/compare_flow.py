"""Two editions on a page of any shape: the headline, the phases in pairs, and the list, in columns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from ..look import ASPECTS, LEGIBLE, one_direction
from .compare import LESSER, lay_out_pairs
from .compare_fold import fold_pairs, is_shared
from .geometry import LINE, Layout, Path, PlacedBox, PlacedTile, Point, Rect, Text
from .lines import Sized, line_tile, page_of, split_evenly
from .metrics import PHASE, SMALL, STEP, Run, cut, text_width, wrap
from .page import close_head, note_lines, pill, pill_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..model import Box, Note, Picture, Tile
    from .geometry import Pill
    from .metrics import Tone

MARGIN, GUTTER, PADDING, BETWEEN = 9.0, 18.0, 6.0, 26.0
"""The room around the page, between columns, in a box, and between two tiles, where the numbers stand."""
HEADER, TILE_GAP, GAP, CAPTION = 20.0, 10.0, 7.0, 18.0
COLUMN = 300.0
"""The least width of a column, where a width is given."""
WIDTHS = range(190, 520, 4)
"""The widths of columns that are tried for a page."""
NOTE_LINES, RAIL, RIGHT, STORY = 12, 3.0, 12.0, 16.0
"""The most lines of a note; how far a path is from tiles, and from their right ends; a headline's line."""
MOST_SLACK = 14.0
"""By how much the gaps of a column grow at most, so that it fills a page."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A part of the page from its top at 0 and its left at 0: a text, or a phase in both editions."""

    height: float
    texts: tuple[Text, ...] = ()
    boxes: tuple[PlacedBox, ...] = ()
    tiles: tuple[PlacedTile, ...] = ()
    pills: tuple[Pill, ...] = ()

    @property
    def paired(self) -> bool:
        """Whether it has something of each edition, so that their names stand above it."""
        return bool(self.boxes) and len({tile.rect.x for tile in self.tiles}) > 1


def arrange_pairs(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place two editions for a page of an aspect, or for a width.

    On a page that is not upright, only the steps about which the headline speaks have their own tiles.
    """
    one_direction(direction)
    if aspect:
        ratio = ASPECTS[aspect]
        told = fold_pairs(picture) if ratio >= 1 else picture
        blocks = {each: tuple(_blocks(told, each)) for each in WIDTHS}
        tried = [_page(told, blocks[each], count, each, ratio) for count in (1, 2, 3) for each in WIDTHS]
        return replace(page_of(tried, ratio), picture=picture)
    usual, room = lay_out_pairs(picture), width * SMALL / LEGIBLE
    if not width or usual.width <= room:
        return usual
    count = max(1, int((room - 2 * MARGIN + GUTTER) // (COLUMN + GUTTER)))
    each = (room - 2 * MARGIN + GUTTER) / count - GUTTER
    return _page(picture, tuple(_blocks(picture, each)), count, each).make()


def _page(picture: Picture, blocks: tuple[_Block, ...], count: int, each: float, ratio: float = 0.0) -> Sized:
    """Find a place for all in a number of columns of a width; on a page of a ratio, gaps are made larger to fill it."""
    count = min(count, len(blocks))
    extra = [CAPTION if block.paired else 0.0 for block in blocks]
    page = 2 * MARGIN + count * each + (count - 1) * GUTTER
    title, height = close_head(picture, page, MARGIN)
    texts = [*title]
    top = max(MARGIN + height, title[-1].rect.bottom + 4)
    highest, starts = split_evenly([block.height for block in blocks], count, extra)
    total = max(page, (top + highest + MARGIN) * ratio) / ratio if ratio else 0.0
    places: list[tuple[_Block, float, float]] = []
    captions: list[tuple[float, float, int]] = []
    bottom = top
    for column, (start, end) in enumerate(pairwise((*starts, len(blocks)))):
        x, own = MARGIN + column * (each + GUTTER), blocks[start:end]
        used = sum(block.height for block in own) + max(extra[start:end])
        slack = max(0.0, min(MOST_SLACK, (total - MARGIN - top - used) / max(1, len(own))))
        y, said = top, False
        for block in own:
            if block.paired and not said:
                captions.append((x, y, column))
                y, said = y + CAPTION, True
            places.append((block, x, y))
            y += block.height + slack
        bottom = max(bottom, y - slack - GAP)
    size = (page, bottom + MARGIN)
    return Sized(*size, partial(_place, picture, each, size, texts, captions, places))


def _place(
    picture: Picture,
    each: float,
    size: tuple[float, float],
    title: list[Text],
    captions: list[tuple[float, float, int]],
    places: list[tuple[_Block, float, float]],
) -> Layout:
    """Place the blocks and the names of the editions where there is a place for them."""
    placed = [_at(*one) for one in places]
    tiles = tuple(tile for block in placed for tile in block.tiles)
    named = (text for x, y, column in captions for text in _captions(picture, x, y, each, column))
    return Layout(
        picture=picture,
        width=size[0],
        height=size[1],
        boxes=tuple(box for block in placed for box in block.boxes),
        tiles=tiles,
        texts=(*title, *named, *(text for block in placed for text in block.texts)),
        pills=tuple(one for block in placed for one in block.pills),
        paths=tuple(_paths(picture, {placed.tile.id: placed.rect for placed in tiles})),
        page=Rect(0, 0, *size),
    )


def _at(block: _Block, x: float, y: float) -> _Block:
    """Move a block to its place."""
    return _Block(
        block.height,
        tuple(replace(one, rect=one.rect.moved(x, y)) for one in block.texts),
        tuple(replace(one, rect=one.rect.moved(x, y)) for one in block.boxes),
        tuple(replace(one, rect=one.rect.moved(x, y)) for one in block.tiles),
        tuple(replace(one, rect=one.rect.moved(x, y)) for one in block.pills),
    )


def _blocks(picture: Picture, width: float) -> Iterator[_Block]:
    """The headline, the phases, the list of the smaller differences, and the legend."""
    for number, note in enumerate(picture.headline, 1):
        yield _story(note, number, width)
    between = _between(picture)
    for box in picture.boxes:
        yield _box(box, width, between)
    if picture.aside:
        yield _list(picture.aside, width)
    for number, note in enumerate(picture.legend, 1):
        lines = note_lines(note, width, NOTE_LINES)
        place = Rect(0, 0, width, LINE * len(lines))
        yield _Block(place.height + GAP, (Text(f"legend-{number}", place, lines, note.tooltip),))


def _story(note: Note, number: int, width: float) -> _Block:
    """A line of the headline: what differs, and below it what each edition does."""
    lead = wrap((Run(note.lead, STEP, "accent", bold=True),), width, NOTE_LINES)
    rule = Run(f"  {note.rule}" if note.rule else "", bold=True)
    said = wrap((Run(note.text, STEP, "ink"), rule), width, NOTE_LINES)
    place = Rect(0, 0, width, STORY * (len(lead) + len(said)))
    return _Block(place.height + GAP, (Text(f"headline-{number}", place, (*lead, *said), note.tooltip),))


def _list(notes: tuple[Note, ...], width: float) -> _Block:
    texts = [Text("aside", Rect(0, 0, width, 18), ((Run(LESSER, STEP, "ink", bold=True),),))]
    y = 20.0
    for number, note in enumerate(notes, 1):
        lines = note_lines(note, width, NOTE_LINES)
        texts.append(Text(f"aside-{number}", Rect(0, y, width, LINE * len(lines)), lines, note.tooltip))
        y += LINE * len(lines) + 4
    return _Block(y + GAP - 4, tuple(texts))


def _sides(width: float, between: float) -> tuple[float, tuple[float, float]]:
    """The width of a tile in a column of a width, and where the two begin."""
    each = (width - 2 * PADDING - between) / 2
    return each, (PADDING, width - PADDING - each)


def _between(picture: Picture) -> float:
    """The room between two tiles, in which the numbers of the headline stand."""
    marks = [", ".join(note.lead for note in box.notes) for box in picture.boxes]
    marks += [tile.mark for box in picture.boxes for tile in box.tiles]
    return max(BETWEEN, *(pill_width(mark) + 4 for mark in marks))


def _captions(picture: Picture, x: float, y: float, width: float, column: int) -> Iterator[Text]:
    """The names of the two editions, above the phases of a column."""
    between = _between(picture)
    each, lefts = _sides(width, between)
    for side, (name, title) in enumerate(picture.captions):
        room = each - RIGHT  # the right end is left free for the path of play
        size = STEP if text_width(name, STEP, bold=True) <= room else SMALL
        run = Run(cut(name, room, size, bold=True), size, "ink", bold=True)
        yield Text(f"caption-{side + 1}.{column + 1}", Rect(x + lefts[side], y, room, 18), ((run,),), title)


def _box(box: Box, width: float, between: float) -> _Block:
    """A phase: its names, and its tiles in pairs."""
    each, lefts = _sides(width, between)
    texts = tuple(_heads(box, each, lefts))
    marks = ", ".join(note.lead for note in box.notes)
    pills = [_mark(box.id, marks, width, HEADER / 2 + 1)] if marks else []
    tiles: list[PlacedTile] = []
    y = HEADER if texts or pills else PADDING
    for pair in zip(box.tiles[::2], box.tiles[1::2], strict=True):
        placed = list(_pair(pair, y, width, between, box.hue))
        tiles += placed
        if pair[0].mark:
            pills.append(_mark(pair[0].id, pair[0].mark, width, placed[0].rect.cy))
        y = placed[0].rect.bottom + TILE_GAP
    rect = Rect(0, 0, width, y - TILE_GAP + PADDING)
    shown = replace(box, tiles=tuple(placed.tile for placed in tiles))
    return _Block(rect.height + GAP, texts, (PlacedBox(shown, rect),), tuple(tiles), tuple(pills))


def _pair(pair: tuple[Tile, Tile], y: float, width: float, between: float, hue: str) -> Iterator[PlacedTile]:
    """Two tiles side by side, or one over both sides, if they say the same."""
    each, lefts = _sides(width, between)
    if is_shared(pair):
        whole = width - 2 * PADDING
        yield line_tile(pair[0], whole).at(lefts[0], y, whole, hue)
        return
    lined = [line_tile(tile, each) for tile in pair]
    height = max(tile.height for tile in lined)
    yield from (tile.at(left, y, each, hue, height) for tile, left in zip(lined, lefts, strict=True))


def _heads(box: Box, each: float, lefts: tuple[float, float]) -> Iterator[Text]:
    both = bool(box.heads[1][0])
    for side, (name, rule) in enumerate(box.heads):
        if name:
            tone: Tone = box.hue  # type: ignore[assignment]
            # the right end is left free for the path of play, and the middle for numbers
            room = each - 16 if both else each if box.notes else lefts[1] + each - lefts[0] - 16
            run, number = Run(name, PHASE, tone, bold=True), Run(f" {rule}" if rule else "")
            if run.width + number.width > room:  # the rule stands on the tiles too
                number = Run("")
            sizes = (size for size in (PHASE, STEP, SMALL) if text_width(name, size, bold=True) <= room)
            size = next(sizes, SMALL)
            run = replace(run, text=cut(name, room, size, bold=True), size=size)
            place = Rect(lefts[side], 2, room, HEADER - 3)
            yield Text(f"heading-{box.id}-{side + 1}", place, ((run, number),))


def _mark(id: str, mark: str, width: float, cy: float) -> Pill:
    return pill(f"differs-{id}", mark, (width + pill_width(mark)) / 2, cy)


def _paths(picture: Picture, places: dict[str, Rect]) -> Iterator[Path]:
    """Route the path of play down each column; the numbers of the steps tell how it goes on in the next."""
    for edge in picture.edges:
        source, target = places[edge.source], places[edge.target]
        narrow = min(source, target, key=lambda rect: rect.width)
        if not (_within(narrow, source) and _within(narrow, target)):
            continue
        if any(_within(narrow, rect) and source.bottom < rect.y < target.y for rect in places.values()):
            x = narrow.right + RAIL
            corners = (Point(source.right, source.cy), Point(x, source.cy), Point(x, target.cy))
            yield Path(edge, (*corners, Point(target.right, target.cy)))
        else:
            x = narrow.right - RIGHT
            yield Path(edge, (Point(x, source.bottom), Point(x, target.y)))


def _within(narrow: Rect, rect: Rect) -> bool:
    """Whether a rectangle is as wide as another one, or wider on both sides."""
    return rect.x - 0.01 <= narrow.x and narrow.right <= rect.right + 0.01
