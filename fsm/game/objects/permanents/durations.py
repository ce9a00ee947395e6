"""Durations: effects end as a step, phase or turn ends, or as one begins.

"Until end of turn" ends in the cleanup step (cr2006 314.2, later 514.2); "until end of
combat" as the combat phase ends, not as its last step begins (300.4, 500.5, 500.5a).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TypeVar

import msgspec

from ....edition import obeys
from ...state.event import Log, emit
from ...state.state import (
    LastingEffect,
    Permanent,
    SkipEffect,
    StackObject,
    State,
    place_of,
    replace,
    set_permanent,
    set_standing,
)
from .changes import changes_object, settle

Enduring = LastingEffect | SkipEffect
"""An effect with a duration."""

E = TypeVar("E", LastingEffect, SkipEffect)

ITS_NEXT_UNTAP = "end_of_its_next_untap"
"""The duration of an effect that keeps a permanent tapped through the next untap step of its controller."""

WHILE_CONTROLLED = "while_controlled"
"""The duration of a suspended creature's haste: until its controller loses control of the spell or the permanent."""


def enduring(state: State) -> tuple[int, ...]:
    """The numbers of all effects that last or skip something, and of all abilities that wait."""
    known = state.standing
    return (*(e.id for e in known.lasting), *(e.id for e in known.skips), *(d.id for d in known.delayed))


def ends_with_turn(until: str) -> bool:
    """Whether a duration ends in the cleanup step.

    The rules are silent on "until end of combat" of an effect created outside combat: it ends
    with the next combat phase of the turn, or with the turn if there is none.
    """
    return until in ("end_of_turn", "end_of_combat")


@obeys("until_end_of", "until_end_of_combat")
def end_of(state: State, log: Log, kind: str) -> State:
    """Ends effects that last until the end of a step or phase of a kind."""
    until = f"end_of_{kind}"
    topics = "until_end_of_combat" if kind == "combat" else "until_end_of"
    return expire(state, log, lambda effect: effect.until == until, topics)


@obeys("until")
def beginning_of(state: State, log: Log, kind: str) -> State:
    """Ends effects that last until the next step, phase or turn of a kind, or until their controller's next one."""

    def over(effect: Enduring) -> bool:
        own = effect.until == f"your_next_{kind}" and state.is_active(effect.controller)
        return own or effect.until == f"next_{kind}"

    return expire(state, log, over, "until")


def is_until_next_turn(until: str) -> bool:
    """Whether an effect lasts until its controller's next turn, or until a point in it (800.4m)."""
    return until.startswith("your_next_") or until == "end_of_your_next_turn"


def turn_begins(state: State, log: Log) -> State:
    """Ends effects that last until this turn; effects until its end, or that waited for it, last until end of turn."""
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


@obeys("untap")
def untap_step_over(state: State, log: Log) -> State:
    """Ends effects that kept the active player's permanents tapped through this untap step."""
    if not any(e.until == ITS_NEXT_UNTAP for e in state.lasting):
        return state
    own = {p.id for p in state.battlefield if state.is_active(p.controller)}
    return expire(
        state, log, lambda e: isinstance(e, LastingEffect) and e.until == ITS_NEXT_UNTAP and e.affects in own, "untap"
    )


def still_lasts(state: State, effect: LastingEffect) -> bool:
    """Whether the permanent that an effect depends on is still there, and tapped if required (418.3d, 611.2b)."""
    if effect.until == WHILE_CONTROLLED:
        things: Iterator[Permanent | StackObject] = chain(state.battlefield, state.stack)
        return any((one.id, one.controller) == (effect.affects, effect.controller) for one in things)
    if effect.until not in ("while_tapped", "while_there", "while_attached"):
        return True
    permanent = state.permanent(effect.source)
    if effect.until == "while_attached":
        there = place_of(state.battlefield, effect.source) if effect.source is not None else None
        return there is not None and state.battlefield[there].attached == effect.affects
    return permanent is not None and (permanent.tapped or effect.until == "while_there")


@obeys("as_long_as")
def end_as_long_as(state: State, log: Log) -> State:
    """Ends effects that last "for as long as" a condition holds, if it no longer holds."""
    if not state.lasting or all(still_lasts(state, e) for e in state.lasting):
        return state
    return expire(state, log, lambda e: isinstance(e, LastingEffect) and not still_lasts(state, e), "as_long_as")


@obeys("no_duration")
def expire(state: State, log: Log, over: Callable[[Enduring], bool], topics: str) -> State:
    """Ends all effects that ``over`` accepts, at the same time."""
    lasting, skips = state.standing.lasting, state.standing.skips
    if not lasting and not skips:
        return state
    ended: list[Enduring] = [*filter(over, lasting), *filter(over, skips)]
    if not ended:
        return state
    state = set_standing(
        state,
        lasting=tuple(e for e in lasting if not over(e)),
        skips=tuple(e for e in skips if not over(e)),
    )
    for effect in ended:
        name = effect.name if isinstance(effect, LastingEffect) else effect.by
        emit(log, "effect.end", state, topics, effect.controller, name=name)
    changed = [e.affects for e in ended if isinstance(e, LastingEffect) and changes_object(e)]
    return settle(state, log, changed, topics) if changed else state


def unattach(state: State, log: Log, id: int, topics: str) -> State:
    """A permanent is attached to nothing any more, and stays on the battlefield."""
    permanent = next(p for p in state.battlefield if p.id == id)
    state = set_permanent(state, id, attached=None)
    emit(log, "permanent.unattach", state, topics, permanent.controller, name=permanent.card.name)
    return end_as_long_as(state, log)
