"""Decisions in combat: who attacks whom, who blocks what, each with its payments, and how damage is divided.

cr2006 308-310, cr2011 and cr2026 508-510.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import ge

from ...edition import obeys
from ...words import listed
from ..combat import attacking, blocking, declaring
from ..combat.attacking import attackers_of, attacks_of, may_attack, most_attackers, room_for, too_many_at
from ..combat.banding import bandings, who_bands
from ..combat.blocking import block_candidates, most_blocked, no_blocker
from ..combat.costs import (
    Attacks,
    asked_for,
    block_costs,
    optional_choices,
    optional_paid,
    own_price,
    prices,
    total_costs,
    why_not_optional,
)
from ..combat.damage import AssignRest, assign
from ..combat.declaring import AskAttackers, AskBlockers
from ..combat.legal_blocks import declarations
from ..combat.requirements import least_attack, required, requirements_now, what_is_attacked, why_not_met
from ..state.action import Assign, Attack, Block
from ..state.attackers import NO_COMBAT, NOTHING
from ..state.decision import AssignDamage, DeclareAttackers, DeclareBlockers
from ..state.event import Log
from ..state.players.who import defenders, several
from ..state.refusal import Refusal, named, not_here, refuse
from ..state.state import State, replace
from .costs.combat import most_to_pay, ways_to_pay, why_unpaid
from .costs.purchases import PURCHASES, Paying, Purchase, begun, pay_for, short_of
from .kind import DecisionKind, asked_again
from .listing import divisions, subsets, within_budget

Target = tuple[int, int | None]
"""What a creature attacks: a defending player, or a planeswalker or battle of theirs."""


def why_not_attack(state: State, decision: DeclareAttackers, action: Attack) -> Refusal | None:
    """Why this attack is illegal, or None; its cost is paid on a trial basis (508.1a-508.1j)."""
    refusal = (
        attacking.why_not_attack(state, decision, action)
        or why_not_met(state, decision, action)
        or why_not_optional(state, action)
    )
    if refusal is not None:
        return refusal
    attacks = attacks_of(state, decision, action)
    costs = total_costs(state, attacks, action.optional)
    return why_unpaid(_tapped(state, None, attacks) if costs else state, action, costs)


def answer_attack(state: State, log: Log, decision: DeclareAttackers, action: Attack) -> State:
    """Declares attackers in the order of the rule (308.2, 508.1).

    They are chosen, become tapped, what they cost is added up, mana is made for it and paid, and they attack. If the
    turn ends on the way, or the player leaves, nothing attacks.
    """
    attacks = attacks_of(state, decision, action)
    costs = total_costs(state, attacks, action.optional)
    tapped = _tapped(state, log, attacks)
    return pay_for(tapped, state, action, costs) if costs else _attack_with(tapped, log, action, attacks)


def _attack_with(state: State, log: Log, action: Attack, attacks: Attacks) -> State:
    return declaring.attack(optional_paid(state, log, action.optional), log, attacks, action.bands)


def _attack_is_paid(state: State, log: Log, now: Paying) -> State:
    """The creatures attack what they were declared to attack."""
    before = begun(state, now)
    assert isinstance(before.decision, DeclareAttackers)  # noqa: S101  # the attack answers it
    return _attack_with(state, log, now.action, attacks_of(before, before.decision, now.action))


PURCHASES[Attack] = Purchase(
    "attack_mana", short_of, _attack_is_paid, word="attack", pays="attack_pay", costs="attack_cost attack_pay"
)


def _tapped(state: State, log: Log, attacks: Attacks) -> State:
    return declaring.tap_attackers(replace(state, decision=None), log, tuple(id for id, _, _ in attacks))


def attack_answers(state: State, decision: DeclareAttackers) -> Iterator[Attack]:
    """All legal attacks, small ones first, each with every way to band and to pay for it."""
    for action in _attacks(state, decision):
        attacks = attacks_of(state, decision, action)
        for optional in optional_choices(state, action.attackers):
            costs = total_costs(state, attacks, optional)
            tapped = _tapped(state, None, attacks) if costs else state
            for bands in bandings(state, attacks):
                whole = replace(action, bands=bands, optional=optional) if bands or optional else action
                yield from ways_to_pay(tapped, whole, costs) if costs else (whole,)


def _attacks(state: State, decision: DeclareAttackers) -> Iterator[Attack]:
    """All legal attacks that might be paid for, small ones first."""
    required_now, targets = requirements_now(state, decision), _targets(state, decision)
    budget = _budget(state, decision) if any(any(own.values()) for own in targets.values()) else 0
    needed = required_now.met(required(state, decision).items())
    ids = sorted(targets)
    weighed = [max(required_now.of(id, -one if one else seat) for seat, one in targets[id]) for id in ids]
    cheapest = sorted(min(own.values()) for own in targets.values())
    most, limited = most_attackers(state), bool(room_for(state, decision.defenders))
    for size in range((len(ids) if most is None else min(most, len(ids))) + 1):
        if sum(cheapest[:size]) > budget:
            return
        for chosen in subsets(weighed, size, needed):
            attackers = tuple(ids[at] for at in chosen)
            if attacking.broken_restriction(state, attackers) is None:
                for whom in within_budget([targets[id] for id in attackers], budget):
                    attacks = tuple((id, *target) for id, target in zip(attackers, whom, strict=True))
                    if limited and too_many_at(state, attacks):
                        continue
                    if not required_now.whom or required_now.met(what_is_attacked(attacks)) >= needed:
                        yield _attack(decision, attackers, whom)


def _budget(state: State, decision: DeclareAttackers) -> int:
    before = replace(state, decision=None)
    return most_to_pay(decision.player, before, declaring.tap_attackers(before, None, decision.candidates))


def _targets(state: State, decision: DeclareAttackers) -> dict[int, dict[Target, int]]:
    """What each creature may attack, and for how much mana; other creatures are left out."""
    asking = prices(state, decision.defenders)
    there: list[Target] = [(seat, None) for seat in asking]
    there += [(attacking.defends(state, id, 0), id) for id in decision.attackable]
    asked = {one: sum(static.attack_cost for static in asked_for(state, asking, *one)) for one in there}
    found: dict[int, dict[Target, int]] = {}
    for id in decision.candidates:
        permanent = state.permanent(id)
        own = sum(s.attack_cost for s in own_price(permanent)) if permanent is not None else 0
        found[id] = {
            (seat, one): price + own
            for (seat, one), price in asked.items()
            if one is not None or may_attack(state, permanent, seat)
        }
    return {id: targets for id, targets in found.items() if targets}


def _attack(decision: DeclareAttackers, attackers: tuple[int, ...], whom: tuple[Target, ...]) -> Attack:
    seats = tuple(seat for seat, _ in whom) if len(decision.defenders) > 1 else ()
    attacked = tuple((id, one) for id, (_, one) in zip(attackers, whom, strict=True) if one is not None)
    return Attack(decision.player, attackers, seats, attacked=attacked)


@obeys("declare_attackers", "attack_whom")
def why_no_attackers(state: State, seat: int, ids: tuple[int, ...]) -> Refusal:
    """Why a player who is not asked cannot declare these attackers now.

    A player is asked if one of their creatures could attack (cr2006 308.2a, later 508.1a).
    """
    if state.at.node.kind != "declare_attackers":
        return not_here(state, "declare_attackers", "attackers")
    if not state.is_active(seat):
        why = f"{state.name(seat)} is not the active player, who declares attackers"
        return refuse(state, why, "declare_attackers")
    able = frozenset(attacking.attack_candidates(state))
    for id in ids:
        if id not in able:
            return attacking.no_attacker(state, id)
    if not defenders(state):
        return refuse(state, "nobody can be attacked now", "attack_whom")
    return refuse(state, "attackers have been declared already", "declare_attackers")


ATTACKERS = DecisionKind(
    DeclareAttackers,
    (Attack,),
    why_not_attack,
    attack_answers,
    answer_attack,
    least_attack,
    asked_again(lambda _: AskAttackers()),
)


@obeys("block_eligible")
def why_not_block(state: State, decision: DeclareBlockers, action: Block) -> Refusal | None:
    """Why this block is illegal, or None; its cost is paid on a trial basis."""
    if len(set(action.blocks)) != len(action.blocks):
        return refuse(state, "a creature blocks an attacker twice", "block_eligible")
    able, attackers = frozenset(decision.candidates), frozenset(decision.attackers)
    for blocker, attacker in action.blocks:
        if blocker not in able:
            return no_blocker(state, blocker)
        if attacker not in attackers:
            return _attacks_another(state, attacker)
    times = Counter(blocker for blocker, _ in action.blocks)
    for blocker, count in times.items():
        most = most_blocked(state, state.permanent(blocker), len(decision.attackers))
        if count > most:
            too_many = f"{named(state, blocker)} blocks {count} attackers, and can block only {most}"
            return refuse(state, too_many, "block_eligible")
    refusal = blocking.why_not_block(state, blocking.board_of(state, decision), action.blocks)
    return refusal or why_unpaid(replace(state, decision=None), action, block_costs(state, action.blocks))


@obeys("blocks_own", "block_eligible")
def _attacks_another(state: State, id: int) -> Refusal:
    """The refusal to block a creature that attacks another player, or nobody."""
    attackers = state.combat.attackers if state.combat is not None else ()
    attacker, name = next((one for one in attackers if one.id == id), None), named(state, id)
    if attacker is None:
        return refuse(state, f"{name} does not attack", "block_eligible")
    team = [seat for seat in state.team(attacker.defender) if seat in state.rotation.seats]
    if not team:
        return refuse(state, f"{name} attacks nobody now, so nothing can block it", "block_eligible")
    whom = state.name(attacker.defender) if attacker.attacked is None else named(state, attacker.attacked)
    whom = "nothing now" if attacker.attacked == NOTHING else whom
    theirs = listed(f"{state.name(seat)}'s" for seat in team)
    topic = "blocks_own" if several(state) else "block_eligible"
    return refuse(state, f"{name} attacks {whom}, so only {theirs} creatures can block it", topic)


def block_answers(state: State, decision: DeclareBlockers) -> Iterator[Block]:
    """All legal blocks, each with every way to pay for it."""
    board = blocking.board_of(state, decision)
    needed, budget = blocking.needed(state, board), most_to_pay(decision.player, replace(state, decision=None))
    for pairs in declarations(blocking.searched(state, board), needed, budget):
        action = Block(decision.player, pairs)
        costs = block_costs(state, pairs)
        yield from ways_to_pay(replace(state, decision=None), action, costs) if costs else (action,)


def answer_block(state: State, log: Log, _: DeclareBlockers, action: Block) -> State:
    """Declares blockers in the order of the rule (309.2, 509.1): they are chosen, costs are paid, and they block.

    If the turn ends on the way, or the player leaves, nothing blocks.
    """
    chosen, costs = replace(state, decision=None), block_costs(state, action.blocks)
    if costs:
        return pay_for(chosen, state, action, costs)
    return declaring.block(chosen, log, action.player, action.blocks)


def _block_is_paid(state: State, log: Log, now: Paying) -> State:
    """The creatures that the player, or their team, still controls block (309.2e, 509.1g)."""
    team = state.team(now.action.player)
    able = {p.id for p in state.permanents() if p.controller in team and state.is_creature(p)}
    attacking = {attacker.id for attacker in state.combat.attackers} if state.combat is not None else set()
    there = tuple(pair for pair in now.action.blocks if pair[0] in able and pair[1] in attacking)
    return declaring.block(state, log, now.action.player, there)


PURCHASES[Block] = Purchase(
    "block_mana", short_of, _block_is_paid, word="block", pays="block_pay", costs="block_cost block_pay"
)


def least_block(state: State, decision: DeclareBlockers) -> Block:
    """Only creatures that have to block do."""
    return Block(decision.player, blocking.required_blocks(state, blocking.board_of(state, decision)))


@obeys("block_eligible", "declare_blockers")
def why_no_blockers(state: State, seat: int, blocks: tuple[tuple[int, int], ...]) -> Refusal:
    """Why a player who is not asked cannot declare these blockers now.

    A player is asked if one of their creatures could block (cr2006 309.2a, later 509.1a).
    """
    if state.at.node.kind != "declare_blockers":
        return not_here(state, "declare_blockers", "blockers")
    able, attackers = block_candidates(state, seat), attackers_of(state, seat)
    for blocker, attacker in blocks:
        if attacker not in attackers:
            return _attacks_another(state, attacker)
        if blocker not in able:
            return no_blocker(state, blocker)
    return refuse(state, "blockers have been declared already", "declare_blockers")


BLOCKERS = DecisionKind(
    DeclareBlockers,
    (Block,),
    why_not_block,
    block_answers,
    answer_block,
    least_block,
    asked_again(lambda decision: AskBlockers((decision.player,))),
)


@obeys("assignment_checked", "assign_damage", "damage_in_order")
def why_not_divide(state: State, decision: AssignDamage, action: Assign) -> Refusal | None:
    """Why this division of damage is illegal, or None."""
    if len(action.amounts) != len(decision.recipients) or any(n < 0 for n in action.amounts):
        return refuse(state, f"{len(decision.recipients)} amounts are needed, none below zero", "assign_damage")
    given = sum(action.amounts)
    if given != decision.amount:
        return refuse(state, f"{decision.amount} damage has to be divided, not {given}", "assign_damage")
    for amount, least in zip(action.amounts, _least(state, decision), strict=True):
        given -= amount
        if given and amount < least:
            why = "each creature is assigned lethal damage before the next is assigned any"
            return refuse(state, why, "damage_in_order assign_damage")
    if not _may_trample(state, decision, action.amounts):
        why = "each blocking creature is assigned lethal damage before what is attacked is assigned any"
        return refuse(state, why, "trample assign_damage")
    return None


@obeys("trample")
def _may_trample(state: State, decision: AssignDamage, amounts: tuple[int, ...]) -> bool:
    """Whether all blockers are assigned lethal damage, or nothing is assigned beyond them (502.9b, 702.19b)."""
    least = (_lethal(state, id) for id in decision.creatures)
    return not decision.beyond or not amounts[-1] or all(map(ge, amounts, least))


def _least(state: State, decision: AssignDamage) -> tuple[int, ...]:
    """The damage that a creature must get before later ones get any; 0 if they have no order, or banding frees it."""
    ordered = state.edition.choices["damage_order"] == ("announced",)
    if ordered and not who_bands(state, decision.creatures):
        return tuple(_lethal(state, id) for id in decision.recipients)
    return (0,) * len(decision.recipients)


def _lethal(state: State, id: int) -> int:
    """The damage that still kills a creature, after what it has and what others are assigned to deal (510.1c)."""
    permanent, combat = state.permanent(id), state.combat or NO_COMBAT
    assigned = sum(dealt.amount for dealt in combat.pending if dealt.creature == id)
    return max(0, state.toughness(permanent) - permanent.damage - assigned) if permanent else 0


def divide_answers(state: State, decision: AssignDamage) -> Iterator[Assign]:
    """All legal divisions, those with little damage to the first recipients first."""
    most = (decision.amount,) * len(decision.recipients)
    ways = divisions(decision.amount, _least(state, decision), most)
    return (Assign(decision.player, amounts) for amounts in ways if _may_trample(state, decision, amounts))


def answer_divide(state: State, _: Log, decision: AssignDamage, action: Assign) -> State:
    """Assigns the damage."""
    permanent, state = state.permanent(decision.source), replace(state, decision=None)
    for to, amount in zip(decision.recipients, action.amounts, strict=True):
        whom: dict[str, int] = {"player": -1 - to} if to < 0 else {"creature": to}
        state = state if permanent is None else assign(state, permanent, amount, **whom)
    return state


def lethal_first(state: State, decision: AssignDamage) -> Assign:
    """Lethal damage to each recipient in order, the rest to the last."""
    left, amounts = decision.amount, []
    for id in decision.recipients:
        amounts.append(min(left, _lethal(state, id)))
        left -= amounts[-1]
    amounts[-1] += left
    return Assign(decision.player, tuple(amounts))


def divide_again(state: State, before: State, decision: AssignDamage, seats: tuple[int, ...]) -> State:
    """The damage of this creature is assigned again."""
    state = replace(state, decision=None)
    match state.agenda:
        case (*below, AssignRest(divided=(*others, _))):
            return replace(state, agenda=(*below, AssignRest(tuple(others))))
    return state


DAMAGE = DecisionKind(
    AssignDamage, (Assign,), why_not_divide, divide_answers, answer_divide, lethal_first, divide_again
)
