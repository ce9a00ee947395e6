"""The place in a turn that a picture shows as now, and what lies before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from ....errors import AddressError
from ....turn import TurnGraph, parse_address
from ....turn.graph import ROOT
from ....turn.transition import SEPARATOR
from ....words import nearest
from ...errors import DiagramError


@dataclass(frozen=True, slots=True)
class View:
    """A place, and the stops and phases before and after it.

    ``here`` is the id of a node, and ``state`` a state of the machine in that stop.
    ``whole``: the picture has no past and no future.
    """

    here: str = ""
    state: str = ""
    past: frozenset[str] = frozenset()
    future: frozenset[str] = frozenset()
    whole: bool = True


def look(graph: TurnGraph, highlight: str | None, at: str | None) -> View:
    """The view with ``highlight`` marked, or with play ``at`` a place; ``DiagramError`` if there is no such place."""
    if highlight is not None and at is not None:
        raise DiagramError("a picture marks one place: give highlight or at, not both")
    if at is None:
        here, state = _place(graph, highlight)
        return View(here, state)
    here, state = _place(graph, at)
    if here == ROOT:
        return View(here)
    inside = graph.children(here) or (here,)
    first, last = (graph.stops.index(inside[end]) for end in (0, -1))
    past, future = set(graph.stops[:first]), set(graph.stops[last + 1 :])
    for stops in (past, future):
        stops.update(phase for phase in graph.children() if stops.issuperset(graph.children(phase) or (phase,)))
    return View(here, state, frozenset(past), frozenset(future), whole=False)


def _place(graph: TurnGraph, text: str | None) -> tuple[str, str]:
    """Find the node that a text names: a node's id, an address, or a state of the turn's machine."""
    if text is None or text in graph.nodes:
        return text or "", ""
    if SEPARATOR in text and text in graph.table:
        return graph.table[text].stop, graph.table[text].substate
    try:
        place = parse_address(text, graph.edition.kinds).locate(graph)
    except AddressError as error:
        raise DiagramError(f"cannot highlight {text[:80]!r}: {error}; this turn has {_known(graph)}") from None
    if place is None:
        hint = nearest(text, graph.addresses.values())
        raise DiagramError(f"this turn has no {text}{hint}; it has {_known(graph)}")
    return place, ""


def _known(graph: TurnGraph) -> str:
    return ", ".join(graph.addresses.values())
