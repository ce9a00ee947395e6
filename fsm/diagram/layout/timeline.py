"""The layout of a timeline in any shape: lanes in rows or, where these have no room, turns that are read like text.

There runs of regular turns stand on one tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise

from ..look import ASPECTS, one_direction
from ..model import Box, Note, Picture, Tile, dotted
from .geometry import Layout, Part, Path, Pill, PlacedBox, PlacedTile, Point, Rect, Text, on_own_page
from .lanes import lay_out_lanes
from .page import SLIDE, Columns, Sized, close_head, page_of, pill, pill_width, room_of, stacked
from .tiles import NAME, TOP, LinedTile, line_tile

MARGIN, PADDING, ROW_GAP, NOTE_LINES = 9.0, 6.0, 8.0, 8
COLUMNS = Columns(MARGIN + PADDING, gutter=11.0)
LEAST, COUNTS, WIDTHS = 138.0, range(1, 9), range(110, 300, 2)
"""The least width of a column where a width is given, and the numbers and widths that are tried for a page."""
KEY = "Numbers of turns, in rows that are read like text"
LETTERS = "Letters: phases; + inserted, [ ] skipped"
PILL = NAME / 2 + TOP
"""How far below the top of a turn the middle of its pill is: beside the first line of the name."""


def _grid(picture: Picture, lined: list[LinedTile], count: int, each: float) -> Sized:
    page = COLUMNS.page(count, each)
    title, _ = close_head(picture, page, MARGIN, most=NOTE_LINES)
    top = title[-1].rect.bottom + 4
    rows = [lined[start : start + count] for start in range(0, len(lined), count)]
    heights = [max(tile.height for tile in row) for row in rows]
    tops = list(accumulate((height + ROW_GAP for height in heights), initial=top + PADDING))
    bottom = tops[-1] - ROW_GAP if rows else tops[-1]
    around = Rect(MARGIN, top, page - 2 * MARGIN, bottom + PADDING - top)
    texts = (*title, *_remarks(picture, around.bottom + 4, page - 2 * MARGIN))
    low = max(around.bottom, texts[-1].rect.bottom) + MARGIN

    def make() -> Layout:
        tiles = tuple(
            tile.at(COLUMNS.left(at, each), y, each, "path", height)
            for row, y, height in zip(rows, tops[:-1], heights, strict=True)
            for at, tile in enumerate(row)
        )
        lane = tuple(placed.tile for placed in tiles)
        box = PlacedBox(Box("turns", "Turns", "", "lane", lane, picture.description, kind="lane"), around)
        part = Part(low, (box,), tiles, texts, tuple(_pills(tiles)))
        return on_own_page(picture, Rect(0, 0, page, low), [part], partial(_paths, picture))

    return Sized(page, low, make)


def _lined(picture: Picture, width: float) -> list[LinedTile]:
    """The turns, with their texts broken into the lines of a column."""
    return [line_tile(tile, width, pill_width(tile.pill) + 2 if tile.pill else 0.0) for tile in _told(picture)]


def _told(picture: Picture) -> Iterator[Tile]:
    """All turns in order, each with its player; runs of regular ones as one tile."""
    turns = [(tile, box.name) for box in picture.boxes for tile in box.tiles]
    run: list[tuple[Tile, str]] = []
    for tile, player in sorted(turns, key=lambda turn: turn[0].order):
        if _is_regular(tile):
            run.append((tile, player))
            continue
        yield from _run(run)
        run = []
        yield _one(tile, player)
    yield from _run(run)


def _is_regular(tile: Tile) -> bool:
    told = tile.pill or tile.skipped or tile.tags or _letters(tile)
    return not told and not any(chip.faded for chip in tile.chips)


def _run(run: list[tuple[Tile, str]]) -> Iterator[Tile]:
    if len(run) < 3:
        yield from (_one(tile, player) for tile, player in run)
        return
    first, last = run[0][0], run[-1][0]
    players = _in_order([player for _, player in run])
    name = f"{first.name.removeprefix('Turn ')} to {last.name.removeprefix('Turn ')}"
    yield replace(first, name=name, order=0, detail=players, chips=(), tooltip=f"{name}: {players}")


def _in_order(players: list[str]) -> str:
    """Name the players of turns in a row, once around.

    >>> _in_order(["Ann", "Bob", "Ann"]), _in_order(["Ann", "Bob", "Cleo"])
    ('Ann, Bob, and so on', 'Ann, Bob, Cleo')
    """
    around = next(n for n in range(1, len(players) + 1) if players[n:] == players[:-n])
    return ", ".join([*players[:around], *(["and so on"] if around < len(players) else [])])


def _one(tile: Tile, player: str) -> Tile:
    """A turn with its player, and what is not regular in it."""
    detail = dotted(tile.detail, _letters(tile), *(tag.text for tag in tile.tags))
    number = tile.name.removeprefix("Turn").strip()
    name = f"{number}\u00a0· {player}" if number else player
    return replace(tile, name=name, order=0, detail=detail, chips=(), tags=())


def _letters(tile: Tile) -> str:
    """The letters of the phases of a turn, if something was inserted into it or skipped in it."""
    if tile.skipped or not any(chip.accent or chip.skipped or len(chip.text) > 1 for chip in tile.chips):
        return ""
    return " ".join(
        f"[{chip.text}]" if chip.skipped else f"+{chip.text}" if chip.accent else chip.text for chip in tile.chips
    )


def _remarks(picture: Picture, y: float, width: float) -> tuple[Text, ...]:
    """What the letters mean, and what the legend and the lanes say besides chips and edges."""
    rules: dict[str, list[str]] = {}
    for box in picture.boxes:
        for note in box.notes:
            rules.setdefault(note.rule, []).append(f"{box.name} {note.text}")
    ended = [Note(", ".join(told), rule) for rule, told in rules.items()]
    notes = [note for note in picture.legend if not note.sample and not note.text.startswith(("Dotted", "Dashed"))]
    lettered = any(_letters(tile) for box in picture.boxes for tile in box.tiles)
    key = Note(f"{KEY}. {LETTERS}" if lettered else KEY)
    return stacked("legend", (key, *ended, *notes), Rect(MARGIN, y, width, 0), 1, NOTE_LINES)


def _pills(tiles: tuple[PlacedTile, ...]) -> Iterator[Pill]:
    for placed in tiles:
        if placed.tile.pill:
            yield pill(f"pill-{placed.tile.id}", placed.tile.pill, placed.rect.right - 5, placed.rect.y + PILL, "extra")


def _paths(picture: Picture, tiles: tuple[PlacedTile, ...]) -> Iterator[Path]:
    """The path of play between turns that stand side by side."""
    places = {placed.tile.id: placed.rect for placed in tiles}
    into = {edge.target: edge for edge in picture.edges if edge.kind == "main"}
    for one, other in pairwise(places):
        edge, here, there = into.get(other), places[one], places[other]
        if edge is not None and here.y == there.y:
            if edge.source in places and edge.source != one:
                continue
            yield Path(replace(edge, source=one), (Point(here.right, here.cy), Point(there.x, there.cy)))


ROOMS = (*range(320, 1680, 80), *range(2000, 6800, 400))
"""The widths of the rows of a timeline that are tried for a page."""


def lay_out_timeline(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place a timeline: in rows that fill a page of an aspect, or that can be read at a width.

    Where lanes would make its text too small, turns stand in rows without lanes.
    """
    one_direction(direction)
    if aspect:
        ratio = ASPECTS[aspect]
        lanes = page_of([lay_out_lanes(picture, room) for room in ROOMS], ratio)
        if max(lanes.width, lanes.height * ratio) <= SLIDE:
            return lanes
        lined = {each: _lined(picture, each) for each in WIDTHS}
        return page_of([lanes, *(_grid(picture, lined[each], n, each) for n in COUNTS for each in WIDTHS)], ratio)
    room = room_of(width)
    usual = lay_out_lanes(picture)
    if usual.width <= room:
        return usual
    if room >= SLIDE:
        return lay_out_lanes(picture, room)
    count = COLUMNS.fitting(room, LEAST)
    each = COLUMNS.each(count, room)
    return _grid(picture, _lined(picture, each), count, each).make()
