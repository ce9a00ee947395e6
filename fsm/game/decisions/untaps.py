"""Permanents that need not untap stay tapped or untap (302.2, 502.2, cr2026 502.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...edition import obeys
from ..flow.turn_actions import untap_but
from ..state.decision import ChooseUntap, KeepTapped
from ..state.event import Log
from ..state.refusal import Refusal, named, refuse
from ..state.state import State, replace
from .kind import DecisionKind


@obeys("untap")
def why_not(state: State, decision: ChooseUntap, action: KeepTapped) -> Refusal | None:
    """Why these permanents cannot stay tapped, or None."""
    if len(set(action.permanents)) != len(action.permanents):
        return Refusal("a permanent is named twice")
    for id in action.permanents:
        if id not in decision.permanents:
            return refuse(state, f"{named(state, id)} has to untap", "untap")
    return None


def answers(_: State, decision: ChooseUntap) -> Iterator[KeepTapped]:
    """All sets of permanents that may stay tapped, small ones first."""
    for size in range(len(decision.permanents) + 1):
        for kept in combinations(decision.permanents, size):
            yield KeepTapped(decision.player, kept)


def answer(state: State, log: Log, _: ChooseUntap, action: KeepTapped) -> State:
    """All other permanents untap, at once."""
    return untap_but(replace(state, decision=None), log, action.permanents)


def default(_: State, decision: ChooseUntap) -> KeepTapped:
    """All permanents untap."""
    return KeepTapped(decision.player)


KIND = DecisionKind(ChooseUntap, (KeepTapped,), why_not, answers, answer, default)
