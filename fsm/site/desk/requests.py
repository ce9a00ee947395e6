"""What the page may ask: a struct for each request, told apart by ``do``."""

from __future__ import annotations

import msgspec

FILE = "scenario.turn.yaml"
"""What the text is called in traces and pages; the messages of answers leave it out."""


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a picture is shown; what is left out is as usual."""

    theme: str = ""
    direction: str = ""
    aspect: str = ""
    width: int = 0
    scale: float = 0


USUAL = Look()


class Request(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, kw_only=True, forbid_unknown_fields=True):
    """A request of the page."""


class About(Request, frozen=True, kw_only=True):
    """What the package has: its version, editions, kinds of diagrams, formats."""


class OfText(Request, frozen=True, kw_only=True):
    """A request about the text of a scenario file; ``scenario`` is one of its scenarios, by name or number."""

    text: str
    scenario: str = ""


class OfRun(OfText, frozen=True, kw_only=True):
    """A request about the run of a scenario, by default under its newest edition."""

    edition: str | None = None


class Run(OfRun, frozen=True, kw_only=True):
    """The run as a play-by-play and a story, judged, with the picture of the turn of a ``place``.

    With ``everything`` it also has priority, passes and endings.
    """

    place: str | None = None
    look: Look = USUAL
    everything: bool = False


class Picture(OfRun, frozen=True, kw_only=True):
    """A picture of a kind: of a turn of the run, of the run, of the edition, or of it and an ``other`` one.

    Without a number it is the most rewritten turn. ``events``, ``level``, ``detail``, ``at`` and ``paper``
    count where the kind has them. Without a caption it is that of the scenario.
    """

    kind: str = "scenario"
    turn: int | None = None
    other: str = ""
    events: bool = False
    level: str = "step"
    detail: str | None = None
    at: str | None = None
    paper: str = "a4"
    look: Look = USUAL
    caption: str | None = None


class Download(Picture, frozen=True, kw_only=True):
    """The file of a ``format``: yaml, trace, html (the player's page), or the picture in a format of diagrams."""

    format: str


class Player(OfText, frozen=True, kw_only=True):
    """What the player's page reads: the runs under some editions, by default under all of the scenario."""

    editions: tuple[str, ...] = ()


class History(OfText, frozen=True, kw_only=True):
    """When the answer of the scenario changed: its outcome under every edition, and what decided it."""


class Expect(OfText, frozen=True, kw_only=True):
    """The text with the expectations of what happened; with ``replace``, in the place of those that it has."""

    replace: bool = False


class Complete(OfText, frozen=True, kw_only=True):
    """What can be typed at a line and a column, both from 1."""

    line: int
    column: int


class Acts(OfRun, frozen=True, kw_only=True):
    """What can be said at a place: by a player, or by whoever decides; ``words`` find cards."""

    place: str
    player: str | None = None
    words: str = ""


class Add(OfRun, frozen=True, kw_only=True):
    """The text with another entry of the script; ``act`` is one line of YAML, with ``responding_to`` if it responds."""

    place: str
    player: str
    act: str


class WhatIf(Add, frozen=True, kw_only=True):
    """The run in which a player acts otherwise at a place, with what differs from the run of the text."""

    look: Look = USUAL


class Players(OfText, frozen=True, kw_only=True):
    """The text with other players; a name in the place of another one replaces it."""

    players: tuple[str, ...]


class Editions(OfText, frozen=True, kw_only=True):
    """The text for other editions."""

    editions: tuple[str, ...]


class Card(Request, frozen=True, kw_only=True):
    """The cards that words find, with what they do."""

    words: str


class Trace(Request, frozen=True, kw_only=True):
    """Whether a trace is a possible game, and the data of the player's page."""

    text: str


class Edition(Request, frozen=True, kw_only=True):
    """An edition as a file, which can be named from then on."""

    name: str
    text: str


Asked = (
    About | Run | Picture | Download | Player | History | Expect | Complete | Acts | Add | WhatIf | Players | Editions
    | Card | Trace | Edition
)  # fmt: skip
