"""The defending player is chosen, if several opponents are there and only one may be attacked (306.3, 507.1)."""

from __future__ import annotations

from ...combat.declaring import AskDefender, defend
from ...state.agenda import push
from ...state.decision import Choose, ChooseDefender
from ...state.event import Log
from ...state.state import State, replace
from ..kind import one_of


def names(state: State, decision: ChooseDefender) -> tuple[str, ...]:
    """The names of the opponents."""
    return tuple(map(state.name, decision.options))


def answer(state: State, log: Log, decision: ChooseDefender, action: Choose) -> State:
    """That opponent is the defending player of this combat."""
    return defend(replace(state, decision=None), log, decision.options[action.option])


def departed(state: State, before: State, decision: ChooseDefender, seats: tuple[int, ...]) -> State:
    """The defending player is chosen again, if several opponents are left."""
    return push(replace(state, decision=None), AskDefender())


KIND = one_of(ChooseDefender, names, answer, departed=departed)
