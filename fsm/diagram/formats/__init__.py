"""The formats of diagrams and their registry; those that Graphviz draws stand here, and a module has each other one.

Pictures (svg, png, pdf, dot, mmd, puml) are made from the layout and its picture; machines
(scxml, json, pml, markup.json) and graphs (graphml) from the turns that the diagram shows. The
same diagram gives the same bytes, except in svg, png and pdf, which depend on the version
of Graphviz, and a pdf also on the time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from ...words import shown
from ..drawing.dot import to_dot
from ..drawing.enlarged import LARGER, enlarged
from ..drawing.render import POINTS, draw, titled
from ..drawing.svg import finish
from ..drawing.theme import THEMES, TOKENS, Theme, find_theme
from ..errors import DiagramError
from ..layout.geometry import Layout
from ..look import USUAL, Look, known
from ..model import DrawnTurn, Picture
from ..telling import told
from .chart import ExportChart, make_chart
from .graphml import graphml
from .markup import markup
from .mermaid import mermaid
from .plantuml import plantuml
from .promela import promela
from .scxml import scxml
from .xstate import xstate

PNG_SCALE = 2.0
"""How many pixels a PNG has for each point of the layout, if nobody says otherwise."""
MOST_PIXELS = 30_000
"""Graphviz draws no larger bitmaps."""
PIXELS = 96.0
"""The pixels per inch of a page of a PDF, as browsers count them."""


def dot(layout: Layout, look: Look) -> str:
    """Write a picture as DOT text."""
    return to_dot(layout, find_theme(look.theme))


def svg(layout: Layout, look: Look) -> str:
    """Draw a picture as SVG, in one theme, or light or dark as its reader prefers."""
    themes = (THEMES["light"], THEMES["dark"]) if look.theme == "auto" else (find_theme(look.theme),)
    factor = look.factor(_width(layout)) if look.sized else 0.0
    drawn = draw(to_dot(layout, TOKENS), "svg")
    page = layout.page is not None
    return finish(drawn, layout.picture.heading, told(layout.shown), themes, factor, page=page)


def png(layout: Layout, look: Look) -> bytes:
    """Draw a picture as PNG, unless a size is given at twice the size that it is laid out in."""
    factor = look.factor(_width(layout), PNG_SCALE * layout.magnified)
    highest = max(_width(layout), layout.page.height if layout.page else layout.height) * factor
    if highest > MOST_PIXELS:
        raise DiagramError(
            f"this PNG would be {highest:,.0f} pixels wide or high, and {MOST_PIXELS:,} is the most: give a smaller"
            " width or scale, or write svg or pdf"
        )
    return draw(enlarged(dot(layout, look)), "png", POINTS * factor / LARGER)


def pdf(layout: Layout, look: Look) -> bytes:
    """Draw a picture as PDF, unless a size is given in the size that it is laid out in."""
    inches = look.width / PIXELS
    factor = inches * POINTS / _width(layout) if inches else (look.scale or 1.0) * layout.magnified
    return titled(draw(enlarged(dot(layout, look)), "pdf", POINTS * factor / LARGER), layout.picture.heading)


def _width(layout: Layout) -> float:
    return layout.page.width if layout.page else layout.width


Writer = Callable[[Layout, tuple[DrawnTurn, ...], Look], bytes]


class Format(msgspec.Struct, frozen=True):
    """A format: its name, which is the suffix of its files, its purpose, and its writer."""

    name: str
    says: str
    write: Writer
    takes: tuple[str, ...] = ()
    """The choices of a ``Look`` that it can show."""


def _laid_out(write: Callable[[Layout, Look], str | bytes]) -> Writer:
    return lambda layout, _turns, look: _encoded(write(layout, look))


def _pictured(write: Callable[[Picture, Theme], str]) -> Writer:
    return lambda layout, _turns, look: _encoded(write(layout.whole or layout.picture, find_theme(look.theme)))


def _run(write: Callable[[ExportChart], str]) -> Writer:
    return lambda _layout, turns, _look: _encoded(write(make_chart(turns)))


def _encoded(written: str | bytes) -> bytes:
    return written.encode() if isinstance(written, str) else written


_DRAWN = ("theme", "direction", "aspect", "width", "scale")

_ALL = (
    Format("svg", "a picture for the web, light or dark as its reader prefers", _laid_out(svg), _DRAWN),
    Format("png", "a bitmap image", _laid_out(png), _DRAWN),
    Format("pdf", "a picture for print", _laid_out(pdf), _DRAWN),
    Format("dot", "the picture for Graphviz, neato -n2", _laid_out(dot), _DRAWN[:3]),
    Format("mmd", "the picture for Mermaid, which GitHub draws", _pictured(mermaid), _DRAWN[:1]),
    Format("puml", "the picture for PlantUML", _pictured(plantuml), _DRAWN[:1]),
    Format("scxml", "the machine for SCXML engines", _run(scxml)),
    Format(
        "json",
        "the machine for XState 5 and Stately",
        lambda layout, turns, _look: _encoded(xstate(make_chart(turns), layout.picture)),
    ),
    Format("pml", "the machine as a model for SPIN", _run(promela)),
    Format("graphml", "the turn graph for networkx, yEd and Gephi", lambda _layout, turns, _look: graphml(turns)),
    Format("markup.json", "the machine for the library transitions", _run(markup)),
)

REGISTRY: Mapping[str, Format] = MappingProxyType({format.name: format for format in _ALL})
"""All formats by name."""

FORMATS = tuple(REGISTRY)
"""The names of the formats that a diagram can be rendered in."""


def find_format(name: str) -> Format:
    """The format with a name; ``DiagramError`` lists the known names."""
    return REGISTRY[known("format", name, FORMATS)]


def check_look(format: Format, look: Look) -> None:
    """``DiagramError`` if a look has a choice that a format cannot show."""
    for name in _DRAWN:
        if name not in format.takes and getattr(look, name) != getattr(USUAL, name):
            able = ", ".join(other.name for other in _ALL if name in other.takes)
            raise DiagramError(
                f"the format {format.name} has no {name}, and {getattr(look, name)} is given: leave the {name} out,"
                f" or write one of these: {able}"
            )


def format_of(path: str | os.PathLike[str]) -> str:
    """The format of a file, by its name; the longest suffix counts.

    >>> format_of("turn.json"), format_of("turn.markup.json")
    ('json', 'markup.json')
    """
    target = Path(path)
    name = target.name.lower()
    for suffix in sorted(FORMATS, key=len, reverse=True):
        if name.endswith(f".{suffix}") and len(name) > len(suffix) + 1:
            return suffix
    if not target.suffix:
        raise DiagramError(f"{shown(str(target), 200)}: the suffix names the format: write .{', .'.join(FORMATS)}")
    return find_format(target.suffix.lower().removeprefix(".")).name
