"""A player keeps their opening hand or takes a mulligan, before the first turn (cr2006 101.4, 103.4, cr2026 103.5)."""

from __future__ import annotations

from ..flow.opening import MULLIGAN, MulliganChosen
from ..state.decision import Choose, ChooseMulligan
from ..state.state import State
from .kind import one_of
from .options import departed, go_on_with


def names(_: State, decision: ChooseMulligan) -> tuple[str, ...]:
    """To keep the hand, or to take a mulligan."""
    return MULLIGAN


def default(state: State, decision: ChooseMulligan) -> Choose:
    """The player takes as many as their deck says, and then keeps the hand."""
    match state.agenda:
        case (*_, MulliganChosen(then=mulligans)):
            return Choose(decision.player, int(mulligans.wants(decision.player)))
    return Choose(decision.player, 0)


KIND = one_of(ChooseMulligan, names, go_on_with, default, departed)
