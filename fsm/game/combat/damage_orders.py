"""The orders in which creatures are assigned combat damage, where an edition has them announced (cr2011 509.2, 509.3).

First the active player orders the blockers of each attacker that has several, then the defending player the attackers
of each creature that blocks several.
"""

from __future__ import annotations

from ..state.agenda import Task, push, task
from ..state.attackers import NO_COMBAT, Combat
from ..state.decision import OrderAttackers, OrderBlockers
from ..state.event import Log, emit
from ..state.state import State, replace
from ..state.who import several


class OrderNext(Task, frozen=True):
    """The blockers of these attackers are still to be put in order."""

    attackers: tuple[int, ...]


class AskAttackerOrders(Task, frozen=True):
    """The attackers that these creatures block are still to be put in order."""

    blockers: tuple[int, ...]


def order_blockers(state: State, log: Log) -> State:
    """For each attacker with several blockers, the active player announces their damage order (cr2011 509.2)."""
    combat = state.combat or NO_COMBAT
    many = tuple(a.id for a in combat.attackers if len(blockers_of(combat, a.id)) > 1)
    return _order_next(state, log, OrderNext(many)) if many else state


@task(OrderNext)
def _order_next(state: State, _: Log, asked: OrderNext) -> State:
    first, *rest = asked.attackers
    if rest:
        state = push(state, OrderNext(tuple(rest)))
    combat = state.combat or NO_COMBAT
    offered = blockers_of(combat, first)
    # A player may have left after the attackers with several blockers were listed.
    if len(offered) < 2 or all(attacker.id != first for attacker in combat.attackers):
        return state
    return replace(state, decision=OrderBlockers(state.active, first, offered))


def set_order(state: State, log: Log, attacker: int, blockers: tuple[int, ...]) -> State:
    """Puts the blockers of an attacker in this order."""
    combat = state.combat or NO_COMBAT
    others = tuple(b for b in combat.blocks if b[1] != attacker)
    blocks = others + tuple((blocker, attacker) for blocker in blockers)
    state = replace(state, combat=replace(combat, blocks=blocks))
    names, name = [creature_name(state, id) for id in blockers], creature_name(state, attacker)
    emit(log, "combat.order", state, "order_blockers", state.active, attacker=name, order=names)
    return state


def order_attackers(state: State, log: Log) -> State:
    """For each creature that blocks several attackers, its player announces their damage order (cr2011 509.3).

    Of several defending players the first in turn order does so first (802.5).
    """
    combat = state.combat or NO_COMBAT
    many = tuple(id for id in by_player(state, blockers(combat)) if len(blocked_by(combat, id)) > 1)
    return _attackers_next(state, log, AskAttackerOrders(many)) if many else state


@task(AskAttackerOrders)
def _attackers_next(state: State, _: Log, asked: AskAttackerOrders) -> State:
    first, *rest = asked.blockers
    if rest:
        state = push(state, AskAttackerOrders(tuple(rest)))
    blocker, offered = state.permanent(first), blocked_by(state.combat or NO_COMBAT, first)
    if len(offered) < 2 or blocker is None:
        return state
    return replace(state, decision=OrderAttackers(state.team(blocker.controller)[0], first, offered))


def set_attacker_order(state: State, log: Log, seat: int, blocker: int, attackers: tuple[int, ...]) -> State:
    """Puts the attackers that a creature blocks in this order."""
    combat = state.combat or NO_COMBAT
    others = tuple(pair for pair in combat.orders if pair[0] != blocker)
    state = replace(state, combat=replace(combat, orders=(*others, (blocker, attackers))))
    names, name = [creature_name(state, id) for id in attackers], creature_name(state, blocker)
    topics = "order_attackers orders_in_turn" if several(state) else "order_attackers"
    emit(log, "combat.order", state, topics, seat, blocker=name, order=names)
    return state


def blockers(combat: Combat) -> tuple[int, ...]:
    """The blocking creatures, each once."""
    return tuple(dict.fromkeys(blocker for blocker, _ in combat.blocks))


def blockers_of(combat: Combat, attacker: int) -> tuple[int, ...]:
    """The blockers of an attacker, in damage assignment order."""
    return tuple(blocker for blocker, blocked in combat.blocks if blocked == attacker)


def blocked_by(combat: Combat, blocker: int) -> tuple[int, ...]:
    """The attackers that a creature blocks and that are still in combat, in damage assignment order."""
    attacking = {attacker.id for attacker in combat.attackers}
    declared = tuple(attacker for one, attacker in combat.blocks if one == blocker)
    order = next((announced for one, announced in combat.orders if one == blocker), declared)
    return tuple(id for id in order if id in attacking)


def by_player(state: State, creatures: tuple[int, ...]) -> tuple[int, ...]:
    """Creatures sorted by their controllers, who act one after the other (602.5, 802.6); those that left are last.

    Rules: damage_in_turn.
    """
    order = state.apnap()
    seats = {p.id: order.index(p.controller) for id in creatures if (p := state.permanent(id)) is not None}
    return tuple(sorted(creatures, key=lambda creature: seats.get(creature, len(order))))


def creature_name(state: State, id: int) -> str:
    """The name of a creature, even if it is no longer there."""
    permanent = state.permanent(id)
    return permanent.card.name if permanent else "a creature that left"
