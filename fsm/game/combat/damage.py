"""Combat damage: when each creature deals damage, and how it is divided and dealt.

cr2006 310, cr2011 and cr2026 510.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...edition import obeys
from ..objects.abilities.triggers import Watchers, on_creature, watchers
from ..objects.permanents.damaging import Hit, Would, ask_prevention, damage_permanent, damage_player, dealt
from ..objects.permanents.loyalty import takes_damage
from ..objects.permanents.variants import titles_hit
from ..state.agenda import Task, task
from ..state.attackers import NO_COMBAT, DamageDealt
from ..state.event import Log, emit
from ..state.state import Permanent, StackObject, State, replace
from .assigning import assign_one
from .damage_orders import blockers, by_player, creature_name

STRIKES = ("first strike", "double strike")


@obeys("double_strike", "first_strike", "second_damage")
def second_damage(state: State) -> bool:
    """Whether a creature has first or double strike at the start of a combat damage step: a second one follows.

    cr2006 310.5, cr2011 510.5, cr2026 510.4.
    """
    return bool(_strikers(state))


def _strikers(state: State) -> frozenset[int]:
    return frozenset(p.id for p in in_combat(state) if any(state.has(p, word) for word in STRIKES))


@obeys("second_damage")
def first_damage(state: State, _: Log) -> State:
    """At the start of the first damage step: which creatures deal damage in it, and which in a second one."""
    combat, mark = state.combat, state.at.node.inserted
    if combat is None or (mark is not None and mark.topic == "second_damage"):
        return state
    strikers = _strikers(state)
    return replace(state, combat=replace(combat, strikers=strikers, two_steps=bool(strikers), assigned=frozenset()))


@obeys("second_damage_who", "strike_changes")
def _deals_now(state: State, permanent: Permanent) -> bool:
    """Whether a creature assigns damage in this damage step (310.5, 510.4, 510.5)."""
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
    """The rest of the combat damage is still to be assigned; ``divided`` are the creatures that are done."""

    divided: tuple[int, ...]


@task(AssignRest)
def _assign_rest(state: State, log: Log, rest: AssignRest) -> State:
    return assign_damage(state, log, rest.divided)


@obeys("assigned_by_team", "assigned_singly")
def assign_damage(state: State, log: Log, divided: tuple[int, ...] = ()) -> State:
    """Combat damage is assigned, the active player's first (cr2006 310.1-310.2, later 510.1).

    What is blocked assigns to its blockers, and a blocker to what it blocks, as far as that is still in combat.
    ``divided``: the creatures that have assigned theirs already.
    """
    combat = state.combat
    if combat is None:
        return state
    if not divided:
        state = replace(state, combat=replace(combat, pending=()))
    attackers = {attacker.id: attacker for attacker in combat.attackers}
    for id in (*attackers, *by_player(state, blockers(combat))):
        permanent = state.permanent(id)
        if permanent is None or id in divided or not _deals_now(state, permanent):
            continue
        divided, below = (*divided, id), len(state.agenda)
        state = assign_one(state, permanent, attackers.get(id), state.power(permanent))
        if state.decision is not None:
            agenda = (*state.agenda[:below], AssignRest(divided), *state.agenda[below:])
            return replace(state, agenda=agenda)
    return _announce(state, log)


@obeys("assign_damage")
def _announce(state: State, log: Log) -> State:
    pending = (state.combat or NO_COMBAT).pending
    if pending:
        said = [f"{d.name} {d.amount} to {_recipient(state, d)}" for d in pending]
        emit(log, "combat.assign", state, "assign_damage", state.active, damage=said)
    return state


@obeys("damage_waits", "damage_on_stack")
def damage_on_stack(state: State, log: Log) -> State:
    """All assigned combat damage goes on the stack as one object (cr2006 310.1).

    The rules are silent on an empty object; none is made if no damage was assigned.
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


class Deal(Task, frozen=True):
    """Combat damage is still to be dealt; from the ``stack`` also that of creatures that are gone."""

    pending: tuple[DamageDealt, ...]
    stack: bool = False


@task(Deal)
def _deal_now(state: State, log: Log, now: Deal) -> State:
    there = tuple(damage for damage in now.pending if now.stack or state.permanent(damage.source) is not None)
    return deal(state, log, there, now.stack)


@obeys("damage_triggers")
def deal(state: State, log: Log, pending: tuple[DamageDealt, ...], stack: bool = False) -> State:
    """Deals combat damage, all at once; abilities trigger in the order in which it was assigned.

    First players may be asked which effects prevent it.
    """
    if state.lasting and (asked := ask_prevention(state, _would_be(state, pending), Deal(pending, stack))):
        return asked
    watching = watchers(state, "deals combat damage")
    hits: list[tuple[int, int]] = []
    for damage in pending:
        state, by = _deal(state, log, damage, watching)
        if by is not None and damage.player is not None:
            hits.append((by, damage.player))
    return dealt(titles_hit(state, log, hits) if state.designations.titles else state)


def _would_be(state: State, pending: tuple[DamageDealt, ...]) -> Iterator[Would]:
    for damage in pending:
        permanent = state.permanent(damage.creature) if damage.player is None else None
        if takes_damage(state, permanent) if permanent is not None else damage.player in state.rotation.seats:
            yield Hit(damage.source, damage.name, damage.amount, combat=True), damage.player, permanent


@obeys("deal_damage")
def _deal(state: State, log: Log, damage: DamageDealt, watching: Watchers) -> tuple[State, int | None]:
    """Deals damage to a player, who loses life, or to a permanent that is still there.

    Damage is marked on a creature; it removes counters from a planeswalker or battle. With whose creature hit a player.
    """
    hit = Hit(damage.source, damage.name, damage.amount, combat=True)
    if damage.player is not None:
        if damage.player not in state.rotation.seats:
            return state, None
        state, dealt = damage_player(state, log, damage.player, hit, "deal_damage")
        source = state.permanent(damage.source)
        if source is None or not dealt:
            return state, None
        by = source.controller
        return on_creature(state, log, "deals combat damage", source, watching, damage.player, dealt), by
    permanent = state.permanent(damage.creature)
    if permanent is None or not takes_damage(state, permanent):
        return state, None
    return damage_permanent(state, log, permanent, hit, "deal_damage"), None


def _recipient(state: State, damage: DamageDealt) -> str:
    return state.name(damage.player) if damage.player is not None else creature_name(state, damage.creature or 0)


def in_combat(state: State) -> list[Permanent]:
    """The creatures that attack or block."""
    combat = state.combat or NO_COMBAT
    ids = [a.id for a in combat.attackers] + [blocker for blocker, _ in combat.blocks]
    return [p for id in ids if (p := state.permanent(id)) is not None]
