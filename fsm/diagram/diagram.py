"""A diagram: a picture that is laid out, and what can be made of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..files import write_file
from ..words import nearest
from .dot import to_dot
from .errors import DiagramError
from .layout import lay_out
from .render import draw
from .scenario import scenario_picture
from .svg import finish
from .theme import TOKENS, find_theme
from .timeline import part_of, timeline_parts, timeline_picture
from .timeline_layout import lay_out_timeline
from .turn import turn_picture

if TYPE_CHECKING:
    import os

    from ..recording import RecordedTurn, Recording
    from ..turn import TurnGraph
    from .geometry import Layout
    from .parts import Part

FORMATS = ("svg", "png", "pdf", "dot")
"""The formats that a diagram can be rendered in."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture with its layout, and the turns that it is of.

    >>> from fsm.turn import base_turn
    >>> turn_diagram(base_turn("cr2006")).dot().splitlines()[0]
    'digraph turn {'
    """

    layout: Layout
    parts: tuple[Part, ...] = ()

    def dot(self, theme: str = "light") -> str:
        """Write the picture as DOT text, for ``neato -n2``; the same picture gives the same bytes."""
        return to_dot(self.layout, find_theme(theme))

    def svg(self) -> str:
        """Draw the picture as SVG that is light or dark as its reader prefers."""
        picture = self.layout.picture
        title = " · ".join(part for part in (picture.title, picture.subtitle) if part)
        return finish(draw(to_dot(self.layout, TOKENS), "svg"), title, picture.description)

    def render(self, format: str, theme: str = "light") -> bytes:
        """Draw the picture in one of ``FORMATS``; an SVG holds both themes."""
        find_theme(theme)
        if format not in FORMATS:
            raise DiagramError(
                f"there is no format {format[:40]!r}{nearest(format, FORMATS)}; there are: {', '.join(FORMATS)}"
            )
        if format == "svg":
            return self.svg().encode()
        return self.dot(theme).encode() if format == "dot" else draw(self.dot(theme), format)

    def save(self, path: str | os.PathLike[str], theme: str = "light") -> None:
        """Write the picture, whole or not at all, in the format that the file's suffix names."""
        target = Path(path)
        suffix = target.suffix.lower().removeprefix(".")
        if not suffix:
            raise DiagramError(f"{target}: the suffix names the format: write .{', .'.join(FORMATS)}")
        write_file(target, self.render(suffix, theme))

    def _repr_svg_(self) -> str:
        return self.svg()


def turn_diagram(graph: TurnGraph, *, title: str = "", subtitle: str = "", highlight: str | None = None) -> Diagram:
    """Make the diagram of a turn as its graph is; ``highlight`` is a node's id or an address in the turn."""
    return Diagram(lay_out(turn_picture(graph, title, subtitle, highlight)))


def scenario_diagram(turn: RecordedTurn, *, events: bool = False, title: str = "", subtitle: str = "") -> Diagram:
    """Make the diagram of a recorded turn as it was rewritten; ``events`` adds what happened in each step."""
    return Diagram(lay_out(scenario_picture(turn, events, title, subtitle)), (part_of(turn),))


def timeline_diagram(recording: Recording, *, title: str = "", subtitle: str = "") -> Diagram:
    """Make the diagram of a whole recording: a lane for each player, a card for each turn."""
    return Diagram(lay_out_timeline(timeline_picture(recording, title, subtitle)), timeline_parts(recording))
