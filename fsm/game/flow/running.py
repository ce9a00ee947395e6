"""Play continues until a player has to decide, within the limits of the game."""

from __future__ import annotations

from ...cards import vocabulary as v
from ...edition import obeys
from ...errors import LimitReached
from ..objects.abilities.state_triggers import on_state
from ..priority.players import finish
from ..state.agenda import DoEffect, do_next
from ..state.budget import audit, over
from ..state.event import Log
from ..state.state import State
from .plan import advance

MANDATORY = 20_000
"""How many tasks may run without a decision before they count as a loop of mandatory actions."""

ROUNDS = 100
"""How many tasks run between two checks of the recording's size."""


@obeys("mandatory_loop")
def run(state: State, log: Log) -> State:
    """Continues until a player has to decide, or the game is over."""
    done = work = 0
    most = state.game.limits.work
    try:
        while state.decision is None and state.outcome is None:
            if state.agenda:
                task = state.agenda[-1]
                if state.battlefield:  # what the last part of an effect has done may last only until the next one
                    state = on_state(state, log)
                work += work_of(task, state) if type(task) is DoEffect else 1
                if work > most:
                    over("units of work without a decision", most)
                state = do_next(state, log)
            else:
                state = advance(state, log)
            done += 1
            if not done % ROUNDS:
                if log is not None:
                    audit(log, state)
                if done > MANDATORY:
                    return finish(state, log, None, "a loop of mandatory actions", "mandatory_loop")
    except LimitReached as limit:
        raise blamed(limit, state) from None
    return state


MUCH = (v.Draw, v.Discard, v.Mill, v.ExtraSteps, v.Token, v.ExtraTurns)
"""The effects that may be much work at once."""


def work_of(task: DoEffect, state: State) -> int:
    """The approximate work of an effect: each permanent checks each drawn card."""
    if not isinstance(task.effect, MUCH):
        return 1
    match task:
        case DoEffect(effect=v.Draw(amount=amount) | v.Discard(amount=amount) | v.Mill(amount=amount)):
            return amount * (1 + (len(state.battlefield) >> 5))
        case DoEffect(effect=v.ExtraSteps(count="damage"), source=source):
            return source.amount
        case DoEffect(effect=v.ExtraSteps(count=int(count)) | v.Token(count=count) | v.ExtraTurns(count=count)):
            return count
    return 1


def blamed(limit: LimitReached, state: State) -> LimitReached:
    """The error with the name of the spell or ability that was resolving when the limit was reached."""
    match state.agenda:
        case (*_, DoEffect(effect=effect, source=source)):
            return LimitReached(
                limit.what, source.name, v.NAME_OF.get(type(effect), "effect"), source.id, limit.can_be_raised
            )
    if state.stack and state.at.substate == "resolving":
        top = state.stack[-1]
        return LimitReached(limit.what, limit.by or top.name, "", top.id, limit.can_be_raised)
    return limit
