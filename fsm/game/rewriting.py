"""The game's turn is rewritten: play is at the same place of the new graph, and each change is an event."""

from __future__ import annotations

from ..turn import Configuration, Mark, TurnGraph
from .event import Event, Log
from .state import State, replace


def relocate(graph: TurnGraph, at: Configuration, first: bool = False) -> Configuration:
    """The same place in a rewritten turn; ``first``: the turn has begun and nothing of it yet."""
    return graph.table.start if first else graph.table[at.name]


def rewritten(state: State, log: Log, graph: TurnGraph, first: bool = False) -> State:
    """The state in a rewritten turn; what was inserted or skipped is noted, one event for each part."""
    before = state.graph
    state = replace(state, at=relocate(graph, state.at, first))
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
