"""The declaration of blockers: legal blocks with their payments, and what a declaration does.

cr2006 309.2, later 509.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....edition import obeys
from ...combat import blocking, declaring
from ...combat.attacking import attackers_of
from ...combat.blocking import block_candidates, most_blocked
from ...combat.costs import block_costs
from ...combat.declaring import AskBlockers
from ...combat.legal_blocks import declarations
from ...state.decision import Block, DeclareBlockers
from ...state.event import Log
from ...state.refusal import Refusal, named, not_here, refuse
from ...state.state import State, replace
from ..costs.combat import most_to_pay, ways_to_pay, why_unpaid
from ..costs.purchases import PURCHASES, Paying, Purchase, pay_for, short_of
from ..kind import DecisionKind, asked_again


@obeys("block_eligible")
def why_not(state: State, decision: DeclareBlockers, action: Block) -> Refusal | None:
    """Why this block is illegal, or None; its cost is paid on a trial basis."""
    if len(set(action.blocks)) != len(action.blocks):
        return refuse(state, "a creature blocks an attacker twice", "block_eligible")
    able, attackers = frozenset(decision.candidates), frozenset(decision.attackers)
    for blocker, attacker in action.blocks:
        if blocker not in able:
            return refuse(state, f"{named(state, blocker)} cannot block now", "block_eligible")
        if attacker not in attackers:
            return _attacks_another(state, attacker, action.player)
    times = Counter(blocker for blocker, _ in action.blocks)
    for blocker, count in times.items():
        most = most_blocked(state, state.permanent(blocker), len(decision.attackers))
        if count > most:
            too_many = f"{named(state, blocker)} blocks {count} attackers, and can block only {most}"
            return refuse(state, too_many, "block_eligible")
    refusal = blocking.why_not_block(state, blocking.board_of(state, decision), action.blocks)
    return refusal or why_unpaid(replace(state, decision=None), action, block_costs(state, action.blocks))


@obeys("block_eligible")
def _attacks_another(state: State, attacker: int, seat: int) -> Refusal:
    return refuse(state, f"{named(state, attacker)} does not attack {state.name(seat)}", "block_eligible")


def answers(state: State, decision: DeclareBlockers) -> Iterator[Block]:
    """All legal blocks, each with every way to pay for it."""
    board = blocking.board_of(state, decision)
    needed, budget = blocking.needed(state, board), most_to_pay(state, decision.player)
    for pairs in declarations(blocking.searched(state, board), needed, budget):
        action = Block(decision.player, pairs)
        costs = block_costs(state, pairs)
        yield from ways_to_pay(replace(state, decision=None), action, costs) if costs else (action,)


def answer(state: State, log: Log, _: DeclareBlockers, action: Block) -> State:
    """Declares blockers in the order of the rule (309.2, 509.1): they are chosen, costs are paid, and they block.

    If the turn ends on the way, or the player leaves, nothing blocks.
    """
    chosen, costs = replace(state, decision=None), block_costs(state, action.blocks)
    if costs:
        return pay_for(chosen, state, action, costs)
    return declaring.block(chosen, log, action.player, action.blocks)


def _is_paid(state: State, log: Log, now: Paying) -> State:
    """The creatures that the player, or their team, still controls block (309.2e, 509.1g)."""
    team = state.team(now.action.player)
    able = {p.id for p in state.permanents() if p.controller in team and state.is_creature(p)}
    attacking = {attacker.id for attacker in state.combat.attackers} if state.combat is not None else set()
    there = tuple(pair for pair in now.action.blocks if pair[0] in able and pair[1] in attacking)
    return declaring.block(state, log, now.action.player, there)


PURCHASES[Block] = Purchase(
    "block_mana", short_of, _is_paid, word="block", pays="block_pay", costs="block_cost block_pay"
)


def default(state: State, decision: DeclareBlockers) -> Block:
    """Only creatures that have to block do."""
    return Block(decision.player, blocking.required_blocks(state, blocking.board_of(state, decision)))


@obeys("block_eligible", "declare_blockers")
def why_unasked(state: State, seat: int, blocks: tuple[tuple[int, int], ...]) -> Refusal:
    """Why a player who is not asked cannot declare these blockers now.

    A player is asked if one of their creatures could block (cr2006 309.2a, later 509.1a).
    """
    if state.at.node.kind != "declare_blockers":
        return not_here(state, "declare_blockers", "blockers")
    able, attackers = block_candidates(state, seat), attackers_of(state, seat)
    for blocker, attacker in blocks:
        if attacker not in attackers:
            return _attacks_another(state, attacker, seat)
        if blocker not in able:
            return refuse(state, f"{named(state, blocker)} cannot block now", "block_eligible")
    return refuse(state, "blockers have been declared already", "declare_blockers")


AGAIN = asked_again(lambda decision: AskBlockers((decision.player,)))
KIND = DecisionKind(DeclareBlockers, (Block,), why_not, answers, answer, default, AGAIN)
