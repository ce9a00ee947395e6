"""A player pays for an effect or not, and may activate mana abilities first (413.2e; 608.2f in 2011, 608.2g today)."""

from __future__ import annotations

from collections.abc import Iterator

from ....edition import obeys
from ...priority.prices import activate_meanwhile, mana_abilities, why_not_meanwhile, why_unpaid
from ...state.decision import Action, Activate, Choose, ChoosePayment
from ...state.event import Log
from ...state.refusal import Refusal, refuse
from ...state.state import State
from ..kind import DecisionKind
from ..options import departed, go_on_with

NO, YES = 0, 1


def names(_: State, __: ChoosePayment) -> tuple[str, ...]:
    """Whether the player pays."""
    return "no", "yes"


@obeys("choice")
def why_not(state: State, decision: ChoosePayment, action: Action) -> Refusal | None:
    """Why a mana ability cannot be activated, or the cost not be paid; or None."""
    match action:
        case Activate():
            return why_not_meanwhile(state, decision, action)
        case Choose(option=1):
            why = why_unpaid(state, decision)
            return refuse(state, f"{decision.by} is not paid for: {why}", "choice") if why else None
        case Choose(option=0):
            return None
    return Refusal("there are 2 options, numbered from 0")


def answers(state: State, decision: ChoosePayment) -> Iterator[Action]:
    """Not to pay, to pay, and each mana ability that can be activated before."""
    yield Choose(decision.player, NO)
    if not why_unpaid(state, decision):
        yield Choose(decision.player, YES)
    if decision.mana:
        for permanent in state.permanents():
            for number in mana_abilities(state, decision.player, permanent.id):
                yield Activate(decision.player, permanent.id, number)


def answer(state: State, log: Log, decision: ChoosePayment, action: Action) -> State:
    """Activates a mana ability, after which the player is asked again; or goes on with the effect."""
    if isinstance(action, Activate):
        return activate_meanwhile(state, log, decision, action)
    assert isinstance(action, Choose)  # noqa: S101  # why_not has looked
    return go_on_with(state, log, decision, action)


def default(_: State, decision: ChoosePayment) -> Choose:
    """The player does not pay."""
    return Choose(decision.player, NO)


KIND = DecisionKind[ChoosePayment, Action](
    ChoosePayment, (Choose, Activate), why_not, answers, answer, default, departed, names
)
