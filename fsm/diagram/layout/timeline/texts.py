"""The texts of a timeline: labels of edges to extra turns, and the legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from ...model import Picture
from ..geometry import LINE, MARGIN, Badge, Path, Point, Rect, Text, crosses
from ..metrics import Run, line_width
from ..page import NOTE_LINES, note_lines
from .tiles import CHIP, chip_badge, chip_width

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
