"""A picture as text formats draw it: shapes inside shapes, each with the ways between what is inside.

A way from inside one shape into another disturbs the layout of Mermaid, so such a way joins
the outermost shapes that it leads between, and entries inside the second say where play comes to.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..model import Box, Card, Edge, Picture

LONGEST = 80
"""How many letters of a text are shown; drawers make a shape as wide as its text."""

WAYS = ("main", "guard")
"""The kinds of edges that play may follow; the kind of any other is told in its text."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way between two shapes by name; an empty name is the start, as a source, or the end, as a target."""

    source: str
    target: str
    text: str = ""
    kind: str = "main"
    accent: bool = False


@dataclass(slots=True)
class Shape:
    """A card, or what is around cards: its name in the text, its lines, how it looks, and what is inside.

    ``looks`` are ``inserted``, ``skipped`` and ``here``, the one that matters most last.
    """

    name: str = ""
    lines: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    inside: list[Shape] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)

    def add(self, way: Way) -> None:
        """Add a way, once."""
        if way not in self.ways:
            self.ways.append(way)


def outline(picture: Picture) -> Shape:
    """Make the shape of a whole picture."""
    whole = Shape()
    places = _Shapes(picture, whole).places
    for edge in picture.edges:
        # the start, and the end, are in no shape
        source, target = places.get(edge.source, ()), places.get(edge.target, ())
        depth = _shared(source, target)
        ends = (place[depth].name if place else "" for place in (source, target))
        (source[depth - 1] if depth else whole).add(_way(edge, *ends))
        for around, inner in pairwise(target[depth:]):
            around.add(Way("", inner.name))
    return whole


def shortened(text: str) -> str:
    """Cut a text to what is shown of it."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


class _Shapes:
    """The shapes of a picture, and for each of its cards and boxes by id where it is: what is around it, and itself."""

    def __init__(self, picture: Picture, whole: Shape) -> None:
        self.taken: set[str] = set()
        self.places: dict[str, tuple[Shape, ...]] = {}
        frames = {id: frame.box for frame in picture.frames for id in frame.inside}
        if _wanders(picture):
            for box in picture.boxes:
                self.scatter(box, whole)
            return
        for box in picture.boxes:
            frame = frames.get(box.id)
            if frame is None:
                self.enclose(box, whole, ())
                continue
            if frame.id not in self.places:
                self.places[frame.id] = (self.make(whole, frame.id, _box_lines(frame), _looks(frame)),)
            self.enclose(box, self.places[frame.id][0], self.places[frame.id])

    def enclose(self, box: Box, above: Shape, around: tuple[Shape, ...]) -> None:
        """Add a box with its cards; one whose only card has its own id, as a phase without steps has, is one shape."""
        if [card.id for card in box.cards] == [box.id]:
            shape = self.make(above, box.id, _single_lines(box), _looks(box.cards[0]))
            self.places[box.id] = (*around, shape)
            return
        shape = self.make(above, box.id, _box_lines(box), _looks(box))
        self.places[box.id] = (*around, shape)
        for card in box.cards:
            inner = self.make(shape, card.id, _card_lines(card), _looks(card))
            self.places[card.id] = (*around, shape, inner)

    def scatter(self, box: Box, whole: Shape) -> None:
        """Add the cards of a box without the box, which is told in each of them; its notes in the last."""
        head, *notes = _box_lines(box)
        for card in box.cards:
            name, *said = _card_lines(card)
            rest = notes if card is box.cards[-1] else ()
            self.places[card.id] = (self.make(whole, card.id, (name, head, *said, *rest), _looks(card)),)

    def make(self, above: Shape, id: str, lines: tuple[str, ...], looks: tuple[str, ...]) -> Shape:
        """Add a shape with a name of letters, digits and lines; no two have the same."""
        stem = re.sub(r"[^A-Za-z0-9]", "_", id)
        name, number = stem, 1
        while name in self.taken:
            number += 1
            name = f"{stem}_{number}"
        self.taken.add(name)
        shape = Shape(name, lines, looks)
        above.inside.append(shape)
        return shape


def _wanders(picture: Picture) -> bool:
    """Whether play comes to a box more than once, as to the lanes of a timeline: ways cannot join such boxes."""
    frames = {id: frame.box.id for frame in picture.frames for id in frame.inside}
    homes = {card.id: frames.get(box.id, box.id) for box in picture.boxes for card in box.cards}
    main = ((homes.get(edge.source), homes.get(edge.target)) for edge in picture.edges if edge.kind == "main")
    entered = Counter(target for source, target in main if target is not None and source != target)
    return any(times > 1 for times in entered.values())


def _shared(source: tuple[Shape, ...], target: tuple[Shape, ...]) -> int:
    """Count the shapes that are around both, and are neither of them."""
    most = max(0, min(len(source), len(target)) - 1)
    return next((depth for depth in range(most) if source[depth] is not target[depth]), most)


def _way(edge: Edge, source: str, target: str) -> Way:
    kind = "" if edge.kind in WAYS or edge.label.startswith(edge.kind) else edge.kind
    text = " ".join(part for part in (kind, edge.label, edge.rule) if part)
    return Way(source, target, shortened(text), edge.kind, edge.accent)


def _looks(part: Box | Card) -> tuple[str, ...]:
    looks = {"inserted": part.accent, "skipped": part.skipped, "here": part.here}
    return tuple(look for look, wanted in looks.items() if wanted)


def _card_lines(card: Card) -> tuple[str, ...]:
    """Word a card: its number in the order of play and its name, then what is said of it."""
    name = f"{card.order} {card.name}" if card.order else card.name
    said = _joined(card.detail, card.pill, "here" if card.here else "")
    return tuple(shortened(line) for line in (name, said) if line)


def _box_lines(box: Box) -> tuple[str, ...]:
    """Word a box: its name and rule and what it is, then its notes, which may say that already."""
    notes = [" ".join(part for part in (note.lead, note.text, note.rule) if part) for note in box.notes]
    marks = (box.pill, "skipped" if box.skipped else "", "here" if box.here else "")
    unsaid = (mark for mark in marks if not any(mark in note for note in notes))
    head = _joined(f"{box.name} {box.rule}".strip(), *unsaid)
    return tuple(shortened(line) for line in (head, *notes) if line)


def _single_lines(box: Box) -> tuple[str, ...]:
    """Word a box and its only card as one."""
    head, *notes = _box_lines(box)
    name, *details = _card_lines(box.cards[0])
    said = [line.removeprefix(box.rule).removeprefix(" · ") for line in details]
    return (head, name, *(line for line in said if line and line not in head), *notes)


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
