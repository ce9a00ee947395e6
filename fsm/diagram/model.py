"""The intermediate representation: what a picture says, without saying where it stands.

Every kind of picture is made into these values, the layout gives them places, and each
format has a renderer. Texts are clean (see ``naming.clean``) but not yet escaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

START = "start"
END = "end"

EdgeKind = Literal["main", "guard", "created"]
TileKind = Literal["stop", "chip", "state", "plain", "turn"]
"""With number, name and rule; small, with number and name; a state of the machine; without a number; a whole turn."""
BoxKind = Literal["phase", "lane"]

Level = Literal["phase", "step", "machine", "chain", "pair"]
LEVELS: tuple[Level, ...] = ("phase", "step", "machine")
"""How much of a turn a picture shows: phases with their steps' names, steps, or the states inside each step.

Pictures of rules show chains, and those of two editions pairs; these are no choice of a user.
"""


@dataclass(frozen=True, slots=True)
class Chip:
    """A phase as a letter on the tile of a whole turn; ``faded``: it was never reached."""

    id: str
    text: str
    hue: str
    tooltip: str = ""
    accent: bool = False
    skipped: bool = False
    faded: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A remark: a lead that stands out, plain text, and the number of the rule behind it.

    ``sample`` is a chip before it, where a legend explains what chips mean; ``at`` the tile it is about,
    where it stands elsewhere.
    """

    text: str
    rule: str = ""
    lead: str = ""
    tooltip: str = ""
    sample: Chip | None = None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """One stop of play: a step, or a phase without steps; in the machine a state, in a timeline a whole turn.

    ``order`` is its number in the order of play, 0 if play does not come there.
    ``accent`` says that it was inserted, alone or with its phase. ``past`` and ``future`` are
    what lies before and after the place that a picture looks from; ``mark`` is a word in a pill
    for what is neither inserted nor skipped, ``hue`` its own hue where it has one, ``notes``
    what is said beside it. ``ended`` is what ended here before its time, ``said`` what happened
    here. A turn has ``chips`` for its phases and ``tags``.
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
    kind: TileKind = "stop"
    past: bool = False
    future: bool = False
    mark: str = ""
    hue: str = ""
    notes: tuple[Note, ...] = ()
    ended: str = ""
    said: tuple[str, ...] = ()
    chips: tuple[Chip, ...] = ()
    tags: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A phase with its tiles, and the notes that belong under it; in a timeline, the lane of a player.

    At the level of the machine it is a stop with its states, ``order`` its number in the order of play.
    Where two editions stand side by side, ``heads`` are its name and rule in each. ``until`` is the
    tile with which a lane ends, because its player left the game.
    """

    id: str
    name: str
    rule: str
    hue: str
    tiles: tuple[Tile, ...]
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
    kind: BoxKind = "phase"
    until: str = ""


@dataclass(frozen=True, slots=True)
class OuterBox:
    """A box around other boxes, as a phase is at the level of the machine; it has no tiles of its own.

    ``inside`` are the ids of the boxes in it.
    """

    box: Box
    inside: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A way from one tile to another, ``START`` or ``END``: the path of play, one that a guard opens.

    Or, of the kind ``created``, no way at all, but from what made something to what it made.
    """

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
    """All that a picture says; ``outer_boxes`` are around boxes, ``captions`` above the two sides of pairs.

    ``begins`` and ``ends`` are what its start and end mean; ``over`` is whether that end is one,
    and not only where it is known no further.
    """

    title: str
    subtitle: str
    description: str
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    legend: tuple[Note, ...] = ()
    level: Level = "step"
    outer_boxes: tuple[OuterBox, ...] = ()
    captions: tuple[tuple[str, str], ...] = ()
    begins: str = "The turn begins"
    ends: str = "The turn ends"
    over: bool = True

    def box_of(self) -> dict[str, int]:
        """Which box, by its place in ``boxes``, each tile lies in."""
        return {tile.id: place for place, box in enumerate(self.boxes) for tile in box.tiles}


CHECK = "✓ "
"""Stands before what is past."""
