"""The intermediate representation: what a picture says, without saying where it stands.

Every kind of picture is made into these values, the layout gives them places, and each
format has a renderer. Texts are clean (see ``naming.clean``) but not yet escaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

START = "start"
END = "end"

EdgeKind = Literal["main", "guard"]


@dataclass(frozen=True, slots=True)
class Note:
    """A remark: a lead that stands out, plain text, and the number of the rule behind it."""

    text: str
    rule: str = ""
    lead: str = ""
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One stop of play: a step, or a phase without steps.

    ``order`` is its number in the order of play, 0 if play does not come there.
    ``accent`` says that it was inserted, alone or with its phase.
    """

    id: str
    name: str
    detail: str
    order: int
    tooltip: str
    pill: str = ""
    accent: bool = False
    skipped: bool = False
    here: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A phase with its cards, and the notes that belong under it."""

    id: str
    name: str
    rule: str
    hue: str
    cards: tuple[Card, ...]
    tooltip: str
    notes: tuple[Note, ...] = ()
    pill: str = ""
    accent: bool = False
    skipped: bool = False
    here: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """What is around boxes: it looks as a box does and has no cards of its own; ``inside`` are ids of boxes."""

    box: Box
    inside: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A way from one card to another, ``START`` or ``END``: the path of play, or one that a guard opens."""

    id: str
    source: str
    target: str
    kind: EdgeKind
    tooltip: str
    accent: bool = False
    label: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """All that a picture says; ``frames`` are around boxes."""

    title: str
    subtitle: str
    description: str
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    legend: tuple[Note, ...] = ()
    frames: tuple[Frame, ...] = ()

    def box_of(self) -> dict[str, int]:
        """Which box, by its place in ``boxes``, each card lies in."""
        return {card.id: place for place, box in enumerate(self.boxes) for card in box.cards}
