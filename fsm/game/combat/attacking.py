"""Who may attack whom, and the restrictions on an attack.

cr2006 308.2 and 500, later 508.1; several players at once: cr2006 602, later 802. This module only queries a state:
``declaring`` makes creatures attack, ``decisions`` lets players pay.

Restrictions are ``defender``, ``can't attack``, ``can't attack alone``, and static abilities with ``most_attackers``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial

from ...edition import obeys
from ..objects.abilities.conditions import About, failing
from ..objects.permanents.loyalty import attackable, can_fight, defender_of
from ..state.action import Attack
from ..state.attackers import NEVER, is_ready
from ..state.decision import DeclareAttackers
from ..state.players.who import defenders
from ..state.refusal import Refusal, named, refuse
from ..state.state import Permanent, State
from .banding import has_word, why_no_bands
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
            there = [other for other, at in found.items() if at == side]
            free = side not in room or len(there) < room[side]
            if free or any(_place(other, options, room, found, tried) for other in there):
                found[id] = side
                return True
    return False


def may_attack(state: State, permanent: Permanent | None, seat: int) -> bool:
    """Whether a creature may attack a player (again) this turn (500.2, 508.1c)."""
    return permanent is None or seat not in permanent.whom or not state.has(permanent, TWICE)


ALONE = "can't attack alone"


def attack_candidates(state: State) -> tuple[int, ...]:
    """The creatures that could attack: untapped, and controlled since the turn began or with haste (308.2a, 508.1a).

    A team has one combined attack (606.7b, 810.7c, 805.10b). On a second declaration in one combat the rules are
    silent: what attacks already is not declared again.
    """
    already = {attacker.id for attacker in state.combat.attackers} if state.combat is not None else ()
    marked = any(p.whom for p in state.index.marked) or any(static.cannot_attack for _, static in statics(state))
    if already or state.lasting or state.game.options.teams or marked:
        able = tuple(_able(state, already))
    else:
        able = state.index.able.get(state.active, ())
    return able if able and most_attackers(state) != 0 else ()


@obeys("cannot_wins")
def _able(state: State, already: Container[int]) -> Iterator[int]:
    """The creatures that could attack, each looked at as it is now; what cannot attack does not, though it must."""
    return (
        p.id
        for p in state.permanents()
        if can_fight(state, p)
        and state.is_active(p.controller)
        and p.id not in already
        and is_ready(p.tapped, p.sick, partial(state.has, p))
        and not _held_back(state, p)
        and not (p.whom and _has_attacked_all(state, p))
    )


def _held_back(state: State, permanent: Permanent) -> bool:
    """Whether a creature can't attack now by its own ability."""
    about = About(permanent.controller, permanent.id)
    return any(one.cannot_attack and not failing(state, one.if_, about) for one in permanent.card.static)


def _has_attacked_all(state: State, permanent: Permanent) -> bool:
    """Whether a creature has attacked every player whom it may attack, and cannot attack any again."""
    seats = defenders(state)
    return not any(may_attack(state, permanent, seat) for seat in seats) and not attackable(state, seats)


@obeys("blocks_own")
def attackers_of(state: State, seat: int) -> tuple[int, ...]:
    """The creatures that attack a player, or any player of their team."""
    team = state.team(seat)
    return () if state.combat is None else tuple(a.id for a in state.combat.attackers if a.defender in team)


def attacks_of(state: State, decision: DeclareAttackers, action: Attack) -> Attacks:
    """The attackers of a declaration, the oldest permanent first, each with what it attacks."""
    whom = action.defenders or decision.defenders[:1] * len(action.attackers)
    attacked = dict(action.attacked)
    pairs = sorted(zip(action.attackers, whom, strict=True))
    return tuple((id, defends(state, attacked.get(id), seat), attacked.get(id)) for id, seat in pairs)


def defends(state: State, attacked: int | None, seat: int) -> int:
    """The defending player for an attack on a planeswalker or battle, or else the player who is attacked."""
    permanent = state.permanent(attacked)
    return seat if permanent is None else defender_of(state, permanent)


