"""The layout of a machine: the states of each stop, the edges between them, and the guards on the edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import CHECK, END, START
from .geometry import DOT, LINE, MARGIN, RING, Layout, Path, PlacedBox, PlacedTile, Point, Rect, Text
from .machine_places import (
    GUTTER,
    HEADER,
    INSET,
    LOOP,
    PADDING,
    ROW_GAP,
    PlacedPhase,
    PlacedStop,
    place_phases,
    words_of,
    words_width,
)
from .metrics import PHASE, SMALL, STEP, Run, cut, line_width
from .page import LEAST_WIDTH, LEGEND_GAP, TITLE_HEIGHT, bottom_of, foot, head, pill, tone_of
from .routes import without_needless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..model import Edge, Picture
    from .geometry import Pill
    from .metrics import Tone

LEGEND_ROOM = 300.0
"""The width that the legend needs beside the last row."""

BESIDE = 9.0
"""The distances from the middle: to the right for the edge down to ``resolving``, to the left for the edge up."""


def lay_out_machine(picture: Picture) -> Layout:
    """Place everything in a picture of a machine."""
    rows = place_phases(picture, MARGIN + TITLE_HEIGHT)
    right = max((phase.rect.right for row in rows for phase in row), default=MARGIN + DOT + GUTTER)
    width = max(right + GUTTER + RING + MARGIN, LEAST_WIDTH)
    title, height = head(picture, width)
    rows = place_phases(picture, MARGIN + height)
    phases = [phase for row in rows for phase in row]
    stops = [stop for phase in phases for line in phase.lines for stop in line.stops]
    start, end = _ends(phases, MARGIN + height)
    bottom = max((phase.bottom for phase in phases), default=end.bottom)
    legend = _legend(picture, rows, width, bottom)
    router = Router(rows, start, end)
    return Layout(
        picture=picture,
        width=width,
        height=max(bottom, bottom_of(legend, bottom)) + MARGIN,
        boxes=tuple(PlacedBox(stop.box, stop.rect) for stop in stops),
        tiles=tuple(PlacedTile(c, stop.states[c.name], stop.box.hue) for stop in stops for c in stop.box.tiles),
        texts=(*title, *(t for p in phases for t in _phase_texts(p)), *(t for s in stops for t in _texts(s)), *legend),
        pills=(*(p for phase in phases for p in _phase_pills(phase)), *(p for stop in stops for p in _pills(stop))),
        paths=tuple(Path(edge, router.route(edge)) for edge in picture.edges),
        start=start,
        end=end,
        outer_boxes=tuple(PlacedBox(phase.outer.box, phase.rect) for phase in phases),
    )


def _ends(phases: list[PlacedPhase], top: float) -> tuple[Rect, Rect]:
    """Place the start beside the first stop, and the end beside the last."""
    if not phases:
        return Rect(MARGIN, top, DOT, DOT), Rect(MARGIN + GUTTER * 2, top + (DOT - RING) / 2, RING, RING)
    first, last = phases[0].lines[0].stops[0], phases[-1].lines[-1].stops[-1]
    x = phases[-1].rect.right + GUTTER - 8
    return Rect(MARGIN, first.cy - DOT / 2, DOT, DOT), Rect(x, last.cy - RING / 2, RING, RING)


def _legend(
    picture: Picture, rows: tuple[tuple[PlacedPhase, ...], ...], width: float, bottom: float
) -> tuple[Text, ...]:
    """Place the legend beside the last row if there is room, otherwise below it."""
    left = MARGIN + DOT + GUTTER - 6
    if not rows:
        return foot(picture.legend, left, width - left - MARGIN, bottom)
    beside = rows[-1][-1].rect.right + 2 * GUTTER
    room = width - MARGIN - beside
    if room < LEGEND_ROOM:
        return foot(picture.legend, left, width - left - MARGIN, bottom)
    return foot(picture.legend, beside, room, rows[-1][-1].rect.y - LEGEND_GAP)


def _phase_texts(placed: PlacedPhase) -> Iterator[Text]:
    box, rect = placed.outer.box, placed.rect
    rule = Run(f" {box.rule}", tone=tone_of(box, "muted"))
    room = rect.width - 2 * PADDING - (80 if box.pill else 0)
    name = Run(cut(box.name, room - rule.width, PHASE, bold=True), PHASE, tone_of(box), bold=True)
    yield Text(f"title-{box.id}", Rect(rect.x + PADDING, rect.y + 5, room, HEADER - 8), ((name, rule),), box.tooltip)
    for number, (place, lines, tooltip) in enumerate(placed.notes, 1):
        yield Text(f"note-{box.id}-{number}", place, lines, tooltip)


def _phase_pills(placed: PlacedPhase) -> Iterator[Pill]:
    box, rect = placed.outer.box, placed.rect
    if box.pill:
        yield pill(f"pill-{box.id}", box.pill, rect.right - PADDING, rect.y + HEADER / 2 + 1)
    if box.here:
        yield pill(f"here-{box.id}", "here", rect.right - 12, rect.y, "here")


def _pills(stop: PlacedStop) -> Iterator[Pill]:
    """Place the pills of a stop on its upper border."""
    box, rect = stop.box, stop.rect
    state = next((f"here: {tile.name}" for tile in box.tiles if tile.here), "here")
    if box.pill:
        yield pill(f"pill-{box.id}", box.pill, rect.right - 6, rect.y - 4)
    if box.here:
        yield pill(f"here-{box.id}", state, rect.x + (50 if state == "here" else 100), rect.y - 4, "here")


def _texts(stop: PlacedStop) -> Iterator[Text]:
    box, rect = stop.box, stop.rect
    number = Run(f"{CHECK if box.past else ''}{box.order}", SMALL + 1, tone_of(box, "muted"))
    name = Run(f"  {box.name}", STEP, tone_of(box, "ink"), bold=True)
    rule = Run(f"  {box.rule}", tone=tone_of(box, "muted"))
    yield Text(
        f"heading-{box.id}",
        Rect(rect.x + INSET, rect.y + 4, rect.width - 2 * INSET, 18),
        ((number, name, rule),),
        box.tooltip,
    )
    if "priority" not in stop.states:
        below = stop.states["beginning"]
        line = (Run("no priority", tone=tone_of(box, "muted")),)
        yield Text(f"without-{box.id}", Rect(below.x, below.bottom + 2, rect.width - 2 * INSET, LINE), (line,))
    for edge in (*stop.edges.inside.values(), *([stop.edges.out] if stop.edges.out else []), *stop.edges.guards):
        if edge.label:
            yield from _label(edge, stop)


def _label(edge: Edge, stop: PlacedStop) -> Iterator[Text]:
    """Place the label of an edge: above and below a horizontal line, otherwise beside it."""
    tone: Tone = "dim" if edge.future else "muted"
    lines = [(Run(word, tone=tone),) for word in words_of(edge)]
    names = {tile.id: tile.name for tile in stop.box.tiles}
    ends = (names.get(edge.source), names.get(edge.target))
    width = words_width(edge)
    if edge.kind == "guard":
        lines.append((Run(edge.rule, tone=tone, bold=True),))
        place = Rect(stop.states["resolving"].right + 8, stop.cy + 48, max(map(line_width, lines)), 2 * LINE)
        yield Text(f"label-{edge.id}", place, tuple(lines), edge.tooltip)
    elif ends == ("priority", "resolving"):
        place = Rect(stop.states["priority"].cx + BESIDE + 7, stop.cy + 17, width, LINE * len(lines))
        yield Text(f"label-{edge.id}", place, tuple(lines), edge.tooltip)
    elif ends == ("beginning", "ending"):
        place = Rect(stop.states["priority"].x, stop.cy - 37, width, LINE)
        yield Text(f"label-{edge.id}", place, tuple(lines), edge.tooltip)
    else:
        left = stop.states[str(ends[0])].right + 5 if ends[1] else stop.rect.right + 5
        for number, line in enumerate(lines):
            y = stop.cy + 1 + (number - 1) * (LINE + 1) if number < 2 else stop.cy + number * LINE
            yield Text(f"label-{edge.id}-{number + 1}", Rect(left, y, width, LINE), (line,), edge.tooltip)


class Router:
    """Finds the corners of each edge; between the lines of stops, edges run in lanes."""

    def __init__(self, rows: tuple[tuple[PlacedPhase, ...], ...], start: Rect, end: Rect) -> None:
        self.rows, self.start, self.end = rows, start, end
        self.homes: dict[str, tuple[PlacedPhase, int, PlacedStop]] = {}
        for row in rows:
            for phase in row:
                for number, line in enumerate(phase.lines):
                    for stop in line.stops:
                        self.homes |= {tile.id: (phase, number, stop) for tile in stop.box.tiles}

    def route(self, edge: Edge) -> tuple[Point, ...]:
        """The corners of an edge, from end to end."""
        if edge.source == START:
            points = self._from_start(edge)
        elif edge.target == END:
            stop = self.homes[edge.source][2]
            points = [self._out(edge.source), Point(self.end.x, stop.cy)]
        elif self.homes[edge.source][2] is self.homes[edge.target][2]:
            stop = self.homes[edge.source][2]
            points = _loop(stop) if edge.kind == "guard" else _inside(edge, stop)
        else:
            points = self._guard(edge) if edge.kind == "guard" else self._onward(edge)
        return without_needless(points)

    def _from_start(self, edge: Edge) -> list[Point]:
        goal = self.end if edge.target == END else self._state(edge.target)
        return [Point(self.start.right, self.start.cy), Point(goal.x, self.start.cy)]

    def _state(self, id: str) -> Rect:
        return self.homes[id][2].states[id.rpartition(".")[2]]

    def _out(self, id: str) -> Point:
        rect = self._state(id)
        return Point(rect.right, rect.cy)

    def _onward(self, edge: Edge) -> list[Point]:
        """Route the path of play from one stop to the next: along the line, to the next line, or to another phase."""
        phase, line, stop = self.homes[edge.source]
        other, to, target = self.homes[edge.target]
        goal = self._state(edge.target)
        ends = self._out(edge.source), Point(goal.x, goal.cy)
        if phase is other and line == to:
            return list(ends)
        if phase is other:
            lane, x = phase.lines[line].bottom + 11, phase.rect.x + 9
            corners = [Point(stop.slot - 6, stop.cy), Point(stop.slot - 6, lane), Point(x, lane), Point(x, target.cy)]
            return [ends[0], *corners, ends[1]]
        leave, arrive = phase.rect.right + GUTTER / 2, other.rect.x - GUTTER / 2
        corners = [Point(leave, stop.cy)]
        if phase.row != other.row:
            lane = max(p.bottom for p in self.rows[phase.row]) + ROW_GAP / 2
            corners += [Point(leave, lane), Point(arrive, lane)]
        return [ends[0], *corners, Point(arrive, target.cy), ends[1]]

    def _guard(self, edge: Edge) -> list[Point]:
        """Route an edge past other stops of the phase: below the line, and then down on the left to another line."""
        phase, line, _ = self.homes[edge.source]
        _, to, target = self.homes[edge.target]
        source, goal = self._state(edge.source), self._state(edge.target)
        x = target.rect.x - 6
        if line == to:
            lane, y = phase.lines[line].bottom + 6, goal.cy + 7
            return [
                Point(source.cx, source.bottom),
                Point(source.cx, lane),
                Point(x, lane),
                Point(x, y),
                Point(goal.x, y),
            ]
        lane, y = phase.lines[line].bottom + 22, goal.cy - 7
        corners = [Point(source.cx, source.bottom), Point(source.cx, lane)]
        if to > line + 1:
            left, last = phase.rect.x + 16, phase.lines[to - 1].bottom + 22
            corners += [Point(left, lane), Point(left, last)]
            lane = last
        return [*corners, Point(x, lane), Point(x, y), Point(goal.x, y)]


def _inside(edge: Edge, stop: PlacedStop) -> list[Point]:
    """Route an edge between two states of a stop."""
    names = {tile.id: tile.name for tile in stop.box.tiles}
    ends = (names[edge.source], names[edge.target])
    source, target = stop.states[ends[0]], stop.states[ends[1]]
    if "resolving" in ends:
        down = ends[1] == "resolving"
        x = stop.states["priority"].cx + (BESIDE if down else -BESIDE)
        return [Point(x, source.bottom), Point(x, target.y)] if down else [Point(x, source.y), Point(x, target.bottom)]
    if ends == ("beginning", "ending") and stop.edges.bypass:
        y = source.y - 10
        return [Point(source.cx, source.y), Point(source.cx, y), Point(target.cx, y), Point(target.cx, target.y)]
    return [Point(source.right, source.cy), Point(target.x, target.cy)]


def _loop(stop: PlacedStop) -> list[Point]:
    """Route an edge from the end of a stop back to its beginning, below its other states."""
    source, target = stop.states["ending"], stop.states["beginning"]
    y = stop.rect.bottom - LOOP + 2
    return [Point(source.cx, source.bottom), Point(source.cx, y), Point(target.cx, y), Point(target.cx, target.bottom)]
