"""Strips: the rows of a timeline, each with lanes and the turns in them, one column for each turn."""

from __future__ import annotations

from dataclasses import dataclass

from ...model import Box, Note, Picture
from ..geometry import LINE, MARGIN, Rect
from ..lines import fill_evenly
from ..metrics import SMALL, STEP, Line, Run, text_width, wrap
from .tiles import TurnTile, turn_tile

WIDEST = 1640.0
"""The largest width of a row with more than one turn."""
GAP = 34.0
"""The gutter between two turns, where the path of play runs up and down."""
LEFT = 42.0
"""The gutter between the names and the first turn."""
NAME_WIDEST, NAME_NARROWEST, NAME_LINE = 132.0, 40.0, 16.0
LANE_PADDING, LANE_GAP, LANE_LOWEST = 9.0, 9.0, 26.0
LANE_END = 8.0
"""The distance between a player's last turn and the end of their lane."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A turn in its column; ``lane`` is the index of its lane in the picture's boxes."""

    turn: TurnTile
    row: int
    at: int
    lane: int
    x: float

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.x + self.turn.width


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane in one row: its position, and the lines of its heading."""

    number: int
    box: Box
    rect: Rect
    name: tuple[Line, ...]
    notes: tuple[tuple[Note, tuple[Line, ...]], ...]
    ends: bool


@dataclass(frozen=True, slots=True)
class Strip:
    """A row of a timeline: its columns, the x of the left gutter, and the x where its lanes end."""

    cells: tuple[Cell, ...]
    left: float
    right: float

    def gutter(self, at: int) -> float:
        """The x of the middle of the gutter before the column with a number, or after the last column."""
        if at == 0:
            return self.left
        return (self.cells[at].x if at < len(self.cells) else self.right + GAP) - GAP / 2


def make_strips(picture: Picture, widest: float = WIDEST) -> tuple[Strip, ...]:
    """Break the turns into rows of about the same width, and give each turn its column."""
    lane_of = {tile.id: number for number, box in enumerate(picture.boxes) for tile in box.tiles}
    tiles = sorted((tile for box in picture.boxes for tile in box.tiles), key=lambda tile: tile.order)
    turns = [turn_tile(tile) for tile in tiles]
    first = first_column(picture)
    widths = [turn.width for turn in turns]
    rows = fill_evenly(widths, GAP, widest - first - GAP, max(widths, default=0.0), 20)
    strips = []
    for row, places in enumerate(rows):
        cells: list[Cell] = []
        x = first
        for at, place in enumerate(places):
            turn = turns[place]
            cells.append(Cell(turn, row, at, lane_of[turn.tile.id], x))
            x = cells[-1].right + GAP
        right = cells[-1].right if cells else first + 60
        strips.append(Strip(tuple(cells), first - LEFT / 2, right))
    return tuple(strips)


def name_width(picture: Picture) -> float:
    """The width of the names of the lanes; longer names are broken."""
    widths = [text_width(box.name, STEP, bold=True) for box in picture.boxes]
    widths += [text_width(note.text, SMALL, bold=True) for box in picture.boxes for note in box.notes]
    return min(max([NAME_NARROWEST, *widths]), NAME_WIDEST)


def first_column(picture: Picture) -> float:
    """The x where the first turn of each row begins."""
    return MARGIN + LANE_PADDING + name_width(picture) + LEFT


def make_lanes(picture: Picture, strip: Strip, top: float, ended: set[int]) -> tuple[Lane, ...]:
    """Place the lanes of a row from the top down, without those that ended in an earlier row."""
    lanes = []
    for number, box in enumerate(picture.boxes):
        if number in ended:
            continue
        own = [cell for cell in strip.cells if cell.lane == number]
        end = next((cell for cell in strip.cells if cell.turn.tile.id == box.until), None)
        notes = _notes_here(picture, box, strip)
        name = wrap((Run(box.name, STEP, "ink", bold=True),), name_width(picture), 2 if own else 1)
        lines = tuple((note, _note_lines(note, name_width(picture))) for note in notes)
        heading = len(name) * NAME_LINE + sum(len(said) for _, said in lines) * LINE
        tallest = max((cell.turn.height + 2 * LANE_PADDING for cell in own), default=LANE_LOWEST)
        right = (end.right + LANE_END) if end else strip.right + LANE_PADDING
        rect = Rect(MARGIN, top, right - MARGIN, max(tallest, heading + 10))
        lanes.append(Lane(number, box, rect, name, lines, end is not None))
        top = rect.bottom + LANE_GAP
    return tuple(lanes)


def _notes_here(picture: Picture, box: Box, strip: Strip) -> tuple[Note, ...]:
    """The notes of a lane in one row: who left in it, and in the last row who wins."""
    ids = {cell.turn.tile.id for cell in strip.cells}
    tiles = sum(len(other.tiles) for other in picture.boxes)
    last = not strip.cells or strip.cells[-1].turn.tile.order == tiles
    return tuple(note for note in box.notes if (note.at in ids if note.at else last))


def _note_lines(note: Note, width: float) -> tuple[Line, ...]:
    text = Run(note.text, bold=True, tone="ink")
    return wrap((text, Run(f" {note.rule}")), width, 2)
