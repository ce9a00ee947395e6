"""Durations: effects end as a step, phase or turn ends, or as one begins.

"Until end of turn" ends in the cleanup step (cr2006 314.2, later 514.2); "until end of
combat" as the combat phase ends, not as its last step begins (300.4, 500.5, 500.5a).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from ..state.event import Log, emit
from ..state.state import LastingEffect, SkipEffect, State, replace, set_standing

Enduring = LastingEffect | SkipEffect
"""What has a duration."""

E = TypeVar("E", LastingEffect, SkipEffect)

ITS_NEXT_UNTAP = "end_of_its_next_untap"
"""Until what is kept tapped has been through an untap step of its controller."""


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

    def over(effect: Enduring) -> bool:
        own = effect.until == f"your_next_{kind}" and state.is_active(effect.controller)
        return own or effect.until == f"next_{kind}"

    return expire(state, log, over, "until")


def within_next_turn(until: str) -> bool:
    """What lasts until its controller's next turn, or until a point of it (800.4m)."""
    return until.startswith("your_next_") or until == "end_of_your_next_turn"


def turn_begins(state: State, log: Log) -> State:
    """Ends what lasts until this turn; what lasts until its end, or has waited for it, is about this turn now."""
    state = beginning_of(state, log, "turn")
    team = state.team(state.active)
    enduring: tuple[Enduring, ...] = (*state.lasting, *state.skips)
    if any(e.until == "end_of_your_next_turn" for e in enduring):
        state = set_standing(
            state,
            lasting=tuple(_until_its_end(e, team) for e in state.lasting),
            skips=tuple(_until_its_end(e, team) for e in state.skips),
        )
    if any(e.waits and e.player in team for e in state.skips):
        woken = tuple(
            replace(e, waits=False, until="end_of_turn") if e.waits and e.player in team else e for e in state.skips
        )
        state = set_standing(state, skips=woken)
    return state


def _until_its_end(effect: E, team: tuple[int, ...]) -> E:
    mine = effect.until == "end_of_your_next_turn" and effect.controller in team
    return msgspec.structs.replace(effect, until="end_of_turn") if mine else effect


def untap_step_over(state: State, log: Log) -> State:
    """Ends what keeps permanents tapped through one untap step, once the active player's permanents have untapped."""
    if not any(e.until == ITS_NEXT_UNTAP for e in state.lasting):
        return state
    own = {p.id for p in state.battlefield if state.is_active(p.controller)}
    return expire(
        state, log, lambda e: isinstance(e, LastingEffect) and e.until == ITS_NEXT_UNTAP and e.affects in own, "untap"
    )


def lasts_yet(state: State, effect: LastingEffect) -> bool:
    """Whether the permanent that an effect lasts with is still there, and tapped if it has to be (418.3d, 611.2b)."""
    if effect.until not in ("while_tapped", "while_there", "while_attached"):
        return True
    permanent = state.permanent(effect.source)
    if effect.until == "while_attached":
        return permanent is not None and permanent.attached == effect.affects
    return permanent is not None and (permanent.tapped or effect.until == "while_there")


def still_lasting(state: State, log: Log) -> State:
    """Ends what lasts for as long as something is so, if it is so no longer."""
    if not state.lasting or all(lasts_yet(state, e) for e in state.lasting):
        return state
    return expire(state, log, lambda e: isinstance(e, LastingEffect) and not lasts_yet(state, e), "as_long_as")


def expire(state: State, log: Log, over: Callable[[Enduring], bool], topics: str) -> State:
    """Ends all effects of which ``over`` holds, at one time."""
    ended: list[Enduring] = [e for e in state.lasting if over(e)]
    ended += [e for e in state.skips if over(e)]
    if not ended:
        return state
    state = set_standing(
        state,
        lasting=tuple(e for e in state.lasting if not over(e)),
        skips=tuple(e for e in state.skips if not over(e)),
    )
    for effect in ended:
        name = effect.name if isinstance(effect, LastingEffect) else effect.by
        emit(log, "effect.end", state, topics, effect.controller, name=name)
    return state
