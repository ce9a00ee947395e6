"""Whether a run is a run of the machine of its turns, place by place."""

from __future__ import annotations

from collections.abc import Iterable

from fsm.game import State
from fsm.turn import OVER, Configuration


def is_move(before: Configuration, after: Configuration) -> bool:
    """Whether play goes from one place to the other by a move of the turn's machine, before or after a rewrite."""
    rows = [graph.table.get(before.name) for graph in (after.graph, before.graph)]
    return any(
        row is not None and (row.name == after.name or any(one.target == after.name for one in row.transitions))
        for row in rows
    )


def is_skipped(before: Configuration, after: Configuration) -> bool:
    """Whether a stop that play had come to is skipped before it begins, and play goes on to the next one."""
    graph = after.graph
    if before.substate != "beginning" or before.stop not in graph.stops or not graph.is_skipped(before.stop):
        return False
    rest = graph.stops[graph.stops.index(before.stop) + 1 :]
    following = next((stop for stop in rest if not graph.is_skipped(stop)), None)
    return after.name == OVER if following is None else after.stop == following


Pairs = set[tuple[Configuration, Configuration]]
"""Moves that were looked at already."""


def count_moves(states: Iterable[State], known: Pairs) -> int:
    """Looks at all moves of a run; those of a turn of which nothing has begun are its start, as it then is."""
    moves, before = 0, None
    for state in states:
        if before is not None and before.turn == state.turn and before.at is not state.at:
            if (before.at, state.at) not in known:
                start, there = before.graph.table.start, state.graph.table.start
                begins = before.at is start and state.at is there
                assert is_move(before.at, state.at) or begins or is_skipped(before.at, state.at)
            known.add((before.at, state.at))
            moves += 1
        before = state
    return moves
