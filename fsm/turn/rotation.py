"""The order of turns: the rotation of the players, and the extra turns spliced in.

The rotation is a cycle of seats that extra turns never touch. An extra turn is spliced in
directly after its anchor (the current turn, or another pending extra turn) and removed
when it is taken. The edition names the anchor: the current turn, so that the newest is taken
first (since February 2002: cr2006 300.6, later 500.7), or the last extra turn to come, so that
the oldest is. The normal order then continues where it stopped. ``turn_graph`` gives the order as a
graph; the value stores that graph's ``next`` edges as linked cells, so that adding the
ten-thousandth pending turn costs as much as adding the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from ..edition import Edition, obeys
from ..errors import RewriteError
from .pattern import RewriteRule, own_name

if TYPE_CHECKING:
    import networkx as nx


class ExtraTurn(msgspec.Struct, frozen=True, gc=False):
    """An extra turn: its player, the effect that created it, and its number in order of creation.

    ``riders`` are effects that hold for this turn only, and disappear with it.
    """

    number: int
    player: int
    by: str
    riders: tuple[Any, ...] = ()


class Pending:
    """A linked list of pending extra turns, the next one first: a frozen, hashable value."""

    __slots__ = ("_hash", "length", "rest", "turn")

    def __init__(self, turn: ExtraTurn | None = None, rest: Pending | None = None) -> None:
        self.turn, self.rest = turn, rest
        self.length: int = 0 if turn is None or rest is None else rest.length + 1
        self._hash: int = hash((turn, rest._hash if rest else 0))

    def push(self, turn: ExtraTurn) -> Pending:
        """The list with a turn added at the front."""
        return Pending(turn, self)

    def __iter__(self) -> Iterator[ExtraTurn]:
        cell = self
        while cell.turn is not None and cell.rest is not None:
            yield cell.turn
            cell = cell.rest

    def __len__(self) -> int:
        return self.length

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Pending) or self._hash != other._hash or self.length != other.length:
            return False
        return all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Pending {self.length}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _pending, (tuple(self),)


NOTHING_PENDING = Pending()


class Rotation(msgspec.Struct, frozen=True, gc=False):
    """Who takes turns in which order, whose normal turn was the last, and the extra turns to come.

    ``seats`` is the cycle of players still in the game; ``last`` took the last normal turn;
    ``circle`` is the cycle with those who have left. Where teams take the turns, they sit together in
    the cycle and ``primaries`` are the first of each (cr2006 606.4b, later 805.4); else it is empty.
    ``first`` is the number of the game's first turn: when a game is restarted, turns are counted on.
    ``reversed_by`` is the effect that mirrored the order, if it is.
    """

    seats: tuple[int, ...]
    last: int
    pending: Pending = NOTHING_PENDING
    created: int = 0
    circle: tuple[int, ...] = ()
    primaries: tuple[int, ...] = ()
    first: int = 1
    reversed_by: str = ""

    def after(self, seat: int) -> int:
        """The next seat in turn order whose player is in the game, also from the seat of one who left."""
        seats = self.seats
        try:
            return seats[seats.index(seat) - len(seats) + 1]
        except ValueError:
            return next(s for s in self.around(seat) if s in seats)

    def around(self, seat: int) -> tuple[int, ...]:
        """All other seats in turn order, beginning after one, those who left included."""
        at = self.circle.index(seat)
        return self.circle[at + 1 :] + self.circle[:at]

    def passed_over(self) -> tuple[int, ...]:
        """The seats between the last normal turn and the next, whose players have left."""
        around = self.around(self.last)
        if self.primaries:
            around = around[next(at for at, seat in enumerate(around) if seat in self.primaries) :]
        return around[: around.index(self.due)] if self.due in around else around

    def from_seat(self, seat: int) -> tuple[int, ...]:
        """All seats in turn order, beginning with one (or, if it has left, with the next)."""
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    @property
    def takers(self) -> tuple[int, ...]:
        """The seats that take the turns: all of them, or the first of each team."""
        return tuple(seat for seat in self.seats if seat in self.primaries) if self.primaries else self.seats

    @property
    def due(self) -> int:
        """Whose normal turn comes next."""
        due = self.after(self.last)
        while self.primaries and due not in self.primaries:
            due = self.after(due)
        return due


def start_rotation(players: int, first: int = 0, teams: tuple[tuple[int, ...], ...] = ()) -> Rotation:
    """The rotation before the first turn; teams take turns in the given order.

    >>> start_rotation(3).due
    0
    >>> start_rotation(4, 3, teams=((0, 1), (2, 3))).due
    2
    """
    seats = tuple(seat for team in teams for seat in team) if teams else tuple(range(players))
    starts = next((team[0] for team in teams if first in team), first)
    return Rotation(seats, seats[seats.index(starts) - 1], circle=seats, primaries=tuple(team[0] for team in teams))


def add_turn(
    rotation: Rotation, player: int, by: str, riders: tuple[Any, ...] = (), after: int | None = None
) -> Rotation:
    """Splices an extra turn in after the current turn, or after the extra turn with a given number.

    >>> order = add_turn(add_turn(start_rotation(2), 0, "Time Walk"), 1, "Invented Hour")
    >>> [turn.by for turn in order.pending]
    ['Invented Hour', 'Time Walk']
    """
    turn = ExtraTurn(rotation.created + 1, player, by, riders)
    return msgspec.structs.replace(
        rotation, pending=_splice(rotation.pending, turn, after), created=rotation.created + 1
    )


def next_turn(rotation: Rotation) -> tuple[int, ExtraTurn | None, Rotation]:
    """The seat whose turn comes next, its extra turn (or None), and the rotation after it began."""
    pending = rotation.pending
    if pending.turn is not None and pending.rest is not None:
        return pending.turn.player, pending.turn, msgspec.structs.replace(rotation, pending=pending.rest)
    due = rotation.due
    return due, None, msgspec.structs.replace(rotation, last=due)


@obeys("first_draw_many", "teams_first_draw", "first_draw")
def no_first_draw(edition: Edition, rotation: Rotation) -> str:
    """The topic of the rule that skips the first draw step, for two players or for teams (103.7, 103.8); else empty."""
    choices = edition.choices
    if rotation.primaries:
        return "teams_first_draw" if choices["teams_first_draw"] == ("skipped",) else ""
    return "first_draw" if str(len(rotation.circle)) in choices["first_draw_skipped_with_players"] else ""


def reverse(rotation: Rotation, by: str = "") -> Rotation:
    """Reverses the turn order or restores it; the order inside teams and pending extra turns stay."""
    seats, circle = (_mirrored(order, rotation.primaries) for order in (rotation.seats, rotation.circle))
    seated = rotation.primaries or tuple(sorted(circle))
    mirrored = tuple(seat for seat in circle if seat in seated) != seated
    return msgspec.structs.replace(rotation, seats=seats, circle=circle, reversed_by=by if mirrored else "")


def _mirrored(order: tuple[int, ...], primaries: tuple[int, ...]) -> tuple[int, ...]:
    if not primaries:
        return order[::-1]
    starts = [at for at, seat in enumerate(order) if seat in primaries]
    teams = [order[start:end] for start, end in pairwise((*starts, len(order)))]
    return tuple(seat for team in reversed(teams) for seat in team)


@obeys("departed_turn")
def leave(rotation: Rotation, seat: int) -> Rotation:
    """Takes a player out of the rotation, with their pending extra turns (cr2026 800.4k)."""
    if seat not in rotation.seats or len(rotation.seats) == 1:
        return rotation
    pending = rotation.pending
    if any(turn.player == seat for turn in pending):
        pending = _pending(tuple(turn for turn in pending if turn.player != seat))
    seats = tuple(s for s in rotation.seats if s != seat)
    return msgspec.structs.replace(rotation, seats=seats, pending=pending)


def turn_graph(rotation: Rotation) -> nx.DiGraph[str]:
    """The order of the turns as a graph: the cycle of seats, and the path of the turns to come.

    Nodes are ``now``, ``extra N`` and ``seat N``; every edge says ``next``.
    """
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    takers = rotation.takers
    for seat, following in zip(takers, (*takers[1:], takers[0]), strict=True):
        graph.add_edge(f"seat {seat}", f"seat {following}", kind="next")
    chain = ["now", *(f"extra {turn.number}" for turn in rotation.pending), f"seat {rotation.due}"]
    for turn in rotation.pending:
        graph.add_node(f"extra {turn.number}", player=turn.player, by=turn.by)
    for one, other in pairwise(chain):
        graph.add_edge(one, other, kind="next")
    return graph


class RotationRule(RewriteRule, frozen=True):
    """A rule that rewrites the order of turns, which ``add_turn`` does: its example is the arguments of that."""

    def add(self, rotation: Rotation, player: int, by: str, riders: tuple[Any, ...] = ()) -> Rotation:
        """Adds an extra turn after the rule's anchor: the current turn, or the last extra turn to come."""
        known = rotation.pending if own_name(self) == "last" else ()
        *_, anchor = (None, *(turn.number for turn in known))
        return add_turn(rotation, player, by, riders, anchor)


