"""Loops of mandatory actions: the search needs constant memory; a loop makes the game a draw.

If, with everybody only passing, the same situation comes up twice in one turn, nothing
will ever end it (cr2006 421.4, cr2011 and cr2026 104.4b). Brent's method: remember one
situation, meet it again or take a later one, ever more rarely.
"""

from __future__ import annotations

from ..state.event import Log
from ..state.state import LoopWatch, State, replace, without_numbers
from .players import finish


def watch(state: State, log: Log) -> State:
    """Checks whether this situation has occurred before; called before an object resolves."""
    found = state.this_turn.loop
    now = _print(state)
    if found is None:
        return _watching(state, LoopWatch(1, now))
    if found.print == now:
        return finish(state, log, None, "a loop of mandatory actions", "mandatory_loop")
    seen = found.seen + 1
    kept = now if seen & (seen - 1) == 0 else found.print
    return _watching(state, LoopWatch(seen, kept))


def _watching(state: State, loop: LoopWatch) -> State:
    return replace(state, this_turn=replace(state.this_turn, loop=loop))


def _print(state: State) -> object:
    """Everything in a state that affects the future, without serial numbers."""
    graph, d = state.graph, state.designations
    return (
        graph.coming(state.at.stop),
        tuple(map(without_numbers, state.players)),
        tuple((o.name, o.controller, o.effects, o.target) for o in (*state.stack, *state.waiting)),
        tuple(
            (p.card.name, p.controller, p.tapped, p.damage, p.sick, p.phased_out, p.lore + p.counters)
            for p in state.battlefield
        ),
        tuple((d.name, d.controller, d.at, d.do) for d in state.delayed),
        tuple((e.name, e.until, e.power, e.toughness) for e in state.lasting),
        tuple((s.by, s.player, s.what, s.left) for s in state.skips),
        (d.daytime, d.cast, d.cast_before, d.titles, tuple((seat, name) for _, seat, name in d.face_up)),
        state.combat,
        state.rotation.pending,
        state.rotation.seats,
    )
