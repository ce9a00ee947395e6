"""The formats of diagrams, one module each, and their registry.

Pictures (svg, png, pdf, dot, mmd, puml) are made from the layout and its picture; machines
(scxml, json, pml, markup.json) and graphs (graphml) from the turns that the diagram shows. The
same diagram gives the same bytes, except in svg, png and pdf, which depend on the version
of Graphviz, and a pdf also on the time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ...words import nearest
from ..drawing.theme import Theme, find_theme
from ..errors import DiagramError
from ..layout.geometry import Layout
from ..look import USUAL, Look
from ..model import Picture
from ..pictures.drawn_turn import DrawnTurn
from .chart import ExportChart, make_chart
from .drawn import dot, pdf, png, svg
from .graphml import graphml
from .markup import markup
from .mermaid import mermaid
from .plantuml import plantuml
from .promela import promela
from .scxml import scxml
from .xstate import xstate

Writer = Callable[[Layout, tuple[DrawnTurn, ...], Look], bytes]


@dataclass(frozen=True, slots=True)
class Format:
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
    if name not in REGISTRY:
        raise DiagramError(f"there is no format {name[:40]!r}{nearest(name, FORMATS)}; there are: {', '.join(FORMATS)}")
    return REGISTRY[name]


def check_look(format: Format, look: Look) -> None:
    """``DiagramError`` if a look has a choice that a format cannot show."""
    usual = USUAL
    for name in _DRAWN:
        if name not in format.takes and getattr(look, name) != getattr(usual, name):
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
    for known in sorted(FORMATS, key=len, reverse=True):
        if name.endswith(f".{known}") and len(name) > len(known) + 1:
            return known
    if not target.suffix:
        raise DiagramError(f"{target}: the suffix names the format: write .{', .'.join(FORMATS)}")
    return find_format(target.suffix.lower().removeprefix(".")).name
