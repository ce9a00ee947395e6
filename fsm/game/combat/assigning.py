"""To whom a creature assigns its combat damage, where a player may choose (310.2, 606.7d, later 510.1, 810.7f)."""

from __future__ import annotations

from ...edition import obeys
from ..state.agenda import Choice, push, task
from ..state.attackers import NO_COMBAT, Attacker, DamageDealt
from ..state.decision import AssignDamage, ChooseOption
from ..state.event import Log, emit
from ..state.state import Permanent, State, replace
from .banding import divides
from .costs import as_one
from .damage_orders import recipients

AS_UNBLOCKED = "may deal combat damage as if not blocked"


class AsUnblocked(Choice, frozen=True):
    """The controller of a blocked attacker says whether it assigns its damage as if it were not blocked."""

    id: int


class HitPlayer(Choice, frozen=True):
    """The active team says to which of the defending players an unblocked attacker assigns its damage."""

    id: int
    seats: tuple[int, ...]


def attacking(state: State, id: int) -> Attacker | None:
    """A creature as an attacker, if it attacks."""
    return next((attacker for attacker in (state.combat or NO_COMBAT).attackers if attacker.id == id), None)


@obeys("damage_otherwise")
def assign_one(state: State, permanent: Permanent, attacker: Attacker | None, amount: int) -> State:
    """One creature assigns its damage; the state waits for a decision if its player has a choice.

    ``attacker`` is what it is as an attacker, None if it blocks. An effect may let a creature do so in another way
    (cr2006 310.2e).
    """
    seat = permanent.controller
    may = attacker is not None and attacker.blocked and amount > 0 and state.has(permanent, AS_UNBLOCKED)
    if not may or seat not in state.rotation.seats:
        return _to_creatures(state, permanent, attacker, amount)
    decision = ChooseOption(seat, permanent.card.name, ("no", "yes"))
    return replace(push(state, AsUnblocked(permanent.id)), decision=decision)


@task(AsUnblocked)
@obeys("choice", "damage_otherwise")
def _as_unblocked(state: State, log: Log, chosen: AsUnblocked) -> State:
    permanent, attacker = state.permanent(chosen.id), attacking(state, chosen.id)
    if permanent is None or attacker is None:
        return state
    amount = state.power(permanent)
    if not chosen.option:
        return _to_creatures(state, permanent, attacker, amount)
    emit(log, "choice", state, "damage_otherwise choice", permanent.controller, name=permanent.card.name, option="yes")
    return _unblocked(state, permanent, attacker, amount)


def _to_creatures(state: State, permanent: Permanent, attacker: Attacker | None, amount: int) -> State:
    """To its blockers, or to what it blocks; an attacker that is not blocked assigns to what it attacks."""
    combat, id = state.combat or NO_COMBAT, permanent.id
    others = recipients(combat, id, attacker is not None)
    if amount > 0 and len(others) > 1:
        return replace(state, decision=AssignDamage(divides(state, permanent, others), id, others, amount))
    if others:
        return assign(state, permanent, amount, creature=others[0])
    return state if attacker is None or attacker.blocked else _unblocked(state, permanent, attacker, amount)


@obeys("planeswalker_gone", "team_hit")
def _unblocked(state: State, permanent: Permanent, attacker: Attacker, amount: int) -> State:
    """To what it attacks, unless that planeswalker or battle is gone (506.4c, 510.1b).

    Where a team is attacked as a group, the active team chooses one of its players (606.7d, 810.7f).
    """
    if attacker.attacked is not None:
        there = state.permanent(attacker.attacked) is not None
        return assign(state, permanent, amount, creature=attacker.attacked) if there else state
    seats = _team_hit(state, attacker.defender)
    if amount <= 0 or len(seats) < 2:
        return assign(state, permanent, amount, player=attacker.defender)
    seat, names = state.team(permanent.controller)[0], tuple(map(state.name, seats))
    decision = ChooseOption(seat, permanent.card.name, names)
    return replace(push(state, HitPlayer(permanent.id, seats)), decision=decision)


def _team_hit(state: State, defender: int) -> tuple[int, ...]:
    """The players whom an unblocked attacker may hit, first the one who was named as it was declared."""
    if not state.game.options.teams or not as_one(state):
        return (defender,)
    return (defender, *(seat for seat in state.team(defender) if seat != defender and seat in state.rotation.seats))


@task(HitPlayer)
@obeys("team_hit")
def _hit_player(state: State, log: Log, chosen: HitPlayer) -> State:
    permanent, seat = state.permanent(chosen.id), chosen.seats[chosen.option]
    if permanent is None:
        return state
    by = state.team(permanent.controller)[0]
    emit(log, "choice", state, "team_hit", by, name=permanent.card.name, option=state.name(seat))
    return assign(state, permanent, state.power(permanent), player=seat)


def divide(state: State, source: int, amounts: tuple[tuple[int, int], ...]) -> State:
    """A creature divides its damage among several others."""
    permanent = state.permanent(source)
    for creature, amount in amounts:
        if permanent is not None:
            state = assign(state, permanent, amount, creature=creature)
    return state


@obeys("damage_amounts", "departed_attacked")
def assign(
    state: State, permanent: Permanent, amount: int, player: int | None = None, creature: int | None = None
) -> State:
    """A creature assigns damage to a player or a permanent; none to a player who has left."""
    combat = state.combat or NO_COMBAT
    if amount <= 0 or (player is not None and player not in state.rotation.seats):
        return state
    new = DamageDealt(permanent.id, permanent.card.name, permanent.controller, amount, player, creature)
    pending, assigned = (*combat.pending, new), combat.assigned | {permanent.id}
    return replace(state, combat=replace(combat, pending=pending, assigned=assigned))
