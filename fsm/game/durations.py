"""Durations: effects end as a step, phase or turn ends, or as one begins.

"Until end of turn" ends in the cleanup step (cr2006 314.2, later 514.2); "until end of
combat" as the combat phase ends, not as its last step begins (300.4, 500.5, 500.5a).
"""

from __future__ import annotations

from collections.abc import Callable

from .event import Log, emit
from .state import Lasting, SkipEffect, State, replace

Enduring = Lasting | SkipEffect
"""What has a duration."""


def has_durations(state: State) -> bool:
    """Whether anything lasts that could end."""
    return bool(state.lasting or state.skips)


def ends_with_turn(until: str) -> bool:
    """What ends in a cleanup step.

    "Until end of combat", created outside combat, is a case on which the rules are silent: it
    ends with the next combat phase of the turn, or with the turn if none follows.
    """
    return until in ("end_of_turn", "end_of_combat")


def end_of(state: State, log: Log, kind: str) -> State:
    """Ends what lasts until the end of a step or phase of that kind."""
    until = f"end_of_{kind}"
    topics = "until_end_of_combat" if kind == "combat" else "until_end_of"
    return expire(state, log, lambda effect: effect.until == until, topics)


def beginning_of(state: State, log: Log, kind: str) -> State:
    """Ends what lasts until the next step, phase or turn of that kind, or until its controller's next."""
    topics = "until_next_turn until" if kind == "turn" else "until"

    def over(effect: Enduring) -> bool:
        own = effect.until == f"your_next_{kind}" and state.is_active(effect.controller)
        return own or effect.until == f"next_{kind}"

    return expire(state, log, over, topics)


def expire(state: State, log: Log, over: Callable[[Enduring], bool], topics: str) -> State:
    """Ends all effects of which ``over`` holds, at one time."""
    ended: list[Enduring] = [e for e in state.lasting if over(e)]
    ended += [e for e in state.skips if over(e)]
    if not ended:
        return state
    state = replace(
        state,
        lasting=tuple(e for e in state.lasting if not over(e)),
        skips=tuple(e for e in state.skips if not over(e)),
    )
    for effect in ended:
        name = effect.name if isinstance(effect, Lasting) else effect.by
        emit(log, "effect.end", state, topics, effect.controller, name=name)
    return state
