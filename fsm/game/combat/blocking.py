"""Who may block, and how many attackers one creature may block (cr2006 309.2a, later 509.1a)."""

from __future__ import annotations

from ..state.state import Permanent, State
from .attacking import keywords_given

ONE_MORE, ANY_NUMBER = "can block an additional creature", "can block any number of creatures"


def block_candidates(state: State, seat: int) -> tuple[int, ...]:
    """The creatures of a player, or of their team, that could block: untapped ones (309.2a, 509.1a).

    On a second declaration in one combat the rules are silent: what blocks already is not declared again.

    Rules: block_restriction.
    """
    team = state.team(seat)
    already = {blocker for blocker, _ in state.combat.blocks} if state.combat is not None else set()
    return tuple(
        p.id
        for p in state.permanents()
        if p.controller in team
        and state.is_creature(p)
        and not p.tapped
        and not state.has(p, "can't block")
        and p.id not in already
    )


def most_blocked(state: State, permanent: Permanent | None, attackers: int) -> int:
    """The largest number of these attackers that a creature may block: one, and one more for each such effect."""
    if permanent is None:
        return 0
    if state.has(permanent, ANY_NUMBER):
        return attackers
    return min(attackers, 1 + keywords_given(state, permanent, ONE_MORE))
