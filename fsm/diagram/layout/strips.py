"""Strips: timelines in which time runs right, with lanes and the turns in them, one column for each turn.

The tile of a turn has lines, chips and tags.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ..model import Box, Chip, Note, Picture, Tile
from .geometry import LINE, MARGIN, Badge, Pill, Rect
from .metrics import SMALL, STEP, Line, Run, TileLine, Tone, cut, text_width, wrap
from .page import fill_evenly, pill, pill_width

PADDING, INDENT = 11.0, 9.0
ABOVE, TITLE_LINE, DETAIL_LINE, BELOW = 5.0, 19.0, 13.0, 4.0
CHIP, CHIP_GAP, CHIP_LINE = 20.0, 3.0, 181.0
"""The size of a chip, the distance between chips, and the largest length of a line of chips."""
TAG, TAG_LINE = 16.0, 21.0
NARROWEST, WIDEST_TEXT = 112.0, 172.0
DETAIL_LINES = 2


class TurnTile(msgspec.Struct, frozen=True):
    """The tile of a turn, not yet placed: its size, its lines with their heights, and its chips line by line."""

    tile: Tile
    width: float
    height: float
    rows: tuple[TileLine, ...]
    chips: tuple[tuple[Chip, ...], ...]


def turn_tile(tile: Tile) -> TurnTile:
    """Measure the tile of a turn."""
    widths = [chip_width(chip) for chip in tile.chips]
    lines = fill_evenly(widths, CHIP_GAP, CHIP_LINE, NARROWEST, CHIP_GAP)
    chips = tuple(tuple(tile.chips[at] for at in line) for line in lines if line)
    longest = max(sum(widths[at] + CHIP_GAP for at in line) - CHIP_GAP for line in lines)
    tone: Tone = "ghost" if tile.skipped else "ink"
    title = Run(tile.name, STEP, tone, bold=not tile.skipped, strike=tile.skipped)
    beside = pill_width(tile.pill) + 8 if tile.pill else 0.0
    wanted = [text_width(tile.detail, SMALL), *(pill_width(tag.text) for tag in tile.tags)]
    room = max([NARROWEST, title.width + beside, longest, *(min(w, WIDEST_TEXT) for w in wanted)])
    detail = wrap((Run(tile.detail, SMALL, "accent" if tile.accent else "muted"),), room + 0.01, DETAIL_LINES)
    rows = [TileLine(ABOVE, ()), TileLine(TITLE_LINE, (title,), INDENT)]
    rows += [*(TileLine(DETAIL_LINE, line, INDENT) for line in detail if tile.detail), TileLine(BELOW, ())]
    below = len(chips) * (CHIP + CHIP_GAP) + len(tile.tags) * TAG_LINE
    height = sum(row.height for row in rows) + below + 7
    return TurnTile(tile, room + 2 * PADDING, height, tuple(rows), chips)


def chip_width(chip: Chip) -> float:
    """The width of a chip; with one letter it is a square."""
    return max(CHIP, text_width(chip.text, SMALL, bold=True) + 8)


def chip_badge(chip: Chip, x: float, y: float) -> Badge:
    """Place a chip by its upper left corner."""
    hidden = chip.skipped or chip.faded
    looks = {"skipped": chip.skipped, "faded": chip.faded, "extra": chip.accent}
    return Badge(
        id=f"chip-{chip.id}",
        rect=Rect(x, y, chip_width(chip), CHIP),
        text=chip.text,
        fill="ghost" if hidden else "accent_card" if chip.accent else f"{chip.hue}_tint",
        line="ghost_line" if hidden else "accent" if chip.accent else chip.hue,
        ink="ghost_ink" if hidden else "accent" if chip.accent else chip.hue,
        classes=" ".join(("chip", chip.hue, *(name for name, holds in looks.items() if holds))),
        tooltip=chip.tooltip,
        pen=2.0 if chip.accent else 0.7 if chip.faded else 1.1,
        dashed=chip.skipped,
    )


def chip_badges(turn: TurnTile, rect: Rect) -> list[Badge]:
    """Place the chips of a turn, on its placed tile."""
    badges = []
    y = rect.y + sum(row.height for row in turn.rows)
    for line in turn.chips:
        x = rect.x + PADDING
        for chip in line:
            badges.append(chip_badge(chip, x, y))
            x += chip_width(chip) + CHIP_GAP
        y += CHIP + CHIP_GAP
    return badges


def turn_pills(turn: TurnTile, rect: Rect) -> list[Pill]:
    """Place the pill beside the title of a turn, and its tags below the chips."""
    tile = turn.tile
    pills = []
    if tile.pill:
        beside = pill(f"pill-{tile.id}", tile.pill, rect.right - PADDING + 3, rect.y + ABOVE + TITLE_LINE / 2 + 1)
        pills.append(replace(beside, tooltip=tile.tooltip))
    y = rect.y + sum(row.height for row in turn.rows) + len(turn.chips) * (CHIP + CHIP_GAP) + 4
    room = rect.width - 2 * PADDING
    for number, tag in enumerate(tile.tags, 1):
        text = cut(tag.text, room - 12, SMALL, bold=True)
        place = Rect(rect.x + PADDING, y, pill_width(text), TAG)
        pills.append(Pill(f"tag-{tile.id}-{number}", place, text, "plain", tag.tooltip))
        y += TAG_LINE
    return pills


GAP = 34.0
"""The gutter between two turns, where the path of play runs up and down."""
LEFT = 42.0
"""The gutter between the names and the first turn."""
NAME_WIDEST, NAME_NARROWEST, NAME_LINE, NAME_LINES = 132.0, 40.0, 16.0, 5
LANE_PADDING, LANE_GAP, LANE_LOWEST = 9.0, 9.0, 26.0
LANE_END = 8.0
"""The distance between a player's last turn and the end of their lane."""


