"""Play goes on by itself until somebody has to decide, within the budget of the game."""

from __future__ import annotations

from ...errors import LimitReached
from ..priority.players import finish
from ..state.agenda import do_next
from ..state.budget import audit, blamed, over, work_of
from ..state.event import Log
from ..state.state import State
from .plan import advance

MANDATORY = 20_000
"""How many things may happen without anybody having a say, before it is taken for a mandatory loop."""

ROUNDS = 100
"""After how many of them what is recorded is weighed."""


def run(state: State, log: Log) -> State:
    """Goes on until somebody has to decide, or the game is over."""
    done = work = 0
    try:
        while state.decision is None and state.outcome is None:
            if state.agenda:
                work += work_of(state.agenda[-1], state)
                if work > state.game.limits.work:
                    over("units of work without a decision", state.game.limits.work)
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
