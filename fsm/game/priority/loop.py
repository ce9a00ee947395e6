"""Loops of mandatory actions: the search needs constant memory; a loop makes the game a draw.

If, with everybody only passing, the same situation comes up twice in one turn, nothing
will ever end it (cr2006 421.4, cr2011 and cr2026 104.4b). Brent's method: remember one
situation, meet it again or take a later one, ever more rarely.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import Any

import msgspec

from ...edition import obeys
from ..state.event import Log
from ..state.piles.pile import Pile
from ..state.state import (
    LoopWatch,
    Permanent,
    Player,
    Situation,
    StackObject,
    Standing,
    State,
    replace,
)
from .players import finish


@obeys("mandatory_loop")
def watch(state: State, log: Log) -> State:
    """Checks whether this situation has occurred before; called before an object resolves."""
    found, now = state.this_turn.loop, _situation(state)
    seen, kept = (1, now) if found is None else (found.seen + 1, found.situation)
    # Mostly a look at the players tells that two situations are not the same.
    if found is not None and all(map(_look_alike, kept[1], now[1])) and fingerprint(kept) == fingerprint(now):
        return finish(state, log, None, "a loop of mandatory actions", "mandatory_loop")
    kept = kept if seen & (seen - 1) else now
    return replace(state, this_turn=replace(state.this_turn, loop=LoopWatch(seen, kept)))


_situation = attrgetter("at", "players", "stack", "waiting", "battlefield", "standing", "combat", "rotation")


def _look_alike(one: Player, other: Player) -> bool:
    counts = one.hand.count == other.hand.count and one.graveyard.count == other.graveyard.count
    return counts and one.life == other.life and one.mana == other.mana and one.kinds == other.kinds


def fingerprint(situation: Situation) -> tuple[Hashable, ...]:
    """Everything in a situation that affects the future, without serial numbers."""
    return tuple(taken(part) for taken, part in zip(FINGERPRINTS, situation, strict=True))


def without_numbers(player: Player) -> tuple[object, ...]:
    """What a player has, without the numbers that tell cards of one name apart."""
    return tuple(tuple(part) if type(part) is Pile else part for part in msgspec.structs.astuple(player))


def _of_objects(objects: tuple[StackObject, ...]) -> Hashable:
    return tuple((o.name, o.controller, o.effects, o.target) for o in objects)


def _of_permanent(p: Permanent) -> Hashable:
    return p.card.name, p.controller, p.tapped, p.damage, p.sick, p.phased_out, (p.lore, p.counters)


def _of_standing(standing: Standing) -> Hashable:
    d = standing.designations
    return (
        tuple((d.name, d.controller, d.at, d.do) for d in standing.delayed),
        tuple((e.name, e.until, e.power, e.toughness) for e in standing.lasting),
        tuple((s.by, s.player, s.what, s.left) for s in standing.skips),
        standing.counters,
        (d.daytime, d.titles, d.speeds, tuple((seat, name) for _, seat, name in d.face_up)),
    )


FINGERPRINTS: tuple[Callable[[Any], Hashable], ...] = (
    lambda at: at.graph.coming(at.stop),
    lambda players: tuple(map(without_numbers, players)),
    _of_objects,
    _of_objects,
    lambda battlefield: tuple(map(_of_permanent, battlefield)),
    _of_standing,
    lambda combat: combat,
    lambda rotation: (rotation.pending, rotation.seats),
)
"""What is looked at in each part of a situation."""
