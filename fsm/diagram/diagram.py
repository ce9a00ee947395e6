"""A diagram: a picture that is laid out, and what can be made of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..files import write_file
from .dot import to_dot
from .formats import find_format, format_of
from .formats.drawn import svg
from .layout import lay_out
from .parts import Part
from .scenario import scenario_picture
from .theme import find_theme
from .timeline import part_of, timeline_parts, timeline_picture
from .timeline_layout import lay_out_timeline
from .turn import turn_picture

if TYPE_CHECKING:
    import os

    from ..recording import RecordedTurn, Recording
    from ..turn import TurnGraph
    from .geometry import Layout


@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture with its layout, and the turns that it is of.

    >>> from fsm.turn import base_turn
    >>> turn_diagram(base_turn("cr2006")).dot().splitlines()[0]
    'digraph turn {'
    """

    layout: Layout
    parts: tuple[Part, ...] = ()
    """The turns that the picture is of, for the formats that are made from their graphs."""

    def dot(self, theme: str = "light") -> str:
        """Write the picture as DOT text, for ``neato -n2``; the same picture gives the same bytes."""
        return to_dot(self.layout, find_theme(theme))

    def svg(self) -> str:
        """Draw the picture as SVG that is light or dark as its reader prefers."""
        return svg(self.layout)

    def render(self, format: str, theme: str = "light") -> bytes:
        """Make one of ``FORMATS`` of it; an SVG holds both themes, machines and graphs have none."""
        return find_format(format).write(self.layout, self.parts, find_theme(theme))

    def save(self, path: str | os.PathLike[str], theme: str = "light", format: str = "") -> None:
        """Write it, whole or not at all, in a format or in the one that the file's suffix names."""
        write_file(Path(path), self.render(format or format_of(path), theme))

    def _repr_svg_(self) -> str:
        return self.svg()


def turn_diagram(graph: TurnGraph, *, title: str = "", subtitle: str = "", highlight: str | None = None) -> Diagram:
    """Make the diagram of a turn as its graph is; ``highlight`` is a node's id or an address in the turn."""
    picture = turn_picture(graph, title, subtitle, highlight)
    return Diagram(lay_out(picture), (Part(picture.title, graph),))


def scenario_diagram(turn: RecordedTurn, *, events: bool = False, title: str = "", subtitle: str = "") -> Diagram:
    """Make the diagram of a recorded turn as it was rewritten; ``events`` adds what happened in each step."""
    return Diagram(lay_out(scenario_picture(turn, events, title, subtitle)), (part_of(turn),))


def timeline_diagram(recording: Recording, *, title: str = "", subtitle: str = "") -> Diagram:
    """Make the diagram of a whole recording: a lane for each player, a card for each turn."""
    return Diagram(lay_out_timeline(timeline_picture(recording, title, subtitle)), timeline_parts(recording))
