"""Combat damage: when each creature deals damage, to whom it assigns it, and how it is dealt (310, 510, 810.7f)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...edition import obeys
from ..objects.abilities.triggers import Happened, Watchers, on_creature, watchers
from ..objects.cards.commanders import wounded
from ..objects.permanents.damaging import Hit, Would, ask_prevention, damage_permanent, damage_player, dealt
from ..objects.permanents.loyalty import takes_damage
from ..objects.permanents.variants import titles_hit
from ..state.agenda import Choice, Task, push, task
from ..state.attackers import NO_COMBAT, Attacker, DamageDealt
from ..state.decision import AssignDamage, ChooseOption
from ..state.event import Log, emit
from ..state.state import Permanent, StackObject, State, replace
from .banding import divides
from .costs import as_one
from .damage_orders import blockers, by_player, creature_name, recipients

TRAMPLE = "trample"
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
    id = permanent.id
    others = recipients(state, id, attacker is not None)
    beyond = _beyond(state, permanent, attacker) if others else ()
    if amount > 0 and len(others) + len(beyond) > 1:
        seat = divides(state, permanent, others)
        return replace(state, decision=AssignDamage(seat, id, (*others, *beyond), amount, bool(beyond)))
    if others:
        return assign(state, permanent, amount, creature=others[0])
    if attacker is None or _is_neither(state, attacker) or (attacker.blocked and not _tramples_on(state, permanent)):
        return state
    return _unblocked(state, permanent, attacker, amount)


@obeys("put_unblocked")
def _is_neither(state: State, attacker: Attacker) -> bool:
    """Whether an attacker is neither blocked nor unblocked: it came too late to become so, before May 2006 (309.2f)."""
    return attacker.blocked is None and state.edition.choices["unblocked"] == ("by_declaration",)


@obeys("trample", "trample_walker")
def _beyond(state: State, permanent: Permanent, attacker: Attacker | None) -> tuple[int, ...]:
    """What a creature with trample attacks, if that is still there: a permanent, or a player as ``-1 - seat``."""
    if attacker is None or not state.has(permanent, TRAMPLE):
        return ()
    if attacker.attacked is not None:
        return () if state.permanent(attacker.attacked) is None else (attacker.attacked,)
    return (-1 - attacker.defender,) if attacker.defender in state.rotation.seats else ()


@obeys("trample_unblocked")
def _tramples_on(state: State, permanent: Permanent) -> bool:
    """Whether a creature that was blocked, and whose blockers are all gone, assigns its damage to what it attacks."""
    return state.has(permanent, TRAMPLE)


@obeys("planeswalker_gone", "team_hit")
def _unblocked(state: State, permanent: Permanent, attacker: Attacker, amount: int) -> State:
    """To what it attacks, unless that planeswalker or battle is gone (506.4c, 510.1b).

    Where a team is attacked as a group, the active team chooses one of its players (606.7d, 810.7f).
    """
    if attacker.attacked is not None:
        there = state.permanent(attacker.attacked) is not None
        return assign(state, permanent, amount, creature=attacker.attacked) if there else state
    seat = attacker.defender  # who was named as it was declared comes first
    mates = state.team(seat) if state.game.options.teams and as_one(state) else ()
    seats = (seat, *(mate for mate in mates if mate != seat and mate in state.rotation.seats))
    if amount <= 0 or len(seats) < 2:
        return assign(state, permanent, amount, player=seat)
    seat, names = state.team(permanent.controller)[0], tuple(map(state.name, seats))
    decision = ChooseOption(seat, permanent.card.name, names)
    return replace(push(state, HitPlayer(permanent.id, seats)), decision=decision)


@task(HitPlayer)
@obeys("team_hit")
def _hit_player(state: State, log: Log, chosen: HitPlayer) -> State:
    permanent, seat = state.permanent(chosen.id), chosen.seats[chosen.option]
    if permanent is None:
        return state
    by = state.team(permanent.controller)[0]
    emit(log, "choice", state, "team_hit", by, name=permanent.card.name, option=state.name(seat))
    return assign(state, permanent, state.power(permanent), player=seat)


@obeys("damage_amounts", "departed_attacked")
def assign(
    state: State, permanent: Permanent, amount: int, player: int | None = None, creature: int | None = None
) -> State:
    """A creature assigns damage to a player or a permanent; none to a player who has left.

    Some editions say of a creature without power that it assigns 0 damage: then it has assigned damage too.
    """
    combat = state.combat or NO_COMBAT
    nothing = amount <= 0 and state.edition.choices["zero_damage"] == ("not_assigned",)
    if nothing or (player is not None and player not in state.rotation.seats):
        return state
    new = DamageDealt(permanent.id, permanent.card.name, permanent.controller, amount, player, creature)
    pending = (*combat.pending, new) if amount > 0 else combat.pending
    return replace(state, combat=replace(combat, pending=pending, assigned=combat.assigned | {permanent.id}))


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

    divided: tuple[int, ...] = ()


NOTHING_YET = AssignRest()


@obeys("trample_last")
def _is_trampling(state: State, attacker: Attacker) -> bool:
    """Whether an attacker tramples: it comes last, since it counts what others assign to its blockers."""
    permanent = state.permanent(attacker.id)
    return permanent is not None and state.has(permanent, TRAMPLE)


@task(AssignRest)
@obeys("assigned_by_team", "assigned_singly", "assign_damage")
def assign_damage(state: State, log: Log, rest: AssignRest = NOTHING_YET) -> State:
    """Combat damage is assigned, the active player's first (cr2006 310.1-310.2, later 510.1).

    What is blocked assigns to its blockers, and a blocker to what it blocks, as far as that is still in combat.
    """
    combat, divided = state.combat, rest.divided
    if combat is None:
        return state
    if not divided:
        state = replace(state, combat=replace(combat, pending=()))
    attackers = {attacker.id: attacker for attacker in sorted(combat.attackers, key=partial(_is_trampling, state))}
    for id in (*attackers, *by_player(state, blockers(combat))):
        permanent = state.permanent(id)
        if permanent is None or id in divided or not _deals_now(state, permanent):
            continue
        divided, below = (*divided, id), len(state.agenda)
        state = assign_one(state, permanent, attackers.get(id), state.power(permanent))
        if state.decision is not None:
            agenda = (*state.agenda[:below], AssignRest(divided), *state.agenda[below:])
            return replace(state, agenda=agenda)
    pending = (state.combat or NO_COMBAT).pending
    if pending and log is not None:
        whom = [creature_name(state, d.creature or 0) if d.player is None else state.name(d.player) for d in pending]
        said = [f"{d.name} {d.amount} to {to}" for d, to in zip(pending, whom, strict=True)]
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
        if state.game.options.commander:
            state = wounded(state, source, damage.player, dealt)
        by = source.controller
        what = Happened(damage.player, amount=dealt)
        return on_creature(state, log, "deals combat damage", source, watching, what), by
    permanent = state.permanent(damage.creature)
    if permanent is None or not takes_damage(state, permanent):
        return state, None
    return damage_permanent(state, log, permanent, hit, "deal_damage"), None


def in_combat(state: State) -> list[Permanent]:
    """The creatures that attack or block."""
    combat = state.combat or NO_COMBAT
    ids = [a.id for a in combat.attackers] + [blocker for blocker, _ in combat.blocks]
    return [p for id in ids if (p := state.permanent(id)) is not None]
