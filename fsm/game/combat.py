"""Combat, as far as the steps of the turn need it: attackers, blockers, first and double strike, damage.

cr2006 306-311, cr2011 and cr2026 506-511.
"""

from __future__ import annotations

from functools import lru_cache

from ..turn import TurnGraph, second_combat_damage, skip_blocks_and_damage
from . import exerting
from .attackers import Attacker, Combat, DamageDealt
from .attacking import Attacks, attack_candidates, attackers_of, block_candidates, defenders, opponents, several
from .decision import AssignDamage, ChooseDefender, DeclareAttackers, DeclareBlockers, OrderBlockers
from .event import Event, Log, emit
from .loyalty import attackable, mark_damage, takes_damage
from .rewriting import relocate, rewritten
from .state import Permanent, StackObject, State, replace, set_permanent
from .tasks import push, task
from .teams import change_life, if_teams, told
from .triggers import on_creature, on_event, on_player
from .zones import tap

STRIKES = ("first strike", "double strike")
NO_COMBAT = Combat()


@task("choose_defender")
def choose_defender(state: State, log: Log) -> State:
    """The active player chooses the defending player, if there are several opponents and only one may be attacked.

    cr2006 306.3 as the phase starts; cr2011 and cr2026 507.1 in the beginning of combat step. Teams attack
    teams: then it is a team that is chosen, by its primary player (606.7a, 810.7a, 805.10a).
    """
    if len(state.rotation.seats) <= 2 or state.active not in state.rotation.seats or several(state):
        return state
    whom = tuple(seat for seat in opponents(state) if seat == state.team(seat)[0])
    return replace(state, decision=ChooseDefender(state.active, whom)) if len(whom) > 1 else state


def defend(state: State, log: Log, seat: int) -> State:
    """That player is the defending player of this combat."""
    state = replace(state, combat=replace(state.combat or NO_COMBAT, defender=seat))
    if log is not None:
        edition = state.edition
        at_phase = "choose_defender" in edition.phase_of("declare_attackers").actions
        node = state.at.phase if at_phase else state.at.stop
        detail = tuple(told(state, seat).items())
        log.append(Event("combat.defender", edition.cite("choose_defender"), state, node, seat, detail))
    return state


@task("declare_attackers")
def declare_attackers(state: State, log: Log) -> State:
    """The active player declares attackers (cr2006 308.1-308.2, later 508.1); he is asked if any could attack."""
    candidates = attack_candidates(state) if state.battlefield else ()
    whom = defenders(state) if candidates else ()
    if whom:
        return replace(state, decision=DeclareAttackers(state.active, candidates, whom, attackable(state, whom)))
    return attack(state, log, ())


def tap_attackers(state: State, log: Log, ids: tuple[int, ...]) -> State:
    """The chosen attackers become tapped, which is no cost (308.2c, 508.1f)."""
    for id in ids:
        permanent = state.permanent(id)
        if permanent is not None and not state.has(permanent, "vigilance"):
            state = tap(state, log, permanent, "attack_tap")
    return state


def attack(state: State, log: Log, attacks: Attacks) -> State:
    """Those chosen that the active player still controls attack; then abilities trigger on it (308.2g, 508.1k-m).

    ``attacks``: the creatures that were declared, in their order, each with what it attacks.
    """
    chosen = [
        (p, Attacker(id, seat, attacked=attacked))
        for id, seat, attacked in attacks
        if (p := state.permanent(id)) is not None and state.is_active(p.controller)
    ]
    for permanent, attacker in chosen:
        whom = (*permanent.whom, attacker.defender) if attacker.attacked is None else permanent.whom
        state = set_permanent(state, permanent.id, attacked=True, whom=whom, fought=state.at.phase)
    if attacks:
        combat = state.combat or NO_COMBAT
        defender = combat.defender if several(state) else state.team(attacks[0][1])[0]
        attackers = combat.attackers + tuple(attacker for _, attacker in chosen)
        state = replace(state, combat=replace(combat, defender=defender, attackers=attackers, any_declared=True))
    if log is not None:
        _tell_attack(state, log, chosen)
    for permanent, attacker in chosen:
        state = on_creature(state, log, "attacks", permanent, attacker.defender)
    for seat in dict.fromkeys(permanent.controller for permanent, _ in chosen):
        state = on_player(state, log, "attacks", seat)
    return exerting.offer(state, tuple(permanent.id for permanent, _ in chosen)) if chosen else state


def _tell_attack(state: State, log: Log, chosen: list[tuple[Permanent, Attacker]]) -> None:
    """Says who attacks, and what, if there is more than one player who may be attacked."""
    topics, detail = "declare_attackers", {"attackers": [p.card.name for p, _ in chosen]}
    if chosen and (len(defenders(state)) > 1 or any(a.attacked is not None for _, a in chosen)):
        topics, detail["defenders"] = "declare_attackers attack_whom", [_attacked(state, a) for _, a in chosen]
    topics += if_teams(state, "team_attack")
    emit(log, "combat.attack", state, topics, state.active, **detail, **told(state, state.active))


