"""Where the parts of a machine stand: phases in rows, their stops in lines, in each stop its states.

Time runs right and then down, as in a text. The states ``beginning``, ``priority`` and ``ending``
stand on one height along a line, so that the way through a turn is straight; ``resolving`` hangs
below ``priority``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .geometry import DOT, LINE, MARGIN, Rect
from .metrics import SMALL, STEP, text_width
from .page import NOTE_LINES, note_lines

if TYPE_CHECKING:
    from ..model import Box, Edge, OuterBox, Picture
    from .metrics import Line

PER_ROW = 4
"""How many stops stand side by side, at most."""

STATE_HEIGHT, INSET, TITLE, BYPASS = 22.0, 10.0, 26.0, 26.0
"""The height of a state; the room inside a stop, for its title, and for a way past its priority."""
DROP, LOOP = 38.0, 14.0
"""How far ``resolving`` hangs below the line, and the room for a way back below that."""
SHORT = 22.0
"""How long a way without a text is."""
PADDING, LANES, HEADER, GUTTER = 14.0, 26.0, 30.0, 48.0
LINE_GAP, ROW_GAP, NOTE_GAP = 40.0, 28.0, 8.0
LIFT = 12.0
"""How much lower the first line stands if there are pills on it, so that they leave the heading alone."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways of one stop, by what they join: inside it, out of it, and those a guard may open."""

    inside: dict[tuple[str, str], Edge]
    out: Edge | None
    guards: tuple[Edge, ...]

    @property
    def loop(self) -> bool:
        """Whether a guard leads back to its beginning."""
        return any(edge.source.rpartition(".")[0] == edge.target.rpartition(".")[0] for edge in self.guards)

    @property
    def bypass(self) -> bool:
        """Whether a way leads past its priority."""
        return ("priority", "ending") in self.inside and ("beginning", "ending") in self.inside

    def room(self, source: str, target: str) -> float:
        """How long the way between two neighbours has to be for the words on it."""
        edge = self.inside.get((source, target))
        return words_width(edge) + 12 if edge is not None and edge.label else SHORT


@dataclass(frozen=True, slots=True)
class PlacedStop:
    """A stop: its place, those of its states by their names, the height of its line, and where its slot ends."""

    box: Box
    ways: Ways
    rect: Rect
    states: dict[str, Rect]
    cy: float
    slot: float


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """Stops side by side."""

    stops: tuple[PlacedStop, ...]
    bottom: float


@dataclass(frozen=True, slots=True)
class PlacedPhase:
    """A phase with its lines, and its notes broken into lines of text."""

    outer: OuterBox
    row: int
    rect: Rect
    lines: tuple[PlacedLine, ...]
    notes: tuple[tuple[Rect, tuple[Line, ...], str], ...]

    @property
    def bottom(self) -> float:
        """The y below its last note."""
        return self.notes[-1][0].bottom if self.notes else self.rect.bottom


def words_of(edge: Edge) -> tuple[str, ...]:
    """Split what stands on a way into its lines."""
    return tuple(edge.label.split(" and ")) if edge.label else ()


def words_width(edge: Edge) -> float:
    """Measure what stands on a way."""
    return max((text_width(word, SMALL) for word in words_of(edge)), default=0.0)


def place_phases(picture: Picture, top: float) -> tuple[tuple[PlacedPhase, ...], ...]:
    """Place all phases in rows, from the top down."""
    boxes = {box.id: box for box in picture.boxes}
    ways = {box.id: _ways(picture, box) for box in picture.boxes}
    rows: list[tuple[PlacedPhase, ...]] = []
    for outers in _in_rows(picture.outer_boxes):
        x = MARGIN + DOT + GUTTER - 6
        placed: list[PlacedPhase] = []
        first = [id for outer in outers for id in outer.inside[: _columns(outer)]]
        lift = LIFT if any(boxes[id].here or boxes[id].pill for id in first) else 0
        above = max(_above(ways[id]) for id in first) + lift
        for outer in outers:
            stops = [(boxes[id], ways[id]) for id in outer.inside]
            placed.append(_phase(outer, stops, above, len(rows), x, top))
            x = placed[-1].rect.right + GUTTER
        rows.append(tuple(placed))
        top = max(phase.bottom for phase in placed) + ROW_GAP
    return tuple(rows)


