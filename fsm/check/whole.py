"""Events about the game, its turns or its combats as a whole, and the positions they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from ..turn import TurnGraph, leave, reverse, reverse_phases, turn_rule
from ..turn.graph import ROOT
from .changes import in_need
from .observed import Observed
from .position import ATTACKED, ATTACKED_NOW, DECLARED, NONE_ATTACK, PUT, Position, begun, next_turns, restarted
from .regular import is_stop, kinds_of, may_resolve

if TYPE_CHECKING:
    from .following import Follower

Step = tuple[Position, int, str, int]
"""A position after an event, what it costs, the effect that is assumed for it, and how unlikely it is."""


def _game_begins(f: Follower, p: Position, event: Observed, most: int) -> Iterator[Step]:
    if not f.started and p.node == ROOT and p.over:
        f.started = True
        yield p, 0, "", 0


def _game_ends(f: Follower, p: Position, event: Observed, most: int) -> Iterator[Step]:
    if f.on_turn(event, p):
        yield p, 0, "", 0


def _turn_begins(f: Follower, p: Position, event: Observed, most: int) -> Iterator[Step]:
    if p.node != ROOT or not p.over or (event.turn is not None and event.turn != p.turn + 1):
        return
    name = event.active or event.player
    if event.active and event.player and event.active != event.player:
        return
    names = f.search.names
    wanted = f.search.seat(name)
    for turn in next_turns(p.rotation, names, wanted, most > 0):
        if wanted is not None and turn.seat != wanted:
            continue
        if f.told.extras and not turn.cost and bool(event.by or event.extra) != bool(turn.extra):
            continue
        if event.extra is not None and turn.extra > 0 and event.extra != turn.extra:
            continue
        yield (
            begun(p, turn.rotation, turn.seat, turn.extra, f.search.tells_step("skip", "draw")),
            turn.cost,
            turn.note,
            0,
        )
    if (event.by or event.extra) and wanted is not None and not f.told.tells("turn.insert") and f.effects != "none":
        yield begun(p, p.rotation, wanted, -1, False), 0, "", 0


def _turn_inserted(f: Follower, p: Position, event: Observed, most: int) -> Iterator[Step]:
    seat, graph = f.search.seat(event.player), _under_effect(f, p, event)
    if seat is None or graph is None or not may_resolve(p.graph, p.node):
        return
    rotation = turn_rule(f.search.edition).add(p.rotation, seat, event.by or "")
    if event.extra is None or event.extra == rotation.created:
        yield msgspec.structs.replace(p, graph=graph, rotation=rotation, adding=False), 0, "", 0


def _turn_skipped(f: Follower, p: Position, event: Observed, most: int) -> Iterator[Step]:
    if p.node != ROOT or not p.over or f.effects == "none" or not f.on_turn(event, p):
        return
    turn = next(next_turns(p.rotation, f.search.names, None, False))
    if event.player in (None, f.search.names[turn.seat]) and event.extra in (None, turn.extra):
        yield msgspec.structs.replace(p, rotation=turn.rotation), 0, "", 0


def _turn_reversed(f: Follower, p: Position, event: Observed, most: int) -> Iterator[Step]:
    if p.node == ROOT and not p.over and p.graph.reversed is None and f.on_turn(event, p) and f.effects != "none":
        yield msgspec.structs.replace(p, graph=reverse_phases(p.graph, ROOT, event.by or "")), 0, "", 0


def _order_reversed(f: Follower, p: Position, event: Observed, most: int) -> Iterator[Step]:
    graph = _under_effect(f, p, event)
    if graph is not None and f.is_here(event, p):
        rotation = reverse(p.rotation, event.by or "")
        yield msgspec.structs.replace(p, graph=graph, rotation=rotation, adding=False), 0, "", 0


def _under_effect(f: Follower, p: Position, event: Observed) -> TurnGraph | None:
    """The turn in which an effect changes the turn order here, or None if none may.

    It may in a step or a phase without steps, or as a turn has begun; a cleanup step comes again then (514.3a).
    """
    under_way = not p.over and not p.combat & NONE_ATTACK and (p.node == ROOT or is_stop(p.graph, p.node))
    may = under_way and f.effects != "none" and f.on_turn(event, p)
    return in_need(p.graph, p.node, not f.told.tells("step.insert")) if may else None


def _left(f: Follower, p: Position, event: Observed, most: int) -> Iterator[Step]:
    seat = f.search.seat(event.player)
    if seat is not None and seat in p.rotation.seats and f.on_turn(event, p):
        yield msgspec.structs.replace(p, rotation=leave(p.rotation, seat)), 0, "", 0


def _restarts(f: Follower, p: Position, event: Observed, most: int) -> Iterator[Step]:
    seat = f.search.seat(event.player)
    if seat is not None and f.effects != "none":
        yield restarted(p, seat, f.search.teams), 0, "", 0


def _attacks(f: Follower, p: Position, event: Observed, most: int) -> Iterator[Step]:
    """Attackers are declared once in a declare attackers step, and put there in any step of a combat phase."""
    phase, step = kinds_of(p.graph, p.node)
    if not f.on_turn(event, p) or phase != "combat" or p.over or not f.is_near(event, p):
        return
    if event.kind == "combat.put":
        yield msgspec.structs.replace(p, combat=p.combat | PUT), 0, "", 0
    elif step == "declare_attackers" and not p.combat & DECLARED:
        now = 0 if event.attackers == [] and not event.declared else ATTACKED | ATTACKED_NOW
        yield msgspec.structs.replace(p, combat=p.combat | now | DECLARED), 0, "", 0


WHOLE: dict[str, Callable[[Follower, Position, Observed, int], Iterator[Step]]] = {
    "game.begin": _game_begins,
    "game.end": _game_ends,
    "game.restart": _restarts,
    "turn.begin": _turn_begins,
    "turn.insert": _turn_inserted,
    "turn.skip": _turn_skipped,
    "turn.reverse": _turn_reversed,
    "order.reverse": _order_reversed,
    "player.leave": _left,
    "combat.attack": _attacks,
    "combat.put": _attacks,
}
"""The events that are about the game, its turns or its combats, rather than a phase or a step."""
