"""How play goes on inside a turn if nothing changes it: the next beginning or end of a phase or step.

A spot is a node of a turn graph, begun or over. A stop is a step, or a phase without steps.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..turn import TurnGraph
from ..turn.graph import ROOT
from ..turn.part import Part


class Move(NamedTuple):
    """One event of the structure of a turn: its letter, where it happens, and the spot it leads to.

    ``address`` is that of the node inside its turn; ``phase`` and ``step`` are kinds. ``cost`` counts effects that
    nobody told of.
    """

    letter: str
    address: str
    phase: str | None
    step: str | None
    graph: TurnGraph
    node: str
    over: bool
    cost: int = 0
    note: str = ""


@lru_cache(maxsize=8192)
def onward(graph: TurnGraph, node: str, over: bool) -> tuple[Move, ...]:
    """The regular ways on from a spot: usually one.

    A phase all of whose steps are skipped may begin and end, or be passed over (500.1, 500.11).
    """
    if node == ROOT:
        return () if over else _phases(graph, None)
    part = graph.part(node)
    level = part.node.level
    if level == "step":
        if not over:
            return (_end(graph, part),)
        return _steps(graph, graph.part(graph.phase_of(node)), node)
    if over:
        return _phases(graph, node)
    return _steps(graph, part, None) if part.chunks else (_end(graph, part),)


def _phases(graph: TurnGraph, after: str | None) -> tuple[Move, ...]:
    """The next phase begins, or the turn ends."""
    live = graph.root.first_live(after)
    ids = graph.children()
    first = 0 if after is None else ids.index(after) + 1
    last = len(ids) if live is None else ids.index(live.node.id)
    empty = [graph.part(id) for id in ids[first:last] if graph.node(id).skipped is None] if first < last else []
    end = Move("turn.end", "", None, None, graph, ROOT, True) if live is None else begin(graph, live)
    return (end, *(begin(graph, part) for part in empty))


def _steps(graph: TurnGraph, phase: Part, after: str | None) -> tuple[Move, ...]:
    """The next step of a phase begins, or the phase ends."""
    live = phase.first_live(after)
    return (_end(graph, phase) if live is None else begin(graph, live),)


def begin(graph: TurnGraph, part: Part) -> Move:
    """The move by which a phase or a step begins."""
    return _move(graph, part, "begin", False)


def _end(graph: TurnGraph, part: Part) -> Move:
    return _move(graph, part, "end", True)


def _move(graph: TurnGraph, part: Part, what: str, over: bool) -> Move:
    id = part.node.id
    return Move(f"{letter_of(part)}.{what}", graph.address(id), *kinds_of(graph, id), graph, id, over)


def letter_of(part: Part) -> str:
    """The level of a part in letters: step, phase, or main for a phase without steps."""
    return "main" if part.node.level == "phase" and not part.chunks else part.node.level


def kinds_of(graph: TurnGraph, id: str) -> tuple[str | None, str | None]:
    """The kinds of the phase and of the step of a node."""
    if id == ROOT:
        return None, None
    phase = graph.phase_of(id)
    return graph.node(phase).kind, None if phase == id else graph.node(id).kind


def is_stop(graph: TurnGraph, id: str) -> bool:
    """Whether play can be at a node: a step, or a phase without steps."""
    part = graph.part(id)
    return part.node.level == "step" or (part.node.level == "phase" and not part.chunks)


def may_resolve(graph: TurnGraph, id: str) -> bool:
    """Whether effects may happen here: as a turn begins, where players get priority, or after a skip (614.10b)."""
    if id == ROOT:
        return True
    if not is_stop(graph, id):
        return False
    before = graph.stops.index(id) - 1
    return graph.edition.step(graph.node(id).kind).priority != "never" or (
        before >= 0 and graph.is_skipped(graph.stops[before])
    )
