"""The layout of chains, with equal parts in one line: they run right, or down side by side.

The chains of several rules that run down stand in rows, as many rules in a row as have room there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate, chain, groupby
from math import inf

from ..look import ASPECTS
from ..model import Box, Picture, Tile
from .geometry import LINE, MARGIN, Layout, Part, Path, PlacedBox, PlacedTile, Point, Rect, Text, joined, on_own_page
from .metrics import PHASE, SMALL, STEP, Run, cut, text_width, wrap
from .page import (
    LEAST_WIDTH,
    Columns,
    Sized,
    best_of,
    bottom_of,
    close_head,
    foot,
    head,
    kind_pill,
    pill_width,
    room_of,
    stacked,
    tile_pills,
)
from .tiles import FRAME, line_tile

Aligned = tuple[Box, list[float], float]
"""A chain, the distance of each tile from the first, and its length."""


Route = Callable[[Rect, Rect, bool], tuple[Point, ...]]
"""Makes the corners of an edge between two tiles, which may go past others."""

PLAIN, SMALL_TILE, HEIGHT, GAP = 162.0, 34.0, 40.0, 32.0
PADDING, HEADER, BYPASS = 16.0, 42.0, 16.0
PANEL_GAP, NOTE_GAP, NOTE_LINES, RULE_GAP = 14.0, 8.0, 6, 26.0
"""The measures of chains that run right."""

COLUMNS = Columns(margin=7.0, gutter=10.0)
INSIDE, LANE = 5.0, 14.0
"""The room in a box of a chain that runs down; more right of the tiles if a way goes past some."""
GROUP, HEAD, BELOW, STEP_GAP, CLOSE, DOWN_LINES, ASIDE = 16.0, 22.0, 2.0, 11.0, 3.0, 12, 16.0
"""The height of the name of a rule and of a chain, and the distances of what is below each other."""
WIDTHS = range(120, 420, 5)
"""The widths of chains that are tried for a page."""
CLOSE_GAP, MOST_GAP = 8.0, 44.0
"""The least gaps of chains on a page, and by how much they grow at most, so that they fill it."""
LONG = 185.0
"""A tile whose name, detail and pill are longer may have several lines."""
LEAST = 170.0
"""The least width of a chain, where a width is given."""


def lay_out_chains(picture: Picture, direction: str = "", aspect: str = "", width: int = 0) -> Layout:
    """Place chains in a direction, for a page of an aspect, or for a width."""
    usual = _across(picture)
    if direction == "right":
        return usual
    if aspect:
        return _page(picture, [] if direction else [usual], ASPECTS[aspect])
    room = room_of(width)
    if not direction and usual.width <= room:
        return usual
    count = min(len(picture.boxes), COLUMNS.fitting(room, LEAST))
    return _down(picture, count, min(COLUMNS.each(count, room), WIDTHS[-1])).make()


def _rules(picture: Picture) -> list[list[Box]]:
    """The chains of each rule."""
    return [list(boxes) for _, boxes in groupby(picture.boxes, key=lambda box: box.id.rpartition("-")[0])]


def _aligned(chains: list[Box], size: Callable[[Tile], float], gap: float) -> Iterator[Aligned]:
    """Put the tiles of chains one after the other: equal parts in one line, if they come in the same order."""
    keys = [[tile.id.removeprefix(box.id) for tile in box.tiles] for box in chains]
    longest = max(keys, key=len)
    alike = all(_is_within(own, longest) for own in keys)
    sizes: dict[str, float] = {}
    for box, own in zip(chains, keys, strict=True):
        for key, tile in zip(own, box.tiles, strict=True):
            sizes[key] = max(sizes.get(key, 0.0), size(tile))
    for box, own in zip(chains, keys, strict=True):
        line = longest if alike else own
        ends = list(accumulate((sizes[key] + gap for key in line), initial=0.0))
        starts = dict(zip(line, ends, strict=False))
        yield box, [starts[key] for key in own], ends[-1] - gap


def _is_within(chain: list[str], order: list[str]) -> bool:
    """Whether a chain is a subsequence of another one."""
    rest = iter(order)
    return all(key in rest for key in chain)


def _passing(picture: Picture) -> frozenset[str]:
    """The sources of edges that go past other tiles."""
    tiles = (tile for box in picture.boxes for tile in box.tiles)
    place = {tile.id: number for number, tile in enumerate(tiles)}
    return frozenset(edge.source for edge in picture.edges if place[edge.target] != place[edge.source] + 1)


def make_paths(
    picture: Picture, passing: frozenset[str], route: Route, tiles: tuple[PlacedTile, ...]
) -> tuple[Path, ...]:
    """Route all edges, in the direction in which the chains run."""
    places = {placed.tile.id: placed.rect for placed in tiles}
    return tuple(
        Path(edge, route(places[edge.source], places[edge.target], edge.source in passing)) for edge in picture.edges
    )


def _across(picture: Picture) -> Layout:
    """Place chains that run right, one below the other."""
    chains = [chain for boxes in _rules(picture) for chain in _aligned(boxes, _width, GAP)]
    content = max(x + _width(tile) for box, lefts, _ in chains for x, tile in zip(lefts, box.tiles, strict=True))
    width = max(MARGIN + PADDING + content + PADDING + MARGIN, LEAST_WIDTH)
    title, height = head(picture, width)
    passing = _passing(picture)
    parts: list[Part] = []
    y = MARGIN + height
    for box, lefts, _ in chains:
        low = BYPASS if any(tile.id in passing for tile in box.tiles) else 0
        rect = Rect(MARGIN, y, width - 2 * MARGIN, HEADER + HEIGHT + PADDING + low)
        places = [
            Rect(rect.x + PADDING + x, y + HEADER, _width(tile), HEIGHT)
            for x, tile in zip(lefts, box.tiles, strict=True)
        ]
        tiles = tuple(
            PlacedTile(tile, place, tile.hue or box.hue) for tile, place in zip(box.tiles, places, strict=True)
        )
        notes = stacked(f"note-{box.id}", box.notes, Rect(rect.x, rect.bottom + NOTE_GAP, rect.width, 0), 4, NOTE_LINES)
        parts.append(Part(bottom_of(notes, rect.bottom), (PlacedBox(box, rect),), tiles, notes))
        y = parts[-1].bottom + (RULE_GAP if notes else PANEL_GAP)
    whole = joined(parts)
    legend = foot(picture.legend, MARGIN, width - 2 * MARGIN, whole.bottom)
    return Layout(
        picture=picture,
        width=width,
        height=bottom_of(legend, whole.bottom) + MARGIN,
        boxes=whole.boxes,
        tiles=whole.tiles,
        texts=(*title, *map(heading, whole.boxes), *whole.texts, *legend),
        pills=tuple(pill for placed in whole.tiles for pill in tile_pills(placed.tile, placed.rect)),
        paths=make_paths(picture, passing, rightwards, whole.tiles),
    )


def _width(tile: Tile) -> float:
    return PLAIN if tile.kind == "plain" else SMALL_TILE


def heading(placed: PlacedBox) -> Text:
    """The name of a chain that runs right, and its rule."""
    box, rect = placed.box, placed.rect
    rule = Run(f" {box.rule}" if box.rule else "")
    room = rect.width - 2 * PADDING
    whole = f"{box.group}: {box.name.lower()}" if box.group else box.name
    name = Run(cut(whole, room - rule.width, PHASE, bold=True), PHASE, "other", bold=True)
    return Text(f"heading-{box.id}", Rect(rect.x + PADDING, rect.y + 4, room, 22), ((name, rule),), box.tooltip)


def rightwards(source: Rect, target: Rect, past: bool) -> tuple[Point, ...]:
    """Route an edge straight to the next tile, or below the tiles that it goes past."""
    if not past:
        return Point(source.right, source.cy), Point(target.x, target.cy)
    lane = source.bottom + BYPASS
    corners = (Point(source.cx, source.bottom), Point(source.cx, lane), Point(target.cx, lane))
    return (*corners, Point(target.cx, target.bottom))


def _page(picture: Picture, usual: list[Layout], ratio: float) -> Layout:
    """The layout with the largest text on a page of a ratio, which it fills; only what may be better is tried."""
    tried: list[Layout | Sized] = [*usual]
    ways: list[tuple[int, float]] = [(0, 0.0) for _ in usual]
    widths = WIDTHS[bisect_left(WIDTHS, _least_width(picture)) :] or WIDTHS[-1:]
    widest = min((max(one.width, one.height * ratio) for one in tried), default=inf)
    for count in range(1, len(picture.boxes) + 1):
        for each in widths:
            if COLUMNS.page(count, each) < widest:
                tried.append(_down(picture, count, each, CLOSE_GAP))
                ways.append((count, each))
                widest = min(widest, max(tried[-1].width, tried[-1].height * ratio))
    best = best_of(tried, ratio)
    if not isinstance(best, Sized):
        return best
    return _filling(picture, *ways[tried.index(best)], max(best.width / ratio, best.height))


def _filling(picture: Picture, count: int, each: float, height: float) -> Layout:
    """Chains that run down, with gaps that are larger to fill a page of a height."""
    usual, more = (_down(picture, count, each, gap).height for gap in (CLOSE_GAP, CLOSE_GAP + 1))
    grown = min(MOST_GAP, (height - usual) / (more - usual)) if more > usual else 0.0
    return _down(picture, count, each, CLOSE_GAP + grown).make()


def _are_many(picture: Picture) -> bool:
    """Whether a page has the chains of several rules."""
    return len(_rules(picture)) > 1


def _least_width(picture: Picture) -> float:
    """The least width of a chain that runs down in which no word of a tile is broken, nor a line that is not long."""
    tiles = [tile for box in picture.boxes for tile in box.tiles]
    words = [(tile, word) for tile in tiles for word in tile.name.split()]
    lines = [text_width(t.name, STEP, bold=True) + text_width(f"  {t.detail}", SMALL) + _beside(t) for t in tiles]
    longest = max(text_width(word, STEP, bold=True) + _beside(tile) for tile, word in words)
    short = [line for line in lines if line <= LONG and not _are_many(picture)]
    return max([longest, *short]) + 2 * INSIDE + LANE + FRAME


def _down(picture: Picture, count: int, each: float, gap: float = STEP_GAP) -> Sized:
    """Place chains that run down, so many of a width side by side."""
    page, passing = COLUMNS.page(count, each), _passing(picture)
    title, _ = close_head(picture, page, COLUMNS.margin, most=DOWN_LINES)
    y = title[-1].rect.bottom + CLOSE
    parts: list[Part] = []
    for rules in _in_rows(picture, count):
        x, row = COLUMNS.margin, []
        for chains in rules:
            own = COLUMNS.page(len(chains), each) - 2 * COLUMNS.margin
            right = page - COLUMNS.margin if chains is rules[-1] else x + own
            row.append(_rule(passing, chains, count, each, Rect(x, y, right - x, 0), gap))
            x = right + COLUMNS.gutter
        parts += row
        y = max(part.bottom for part in row) + COLUMNS.gutter
    y -= COLUMNS.gutter
    legend = foot(picture.legend, COLUMNS.margin, page - 2 * COLUMNS.margin, y, CLOSE)
    size = Rect(0, 0, page, bottom_of(legend, y) + COLUMNS.margin)
    return Sized(
        page,
        size.height,
        lambda: on_own_page(
            picture,
            size,
            (Part(0.0, texts=(*title, *legend)), *parts),
            partial(make_paths, picture, passing, _downwards),
        ),
    )


def _in_rows(picture: Picture, count: int) -> list[list[list[Box]]]:
    """The rules of each row: as many as have so many chains together, or one that has more."""
    rows: list[list[list[Box]]] = []
    left = 0
    for chains in _rules(picture):
        if len(chains) > left:
            rows.append([])
            left = count
        rows[-1].append(chains)
        left -= len(chains)
    return rows


def _rule(passing: frozenset[str], chains: list[Box], count: int, each: float, place: Rect, gap: float) -> Part:
    """Place a rule in some room: its name, if there are several, its chains, and below them the remarks about it."""
    name, y = chains[0].group, place.y
    lines = wrap((Run(name, STEP, "ink", bold=True),), place.width, DOWN_LINES)
    title = Text(f"rule-{chains[0].id}", Rect(place.x, place.y, place.width, GROUP * len(lines)), lines)
    parts = [Part(0.0, texts=(title,))] if name else []
    y += title.rect.height
    for start in range(0, len(chains), count):
        parts += _row(passing, chains[start : start + count], Rect(place.x, y, each, 0), gap)
        y = parts[-1].bottom + COLUMNS.gutter
    y += CLOSE - COLUMNS.gutter
    for box in chains:
        notes = stacked(f"note-{box.id}", box.notes, Rect(place.x, y, place.width, 0), 1, DOWN_LINES)
        parts.append(Part(bottom_of(notes, 0.0), texts=notes))
        y = bottom_of(notes, y - 1) + 1
    return joined(parts)


def _row(passing: frozenset[str], chains: list[Box], place: Rect, gap: float) -> Iterator[Part]:
    """Place chains side by side."""
    lane = LANE if any(tile.id in passing for box in chains for tile in box.tiles) else 0.0
    width = place.width - 2 * INSIDE - lane
    lined = {tile.id: line_tile(tile, width, _beside(tile), inline=True) for box in chains for tile in box.tiles}
    lefts = [place.x + at * (place.width + COLUMNS.gutter) for at in range(len(chains))]
    names = [_capped(box, Rect(x, place.y, place.width, 0)) for box, x in zip(chains, lefts, strict=True)]
    top = max(name.rect.bottom for name in names) + BELOW
    aligned = list(_aligned(chains, lambda tile: lined[tile.id].height, gap))
    bottom = top + max(length for *_, length in aligned) + INSIDE
    for x, name, (box, tops, _) in zip(lefts, names, aligned, strict=True):
        tiles = tuple(
            lined[tile.id].at(x + INSIDE, top + y, width, box.hue) for y, tile in zip(tops, box.tiles, strict=True)
        )
        pills = (kind_pill(placed.tile, placed.rect.right - 5, placed.rect.cy) for placed in tiles)
        frame = PlacedBox(box, Rect(x, place.y, place.width, bottom - place.y))
        yield Part(bottom, (frame,), tiles, (name,), tuple(chain.from_iterable(pills)))


def _beside(tile: Tile) -> float:
    text = tile.pill or tile.mark
    return pill_width(text) + 4 if text else 0.0


def _capped(box: Box, place: Rect) -> Text:
    """Place the name of a chain that runs down: on one line if a size of text allows it."""
    rule, room = Run(f" {box.rule}" if box.rule else ""), place.width - 2 * INSIDE
    fits = (size for size in (PHASE, STEP) if text_width(box.name, size, bold=True) + rule.width <= room)
    size = next(fits, SMALL)
    lines = wrap((Run(box.name, size, "other", bold=True), rule), room, DOWN_LINES)
    height = LINE * len(lines) if len(lines) > 1 else HEAD - 2 - BELOW
    return Text(f"heading-{box.id}", Rect(place.x + INSIDE, place.y + 2, room, height), lines, box.tooltip)


def _downwards(source: Rect, target: Rect, past: bool) -> tuple[Point, ...]:
    """Route an edge down to the next tile, or on the right past others."""
    if not past:
        x = source.x + ASIDE
        return Point(x, source.bottom), Point(x, target.y)
    x = source.right + LANE - 4
    return Point(source.right, source.cy), Point(x, source.cy), Point(x, target.cy), Point(target.right, target.cy)