class Cell(msgspec.Struct, frozen=True):
    """A turn in its column; ``lane`` is the index of its lane in the picture's boxes."""

    turn: TurnTile
    at: int
    lane: int
    x: float

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.x + self.turn.width

    @property
    def centre(self) -> float:
        """The x of its centre."""
        return self.x + self.turn.width / 2


class Lane(msgspec.Struct, frozen=True):
    """A lane: its position, and the lines of its heading."""

    number: int
    box: Box
    rect: Rect
    name: tuple[Line, ...]
    notes: tuple[tuple[Note, tuple[Line, ...]], ...]


class Strip(msgspec.Struct, frozen=True):
    """A strip: its columns, the x of the left gutter, and the x where its lanes end."""

    cells: tuple[Cell, ...]
    left: float
    right: float

    def gutter(self, at: int) -> float:
        """The x of the middle of the gutter before the column with a number, or after the last column."""
        if at == 0:
            return self.left
        return (self.cells[at].x if at < len(self.cells) else self.right + GAP) - GAP / 2


def make_strip(picture: Picture) -> Strip:
    """Give each turn its column."""
    lane_of = {tile.id: number for number, box in enumerate(picture.boxes) for tile in box.tiles}
    tiles = sorted((tile for box in picture.boxes for tile in box.tiles), key=lambda tile: tile.order)
    first = MARGIN + LANE_PADDING + name_width(picture) + LEFT
    cells: list[Cell] = []
    for at, turn in enumerate(map(turn_tile, tiles)):
        cells.append(Cell(turn, at, lane_of[turn.tile.id], cells[-1].right + GAP if cells else first))
    return Strip(tuple(cells), first - LEFT / 2, cells[-1].right if cells else first + 60)


def name_width(picture: Picture) -> float:
    """The width of the names of the lanes; longer names are broken."""
    widths = [text_width(box.name, STEP, bold=True) for box in picture.boxes]
    widths += [text_width(note.text, SMALL, bold=True) for box in picture.boxes for note in box.notes]
    return min(max([NAME_NARROWEST, *widths]), NAME_WIDEST)


def make_lanes(picture: Picture, strip: Strip, top: float) -> tuple[Lane, ...]:
    """Place the lanes from the top down; the lane of a player who left ends after their last turn."""
    lanes = []
    for number, box in enumerate(picture.boxes):
        own = [cell for cell in strip.cells if cell.lane == number]
        end = next((cell for cell in strip.cells if cell.turn.tile.id == box.until), None)
        name = wrap((Run(box.name, STEP, "ink", bold=True),), name_width(picture), NAME_LINES)
        runs = [(Run(note.text, bold=True, tone="ink"), Run(f" {note.rule}")) for note in box.notes]
        lines = tuple((note, wrap(run, name_width(picture), 2)) for note, run in zip(box.notes, runs, strict=True))
        heading = len(name) * NAME_LINE + sum(len(said) for _, said in lines) * LINE
        tallest = max((cell.turn.height + 2 * LANE_PADDING for cell in own), default=LANE_LOWEST)
        right = (end.right + LANE_END) if end else strip.right + LANE_PADDING
        rect = Rect(MARGIN, top, right - MARGIN, max(tallest, heading + 10))
        lanes.append(Lane(number, box, rect, name, lines))
        top = rect.bottom + LANE_GAP
    return tuple(lanes)
