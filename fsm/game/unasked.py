"""Why creatures cannot attack or block where nobody is asked for it: only questions to a state.

A player is asked for attackers if one of their creatures could attack (cr2006 308.2a, later 508.1a), and for
blockers if one could block (309.2a, 509.1a). Whoever is not asked could declare nothing that is legal.
"""

from __future__ import annotations

from .combat.attacking import attack_candidates, attackers_of, block_candidates, forbids
from .state.state import State
from .state.who import defenders


def why_no_attack(state: State, seat: int, ids: tuple[int, ...]) -> str:
    """Why a player cannot declare these attackers now, though nobody has asked them; the rule is in it."""
    number = state.edition.number
    if state.at.node.kind != "declare_attackers":
        return _elsewhere(state, "declare_attackers", "attackers")
    if not state.is_active(seat):
        return f"{state.name(seat)} is not the active player, who declares attackers ({number('declare_attackers')})"
    able = attack_candidates(state)
    for id in ids:
        if id not in able:
            return f"{_named(state, id)} cannot attack now ({number(forbids(state, id))})"
    if not defenders(state):
        return f"nobody can be attacked now ({number('attack_whom')})"
    return f"attackers have been declared already ({number('declare_attackers')})"


def why_no_block(state: State, seat: int, blocks: tuple[tuple[int, int], ...]) -> str:
    """Why a player cannot declare these blockers now, though nobody has asked them; the rule is in it."""
    rule = state.edition.number("block_eligible")
    if state.at.node.kind != "declare_blockers":
        return _elsewhere(state, "declare_blockers", "blockers")
    able, attackers = block_candidates(state, seat), attackers_of(state, seat)
    for blocker, attacker in blocks:
        if attacker not in attackers:
            return f"{_named(state, attacker)} does not attack {state.name(seat)} ({rule})"
        if blocker not in able:
            return f"{_named(state, blocker)} cannot block now ({rule})"
    return f"blockers have been declared already ({state.edition.number('declare_blockers')})"


def _elsewhere(state: State, step: str, what: str) -> str:
    edition = state.edition
    return f"{what} are declared in a {edition.step(step).name}; this is {state.address} ({edition.number(step)})"


def _named(state: State, id: int) -> str:
    permanent = state.permanent(id)
    return permanent.card.name if permanent else "what is not on the battlefield"
