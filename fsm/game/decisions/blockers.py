"""Blockers are declared: untapped creatures, each for one attacker or more (cr2006 309.2a, later 509.1a)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, product

from ..combat import declaring
from ..combat.attacking import attackers_of
from ..combat.blocking import block_candidates, most_blocked
from ..combat.declaring import AskBlockers
from ..state.agenda import push
from ..state.decision import Block, DeclareBlockers
from ..state.event import Log
from ..state.refusal import Refusal, named, not_here, refuse
from ..state.state import State, replace
from .kind import DecisionKind


def why_not(state: State, decision: DeclareBlockers, action: Block) -> Refusal | None:
    """Why this block is illegal, or None."""
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
    return None


def _attacks_another(state: State, attacker: int, seat: int) -> Refusal:
    return refuse(state, f"{named(state, attacker)} does not attack {state.name(seat)}", "block_eligible")


def answers(state: State, decision: DeclareBlockers) -> Iterator[Block]:
    """All legal blocks: each candidate blocks no attacker, one, or as many as it may."""
    offered = decision.attackers
    most = [most_blocked(state, state.permanent(id), len(offered)) for id in decision.candidates]
    sets = {count: list(chain(*(combinations(offered, size) for size in range(count + 1)))) for count in set(most)}
    for choice in product(*(sets[count] for count in most)):
        pairs = zip(decision.candidates, choice, strict=True)
        yield Block(decision.player, tuple((blocker, attacker) for blocker, many in pairs for attacker in many))


def answer(state: State, log: Log, _: DeclareBlockers, action: Block) -> State:
    """Declares blockers."""
    return declaring.block(replace(state, decision=None), log, action.player, action.blocks)


def default(_: State, decision: DeclareBlockers) -> Block:
    """No creature blocks."""
    return Block(decision.player)


def departed(state: State, before: State, decision: DeclareBlockers, seats: tuple[int, ...]) -> State:
    """The player who was asked declares blockers again, if they are still in the game."""
    return push(replace(state, decision=None), AskBlockers((decision.player,)))


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


KIND = DecisionKind(DeclareBlockers, (Block,), why_not, answers, answer, default, departed)
