"""How many creatures can attack, in all and each player, and whom so many can attack (500.2, 508.1c, 802.3a)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ...edition import obeys
from ..state.refusal import Refusal, refuse
from ..state.state import Permanent, State
from .costs import Attacks, as_one, protects, statics

TWICE = "can't attack a player twice each turn"

Room = Mapping[int, int]
"""How many creatures can attack a player, or a team that is attacked as a group (its first seat), if it is limited."""


def most_attackers(state: State) -> int | None:
    """The largest number of creatures that can attack in a combat, if an effect limits it."""
    limits = [static.most_attackers for _, static in statics(state) if static.most_attackers is not None]
    return min(limits, default=None)


@obeys("restriction_at_player")
def room_for(state: State, seats: Sequence[int]) -> Room:
    """How many creatures can attack each of these players, as far as an effect limits it."""
    room: dict[int, int] = {}
    for permanent, static in statics(state):
        if static.most_at_player is not None:
            for seat in seats:
                if protects(state, permanent, static, seat):
                    group = side_of(state, seat)
                    room[group] = min(static.most_at_player, room.get(group, static.most_at_player))
    return room


def side_of(state: State, seat: int) -> int:
    """Who is attacked with a player: the first of a team that is attacked as a group, otherwise that player."""
    return state.team(seat)[0] if as_one(state) else seat


@obeys("attack_restriction")
def too_many_at(state: State, attacks: Attacks) -> Refusal | None:
    """The refusal of an attack on one player by too many; what attacks somebody or something else does not count."""
    room = room_for(state, tuple(dict.fromkeys(seat for _, seat, _ in attacks)))
    if not room:
        return None
    there = Counter(side_of(state, seat) for _, seat, attacked in attacks if attacked is None)
    for side, most in room.items():
        if there[side] > most:
            return refuse(state, f"no more than {most} can attack {state.name(side)}", "attack_restriction")
    return None


Options = Mapping[int, Sequence[int]]
"""Whom each creature may attack, by sides."""


def placed(wanted: Sequence[int], options: Options, room: Room) -> dict[int, int]:
    """Whom creatures attack, so that no side has too many; earlier ones are placed first, and stay so if all fit."""
    found: dict[int, int] = {}
    for id in wanted:
        _place(id, options, room, found, set())
    return found


def _place(id: int, options: Options, room: Room, found: dict[int, int], tried: set[int]) -> bool:
    """Places one more creature, if others can give way; one that was placed stays placed."""
    for side in options[id]:
        if side not in tried:
            tried.add(side)
            if _free(side, options, room, found, tried):
                found[id] = side
                return True
    return False


def _free(side: int, options: Options, room: Room, found: dict[int, int], tried: set[int]) -> bool:
    """Whether a side has room for one more, once a creature placed there gives way if it has to."""
    there = [other for other, at in found.items() if at == side]
    if side not in room or len(there) < room[side]:
        return True
    return any(_place(other, options, room, found, tried) for other in there)


def may_attack(state: State, permanent: Permanent | None, seat: int) -> bool:
    """Whether a creature may attack a player (again) this turn (500.2, 508.1c)."""
    return permanent is None or seat not in permanent.whom or not state.has(permanent, TWICE)
