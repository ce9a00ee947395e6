"""Plans: how the phases of a turn are spread over the columns of a page, so that its text is as large as can be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from ...model import Box, Picture
from ..geometry import FLOW, Text
from ..geometry import MARGIN as USUAL_MARGIN
from ..lines import Columns
from ..metrics import PHASE
from ..page import bottom_of, close_head, foot
from .sizes import BETWEEN, beside_of, box_height, grid_of, least_width, phases_in, tail_of

MARGIN = 10.0
COLUMNS = Columns(MARGIN, FLOW.gutter)
LESS, LEAD = 6.0, 26.0
"""By how much the room below the title is smaller than usual, and the room above the first phase for the start."""
LANE_ROOM = 12.0
"""The room above small phases, on whose borders pills stand."""
COARSE, FINE = (0.0, 10.0, 25.0, 50.0, 80.0, 120.0, 160.0), (-16.0, -12.0, -8.0, -4.0, -2.0, 0.0, 2.0, 4.0, 8.0, 12.0)
"""The widths of columns that are tried: how much wider than the least width, and then around the best of these."""
MOST_COLUMNS = 8
ALIKE = 8.0
"""Pages whose widths differ by less have text of the same size."""
CLOSE = 8.0
"""The distance of the legend from the end."""
POSTER = 22.0
"""The size of the title of a poster."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How the phases are spread over columns of a width; ``height`` is that of the highest, with the title."""

    groups: tuple[tuple[Box, ...], ...]
    width: float
    height: float

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
    height = max(sum(heights[start:end]) for start, end in spans) - BETWEEN
    groups = tuple(picture.boxes[start:end] for start, end in spans)
    return Plan(groups, width, top_of(picture, COLUMNS.page(count, width)) + height + MARGIN)


def _heights(picture: Picture, width: float, beside: list[float]) -> list[float]:
    """The room that each phase takes in a column of a width, of which some is beside its tiles."""
    heights = [box_height(*pair, picture, width) + BETWEEN for pair in zip(picture.boxes, beside, strict=True)]
    heights[0] += LEAD
    heights[phases_in(picture) - 1] += tail_of(picture)
    heights[-1] += legend_height(picture, width)
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
    lane = LANE_ROOM if picture.level == "phase" else 0.0  # pills stand on the borders of small phases
    return title_of(picture, width)[1] + USUAL_MARGIN - LESS + lane


def title_of(picture: Picture, width: float) -> tuple[tuple[Text, ...], float]:
    """The title, which is larger above a panel, and its height."""
    size = PHASE if phases_in(picture) == len(picture.boxes) else POSTER
    return close_head(picture, width, MARGIN, size)


def legend_height(picture: Picture, width: float) -> float:
    """The height of the legend in a column of a width."""
    return bottom_of(foot(picture.legend, 0, width, 0, CLOSE), 0)
