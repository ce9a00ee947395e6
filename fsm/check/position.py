"""A place in a possible game: whose turn it is, its graph, where play is in it, and the order of the turns."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..edition import Edition
from ..turn import (
    Rotation,
    TurnGraph,
    base_turn,
    leave,
    next_turn,
    no_first_draw,
    reverse,
    skip,
    start_rotation,
)
from ..turn.graph import ROOT
from .changes import MarkEvent

ATTACKED_NOW, ATTACKED, PUT, DECLARED, NONE_ATTACK, ENDED = 1, 2, 4, 8, 16, 32
"""What is known of attackers: some were declared in this step, or in this combat; an effect put some there; their
declaration in this step has been told, also of none; the step ends without any; some left as combat ended (511.3), and
no others could be declared since."""

NOWHERE = 0
"""The number of the turn before the first one that the trace tells of."""


class Position(msgspec.Struct, frozen=True):
    """One of the places where a game may be after the events so far.

    ``turn`` counts from the first turn of the trace; ``active`` is a seat, or -1 if nobody is known to be active.
    ``node`` of ``graph`` is where play is; ``over``: it has ended. ``owed`` are events that have to come next.
    ``adding``: the last event added a phase, and the effect may add more. ``ended``: an effect ends this step at once.
    """

    rotation: Rotation
    turn: int
    active: int
    graph: TurnGraph
    node: str = ROOT
    over: bool = True
    owed: tuple[MarkEvent, ...] = ()
    combat: int = 0
    extra: int = 0
    adding: bool = False
    ended: bool = False


def start(
    edition: Edition, players: int, order: tuple[int, ...], teams: tuple[tuple[int, ...], ...], first: int, number: int
) -> Position:
    """The position before the first turn of a trace, which is that of a seat and has a number.

    ``order`` is the turn order, if it is not that of the seats. A negative number: not the first of the game.
    """
    rotation = start_rotation(max(players, 1), first, teams)
    if order and not teams:
        rotation = Rotation(order, order[order.index(first) - 1], circle=order)
    opens = msgspec.structs.replace(rotation, first=max(number, 0))
    return Position(opens, abs(number) - 1, -1, base_turn(edition))


def begun(position: Position, rotation: Rotation, seat: int, extra: int, tells_skip: bool) -> Position:
    """The position at the beginning of a turn; its first draw step may have to be skipped (103.7, 103.8)."""
    graph = regular = base_turn(position.graph.edition)
    number = position.turn + 1
    topic = no_first_draw(graph.edition, rotation) if number == rotation.first else ""
    draw = graph.find("draw") if topic else None
    owed: tuple[MarkEvent, ...] = ()
    if draw:
        graph = skip(regular, draw, "", topic)
        owed = (MarkEvent("step.skip", graph.address(draw), "beginning", "draw"),) if tells_skip else ()
    return Position(rotation, number, seat, graph, ROOT, False, owed, 0, extra)


class NextTurn(msgspec.Struct, frozen=True):
    """A turn that may begin now: its seat, its number among the extra turns (0: a normal one), and what it costs."""

    seat: int
    extra: int
    rotation: Rotation
    cost: int = 0
    note: str = ""


def next_turns(rotation: Rotation, names: tuple[str, ...], wanted: int | None, untold: bool) -> Iterator[NextTurn]:
    """The turns that may come next: the regular one; with ``untold`` also what effects could do for a wanted seat."""
    seat, extra, after = next_turn(rotation)
    yield NextTurn(primary(rotation, seat), extra.number if extra else 0, after)
    if not untold or wanted is None:
        return
    name = names[wanted]
    yield NextTurn(wanted, -1, rotation, 1, f"an extra turn for {name}")
    passed = rotation
    for cost in range(1, len(rotation.seats) + len(rotation.pending) + 1):
        seat, extra, passed = next_turn(passed)
        following, number, after = next_turn(passed)
        if primary(rotation, following) == wanted:
            yield NextTurn(wanted, number.number if number else 0, after, cost, f"{cost} skipped before that of {name}")
            break
    if len(rotation.takers) > 2 and not rotation.pending:
        turned = reverse(rotation, "an effect")
        if turned.due == wanted:
            yield NextTurn(wanted, 0, next_turn(turned)[2], 1, "the turn order reversed")


def primary(rotation: Rotation, seat: int) -> int:
    """The first of a seat's team, who takes its turns and gets priority first; without teams, the seat itself."""
    if not rotation.primaries or seat in rotation.primaries:
        return seat
    circle = rotation.circle
    at = circle.index(seat)
    return next(s for s in reversed(circle[:at]) if s in rotation.primaries)


def restarted(position: Position, seat: int, teams: tuple[tuple[int, ...], ...]) -> Position:
    """The position as a game is restarted: a new one begins, with those still in it, as they are seated (713, 727)."""
    old = position.rotation
    seated = tuple(s for team in teams for s in team) or tuple(sorted(old.circle))
    seats = tuple(s for s in seated if s in old.seats)
    primaries = tuple(team[0] for team in teams if team[0] in seats)
    last = seats[seats.index(seat) - 1] if seat in seats else seats[-1]
    rotation = Rotation(seats, last, created=old.created, circle=seats, primaries=primaries, first=position.turn + 1)
    return msgspec.structs.replace(position, rotation=rotation, node=ROOT, over=True, owed=(), combat=0)


__all__ = ["Position", "begun", "leave", "next_turns", "restarted", "reverse", "start"]
