"""The intermediate representation: what a picture shows, without positions.

``pictures`` makes these values, ``layout`` gives them positions, and each format has a
renderer. Texts are clean (see ``naming.clean``) but not yet escaped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from ..edition.points import Point

if TYPE_CHECKING:
    from ..turn import TurnGraph

START = "start"
END = "end"

EdgeKind = Literal["main", "guard", "created"]
TileKind = Literal["stop", "entry", "chip", "state", "plain", "turn", "lines"]
"""A stop with number, name and rule; one that also says what happens there; a small one with number and name; a state
of the machine; one without a number; a whole turn; one of which the layout makes all lines."""
BoxKind = Literal["phase", "lane", "panel"]

Level = Literal["phase", "step", "machine", "chain", "pair", "history"]
LEVELS: tuple[Level, ...] = ("phase", "step", "machine")
"""The levels of detail of a picture of a turn: phases with the names of their steps, steps, or states of steps.

Pictures of rules have the level ``chain``, of two editions ``pair``, of all of them ``history``; users cannot choose
these.
"""


def dotted(*parts: str) -> str:
    """Join texts with a dot between them, without those that are empty."""
    return " · ".join(part for part in parts if part)


class Chip(msgspec.Struct, frozen=True):
    """A phase as a letter on the tile of a whole turn; ``faded``: play never reached it."""

    id: str
    text: str
    hue: str
    tooltip: str = ""
    accent: bool = False
    skipped: bool = False
    faded: bool = False


class Note(msgspec.Struct, frozen=True):
    """A remark: an emphasized lead, plain text, and the number of its rule.

    ``sample`` is the chip that a note of a legend explains; ``at`` is the tile that a note elsewhere is about.
    ``subject`` is what a note is about, where a drawing shows it and a text has to name it. A main difference of two
    editions has a ``letter``; ``sides`` are what each of the two does, with the number of its rule.
    """

    text: str
    rule: str = ""
    lead: str = ""
    tooltip: str = ""
    sample: Chip | None = None
    at: str = ""
    subject: str = ""
    letter: str = ""
    sides: tuple[tuple[str, str], ...] = ()


class Tile(msgspec.Struct, frozen=True):
    """A step, or a phase without steps; in a machine a state, in a timeline a whole turn.

    ``order`` is its number in the order of play, 0 if play skips it. ``accent``: it was inserted,
    alone or with its phase. ``past`` and ``future``: it lies before or after the place of the
    ``View``. ``mark`` is a word in a pill, if it is neither inserted nor skipped. ``hue`` is its
    own hue, if it has one. ``notes`` stand beside it. ``ended`` says what ended here early, and
    ``said`` what happened here; ``does`` says what happens in such a step. A turn has ``chips`` for its
    phases, and ``tags``.
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
    does: tuple[Note, ...] = ()


class Box(msgspec.Struct, frozen=True):
    """A phase with its tiles and the notes below it; in a timeline, the lane of a player.

    In a machine it is a stop with its states.
    In a comparison of two editions, ``heads`` are its name and rule in each. ``until`` is the id
    of the last tile of a lane whose player left the game. ``group`` is what the rewrite rule of a
    chain does, if there are several.
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
    heads: tuple[tuple[str, str], ...] = ()
    kind: BoxKind = "phase"
    until: str = ""
    group: str = ""


class OuterBox(msgspec.Struct, frozen=True):
    """A box around other boxes, as a phase is at the level of the machine; it has no tiles of its own.

    ``inside`` are the ids of the boxes in it.
    """

    box: Box
    inside: tuple[str, ...]


class Edge(msgspec.Struct, frozen=True):
    """An edge between two tiles, ``START`` or ``END``.

    The kind ``main`` is the path of play, and ``guard`` a move that a guard may allow. The kind
    ``created`` leads from where an effect created something to what it created.
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


def play_edge(source: str, target: str, tooltip: str = "", *, accent: bool = False) -> Edge:
    """An edge of the path of play."""
    return Edge(f"from-{source}-to-{target}", source, target, "main", tooltip, accent)