def _in_rows(outers: tuple[OuterBox, ...]) -> list[list[OuterBox]]:
    rows: list[list[OuterBox]] = []
    used = PER_ROW
    for outer in outers:
        columns = _columns(outer)
        if used + columns > PER_ROW:
            rows.append([])
            used = 0
        rows[-1].append(outer)
        used += columns
    return rows


def _columns(outer: OuterBox) -> int:
    """How many stops stand in each of its lines: the lines are as even as can be."""
    count = len(outer.inside)
    lines = -(-count // PER_ROW)
    return -(-count // lines)


def _ways(picture: Picture, box: Box) -> Ways:
    ids = {tile.id: tile.name for tile in box.tiles}
    inside, out, guards = {}, None, []
    for edge in picture.edges:
        if edge.source not in ids:
            continue
        if edge.kind == "guard":
            guards.append(edge)
        elif edge.target in ids:
            inside[ids[edge.source], ids[edge.target]] = edge
        else:
            out = edge
    return Ways(inside, out, tuple(guards))


def _phase(
    outer: OuterBox, stops: list[tuple[Box, Ways]], above: float, row: int, left: float, top: float
) -> PlacedPhase:
    """Place a phase; its first line is as far down as those of its neighbours, so that ways are straight."""
    size = _columns(outer)
    pad = PADDING if len(stops) <= size else LANES
    lines: list[PlacedLine] = []
    y = top + HEADER
    for start in range(0, len(stops), size):
        lines.append(_line(stops[start : start + size], above if not start else 0, left + pad, y))
        y = lines[-1].bottom + LINE_GAP
    right = max(line.stops[-1].slot for line in lines)
    rect = Rect(left, top, right - left, lines[-1].bottom + PADDING - top)
    return PlacedPhase(outer, row, rect, tuple(lines), _notes(outer, rect))


def _notes(outer: OuterBox, rect: Rect) -> tuple[tuple[Rect, tuple[Line, ...], str], ...]:
    placed = []
    y = rect.bottom + NOTE_GAP
    for note in outer.box.notes:
        lines = note_lines(note, rect.width, NOTE_LINES)
        placed.append((Rect(rect.x, y, rect.width, LINE * len(lines)), lines, note.tooltip))
        y += LINE * len(lines) + NOTE_GAP
    return tuple(placed)


def _line(stops: list[tuple[Box, Ways]], above: float, left: float, top: float) -> PlacedLine:
    cy = top + max(above, *(_above(ways) for _, ways in stops))
    placed: list[PlacedStop] = []
    for box, ways in stops:
        placed.append(_stop(box, ways, left, cy))
        left = placed[-1].slot
    return PlacedLine(tuple(placed), max(stop.rect.bottom for stop in placed))


def _above(ways: Ways) -> float:
    """How far the height of the line is below the upper border of a stop."""
    return TITLE + (BYPASS if ways.bypass else 0) + STATE_HEIGHT / 2


def _stop(box: Box, ways: Ways, left: float, cy: float) -> PlacedStop:
    states, x = {}, left + INSET
    names = [tile.name for tile in box.tiles if tile.name != "resolving"]
    for number, name in enumerate(names):
        if number:
            x += ways.room(names[number - 1], name)
        states[name] = Rect(x, cy - STATE_HEIGHT / 2, _state_width(name), STATE_HEIGHT)
        x = states[name].right
    below = STATE_HEIGHT / 2 + LINE + 4
    if any(tile.name == "resolving" for tile in box.tiles):
        width, cx = _state_width("resolving"), states["priority"].cx
        states["resolving"] = Rect(cx - width / 2, cy + STATE_HEIGHT / 2 + DROP, width, STATE_HEIGHT)
        below = DROP + STATE_HEIGHT * 3 / 2 + INSET + (LOOP if ways.loop else 0)
    top = cy - _above(ways)
    right = max(x + INSET, left + heading_width(box) + 2 * INSET)
    room = words_width(ways.out) + 22 if ways.out is not None and ways.out.label else SHORT
    return PlacedStop(box, ways, Rect(left, top, right - left, cy + below - top), states, cy, right + room)


def _state_width(name: str) -> float:
    return text_width(name, SMALL, bold=True) + 14


def heading_width(box: Box) -> float:
    """Measure what stands above the states of a stop."""
    return text_width(f"✓ {box.order}  {box.name}  ", STEP, bold=True) + text_width(box.rule, SMALL)