_FIRST = RotationRule(
    name="add_turn",
    title="An extra turn comes next, the newest first",
    topic="extra_turn",
    matches="now -> rest",
    puts="now -> +extra -> rest",
    takes=(),
    example=(0, "Time Walk"),
    again=(1, "Invented Hour"),
    choice=("extra_turns", "newest_first"),
)
_LAST = msgspec.structs.replace(
    _FIRST,
    name="add_turn_last",
    title="An extra turn comes after those to come, the oldest first",
    matches="last -> rest",
    puts="last -> +extra -> rest",
    choice=("extra_turns", "oldest_first"),
)
TURN_REWRITES = {rule.name: rule for rule in (_FIRST, _LAST)}
"""The rules that rewrite the order of turns, by name: chains of ``turn_graph``, examples of two players."""


def turn_rule(edition: Edition) -> RotationRule:
    """The rule by which an edition adds an extra turn.

    >>> from fsm.edition import load_edition
    >>> turn_rule(load_edition("cr2026")).puts
    'now -> +extra -> rest'
    """
    return next(rule for rule in TURN_REWRITES.values() if rule.is_chosen(edition))


def _splice(pending: Pending, turn: ExtraTurn, after: int | None) -> Pending:
    if after is None:
        return pending.push(turn)
    before: list[ExtraTurn] = []
    cell = pending
    while cell.turn is not None and cell.rest is not None:
        before.append(cell.turn)
        cell = cell.rest
        if before[-1].number == after:
            return _pending((*before, turn), cell)
    raise RewriteError(f"extra turn number {after} is not among the turns to come")


def _pending(turns: tuple[ExtraTurn, ...], rest: Pending = NOTHING_PENDING) -> Pending:
    for turn in reversed(turns):
        rest = Pending(turn, rest)
    return rest
