"""The positions of the parts of a machine: phases in rows, their stops in lines, the states in each stop.

Time runs right and then down, as in a text. The states ``beginning``, ``priority`` and ``ending``
of all stops of a line have the same y, so that the path through a turn is straight; ``resolving``
is below ``priority``.
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
"""The largest number of stops side by side."""

STATE_HEIGHT, INSET, TITLE, BYPASS = 22.0, 10.0, 26.0, 26.0
"""The height of a state; the padding of a stop; the room for its title, and for an edge past its priority."""
DROP, LOOP = 38.0, 14.0
"""The distance of ``resolving`` below the line, and the room for a loop below that."""
SHORT = 22.0
"""The length of an edge without a label."""
PADDING, LANES, HEADER, GUTTER = 14.0, 26.0, 30.0, 48.0
LINE_GAP, ROW_GAP, NOTE_GAP = 40.0, 28.0, 8.0
LIFT = 12.0
"""The extra room above a first line with pills, so that they do not cover the heading."""


@dataclass(frozen=True, slots=True)
class StopEdges:
    """The edges of one stop: inside it, by the two states; out of it; and those that a guard may allow."""

    inside: dict[tuple[str, str], Edge]
    out: Edge | None
    guards: tuple[Edge, ...]

    @property
    def loop(self) -> bool:
        """Whether an edge with a guard leads back to the beginning of the stop."""
        return any(edge.source.rpartition(".")[0] == edge.target.rpartition(".")[0] for edge in self.guards)

    @property
    def bypass(self) -> bool:
        """Whether an edge leads past its priority."""
        return ("priority", "ending") in self.inside and ("beginning", "ending") in self.inside

    def room(self, source: str, target: str) -> float:
        """The length that the edge between two neighbouring states needs for its label."""
        edge = self.inside.get((source, target))
        return words_width(edge) + 12 if edge is not None and edge.label else SHORT


@dataclass(frozen=True, slots=True)
class PlacedStop:
    """A stop, its edges and its position; the positions of its states; the y of its line; the right end of its slot."""

    box: Box
    edges: StopEdges
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
    """A phase with its lines of stops, and its notes broken into lines of text."""

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
    """Split the label of an edge into lines."""
    return tuple(edge.label.split(" and ")) if edge.label else ()


def words_width(edge: Edge) -> float:
    """Measure the label of an edge."""
    return max((text_width(word, SMALL) for word in words_of(edge)), default=0.0)


def place_phases(picture: Picture, top: float) -> tuple[tuple[PlacedPhase, ...], ...]:
    """Place all phases in rows, from the top down."""
    boxes = {box.id: box for box in picture.boxes}
    edges = {box.id: _edges_of(picture, box) for box in picture.boxes}
    rows: list[tuple[PlacedPhase, ...]] = []
    for outers in _in_rows(picture.outer_boxes):
        x = MARGIN + DOT + GUTTER - 6
        placed: list[PlacedPhase] = []
        first = [id for outer in outers for id in outer.inside[: _columns(outer)]]
        lift = LIFT if any(boxes[id].here or boxes[id].pill for id in first) else 0
        above = max(_above(edges[id]) for id in first) + lift
        for outer in outers:
            stops = [(boxes[id], edges[id]) for id in outer.inside]
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
    """The number of stops in each line of a phase; the lines are of about the same length."""
    count = len(outer.inside)
    lines = -(-count // PER_ROW)
    return -(-count // lines)


def _edges_of(picture: Picture, box: Box) -> StopEdges:
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
    return StopEdges(inside, out, tuple(guards))


def _phase(
    outer: OuterBox, stops: list[tuple[Box, StopEdges]], above: float, row: int, left: float, top: float
) -> PlacedPhase:
    """Place a phase; its first line is level with those of its neighbours, so that edges are straight."""
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


def _line(stops: list[tuple[Box, StopEdges]], above: float, left: float, top: float) -> PlacedLine:
    cy = top + max(above, *(_above(edges) for _, edges in stops))
    placed: list[PlacedStop] = []
    for box, edges in stops:
        placed.append(_stop(box, edges, left, cy))
        left = placed[-1].slot
    return PlacedLine(tuple(placed), max(stop.rect.bottom for stop in placed))


def _above(edges: StopEdges) -> float:
    """The distance from the upper border of a stop down to its line."""
    return TITLE + (BYPASS if edges.bypass else 0) + STATE_HEIGHT / 2


def _stop(box: Box, edges: StopEdges, left: float, cy: float) -> PlacedStop:
    states, x = {}, left + INSET
    names = [tile.name for tile in box.tiles if tile.name != "resolving"]
    for number, name in enumerate(names):
        if number:
            x += edges.room(names[number - 1], name)
        states[name] = Rect(x, cy - STATE_HEIGHT / 2, _state_width(name), STATE_HEIGHT)
        x = states[name].right
    below = STATE_HEIGHT / 2 + LINE + 4
    if any(tile.name == "resolving" for tile in box.tiles):
        width, cx = _state_width("resolving"), states["priority"].cx
        states["resolving"] = Rect(cx - width / 2, cy + STATE_HEIGHT / 2 + DROP, width, STATE_HEIGHT)
        below = DROP + STATE_HEIGHT * 3 / 2 + INSET + (LOOP if edges.loop else 0)
    top = cy - _above(edges)
    right = max(x + INSET, left + heading_width(box) + 2 * INSET)
    room = words_width(edges.out) + 22 if edges.out is not None and edges.out.label else SHORT
    return PlacedStop(box, edges, Rect(left, top, right - left, cy + below - top), states, cy, right + room)


def _state_width(name: str) -> float:
    return text_width(name, SMALL, bold=True) + 14


def heading_width(box: Box) -> float:
    """Measure the heading of a stop."""
    return text_width(f"✓ {box.order}  {box.name}  ", STEP, bold=True) + text_width(box.rule, SMALL)
