"""Trials: whether what a player pays for can still be completed, for all that players may choose on the way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from ...state.agenda import do_next
from ...state.decision import Action
from ...state.refusal import Refusal, named, refuse
from ...state.state import State
from ..kind import DECISION_KINDS
from .purchases import PAYS, PURCHASES, Paying, TakenBack, place_of, why_not_done

MOST_ANSWERS = 100
MOST_TRIED = 1_000
"""How many tasks a trial carries out before what it tries counts as possible, and how many answers are looked at."""


def tried(state: State) -> Refusal | None:
    """Why what is still to be paid for cannot be completed, whatever players choose meanwhile; None if it can."""
    refusals: list[Refusal] = []
    possible, now = False, under_way(state)
    moves = now is not None and PURCHASES[type(now.action)].moves
    for end in outcomes(state):
        if isinstance(end, MovedOn):
            return end
        if isinstance(end, Refusal):
            refusals.append(end)
        elif moves:
            return None
        else:
            possible = True
    return None if possible else refusals[0]


class MovedOn(Refusal, frozen=True):
    """The refusal of a mana ability that would move play elsewhere."""


def outcomes(state: State) -> Iterator[State | Refusal]:
    """Each way in which paying may end, for all that players may choose: the state just before the end, or why not."""
    places = (place for place in range(len(state.agenda) - 1, -1, -1) if isinstance(state.agenda[place], PAYS))
    return _outcomes(state, next(places, 0), [MOST_TRIED])


def under_way(state: State) -> Paying | None:
    """What is being paid for, if anything is."""
    found = next((task for task in reversed(state.agenda) if isinstance(task, PAYS)), None)
    return found.paying if isinstance(found, TakenBack) else found


def paying_choice(state: State, usual: Action) -> Action:
    """The usual answer of a player who pays for something, or else the first with which it can still be paid for."""
    decision, now = state.decision, under_way(state)
    if decision is None or now is None or decision.player != now.action.player:
        return usual
    kind = DECISION_KINDS[type(decision)]
    answers = chain((usual,), islice(kind.answers(state, decision), MOST_ANSWERS))
    return next((one for one in answers if tried(kind.answer(state, None, decision, one)) is None), usual)


def _outcomes(state: State, place: int, left: list[int]) -> Iterator[State | Refusal]:
    now: Paying | None = None
    while left[0] and isinstance(here := (*state.agenda[place : place + 1], None)[0], PAYS):
        left[0] -= 1
        if isinstance(here, TakenBack):
            yield here.why
            return
        now = here
        if state.decision is not None:
            kind = DECISION_KINDS[type(state.decision)]
            for action in kind.answers(state, state.decision):
                yield from _outcomes(kind.answer(state, None, state.decision, action), place, left)
                if not left[0]:
                    return
            return
        if place_of(state, now.action.player) != now.place:
            break
        if len(state.agenda) == place + 1 and not now.mana and not now.pay:
            yield why_not_done(state, now) or state
            return
        state = do_next(state, None)
    yield _moved(state, now) if left[0] and now is not None else state


def _moved(state: State, now: Paying) -> State | Refusal:
    """What has become of play that is elsewhere; a spell or an ability that is half done is refused then."""
    kind = PURCHASES[type(now.action)]
    if kind.moves:
        return state
    makers = now.action.mana
    maker = named(state, makers[len(makers) - len(now.mana) - 1])
    refusal = refuse(state, f"{maker} would move play elsewhere before this is done", kind.mana)
    return MovedOn(refusal.why, refusal.rules)