def without_attackers(state: State, log: Log, step: str = "") -> State:
    """If no creature attacks, blockers and damage are skipped; which attackers count the edition says.

    cr2006 308.4: declared ones only; cr2011 508.6, cr2026 508.8: also those put in attacking. ``step`` is the
    declare attackers step that ends, or is skipped itself: this one, unless another one is named.
    """
    combat = state.combat
    if combat is not None:
        happened = {"declared": combat.any_declared, "put": combat.any_put}
        if any(happened[word] for word in state.game.edition.choices["no_attackers"]):
            return state
    before = state.at.graph
    graph = skip_blocks_and_damage(before, step or state.at.stop)
    if graph is before:
        return state
    state = replace(state, at=relocate(graph, state.at))
    if log is not None:
        rules = state.game.edition.cites["no_attackers"]
        for node in _newly_skipped(before, graph, graph.phase_of(step or state.at.stop)):
            log.append(Event("step.skip", rules, state, node, state.active))
    return state


@lru_cache(maxsize=256)
def _newly_skipped(before: TurnGraph, after: TurnGraph, phase: str) -> tuple[str, ...]:
    """The steps of a phase that a rewrite has marked as skipped: most turns have the same few."""
    return tuple(id for id in after.children(phase) if after.node(id).skipped is not before.node(id).skipped)


def declare_blockers(state: State, log: Log) -> State:
    """The defending player declares blockers (cr2006 309.1, later 509.1); he is asked if any could block.

    If several players are attacked, they do so one after the other in turn order (602.4, 802.4). A team has one
    combined block, of which its primary player speaks (606.7c, 810.7d, 805.10d).
    """
    combat = state.combat or NO_COMBAT
    attacked = {attacker.defender for attacker in combat.attackers}
    seats = dict.fromkeys(state.team(seat)[0] for seat in defenders(state) if seat in attacked)
    return _block_next(state, log, tuple(seats)) if seats else block(state, log, combat.defender, ())


@task("blocks_of")
def _block_next(state: State, log: Log, seats: tuple[int, ...]) -> State:
    first, *rest = seats
    if rest:
        state = push(state, "blocks_of", tuple(rest))
    if first not in state.rotation.seats:
        return state
    able, attackers = block_candidates(state, first), attackers_of(state, first)
    if able and attackers:
        return replace(state, decision=DeclareBlockers(first, able, attackers))
    return block(state, log, first, ())


def block(state: State, log: Log, seat: int | None, blocks: tuple[tuple[int, int], ...]) -> State:
    """A player declares blockers: what they block is blocked from now on, come what may (309.2f, 509.1h)."""
    combat = state.combat or NO_COMBAT
    blocked = {attacker for _, attacker in blocks}
    attackers = tuple(replace(a, blocked=True) if a.id in blocked else a for a in combat.attackers)
    state = replace(state, combat=replace(combat, attackers=attackers, blocks=combat.blocks + blocks))
    named = [f"{_name(state, blocker)} blocks {_name(state, attacker)}" for blocker, attacker in blocks]
    topics = "declare_blockers blocks_in_turn" if several(state) else "declare_blockers"
    side = told(state, seat) if seat is not None else {}
    emit(log, "combat.block", state, topics + if_teams(state, "team_block"), seat, blocks=named, **side)
    for blocker, _ in blocks:
        permanent = state.permanent(blocker)
        if permanent is not None:
            state = set_permanent(state, blocker, fought=state.at.phase)
            state = on_event(state, log, "blocks", permanent)
    return state


def order_blockers(state: State, log: Log) -> State:
    """For each attacker with several blockers, their order for damage is announced (cr2011 509.2)."""
    combat = state.combat or NO_COMBAT
    return _order_next(state, log, tuple(a.id for a in combat.attackers if len(blockers_of(combat, a.id)) > 1))


@task("order_blockers")
def _order_next(state: State, _: Log, attackers: tuple[int, ...]) -> State:
    if not attackers:
        return state
    first, *rest = attackers
    if rest:
        state = push(state, "order_blockers", tuple(rest))
    combat = state.combat or NO_COMBAT
    offered = blockers_of(combat, first)
    # A player may have left since it was known whose blockers have to be put in order.
    if len(offered) < 2 or all(attacker.id != first for attacker in combat.attackers):
        return state
    return replace(state, decision=OrderBlockers(state.active, first, offered))


def set_order(state: State, log: Log, attacker: int, blockers: tuple[int, ...]) -> State:
    """The blockers of an attacker stand in this order."""
    combat = state.combat or NO_COMBAT
    others = tuple(b for b in combat.blocks if b[1] != attacker)
    blocks = others + tuple((blocker, attacker) for blocker in blockers)
    state = replace(state, combat=replace(combat, blocks=blocks))
    names = [_name(state, blocker) for blocker in blockers]
    emit(log, "combat.order", state, "order_blockers", state.active, attacker=_name(state, attacker), order=names)
    return state