def why_not_attack(state: State, decision: DeclareAttackers, action: Attack) -> Refusal | None:
    """Why an attack is illegal, or None; its cost and requirements are not checked."""
    return (
        _who_cannot(state, decision, action)
        or _whom_not(state, decision, action)
        or _attacked_before(state, attacks_of(state, decision, action))
        or broken_restriction(state, action.attackers)
        or too_many_at(state, attacks_of(state, decision, action))
        or why_no_bands(state, action.bands, attacks_of(state, decision, action))
    )


def _who_cannot(state: State, decision: DeclareAttackers, action: Attack) -> Refusal | None:
    """The refusal of a creature that is named twice, or is not a candidate; or None."""
    if len(set(action.attackers)) != len(action.attackers):
        return Refusal("a creature is named twice")
    candidates = frozenset(decision.candidates) if action.attackers else ()
    return next((no_attacker(state, id) for id in action.attackers if id not in candidates), None)


@obeys("attack_eligible", "attack_restriction", "summoning_sickness")
def no_attacker(state: State, id: int) -> Refusal:
    """The refusal of a permanent that cannot attack, because of a restriction or in itself."""
    permanent, cites, why = state.permanent(id), state.game.edition.cites, ""
    if permanent is not None and (any(state.has(permanent, word) for word in NEVER) or _held_back(state, permanent)):
        return refuse(state, f"{named(state, id)} cannot attack now", "attack_restriction")
    if permanent is not None and not state.is_creature(permanent):
        why = ": it is no creature"
    elif permanent is not None and permanent.tapped:
        why = ": it is tapped"
    elif permanent is not None and permanent.sick and not state.has(permanent, "haste"):
        sick = f"{named(state, id)} cannot attack now: it came this turn and has no haste"
        return Refusal(sick, cites["summoning_sickness"] + cites["attack_eligible"])
    return refuse(state, f"{named(state, id)} cannot attack now{why}", "attack_eligible")


@obeys("attack_whom")
def _whom_not(state: State, decision: DeclareAttackers, action: Attack) -> Refusal | None:
    """The refusal of a player or permanent that cannot be attacked; or None (508.1b)."""
    if action.defenders and len(action.defenders) != len(action.attackers):
        counted = f"{len(action.attackers)} attackers and {len(action.defenders)} players"
        return refuse(state, f"each creature attacks one player; there are {counted}", "attack_whom")
    for seat in action.defenders:
        if seat not in decision.defenders:
            who = state.name(seat) if 0 <= seat < len(state.players) else "no such player"
            return refuse(state, f"{who} cannot be attacked now", "attack_whom")
    times, attackers = Counter(id for id, _ in action.attacked), frozenset(action.attackers)
    for id, attacked in action.attacked:
        if id not in attackers or times[id] > 1 or attacked not in decision.attackable:
            return refuse(state, f"{named(state, attacked)} cannot be attacked this way", "attack_whom")
    return None


@obeys("attack_restriction")
def _attacked_before(state: State, attacks: Attacks) -> Refusal | None:
    """The refusal of a creature that has already attacked a player whom it can't attack twice; or None."""
    for id, seat, one in attacks:
        if one is None and not may_attack(state, state.permanent(id), seat):
            has = f"{named(state, id)} has attacked {state.name(seat)} this turn"
            return refuse(state, f"{has} and can't again", "attack_restriction")
    return None


@obeys("alone", "attack_restriction")
def broken_restriction(state: State, attackers: tuple[int, ...]) -> Refusal | None:
    """The refusal by a restriction on the whole attack; or None (500.2, 508.1c)."""
    most = most_attackers(state)
    if most is not None and len(attackers) > most:
        return refuse(state, f"no more than {most} can attack", "attack_restriction")
    if len(attackers) == 1 and has_word(state, attackers[0], ALONE):
        return refuse(state, f"{named(state, *attackers)} can't attack alone", "attack_restriction")
    return None
