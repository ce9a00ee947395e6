"""The orders in which creatures are assigned combat damage, where an edition has them announced (cr2011 509.2, 509.3).

First the active player orders the blockers of each attacker that has several, then the defending player the attackers
of each creature that blocks several.
"""

from __future__ import annotations

from ...edition import obeys
from ..state.agenda import Task, push, task
from ..state.attackers import NO_COMBAT, Combat
from ..state.decision import OrderDamage
from ..state.event import Log, emit
from ..state.players.who import several
from ..state.state import State, replace


class OrderNext(Task, frozen=True):
    """The creatures that block each of these, or that each of these blocks, are still to be put in order."""

    creatures: tuple[int, ...]


def order_blockers(state: State, log: Log) -> State:
    """For each attacker with several blockers, the active player announces their damage order (cr2011 509.2)."""
    combat = state.combat or NO_COMBAT
    many = tuple(a.id for a in combat.attackers if len(blockers_of(combat, a.id)) > 1)
    return _order_next(state, log, OrderNext(many)) if many else state


def order_attackers(state: State, log: Log) -> State:
    """For each creature that blocks several attackers, its player announces their damage order (cr2011 509.3).

    Of several defending players the first in turn order does so first (802.5).
    """
    combat = state.combat or NO_COMBAT
    many = tuple(id for id in by_player(state, blockers(combat)) if len(blocked_by(combat, id)) > 1)
    return _order_next(state, log, OrderNext(many)) if many else state


@task(OrderNext)
@obeys("team_damage_order")
def _order_next(state: State, _: Log, asked: OrderNext) -> State:
    """Asks who orders the damage of the next creature; of a team, its primary player."""
    first, *rest = asked.creatures
    if rest:
        state = push(state, OrderNext(tuple(rest)))
    creature, attacks = state.permanent(first), _attacks(state, first)
    others = recipients(state, first, attacks)
    # A player may have left after the creatures were listed.
    if len(others) < 2 or creature is None:
        return state
    seat = state.active if attacks else state.team(creature.controller)[0]
    return replace(state, decision=OrderDamage(seat, first, others))


def _attacks(state: State, id: int) -> bool:
    return any(attacker.id == id for attacker in (state.combat or NO_COMBAT).attackers)


@obeys("order_attackers", "orders_in_turn", "order_blockers")
def set_order(state: State, log: Log, seat: int, creature: int, order: tuple[int, ...]) -> State:
    """Puts the blockers of an attacker, or the attackers that a creature blocks, in this order."""
    combat, attacks = state.combat or NO_COMBAT, _attacks(state, creature)
    if attacks:
        others = tuple(pair for pair in combat.blocks if pair[1] != creature)
        combat = replace(combat, blocks=others + tuple((blocker, creature) for blocker in order))
    else:
        orders = tuple(pair for pair in combat.orders if pair[0] != creature)
        combat = replace(combat, orders=(*orders, (creature, order)))
    state = replace(state, combat=combat)
    whose = {"attacker" if attacks else "blocker": creature_name(state, creature)}
    topics = "order_attackers orders_in_turn" if several(state) else "order_attackers"
    topics = "order_blockers" if attacks else topics
    emit(log, "combat.order", state, topics, seat, **whose, order=[creature_name(state, id) for id in order])
    return state


def blockers(combat: Combat) -> tuple[int, ...]:
    """The blocking creatures, each once."""
    return tuple(dict.fromkeys(blocker for blocker, _ in combat.blocks))


def blockers_of(combat: Combat, attacker: int) -> tuple[int, ...]:
    """The blockers of an attacker, in damage assignment order."""
    return tuple(blocker for blocker, blocked in combat.blocks if blocked == attacker)


def recipients(state: State, creature: int, attacks: bool) -> tuple[int, ...]:
    """The creatures that a creature may assign damage to: its blockers if it attacks, or what it blocks."""
    combat = state.combat or NO_COMBAT
    fought = blockers_of(combat, creature) if attacks else blocked_by(combat, creature)
    return tuple(id for id in fought if state.permanent(id) is not None)  # one that phased out may be in combat


def blocked_by(combat: Combat, blocker: int) -> tuple[int, ...]:
    """The attackers that a creature blocks and that are still in combat, in damage assignment order."""
    attacking = {attacker.id for attacker in combat.attackers}
    declared = tuple(attacker for one, attacker in combat.blocks if one == blocker)
    order = next((announced for one, announced in combat.orders if one == blocker), declared)
    return tuple(id for id in order if id in attacking)


@obeys("damage_in_turn")
def by_player(state: State, creatures: tuple[int, ...]) -> tuple[int, ...]:
    """Creatures sorted by their controllers, who act one after the other (602.5, 802.6); those that left are last."""
    order = state.apnap()
    seats = {p.id: order.index(p.controller) for id in creatures if (p := state.permanent(id)) is not None}
    return tuple(sorted(creatures, key=lambda creature: seats.get(creature, len(order))))


def creature_name(state: State, id: int) -> str:
    """The name of a creature, even if it is no longer there."""
    permanent = state.permanent(id)
    return permanent.card.name if permanent else "a creature that left"
