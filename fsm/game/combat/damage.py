"""Combat damage: the order of blockers, when each creature deals damage, and how damage is divided and dealt.

cr2006 310, cr2011 and cr2026 510.
"""

from __future__ import annotations

from ...turn import second_combat_damage
from ..objects.loyalty import mark_damage, takes_damage
from ..objects.triggers import Watchers, on_creature, watchers
from ..state.agenda import Task, push, task
from ..state.attackers import NO_COMBAT, Attacker, Combat, DamageDealt
from ..state.decision import AssignDamage, OrderBlockers
from ..state.event import Log, emit
from ..state.rewriting import rewritten
from ..state.state import Permanent, StackObject, State, replace
from ..state.teams import change_life, if_teams

STRIKES = ("first strike", "double strike")


def second_damage(state: State, log: Log) -> State:
    """At the start of the first damage step: a second one follows if a creature has first or double strike.

    cr2006 310.5, cr2011 510.5, cr2026 510.4.

    Rules: first_strike, double_strike.
    """
    combat = state.combat
    node = state.at.node
    if combat is None or (node.inserted is not None and node.inserted.topic == "second_damage"):
        return state
    strikers = frozenset(p.id for p in in_combat(state) if any(state.has(p, word) for word in STRIKES))
    state = replace(state, combat=replace(combat, strikers=strikers, two_steps=bool(strikers), assigned=frozenset()))
    if not strikers:
        return state
    return rewritten(state, log, second_combat_damage(state.graph, state.at.stop))


def _deals_now(state: State, permanent: Permanent) -> bool:
    """Whether a creature assigns damage in this damage step (310.5, 510.4, 510.5).

    Rules: second_damage_who, strike_changes.
    """
    combat = state.combat or NO_COMBAT
    if not combat.two_steps:
        return True
    mark = state.at.node.inserted
    if mark is None or mark.topic != "second_damage":
        return permanent.id in combat.strikers
    before = {"did_not_assign": combat.assigned, "had_neither": combat.strikers}
    (word,) = state.game.edition.choices["second_damage"]
    return permanent.id not in before[word] or state.has(permanent, "double strike")


class AssignRest(Task, frozen=True):
    """The rest of the combat damage is still to be assigned; ``divided`` are the attackers that are done."""

    divided: tuple[int, ...]


@task(AssignRest)
def _assign_rest(state: State, log: Log, rest: AssignRest) -> State:
    return assign_damage(state, log, rest.divided)


def assign_damage(state: State, log: Log, divided: tuple[int, ...] = ()) -> State:
    """Combat damage is assigned, the active player's first (cr2006 310.1-310.2, later 510.1).

    ``divided``: attackers whose controller has already divided their damage.

    Rules: assigned_singly, assigned_by_team.
    """
    combat = state.combat
    if combat is None:
        return state
    if not divided:
        state = replace(state, combat=replace(combat, pending=()))
    for attacker in combat.attackers:
        permanent = state.permanent(attacker.id)
        if permanent is None or attacker.id in divided or not _deals_now(state, permanent):
            continue
        amount, blockers = state.power(permanent), blockers_of(combat, attacker.id)
        if amount > 0 and len(blockers) > 1:
            state = push(state, AssignRest((*divided, attacker.id)))
            return replace(state, decision=AssignDamage(permanent.controller, attacker.id, blockers, amount))
        divided = (*divided, attacker.id)
        if not attacker.blocked:
            state = _assign_unblocked(state, permanent, attacker)
        elif blockers:
            state = _assign(state, permanent, amount, creature=blockers[0])
    return _announce(_blockers_assign(state, combat), log)


def _assign_unblocked(state: State, permanent: Permanent, attacker: Attacker) -> State:
    """An unblocked attacker assigns to what it attacks, unless that planeswalker or battle is gone (506.4c, 510.1b).

    Rules: planeswalker_gone.
    """
    amount = state.power(permanent)
    if attacker.attacked is None:
        return _assign(state, permanent, amount, player=attacker.defender)
    there = state.permanent(attacker.attacked) is not None
    return _assign(state, permanent, amount, creature=attacker.attacked) if there else state


def _blockers_assign(state: State, combat: Combat) -> State:
    """Blockers assign to what they block, unless it has left combat (310.2d, 510.1d)."""
    attacking = {attacker.id for attacker in combat.attackers}
    order = state.apnap()
    for blocker, attacker in sorted(combat.blocks, key=lambda pair: _place(state, pair[0], order)):
        permanent = state.permanent(blocker)
        if permanent is not None and attacker in attacking and _deals_now(state, permanent):
            state = _assign(state, permanent, state.power(permanent), creature=attacker)
    return state


def _place(state: State, id: int, order: tuple[int, ...]) -> int:
    """The index of a creature's controller in an order of players, who assign one after the other (602.5, 802.6).

    Rules: damage_in_turn.
    """
    permanent = state.permanent(id)
    return order.index(permanent.controller) if permanent is not None else len(order)


