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
CardKind = Literal["stop", "chip", "state", "plain"]
"""With number, name and rule; small, with number and name; a state of the machine; without a number."""

Level = Literal["phase", "step", "machine", "chain", "pair"]
LEVELS: tuple[Level, ...] = ("phase", "step", "machine")
"""How much of a turn a picture shows: phases with their steps' names, steps, or the states inside each step.

Pictures of rules show chains, and those of two editions pairs; these are no choice of a user.
"""


@dataclass(frozen=True, slots=True)
class Note:
    """A remark: a lead that stands out, plain text, and the number of the rule behind it."""

    text: str
    rule: str = ""
    lead: str = ""
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One stop of play: a step, or a phase without steps; or, at the level of the machine, a state.

    ``order`` is its number in the order of play, 0 if play does not come there.
    ``accent`` says that it was inserted, alone or with its phase. ``past`` and ``future`` are
    what lies before and after the place that a picture looks from; ``mark`` is a word in a pill
    for what is neither inserted nor skipped, ``hue`` its own hue where it has one, ``notes``
    what is said beside it.
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
    kind: CardKind = "stop"
    past: bool = False
    future: bool = False
    mark: str = ""
    hue: str = ""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A phase with its cards, and the notes that belong under it.

    At the level of the machine it is a stop with its states, ``order`` its number in the order of play.
    Where two editions stand side by side, ``heads`` are its name and rule in each.
    """

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
    past: bool = False
    future: bool = False
    order: int = 0
    heads: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """A phase around boxes, at the level of the machine: it looks as a box does and has no cards of its own."""

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
    future: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """All that a picture says; ``frames`` are around boxes, ``captions`` above the two sides of pairs."""

    title: str
    subtitle: str
    description: str
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    legend: tuple[Note, ...] = ()
    level: Level = "step"
    frames: tuple[Frame, ...] = ()
    captions: tuple[tuple[str, str], ...] = ()

    def box_of(self) -> dict[str, int]:
        """Which box, by its place in ``boxes``, each card lies in."""
        return {card.id: place for place, box in enumerate(self.boxes) for card in box.cards}
