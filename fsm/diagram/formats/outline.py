"""A picture as text formats draw it: shapes inside shapes, each with the arrows between what is inside.

An arrow from inside one shape into another disturbs the layout of Mermaid, so such an arrow joins
the outermost shapes that it leads between, and entries inside the second say where play comes to.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from ..model import END, Box, Chip, Edge, Note, Picture, Tile, dotted

MOST_SAID = 10
"""How much of what happened at a stop is told."""

PLAY_EDGES = ("main", "guard")
"""The kinds of edges that play may follow; the kind of any other is told in its text."""


class Arrow(msgspec.Struct, frozen=True):
    """An arrow between two shapes by name; an empty name is the start, as a source, or the end, as a target."""

    source: str
    target: str
    text: str = ""
    kind: str = "main"
    accent: bool = False


class Shape(msgspec.Struct):
    """A tile, or what is around tiles: its name in the text, its lines, how it looks, and what is inside.

    ``looks`` are ``inserted``, ``future``, ``skipped`` and ``here``, the one that matters most last;
    ``hue`` is that of a phase.
    """

    name: str = ""
    lines: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    hue: str = ""
    inside: list[Shape] = msgspec.field(default_factory=list)
    arrows: list[Arrow] = msgspec.field(default_factory=list)

    def add(self, arrow: Arrow) -> None:
        """Add an arrow, once."""
        if arrow not in self.arrows:
            self.arrows.append(arrow)


def outline(picture: Picture) -> Shape:
    """Make the shape of a whole picture."""
    whole = Shape()
    places = _Shapes(picture, whole).places
    for edge in picture.edges:
        if edge.target == END and not picture.over:  # the game goes on, so it has no final state
            continue
        # the start, and the end, are in no shape
        source, target = places.get(edge.source, ()), places.get(edge.target, ())
        most = max(0, min(len(source), len(target)) - 1)
        depth = next((depth for depth in range(most) if source[depth] is not target[depth]), most)
        ends = (place[depth].name if place else "" for place in (source, target))
        (source[depth - 1] if depth else whole).add(_arrow(edge, *ends))
        for around, inner in pairwise(target[depth:] if edge.kind in PLAY_EDGES else ()):
            around.add(Arrow("", inner.name))
    if picture.level == "phase":
        _link_steps(picture, places)
    return whole


def _link_steps(picture: Picture, places: dict[str, tuple[Shape, ...]]) -> None:
    """Join the steps of each phase in the order of play: a picture of phases has edges between phases only."""
    for box in picture.boxes:
        played = [tile for tile in box.tiles if not tile.skipped]
        for before, after in pairwise(played):
            around, inner = places[after.id][-2:]
            around.add(Arrow(places[before.id][-1].name, inner.name, accent=after.accent))


class _Shapes:
    """The shapes of a picture, and for each of its tiles and boxes by id where it is: what is around it, and itself."""

    def __init__(self, picture: Picture, whole: Shape) -> None:
        self.taken: set[str] = set()
        self.places: dict[str, tuple[Shape, ...]] = {}
        outer_boxes = {id: outer.box for outer in picture.outer_boxes for id in outer.inside}
        if picture.captions:
            self.part(picture, whole)
            return
        if _wanders(picture):
            for box in picture.boxes:
                self.scatter(box, whole)
            return
        for box in picture.boxes:
            outer = outer_boxes.get(box.id) or (replace(box, id=box.group, name=box.group) if box.group else None)
            if outer is None:
                self.enclose(box, whole, ())
                continue
            if outer.id not in self.places:
                self.places[outer.id] = (self.make(whole, outer.id, _box_lines(outer), _looks(outer), outer.hue),)
            self.enclose(box, self.places[outer.id][0], self.places[outer.id])

    def enclose(self, box: Box, above: Shape, around: tuple[Shape, ...]) -> None:
        """Add a box with its tiles; one whose only tile has its own id, as a phase without steps has, is one shape.

        A skipped phase is one shape too, without its steps. A lane without tiles, of a player who has no turn, is
        left out.
        """
        if box.kind == "lane" and not box.tiles:
            return
        if [tile.id for tile in box.tiles] == [box.id]:
            shape = self.make(above, box.id, _single_lines(box), _looks(box.tiles[0]), box.hue)
            self.places[box.id] = (*around, shape)
            return
        shape = self.make(above, box.id, _box_lines(box), _looks(box), box.hue)
        self.places[box.id] = (*around, shape)
        if box.skipped:
            self.places |= {tile.id: (*around, shape) for tile in box.tiles}
            return
        for tile in box.tiles:
            inner = self.make(shape, tile.id, _tile_lines(tile), _looks(tile), tile.hue or box.hue)
            self.places[tile.id] = (*around, shape, inner)

    def part(self, picture: Picture, whole: Shape) -> None:
        """Make a shape of each side of a picture of pairs, and one of what matters most.

        What is said of both sides stands on the first.
        """
        for side, caption in enumerate(picture.captions):
            around = self.make(whole, f"edition {caption[0]}", (" · ".join(caption),), ())
            for box in picture.boxes:
                head = " ".join(part for part in box.heads[side] if part) or box.name
                if not any(tile.order for tile in box.tiles):
                    self.gather(head, box, box.tiles[side::2], around)
                    continue
                # a step that one edition lacks would stand beside the others, and the headline tells of it
                for tile in (tile for tile in box.tiles[side::2] if not tile.skipped):
                    name, *said = _tile_lines(tile)
                    notes = map(_note, box.notes) if tile is box.tiles[0] else ()
                    lines = (name, head, *said, *notes)
                    self.places[tile.id] = (around, self.make(around, tile.id, lines, _looks(tile), box.hue))

        if picture.headline:
            self.make(whole, "headline", tuple(f"{note.lead}: {note.text}" for note in picture.headline), ())

    def gather(self, head: str, box: Box, tiles: tuple[Tile, ...], around: Shape) -> None:
        """Add tiles that are no steps as one shape: no arrow joins them, so each would stand beside the others."""
        lines = (line for name, first, *said in map(_tile_lines, tiles) for line in (f"{name}: {first}", *said))
        looks = dict.fromkeys(look for tile in tiles for look in _looks(tile))
        shape = self.make(around, tiles[0].id, (head, *lines), tuple(looks), box.hue)
        self.places |= {tile.id: (around, shape) for tile in tiles}

    def scatter(self, box: Box, whole: Shape) -> None:
        """Add the tiles of a box without the box, which is told in each of them; its notes in the last."""
        head, *notes = _box_lines(box)
        for tile in box.tiles:
            name, *said = _tile_lines(tile)
            rest = notes if tile is box.tiles[-1] else ()
            lines = (name, head, *said, *rest)
            self.places[tile.id] = (self.make(whole, tile.id, lines, _looks(tile), tile.hue),)

    def make(self, above: Shape, id: str, lines: tuple[str, ...], looks: tuple[str, ...], hue: str = "") -> Shape:
        """Add a shape with a name of letters, digits and lines; no two have the same."""
        stem = re.sub(r"[^A-Za-z0-9]", "_", id)
        name, number = stem, 1
        while name in self.taken:
            number += 1
            name = f"{stem}_{number}"
        self.taken.add(name)
        shape = Shape(name, lines, looks, hue)
        above.inside.append(shape)
        return shape


def _wanders(picture: Picture) -> bool:
    """Whether play comes to a box more than once, as to the lanes of a timeline: arrows cannot join such boxes."""
    outer_ids = {id: outer.box.id for outer in picture.outer_boxes for id in outer.inside}
    homes = {tile.id: outer_ids.get(box.id, box.id) for box in picture.boxes for tile in box.tiles}
    main = ((homes.get(edge.source), homes.get(edge.target)) for edge in picture.edges if edge.kind == "main")
    entered = Counter(target for source, target in main if target is not None and source != target)
    return any(times > 1 for times in entered.values())


def _arrow(edge: Edge, source: str, target: str) -> Arrow:
    kind = "" if edge.kind in PLAY_EDGES or edge.label.startswith(edge.kind) else edge.kind
    text = " ".join(part for part in (kind, edge.label, edge.rule) if part)
    return Arrow(source, target, text, edge.kind, edge.accent)


def _looks(part: Box | Tile) -> tuple[str, ...]:
    looks = {"inserted": part.accent, "future": part.future, "skipped": part.skipped, "here": part.here}
    return tuple(look for look, wanted in looks.items() if wanted)


def _tile_lines(tile: Tile) -> tuple[str, ...]:
    """Word a tile: its number in the order of play and its name, what is said of it, and what happened there."""
    name = f"{tile.order} {tile.name}" if tile.order else tile.name
    marks = (tile.detail, tile.pill, tile.mark, tile.ended, *(tag.text for tag in tile.tags), *_times(tile))
    chips = " ".join(map(_chip, tile.chips))
    left = len(tile.said) - MOST_SAID
    more = (f"+{left} more",) if left > 0 else ()
    lines = (name, dotted(*marks), chips, *tile.said[:MOST_SAID], *more, *map(_note, tile.notes))
    return tuple(line for line in lines if line)


def _chip(chip: Chip) -> str:
    """Word a phase of a turn as a letter, marked as in a rule's chain: ``+C`` inserted, ``[C]`` skipped."""
    letter = f"+{chip.text}" if chip.accent else chip.text
    return f"[{letter}]" if chip.skipped else f"({letter})" if chip.faded else letter


def _times(part: Box | Tile) -> tuple[str, ...]:
    words = {"here": part.here, "past": part.past, "to come": part.future and not part.skipped}
    return tuple(word for word, wanted in words.items() if wanted)


def _note(note: Note) -> str:
    subject = f"{note.subject}:" if note.subject else ""
    return " ".join(part for part in (note.lead, subject, note.text, note.rule) if part)


def _box_lines(box: Box) -> tuple[str, ...]:
    """Word a box: its name and rule and what it is, then its notes, which may say that already."""
    notes = [_note(note) for note in box.notes]
    marks = (box.pill, "skipped" if box.skipped else "", *_times(box))
    unsaid = (mark for mark in marks if not any(mark in note for note in notes))
    head = dotted(f"{box.name} {box.rule}".strip(), *unsaid)
    return tuple(line for line in (head, *notes) if line)


def _single_lines(box: Box) -> tuple[str, ...]:
    """Word a box and its only tile as one."""
    head, *notes = _box_lines(box)
    name, *details = _tile_lines(box.tiles[0])
    said = [line.removeprefix(box.rule).removeprefix(" · ") for line in details]
    return (head, name, *(line for line in said if line and line not in head), *notes)