class Picture(msgspec.Struct, frozen=True):
    """Everything that a picture shows; ``captions`` stand above the two sides of a comparison.

    ``headline`` stands above everything, and ``aside`` in a list beside it.
    ``begins`` and ``ends`` say what its start and its end mean. ``over``: the game or turn ends
    there, and not only the recording. ``caption`` is the point that it makes, in a sentence.
    """

    title: str
    subtitle: str
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    legend: tuple[Note, ...] = ()
    level: Level = "step"
    outer_boxes: tuple[OuterBox, ...] = ()
    captions: tuple[tuple[str, str], ...] = ()
    headline: tuple[Note, ...] = ()
    aside: tuple[Note, ...] = ()
    begins: str = "The turn begins"
    ends: str = "The turn ends"
    over: bool = True
    caption: str = ""

    @property
    def heading(self) -> str:
        """The title and the subtitle on one line."""
        return dotted(self.title, self.subtitle)

    def box_of(self) -> dict[str, int]:
        """The index in ``boxes`` of each tile's box, by the tile's id."""
        return {tile.id: place for place, box in enumerate(self.boxes) for tile in box.tiles}


Detail = Literal["names", "actions", "rules"]
DETAILS: tuple[Detail, ...] = ("names", "actions", "rules")
"""What a picture of a turn says of a step: its name; also what happens in it; also the rules, and what is rare."""

DOTTED = "Dotted: from where it was created"
"""What the legend says of edges of the kind ``created``."""

CHECK = "✓ "
"""The mark of what is past."""


class DrawnTurn(msgspec.Struct, frozen=True):
    """One turn that a diagram shows: its graph, and the facts about it.

    Turns with a ``player`` are turns of a game, one after the other. Turns without one stand
    side by side: before and after a rewrite, or one edition and another.
    ``extra`` is the number of an extra turn and its creator, ``extra #2 by Time Walk``.
    ``skipped`` is what skipped the turn; it is empty if the turn took place.
    """

    name: str
    graph: TurnGraph
    player: str = ""
    extra: str = ""
    skipped: str = ""


class Span(msgspec.Struct, frozen=True):
    """What holds from one day to another, before which it ends; days are ordinals, as ``date.toordinal`` has them."""

    start: int
    end: int
    text: str
    rule: str = ""
    tooltip: str = ""


class Stretch(msgspec.Struct, frozen=True):
    """A step, or a phase without steps, for as long as the turn has the same shape.

    ``phase`` is the kind of its phase; ``names`` are what it is called, one after the other; ``into`` are the ids of
    those that it becomes when the shape of the turn changes.
    """

    id: str
    kind: str
    phase: str
    hue: str
    start: int
    end: int
    names: tuple[Span, ...]
    into: tuple[str, ...] = ()


class Band(msgspec.Struct, frozen=True):
    """A question about the turn, and the answers of the editions, one after the other."""

    id: str
    name: str
    hue: str
    spans: tuple[Span, ...]


class Change(msgspec.Struct, frozen=True):
    """One change of the turn: what holds since then, what held before, and the stretches in which it is marked.

    ``sign`` says what kind of change it is; without ``places`` it is one of the turn as a whole.
    """

    says: str
    before: str = ""
    rule: str = ""
    sign: str = ""
    places: tuple[str, ...] = ()


class Moment(msgspec.Struct, frozen=True):
    """A day on which the turn changed: what it and its set are called, and its changes, those that weigh most first.

    ``weight`` is how much the day matters among all of them.
    """

    id: str
    day: int
    when: str
    title: str
    weight: float
    changes: tuple[Change, ...]


class Answers(msgspec.Struct, frozen=True):
    """What came out of a scenario called ``name`` from one day to another, and what decided between two answers.

    ``rules`` are the numbers of the rules that decided, each with the day since which it did; ``points`` those changes.
    """

    name: str
    spans: tuple[Span, ...]
    points: tuple[Point, ...]
    rules: tuple[tuple[int, str], ...]


class River(msgspec.Struct, frozen=True):
    """The turn from one day to another: its phases and steps as they flow, what changed in all of them, and when.

    ``phases`` are those of the last day, with their rules; ``numbers`` are the numbers that rules had.
    """

    first: int
    last: int
    stretches: tuple[Stretch, ...]
    phases: tuple[Span, ...]
    bands: tuple[Band, ...]
    numbers: tuple[Span, ...]
    moments: tuple[Moment, ...]
    editions: tuple[Span, ...] = ()
