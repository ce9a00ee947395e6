"""Decisions of one of several options: of an effect, a defender, a skip, a legend, a mulligan."""

from __future__ import annotations

from ...edition import obeys
from ..combat.declaring import AskDefender, defend
from ..flow.arrival import ChoosePhaseSkip
from ..flow.opening import MULLIGAN, MulliganChosen
from ..flow.turns import ChooseTurnSkip, NextTurn
from ..state.agenda import choose, push
from ..state.decision import Choose, ChooseDefender, ChooseKept, ChooseMulligan, ChooseOption, ChooseSkip, Decision
from ..state.event import Log
from ..state.state import State, replace
from .kind import one_of

NOTHING = "nothing"
"""The name of the option to skip nothing."""


def go_on_with(state: State, _log: Log, _: Decision, action: Choose) -> State:
    """Gives the chosen option to the newest task of the agenda, which waits for it."""
    return choose(state, action.option)


@obeys("departed_cost")
def departed(state: State, before: State, decision: Decision, seats: tuple[int, ...]) -> State:
    """A player who has left pays nothing, and gets the first option where nobody else is asked instead (800.4f)."""
    return choose(state, 0) if decision.player in seats else state


def _named(_: State, decision: ChooseOption | ChooseKept) -> tuple[str, ...]:
    return decision.options


OPTION = one_of(ChooseOption, _named, go_on_with, departed=departed)
"""A player chooses one of an effect's options, or whether it happens (cr2006 413.2c, later 608.2d)."""

LEGEND = one_of(ChooseKept, _named, go_on_with, departed=departed)
"""A player chooses which of their legends of one name stays (704.5j)."""


def _opponents(state: State, decision: ChooseDefender) -> tuple[str, ...]:
    return tuple(map(state.name, decision.options))


def _defend(state: State, log: Log, decision: ChooseDefender, action: Choose) -> State:
    """The chosen opponent is the defending player of this combat."""
    return defend(replace(state, decision=None), log, decision.options[action.option])


def _ask_defender_again(state: State, before: State, decision: ChooseDefender, seats: tuple[int, ...]) -> State:
    """The defending player is chosen again, if several opponents are left."""
    return push(replace(state, decision=None), AskDefender())


DEFENDER = one_of(ChooseDefender, _opponents, _defend, departed=_ask_defender_again)
"""The defending player is chosen, if several opponents are there and only one may be attacked (306.3, 507.1)."""


def _as_the_deck_says(state: State, decision: ChooseMulligan) -> Choose:
    """The player takes as many mulligans as their deck says, and then keeps the hand."""
    match state.agenda:
        case (*_, MulliganChosen(then=mulligans)):
            return Choose(decision.player, int(mulligans.wants(decision.player)))
    return Choose(decision.player, 0)


KEEP_OR_MULLIGAN = one_of(ChooseMulligan, lambda _, __: MULLIGAN, go_on_with, _as_the_deck_says, departed)
"""A player keeps their opening hand or takes a mulligan, before the first turn (cr2006 101.4, 103.4, cr2026 103.5)."""


def _skips(_: State, decision: ChooseSkip) -> tuple[str, ...]:
    """The names of the effects, and last the option to skip nothing, if all of them are optional."""
    return (*decision.effects, NOTHING) if decision.may_decline else decision.effects


def _oldest_skip(_: State, decision: ChooseSkip) -> Choose:
    """Optional skips are declined; otherwise the oldest effect applies."""
    return Choose(decision.player, len(decision.effects) if decision.may_decline else 0)


def _ask_skip_again(state: State, before: State, decision: ChooseSkip, seats: tuple[int, ...]) -> State:
    """The player decides again, since some of the effects may have left."""
    state = replace(state, decision=None)
    match state.agenda:
        case (*below, ChoosePhaseSkip(arrival=arrival)):
            return replace(state, agenda=(*below, arrival))
        case (*below, ChooseTurnSkip()):
            return replace(state, agenda=(*below, NextTurn()))
    return state


SKIP = one_of(ChooseSkip, _skips, go_on_with, _oldest_skip, _ask_skip_again)
"""A player chooses which of several effects skips something, or declines optional ones (419.6f, 616.1)."""
