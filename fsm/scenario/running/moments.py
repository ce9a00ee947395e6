"""The moments of a script: whether what an entry says is done now."""

from __future__ import annotations

from ...game import State
from ...game.state.decision import ChoosePayment, Priority
from ...turn.graph import ROOT
from ..model import Act, Entry
from .actions import asks, makes_mana


def is_now(state: State, entry: Entry, name: str, act: Act) -> bool:
    """Whether an entry's moment is now: its player can be asked for that kind of action."""
    decision = state.decision
    if decision is None or not is_there(state, entry):
        return False
    if act.concede:
        return True
    if decision.player != state.game.seat(name) or not asks(decision, act):
        return False
    if isinstance(decision, ChoosePayment) and act.activate is not None:
        return entry.responding_to is None and makes_mana(state, decision.player, act)
    if not isinstance(decision, Priority):
        return True
    top = state.stack[-1].name if state.stack else None
    return top == entry.responding_to


def is_there(state: State, entry: Entry) -> bool:
    """Whether play is at the place of an entry."""
    at = state.at
    return state.turn == entry.at.turn and entry.at.locate(at.graph) in (at.stop, at.phase, ROOT)


def is_unasked(state: State, entry: Entry, act: Act) -> bool:
    """Whether play is past an attack or block that must be refused, without a decision about it."""
    if not act.refused or (act.attack is None and act.block is None) or not is_there(state, entry):
        return False
    step = "declare_attackers" if act.attack is not None else "declare_blockers"
    here = entry.at.locate(state.graph) == state.at.stop or state.at.node.kind == step
    return here and isinstance(state.decision, Priority)