def divide(state: State, source: int, amounts: tuple[tuple[int, int], ...]) -> State:
    """An attacker divides its damage among its blockers."""
    permanent = state.permanent(source)
    for creature, amount in amounts:
        if permanent is not None:
            state = _assign(state, permanent, amount, creature=creature)
    return state


# Rules: damage_amounts, departed_attacked.
def _assign(
    state: State, permanent: Permanent, amount: int, player: int | None = None, creature: int | None = None
) -> State:
    combat = state.combat or NO_COMBAT
    if amount <= 0 or (player is not None and player not in state.rotation.seats):
        return state
    new = DamageDealt(permanent.id, permanent.card.name, permanent.controller, amount, player, creature)
    pending, assigned = (*combat.pending, new), combat.assigned | {permanent.id}
    return replace(state, combat=replace(combat, pending=pending, assigned=assigned))


def _announce(state: State, log: Log) -> State:
    pending = (state.combat or NO_COMBAT).pending
    if pending:
        said = [f"{d.name} {d.amount} to {_recipient(state, d)}" for d in pending]
        emit(log, "combat.assign", state, "assign_damage", state.active, damage=said)
    return state


def damage_on_stack(state: State, log: Log) -> State:
    """All assigned combat damage goes on the stack as one object (cr2006 310.1).

    The rules are silent on an empty object; none is made if no damage was assigned.

    Rules: damage_waits.
    """
    if not (state.combat or NO_COMBAT).pending:
        return state
    new = StackObject(state.serial + 1, "damage", "combat damage", state.active)
    state = replace(state, serial=new.id, stack=(*state.stack, new))
    emit(log, "stack.push", state, "damage_on_stack", state.active, name=new.name, object=new.id)
    return state


def deal_damage(state: State, log: Log) -> State:
    """All assigned combat damage is dealt at once, as it was assigned (cr2006 310.4, later 510.2)."""
    combat = state.combat
    if combat is None or not combat.pending:
        return state
    state = replace(state, combat=replace(combat, pending=()))
    return deal(state, log, combat.pending)


def deal(state: State, log: Log, pending: tuple[DamageDealt, ...]) -> State:
    """Deals combat damage, all at once; abilities trigger in the order in which it was assigned."""
    watching = watchers(state, "deals combat damage")
    for damage in pending:
        state = _deal(state, log, damage, watching)
    return state


def _deal(state: State, log: Log, damage: DamageDealt, watching: Watchers) -> State:
    """Deals damage to a player, who loses life, or to a permanent that is still there.

    Damage is marked on a creature; it removes counters from a planeswalker or battle.
    """
    if damage.player is not None:
        if damage.player not in state.rotation.seats:
            return state
        state = change_life(state, damage.player, -damage.amount)
        topics, life = "deal_damage" + if_teams(state, "team_life_shared"), state.players[damage.player].life
        emit(log, "damage", state, topics, damage.player, name=damage.name, amount=damage.amount, life=life)
        source = state.permanent(damage.source)
        if source is None:
            return state
        return on_creature(state, log, "deals combat damage", source, watching, damage.player, damage.amount)
    permanent = state.permanent(damage.creature)
    if permanent is None or not takes_damage(state, permanent):
        return state
    return mark_damage(state, log, permanent, damage.amount, damage.name, "deal_damage")


def _recipient(state: State, damage: DamageDealt) -> str:
    return state.name(damage.player) if damage.player is not None else creature_name(state, damage.creature or 0)


def order_blockers(state: State, log: Log) -> State:
    """For each attacker with several blockers, the active player announces their damage order (cr2011 509.2)."""
    combat = state.combat or NO_COMBAT
    several = tuple(a.id for a in combat.attackers if len(blockers_of(combat, a.id)) > 1)
    return _order_next(state, log, OrderNext(several)) if several else state


class OrderNext(Task, frozen=True):
    """The blockers of these attackers are still to be put in order."""

    attackers: tuple[int, ...]


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
    names = [creature_name(state, blocker) for blocker in blockers]
    name = creature_name(state, attacker)
    emit(log, "combat.order", state, "order_blockers", state.active, attacker=name, order=names)
    return state


def blockers_of(combat: Combat, attacker: int) -> tuple[int, ...]:
    """The blockers of an attacker, in damage assignment order."""
    return tuple(blocker for blocker, blocked in combat.blocks if blocked == attacker)


def in_combat(state: State) -> list[Permanent]:
    """The creatures that attack or block."""
    combat = state.combat or NO_COMBAT
    ids = [a.id for a in combat.attackers] + [blocker for blocker, _ in combat.blocks]
    return [p for id in ids if (p := state.permanent(id)) is not None]


def creature_name(state: State, id: int) -> str:
    """The name of a creature, even if it is no longer there."""
    permanent = state.permanent(id)
    return permanent.card.name if permanent else "a creature that left"
