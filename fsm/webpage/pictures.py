"""The pictures of a recording's turns, each different one once, made small for a page with many of them.

The page has the colours and one style for all: what an SVG by itself needs for that is left out, and the
ids become ``data-id``, since several pictures stand in one page.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..diagram import Diagram, DiagramError, scenario_diagram
from ..recording import RecordedTurn
from ..turn import TurnGraph

MOST = 100
"""How many different pictures a page holds; each takes about a tenth of a second and some 30 kB."""
FORMS = {"wide": 1000, "narrow": 400}
"""The forms of each picture, with the widths in pixels that they are laid out for: a column, and one on a phone."""
MOST_KEPT = 1_000
"""How many drawn pictures are kept for other recordings."""
MOST_PHASES = 1_000
"""How many phases a drawn turn may have: its picture takes some seconds, and four times that with twice as many."""

_LEFT_OUT = re.compile(
    r'<style>.*?</style>|<g id="text-(?:sub)?title".*?</g>|<polygon [^>]*class="f-paper" />', re.DOTALL
)
_CLASSED = re.compile(r'<[a-z]+ [^>]*class="[^"]*[fs]-[^>]*>')
_FALLBACK = re.compile(r' (?:fill|stroke)="#[0-9a-f]{6}"')
_ROOT = re.compile(r' (?:role|aria-labelledby|font-family|width|height)="[^"]*"')


class Pictures:
    """The pictures of one recording, by number; ``none`` if there are too many or nothing draws here."""

    none = -1

    def __init__(self) -> None:
        self.drawn: list[dict[str, Any]] = []
        self.numbers: dict[Hashable, int] = {}

    def of_turn(self, turn: RecordedTurn) -> int:
        """The number of the picture of a turn as it was rewritten."""
        return self._number((turn.graph, _content(turn)), turn.graph, lambda: as_it_went(turn))

    def of_graph(self, graph: TurnGraph) -> int:
        """The number of the picture of a turn of which only the graph is known."""
        return self._number((graph, ()), graph, graph.diagram)

    def _number(self, key: Hashable, graph: TurnGraph, make: Any) -> int:
        if key not in self.numbers:
            drawn = len(self.drawn) < MOST and len(graph.children()) <= MOST_PHASES
            self.numbers[key] = self._draw(graph, make) if drawn else self.none
        return self.numbers[key]

    def _draw(self, graph: TurnGraph, make: Any) -> int:
        try:
            picture: Diagram = make()
            forms = {form: slim(svg) for form, svg in drawn(replace(picture, turns=())).items()}
        except (DiagramError, ImportError):
            return self.none
        self.drawn.append({**forms, "stops": [data_id(stop) for stop in graph.stops]})
        return len(self.drawn) - 1


def as_it_went(turn: RecordedTurn) -> Diagram:
    """The picture of a turn as it was rewritten, without what tells it from the same turn elsewhere."""
    return scenario_diagram(turn, title="The turn", subtitle="as it went")


@lru_cache(MOST_KEPT)
def drawn(picture: Diagram) -> dict[str, str]:
    """The SVG of a picture in each form; most turns of scenarios are alike, and each is drawn once."""
    return {form: picture.with_look(width=width).svg() for form, width in FORMS.items()}


def data_id(node: str) -> str:
    """A node's id as pictures write it."""
    return node.replace("+", "-").replace("/", ".")


def _content(turn: RecordedTurn) -> Hashable:
    """What a picture shows of a turn besides its graph: from where things were created, and where it was ended."""
    ends = (".insert", ".skip")
    frames = (frame for frame in turn.frames if frame.event.kind.endswith(ends))
    return tuple((f.event.kind, f.event.node, f.state.at.stop) for f in frames if f.event.kind != "turn.insert")


def slim(svg: str) -> str:
    """An SVG without its own styles, title and ground, for a page that has them.

    >>> slim('<svg role="img"><g id="a"><path fill="#ffffff" class="f-card" /></g></svg>')
    '<svg><g data-id="a"><path class="f-card" /></g></svg>'
    """
    svg = _CLASSED.sub(lambda tag: _FALLBACK.sub("", tag[0]), _LEFT_OUT.sub("", svg))
    head, bracket, rest = svg.partition(">")
    svg = _ROOT.sub("", head) + bracket + rest
    return re.sub(r"\n+", "", svg.replace(' id="', ' data-id="').replace(".00", ""))
