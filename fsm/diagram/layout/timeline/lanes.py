"""The layout of a timeline: rows of lanes, in which time runs right, with the labels of edges and the legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from ...model import END, START, Picture
from ..geometry import DOT, LINE, MARGIN, RING, Badge, Layout, Path, PlacedBox, PlacedTile, Point, Rect, Text, crosses
from ..metrics import Run, line_width
from ..page import NOTE_LINES, head, note_lines
from .routes import Channel, Halt, Page, created_route, levels, make_channels, play_route
from .strips import (
    CHIP,
    LANE_PADDING,
    NAME_LINE,
    WIDEST,
    Lane,
    Strip,
    chip_badge,
    chip_badges,
    chip_width,
    make_lanes,
    make_strips,
    name_width,
    turn_pills,
)

HEIGHT = 13.0
STEP_ASIDE = 6.0
LEGEND_LINE, BETWEEN = 26.0, 18.0


def edge_labels(paths: list[Path], left: float, right: float) -> Iterator[Text]:
    """Place each label on a horizontal part of its edge that nothing crosses; without room, only the tooltip has it."""
    lines = [ends for path in paths for ends in pairwise(path.points)]
    taken: list[Rect] = []
    for path in paths:
        edge = path.edge
        if edge.kind != "created" or not edge.label:
            continue
        run = Run(edge.label, tone="accent", bold=True)
        level = [(a, b) for a, b in pairwise(path.points) if a.y == b.y]
        places = (place for a, b in level for place in _places(a, b, run.width, left, right))
        place = next((place for place in places if _is_free(place, lines, taken)), None)
        if place is not None:
            taken.append(place)
            yield Text(f"label-{edge.id}", place, ((run,),), edge.tooltip)


def _places(one: Point, other: Point, width: float, left: float, right: float) -> Iterator[Rect]:
    """The places to try: the middle first, then further to both sides."""
    middle = (one.x + other.x - width) / 2
    for step in range(int((abs(one.x - other.x) + width) / 2 / STEP_ASIDE) + 1):
        for x in (middle + step * STEP_ASIDE, middle - step * STEP_ASIDE)[: 2 if step else 1]:
            if left <= x and x + width <= right:
                yield Rect(x, one.y - HEIGHT - 1, width, HEIGHT)


def _is_free(place: Rect, lines: Iterable[tuple[Point, Point]], taken: Iterable[Rect]) -> bool:
    wide = Rect(place.x - 3, place.y, place.width + 6, place.height)
    return not any(crosses(a, b, wide) for a, b in lines) and not any(wide.overlaps(other) for other in taken)


def lay_out_legend(picture: Picture, top: float, right: float) -> tuple[list[Text], list[Badge], float]:
    """Place the legend, one note after the other, in as many lines as needed; the last value is the y below it."""
    texts: list[Text] = []
    badges: list[Badge] = []
    x, y = MARGIN, top
    for number, note in enumerate(picture.legend, 1):
        sample = chip_width(note.sample) + 6 if note.sample else 0.0
        lines = note_lines(note, right - MARGIN - sample, NOTE_LINES)
        width = max(map(line_width, lines), default=0.0)
        if x > MARGIN and x + sample + width > right:
            x, y = MARGIN, y + LEGEND_LINE
        if note.sample:
            badges.append(chip_badge(note.sample, x, y))
        place = Rect(x + sample, y + (CHIP - LINE) / 2, width, LINE * len(lines))
        texts.append(Text(f"legend-{number}", place, lines, note.tooltip))
        x = place.right + BETWEEN
        y += LINE * (len(lines) - 1)
    return texts, badges, y + (CHIP if picture.legend else 0.0)


LEVEL, WRAP, CLEAR, FREE = 18.0, 16.0, 14.0, 6.0
"""The heights above a row: of a level of edges with labels, of the path of play down to it, and of free room."""
ROW_GAP, LEGEND_GAP, END_GAP = 10.0, 16.0, 26.0
NARROWEST = 640.0


def lay_out_lanes(picture: Picture, widest: float = WIDEST) -> Layout:
    """Place everything in a timeline, in rows that are no wider than they may be unless one turn needs more."""
    strips = make_strips(picture, widest)
    channels = make_channels(picture.edges, strips)
    right = max(
        *(s.right + END_GAP + RING for s in strips), *(c.bus for c in channels), min(NARROWEST, widest) - MARGIN
    )
    title, height = head(picture, right)
    page, bottom = _page(picture, strips, channels, MARGIN + height)
    halts = _halts(picture, page)
    paths = [Path(e, play_route(halts[e.source], halts[e.target], page)) for e in picture.edges if e.kind == "main"]
    paths += [Path(channel.edge, created_route(channel, page)) for channel in channels]
    cells = [cell for strip in strips for cell in strip.cells]
    legend, badges, bottom = lay_out_legend(picture, bottom + LEGEND_GAP, right)
    return Layout(
        picture=picture,
        width=right + MARGIN,
        height=bottom + MARGIN,
        boxes=tuple(_lane_box(lane, row, page) for row, lanes in enumerate(page.lanes) for lane in lanes),
        tiles=tuple(PlacedTile(c.turn.tile, page.rects[c.turn.tile.id], "path", c.turn.rows) for c in cells),
        texts=(
            *title,
            *_headings(page, name_width(picture)),
            *edge_labels(paths, strips[0].left, right),
            *legend,
        ),
        pills=tuple(pill for c in cells for pill in turn_pills(c.turn, page.rects[c.turn.tile.id])),
        paths=tuple(paths),
        start=halts[START].rect,
        end=halts[END].rect,
        badges=(
            *_ends(page),
            *(badge for c in cells for badge in chip_badges(c.turn, page.rects[c.turn.tile.id])),
            *badges,
        ),
    )


def _page(picture: Picture, strips: tuple[Strip, ...], channels: tuple[Channel, ...], top: float) -> tuple[Page, float]:
    """Place the rows from the top down; return them and the y below the last one."""
    ended: set[int] = set()
    lanes: list[tuple[Lane, ...]] = []
    wraps: list[float] = []
    heights: list[tuple[float, ...]] = []
    for row, strip in enumerate(strips):
        wraps.append(top + WRAP / 2)
        count = levels(channels, row)
        top += (WRAP if row else 0.0) + (count * LEVEL + CLEAR if count else FREE)
        heights.append(tuple(top - CLEAR - level * LEVEL for level in range(count)))
        lanes.append(make_lanes(picture, strip, top, ended))
        ended |= {lane.number for lane in lanes[-1] if lane.ends}
        top = lanes[-1][-1].rect.bottom + ROW_GAP
    rects = {}
    for row, strip in enumerate(strips):
        for cell in strip.cells:
            middle = next(lane.rect.cy for lane in lanes[row] if lane.number == cell.lane)
            turn = cell.turn
            rects[turn.tile.id] = Rect(cell.x, middle - turn.height / 2, turn.width, turn.height)
    return Page(strips, tuple(lanes), tuple(wraps), tuple(heights), rects), top


def _halts(picture: Picture, page: Page) -> dict[str, Halt]:
    """The positions of the start, the end, and the turns, by id."""
    halts = {
        cell.turn.tile.id: Halt(cell.row, cell.at, cell.lane, page.rects[cell.turn.tile.id])
        for strip in page.strips
        for cell in strip.cells
    }
    main = [edge for edge in picture.edges if edge.kind == "main"]
    first, last = halts.get(main[0].target), halts.get(main[-1].source)
    y = page.above(0, None)
    if first and not first.row:
        y = page.above(0, first.lane) if first.lane in page.blocked(0, -1, first.at) else first.rect.cy
    halts[START] = Halt(0, -1, None, Rect(page.strips[0].left - DOT / 2, y - DOT / 2, DOT, DOT))
    row = len(page.strips) - 1
    strip = page.strips[row]
    y = page.above(row, None)
    if last and last.row == row:
        y = page.above(row, last.lane) if last.lane in page.blocked(row, last.at, len(strip.cells)) else last.rect.cy
    ring = Rect(strip.right + END_GAP, y - RING / 2, RING, RING)
    halts[END] = Halt(row, len(strip.cells), None, ring)
    return halts


def _lane_box(lane: Lane, row: int, page: Page) -> PlacedBox:
    tiles = tuple(cell.turn.tile for cell in page.strips[row].cells if cell.lane == lane.number)
    return PlacedBox(replace(lane.box, id=f"{lane.box.id}.{row + 1}", tiles=tiles), lane.rect)


def _headings(page: Page, width: float) -> Iterator[Text]:
    """Write the names on the left of the lanes, and below a name the notes about its player."""
    for row, lanes in enumerate(page.lanes, 1):
        for lane in lanes:
            height = NAME_LINE * len(lane.name) + LINE * sum(len(lines) for _, lines in lane.notes)
            x, y = lane.rect.x + LANE_PADDING, lane.rect.cy - height / 2
            place = Rect(x, y, width, NAME_LINE * len(lane.name))
            yield Text(f"heading-{lane.box.id}.{row}", place, lane.name, lane.box.tooltip)
            y = place.bottom
            for number, (note, lines) in enumerate(lane.notes, 1):
                place = Rect(x, y, width, LINE * len(lines))
                yield Text(f"note-{lane.box.id}.{row}-{number}", place, lines, note.tooltip)
                y = place.bottom


def _ends(page: Page) -> Iterator[Badge]:
    """Draw a bar at the end of the lane of a player who left."""
    for row, lanes in enumerate(page.lanes, 1):
        for lane in lanes:
            if lane.ends:
                place = Rect(lane.rect.right - 2, lane.rect.y, 4, lane.rect.height)
                tooltip = " · ".join(note.tooltip for note in lane.box.notes)
                yield Badge(f"end-{lane.box.id}.{row}", place, "", "path", "path", "paper", "lane-end", tooltip)
