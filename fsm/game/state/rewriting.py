"""The game's turn is rewritten: play is at the same place of the new graph, and each change is an event."""

from __future__ import annotations

from ...turn import Configuration, Mark, TurnGraph
from ...turn.chart import OVER, state_name
from .event import Event, Log
from .state import State, replace


def relocate(graph: TurnGraph, at: Configuration) -> Configuration:
    """The same place in a rewritten turn; if that is skipped now, the beginning of the stop that comes next."""
    row = graph.table.get(at.name)
    if row is not None:
        return row
    later = graph.stops[graph.stops.index(at.stop) + 1 :]
    stop = next((s for s in later if not graph.is_skipped(s)), None)
    return graph.table[OVER if stop is None else state_name(stop, "beginning")]


def rewritten(state: State, log: Log, graph: TurnGraph) -> State:
    """The state in a rewritten turn; what was inserted or skipped is noted, one event for each part."""
    before = state.graph
    state = replace(state, at=relocate(graph, state.at))
    if log is not None:
        for node, known in graph.changes(before):
            if known is None and node.inserted is not None:
                log.append(_noted(state, f"{node.level}.insert", node.id, node.inserted))
            if node.skipped is not None and (known is None or known.skipped is None):
                log.append(_noted(state, f"{node.level}.skip", node.id, node.skipped))
    return state


def _noted(state: State, kind: str, node: str, mark: Mark) -> Event:
    detail = (("by", mark.by),) if mark.by else ()
    return Event(kind, (mark.rule,) if mark.rule else (), state, node, state.active, detail)
