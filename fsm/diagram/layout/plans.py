"""Plans: how the phases of a turn are spread over the columns of a page, so that its text is as large as can be.

They need the sizes of phases that lie one below the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from math import ceil

import msgspec
from msgspec.structs import replace

from ..model import END, START, Box, Edge, Note, Picture, Tile
from .columns import Column, make_column
from .geometry import ENTRIES, FLOW, FLOW_CHIPS, STEPS, Grid, Rect, Text
from .geometry import MARGIN as USUAL_MARGIN
from .metrics import PHASE, SMALL, STEP, text_width
from .page import Columns, bottom_of, close_head, foot
from .tiles import detail_of

TAIL = 22.0
"""The room below the last phase for the end."""
BETWEEN = 16.0
"""The distance between two phases of a column."""
NUMBER, HEAD_ROOM = 25.0, 7.0
"""The room beside the name of a tile, for its number, and beside that of a phase, for the path of play."""
MOST_NAME = 240.0
"""The width above which a name is cut."""


def grid_of(picture: Picture) -> Grid:
    """The measures of a picture in a flow."""
    return FLOW_CHIPS if picture.level == "phase" else FLOW


def least_width(picture: Picture, *, details: bool = False) -> float:
    """The least width of a column, in which no name is cut, in whole points; with the ``details`` beside the names."""
    grid = grid_of(picture)
    beside = max(beside_of(box, picture.edges, grid) for box in picture.boxes)
    names = max(min(MOST_NAME, _name_width(tile, details)) for box in picture.boxes for tile in box.tiles)
    heads = 0.0 if grid.small else max(text_width(box.name, PHASE, bold=True) for box in picture.boxes)
    return ceil(
        (INSET if grid.small else 0.0) + grid.padding + max(names, min(MOST_NAME, 2 * (heads + HEAD_ROOM))) + beside
    )


def _name_width(tile: Tile, details: bool) -> float:
    if tile.kind == "chip":
        return NUMBER + 1 + text_width(tile.name, SMALL)
    number = NUMBER if tile.kind == "entry" else NUMBER + STEPS.number - ENTRIES.number
    detail = text_width(" ", SMALL) + detail_of(tile).width if details and tile.kind == "entry" else 0.0
    return number + text_width(tile.name, STEP, bold=True) + detail


def make_columns(picture: Picture, boxes: tuple[Box, ...], at: int, place: Rect, stretch: float) -> tuple[Column, ...]:
    """Place the phases of a column one below the other; all its tiles have the same width."""
    grid = _grid_in(picture, place.width, max(beside_of(box, picture.edges, grid_of(picture)) for box in boxes))
    place = replace(place, width=_within(picture, place.width))
    made: list[Column] = []
    y = place.y
    for row, box in enumerate(boxes):
        made.append(make_column(box, row, at, replace(place, y=y), grid, picture.edges, stretch=stretch))
        y = made[-1].bottom + BETWEEN + stretch + tail_after(picture, box)
    return tuple(made)


def _grid_in(picture: Picture, width: float, beside: float) -> Grid:
    """The measures of a column of a width, of which some is beside its tiles."""
    grid = grid_of(picture)
    return replace(grid, width=_within(picture, width) - grid.padding - beside)


def _within(picture: Picture, width: float) -> float:
    """The width of the phases in a column: paths run beside small ones, with arrows that point at them."""
    return width - INSET if picture.level == "phase" else width


def docks_of(column: Column) -> dict[str, Rect]:
    """Where edges begin and end: at the tiles, or of a phase with small tiles, at the phase."""
    return dict.fromkeys(column.tiles, column.rect) if column.grid.small else column.tiles


def beside_of(box: Box, edges: Iterable[Edge], grid: Grid) -> float:
    """The room right of the tiles of a phase, for edges past other tiles and back to a tile."""
    ids = [tile.id for tile in box.tiles]
    inside = [edge for edge in edges if edge.kind != "created" and edge.source in ids and edge.target in ids]
    past = any(ids.index(edge.target) > ids.index(edge.source) + 1 for edge in inside)
    loop = any(edge.source == edge.target for edge in inside)
    return grid.padding + (grid.lane if past else grid.loop if loop else 0.0)


def tail_of(picture: Picture) -> float:
    """The room below the last phase; more where the path of play leaves the phase, and not a tile in it."""
    return TAIL + 8.0 if picture.level == "phase" else TAIL


def tail_after(picture: Picture, box: Box) -> float:
    """The room below a box for the end: that below the last phase."""
    return tail_of(picture) if box is picture.boxes[phases_in(picture) - 1] else 0.0


def phases_in(picture: Picture) -> int:
    """How many of the boxes are phases; a panel comes after them."""
    return sum(1 for box in picture.boxes if box.kind == "phase")


MARGIN = 10.0
COLUMNS = Columns(MARGIN, FLOW.gutter)
LESS, LEAD = 10.0, 26.0
"""By how much the room below the title is smaller than usual, and the room above the first phase for the start."""
LANE_ROOM = 12.0
"""The room above phases on whose borders pills stand, or past which paths run above them."""
INSET = 8.0
"""How much narrower than its column a small phase is."""
COARSE, FINE = (0.0, 10.0, 25.0, 50.0, 80.0, 120.0, 160.0), (-16.0, -12.0, -8.0, -4.0, -2.0, 0.0, 2.0, 4.0, 8.0, 12.0)
"""The widths of columns that are tried: how much wider than the least width, and then around the best of these."""
MOST_COLUMNS = 8
ALIKE = 8.0
"""Pages whose widths differ by less have text of the same size."""
CLOSE = 6.0
"""The distance of the legend from the end."""
POSTER = 22.0
"""The size of the title of a poster."""


Legends = tuple[tuple[Note, ...], ...]
"""The remarks of a legend below each column."""


class Plan(msgspec.Struct, frozen=True):
    """How the phases are spread over columns of a width; ``height`` is that of the highest, with the title.

    ``full`` is how much of all columns is used.
    """

    groups: tuple[tuple[Box, ...], ...]
    width: float
    height: float
    legends: Legends
    full: float

    @property
    def page_width(self) -> float:
        """The width of the page."""
        return COLUMNS.page(len(self.groups), self.width)


def best_plan(plans: list[Plan], ratio: float) -> Plan:
    """The plan with the largest text; of several with nearly the same, that with few and wide columns."""
    return min(
        plans, key=lambda plan: (max(plan.page_width, plan.height * ratio) // ALIKE, len(plan.groups), -plan.width)
    )


def find_plan(picture: Picture, counts: Iterable[int], ratio: float) -> Plan:
    """The plan with the largest text on a page of a ratio, with one of some numbers of columns."""
    least = least_width(picture)
    few = [count for count in counts if count <= MOST_COLUMNS]
    coarse = best_plan([make_plan(picture, count, least + more) for count in few for more in COARSE], ratio)
    near = [width for more in FINE if (width := coarse.width + more) >= least]
    return best_plan([make_plan(picture, len(coarse.groups), width) for width in near], ratio)


def make_plan(picture: Picture, count: int, width: float) -> Plan:
    """Spread the phases over columns so that the highest column is as low as can be."""
    count = min(count, len(picture.boxes))
    alone = [beside_of(box, picture.edges, grid_of(picture)) for box in picture.boxes]
    ends = _partition((0.0, *accumulate(_heights(picture, width, alone))), count)
    spans = list(zip([0, *ends[:-1]], ends, strict=True))
    shared = [max(alone[start:end]) for start, end in spans for _ in range(start, end)]
    heights = _heights(picture, width, shared)
    columns = [sum(heights[start:end]) - BETWEEN for start, end in spans]
    legends, columns = _below(picture.legend, columns, width)
    groups = tuple(picture.boxes[start:end] for start, end in spans)
    height = top_of(picture, COLUMNS.page(count, width)) + max(columns) + MARGIN
    return Plan(groups, width, height, legends, sum(columns) / (count * max(columns)))


def _below(notes: tuple[Note, ...], heights: list[float], width: float) -> tuple[Legends, list[float]]:
    """Put a legend below columns of some heights, and return these with it: whole, or in two parts if that is lower."""
    shortest = sorted(range(len(heights)), key=heights.__getitem__)
    ways = [_put({shortest[0]: notes}, heights, width)]
    if len(shortest) > 1:
        left, right = sorted(shortest[:2])
        ways += [_put({left: notes[:at], right: notes[at:]}, heights, width) for at in range(1, len(notes))]
    return min(ways, key=lambda way: max(way[1]))


def _put(parts: dict[int, tuple[Note, ...]], heights: list[float], width: float) -> tuple[Legends, list[float]]:
    legends = tuple(parts.get(at, ()) for at in range(len(heights)))
    return legends, [height + legend_height(part, width) for height, part in zip(heights, legends, strict=True)]


def _heights(picture: Picture, width: float, beside: list[float]) -> list[float]:
    """The room that each phase takes in a column of a width, of which some is beside its tiles."""
    place = Rect(0, 0, _within(picture, width), 0)
    grids = [_grid_in(picture, width, taken) for taken in beside]
    made = (make_column(box, 0, 0, place, grid, picture.edges) for box, grid in zip(picture.boxes, grids, strict=True))
    heights = [column.bottom + BETWEEN for column in made]
    heights[0] += LEAD
    heights[phases_in(picture) - 1] += tail_of(picture)
    return heights


def _partition(sums: tuple[float, ...], count: int) -> list[int]:
    """Where each column ends, so that the highest is as low as can be."""
    size = len(sums) - 1
    best: list[tuple[float, list[int]]] = [(sums[end], [end]) for end in range(size + 1)]
    for columns in range(2, count + 1):
        step = []
        for end in range(size + 1):
            ways = [
                (max(best[start][0], sums[end] - sums[start]), [*best[start][1], end])
                for start in range(columns - 1, end)
            ]
            step.append(min(ways, default=(float("inf"), [])))
        best = step
    return best[size][1]


def top_of(picture: Picture, width: float) -> float:
    """The y below the title."""
    lane = LANE_ROOM if picture.level == "phase" or _passes(picture) else 0.0
    return title_of(picture, width)[1] + USUAL_MARGIN - LESS + lane


@lru_cache(maxsize=64)
def _passes(picture: Picture) -> bool:
    """Whether play goes past a whole phase."""
    box_of = picture.box_of() | {START: -1, END: phases_in(picture)}
    return any(box_of[edge.target] > box_of[edge.source] + 1 for edge in picture.edges if edge.kind == "main")


def title_of(picture: Picture, width: float) -> tuple[tuple[Text, ...], float]:
    """The title, which is larger above a panel, and its height."""
    size = PHASE if phases_in(picture) == len(picture.boxes) else POSTER
    return close_head(picture, width, MARGIN, size)


def legend_height(notes: Iterable[Note], width: float) -> float:
    """The height of remarks below a column of a width."""
    return bottom_of(foot(notes, 0, width, 0, CLOSE), 0)
