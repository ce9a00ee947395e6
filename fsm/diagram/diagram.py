"""A diagram: a picture that is laid out, and what can be made of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..files import write_file
from ..words import nearest
from .chain_layout import lay_out_chains
from .compare import compare_picture
from .dot import to_dot
from .errors import DiagramError
from .layout import lay_out
from .machine import machine_picture
from .machine_layout import lay_out_machine
from .model import LEVELS
from .pair_layout import lay_out_pairs
from .parts import Part
from .render import draw
from .rule import rule_picture
from .svg import finish
from .theme import TOKENS, find_theme
from .turn import turn_picture

if TYPE_CHECKING:
    import os

    from ..edition import Edition
    from ..turn import TurnGraph
    from .geometry import Layout

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


def turn_diagram(
    graph: TurnGraph,
    *,
    title: str = "",
    subtitle: str = "",
    highlight: str | None = None,
    level: str = "step",
    at: str | None = None,
) -> Diagram:
    """Make the diagram of a turn as its graph is, at one of ``LEVELS``.

    ``highlight`` marks a place, ``at`` marks it and dims what is still to come: a node's id,
    an address in the turn, or the name of a state of its machine.
    """
    if level not in LEVELS:
        raise DiagramError(f"there is no level {level[:40]!r}{nearest(level, LEVELS)}; there are: {', '.join(LEVELS)}")
    if level == "machine":
        layout = lay_out_machine(machine_picture(graph, title, subtitle, highlight, at))
    else:
        layout = lay_out(turn_picture(graph, title, subtitle, highlight, level, at))
    return Diagram(layout, (Part(title or "The turn", graph),))


def rule_diagram(which: str, edition: str | None = None) -> Diagram:
    """Make the diagram of a rewrite rule, before and after, by its number in an edition or by its name."""
    picture, parts = rule_picture(which, edition)
    return Diagram(lay_out_chains(picture), parts)


def compare_diagram(one: Edition | str, other: Edition | str) -> Diagram:
    """Make the diagram of the turn in two editions, side by side, with what differs."""
    picture, parts = compare_picture(one, other)
    return Diagram(lay_out_pairs(picture), parts)
