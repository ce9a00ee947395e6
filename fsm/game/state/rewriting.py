"""The game's turn is rewritten: play is at the same place of the new graph, and each change is an event.

All events that tell of inserted, skipped and reversed parts of a turn are made here.
"""

from __future__ import annotations

from functools import lru_cache

from ...turn import Configuration, Mark, TurnGraph
from ...turn.transition import OVER, state_name
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


def rewritten(state: State, log: Log, graph: TurnGraph, rules: tuple[str, ...] = ()) -> State:
    """The state in a rewritten turn; each change of it is an event, by these rules or by those of the rewrite."""
    before = state.graph
    state = replace(state, at=relocate(graph, state.at))
    if log is not None:
        tell_changes(state, log, before, graph, rules)
    return state


def tell_changes(state: State, log: list[Event], before: TurnGraph, after: TurnGraph, rules: tuple[str, ...]) -> None:
    """Notes what one form of the turn marks and an earlier one does not: each part inserted, skipped or reversed."""
    for kind, node, mark in new_marks(before, after):
        cites = rules or ((mark.rule,) if mark.rule else ())
        log.append(Event(kind, cites, state, node, state.active, (("by", mark.by),) if mark.by else ()))


@lru_cache(maxsize=4096)
def new_marks(before: TurnGraph, after: TurnGraph) -> tuple[tuple[str, str, Mark], ...]:
    """The kind of the event, the part and the mark of each change, in order of play: most turns have the same few."""
    return tuple(
        (f"{node.level}.{kind}", node.id, mark)
        for node, known in after.changes(before)
        for kind, mark, was in (
            ("insert", node.inserted, known and known.inserted),
            ("skip", node.skipped, known and known.skipped),
            ("reverse", node.reversed, known and known.reversed),
        )
        if mark is not None and was is None
    )