def blockers_of(combat: Combat, attacker: int) -> tuple[int, ...]:
    """The blockers of an attacker, in damage assignment order."""
    return tuple(blocker for blocker, blocked in combat.blocks if blocked == attacker)


def second_damage(state: State, log: Log) -> State:
    """At the start of the first damage step: with first or double strike about, a second one will follow.

    cr2006 310.5, cr2011 510.5, cr2026 510.4.
    """
    combat = state.combat
    node = state.at.node
    if combat is None or (node.inserted is not None and node.inserted.topic == "second_damage"):
        return state
    strikers = frozenset(p.id for p in _in_combat(state) if any(state.has(p, word) for word in STRIKES))
    state = replace(state, combat=replace(combat, strikers=strikers, two_steps=bool(strikers), assigned=frozenset()))
    if not strikers:
        return state
    return rewritten(state, log, second_combat_damage(state.graph, state.at.stop))


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


@task("assign_damage")
def assign_damage(state: State, log: Log, divided: tuple[int, ...] = ()) -> State:
    """Combat damage is assigned, the active player's first (cr2006 310.1-310.2, later 510.1).

    ``divided``: attackers whose controller has said how they divide their damage.
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
            state = push(state, "assign_damage", (*divided, attacker.id))
            return replace(state, decision=AssignDamage(permanent.controller, attacker.id, blockers, amount))
        divided = (*divided, attacker.id)
        if not attacker.blocked:
            state = _assign_unblocked(state, permanent, attacker)
        elif blockers:
            state = _assign(state, permanent, amount, creature=blockers[0])
    return _announce(_blockers_assign(state, combat), log)


def _assign_unblocked(state: State, permanent: Permanent, attacker: Attacker) -> State:
    """To what it attacks: to nothing, if that was a planeswalker or battle that is gone (506.4c, 510.1b)."""
    amount = state.power(permanent)
    if attacker.attacked is None:
        return _assign(state, permanent, amount, player=attacker.defender)
    there = state.permanent(attacker.attacked) is not None
    return _assign(state, permanent, amount, creature=attacker.attacked) if there else state


def _blockers_assign(state: State, combat: Combat) -> State:
    """Blockers assign to what they block; to nothing, if that has left combat (310.2d, 510.1d)."""
    attacking = {attacker.id for attacker in combat.attackers}
    order = state.apnap()
    for blocker, attacker in sorted(combat.blocks, key=lambda pair: _place(state, pair[0], order)):
        permanent = state.permanent(blocker)
        if permanent is not None and attacker in attacking and _deals_now(state, permanent):
            state = _assign(state, permanent, state.power(permanent), creature=attacker)
    return state


def _place(state: State, id: int, order: tuple[int, ...]) -> int:
    """Where a creature's controller stands in an order of players: they assign one after the other (602.5, 802.6)."""
    permanent = state.permanent(id)
    return order.index(permanent.controller) if permanent is not None else len(order)


def divide(state: State, source: int, amounts: tuple[tuple[int, int], ...]) -> State:
    """An attacker divides its damage among its blockers."""
    permanent = state.permanent(source)
    for creature, amount in amounts:
        if permanent is not None:
            state = _assign(state, permanent, amount, creature=creature)
    return state


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

    The rules are silent on an empty object; none is made where nothing was assigned.
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
    for damage in combat.pending:
        state = deal(state, log, damage, "deal_damage")
    return state


def deal(state: State, log: Log, damage: DamageDealt, topics: str) -> State:
    """Damage to a player is loss of life; to a creature that is still there it stays marked.

    From a planeswalker or battle it removes counters.
    """
    if damage.player is not None:
        if damage.player not in state.rotation.seats:
            return state
        state = change_life(state, damage.player, -damage.amount)
        topics, life = topics + if_teams(state, "team_life_shared"), state.players[damage.player].life
        emit(log, "damage", state, topics, damage.player, name=damage.name, amount=damage.amount, life=life)
        source = state.permanent(damage.source)
        if source is None:
            return state
        return on_creature(state, log, "deals combat damage", source, damage.player, damage.amount)
    permanent = state.permanent(damage.creature)
    if permanent is None or not takes_damage(permanent):
        return state
    return mark_damage(state, log, permanent, damage.amount, damage.name, topics)


def everything_leaves_combat(state: State, _: Log) -> State:
    """As the end of combat step ends, everything is removed from combat (311.2, 511.3)."""
    return state if state.combat is None else replace(state, combat=None)


def _in_combat(state: State) -> list[Permanent]:
    combat = state.combat or NO_COMBAT
    ids = [a.id for a in combat.attackers] + [blocker for blocker, _ in combat.blocks]
    return [p for id in ids if (p := state.permanent(id)) is not None]


def _name(state: State, id: int) -> str:
    permanent = state.permanent(id)
    return permanent.card.name if permanent else "a creature that left"


def _attacked(state: State, attacker: Attacker) -> str:
    return _name(state, attacker.attacked) if attacker.attacked is not None else state.name(attacker.defender)


def _recipient(state: State, damage: DamageDealt) -> str:
    return state.name(damage.player) if damage.player is not None else _name(state, damage.creature or 0)
