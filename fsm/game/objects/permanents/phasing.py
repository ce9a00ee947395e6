"""Phasing: permanents phase out and in, in the untap step or by an effect (502.15, 702.23, 702.26)."""

from __future__ import annotations

from ....cards.terms import parts
from ....edition import obeys
from ...state.agenda import task
from ...state.event import Log, emit
from ...state.objects import ANYBODY
from ...state.state import DelayedAbility, Permanent, State, replace, set_permanent, set_standing
from ..abilities.triggers import Happened, on_leave
from ..cards.moving import show_tops
from .changes import PhaseIn, end_as_long_as, expire, remove_from_combat, settle
from .moving import tap


@obeys("phased_for_good", "phased_out_zone", "phases_out", "phasing_leaves", "phasing_no_zone")
def phase(state: State, log: Log, direct: dict[int, bool], topics: str) -> State:
    """Permanents phase out, those that are true in ``direct``, or in, at once, with what is attached to them.

    What is attached to a permanent phases out and in with it, whoever controls it; if that permanent is a token that
    ceases to exist meanwhile, it never comes back (cr2006 217.8d). What phases out leaves combat, but not in the rules
    from July 2009 to July 2010; until October 2005 abilities trigger on it as if it left play (502.15d).
    """
    before, turned = state, _with_attached(state, direct)
    changed = tuple(_turned(p, turned[p.id]) if p.id in turned else p for p in state.battlefield)
    state = replace(state, battlefield=changed)
    moved = [permanent for permanent in changed if permanent.id in turned]
    for permanent in moved:
        name, out = permanent.card.name, permanent.phased_out
        emit(log, "permanent.phase", state, topics, permanent.controller, name=name, out=out)
    choices = state.edition.choices
    forgotten, leaves = choices["phased_out"] == ("forgotten",), choices["phasing_triggers"] == ("leaves_play",)
    fights = state.combat is None or choices["phasing_out"] == ("stays_in_combat",)
    for permanent in moved if forgotten or leaves or not fights else ():
        if permanent.phased_out:
            state = state if fights else remove_from_combat(state, log, permanent.id)
            state = _forget(state, log, permanent) if forgotten else state
            state = on_leave(state, log, permanent, Happened(before=before)) if leaves else state
    came = frozenset(p.id for p in moved if not p.phased_out)
    state = _ready(settle(state, log, came, topics), came)
    return show_tops(end_as_long_as(state, log), log)


def due(permanent: Permanent, team: tuple[int, ...]) -> bool:
    """Whether a permanent phases in, or out by its own ability, in an untap step of these players."""
    if permanent.awaits is not None:
        return permanent.awaits == ANYBODY
    return permanent.controller in team and not permanent.indirect


def stay_out(state: State) -> set[int | None]:
    """The permanents that effects keep from phasing in in untap steps."""
    return {effect.affects for effect in state.lasting if effect.stays_out}


@task(PhaseIn)
@obeys("phased_until")
def _phase_in(state: State, log: Log, due: PhaseIn) -> State:
    """What was phased out until something happened phases in right after that, perhaps tapped (610.4).

    Editions without such a rule are silent; there it is the same, since a card that says so goes before the rules.
    """
    how = dict(due.those)
    back = {p.id: False for p in state.battlefield if p.id in how and p.phased_out}
    state = phase(state, log, back, "phased_until phases_out phased_out_zone") if back else state
    for permanent in [p for p in state.battlefield if p.id in back and how[p.id] == "tapped"]:
        state = tap(state, log, permanent, "phased_until instructions")
    return state


@obeys("phased_departed")
def no_longer_await(state: State, seats: tuple[int, ...]) -> State:
    """The next turns of players who have left would have begun: what phased out under them waits no longer."""
    there = tuple(replace(p, awaits=ANYBODY) if p.awaits in seats else p for p in state.battlefield)
    return state if there == state.battlefield else replace(state, battlefield=there)


@obeys("phased_in_ready")
def _ready(state: State, came: frozenset[int]) -> State:
    """What has phased in is as if it had haste, until it changes controllers or leaves play (cr2006 502.15m)."""
    if not state.edition.cite("phased_in_ready") or not any(p.sick and p.id in came for p in state.battlefield):
        return state
    there = tuple(replace(p, sick=False) if p.sick and p.id in came else p for p in state.battlefield)
    return replace(state, battlefield=there)


Turned = dict[int, tuple[bool, bool]]
"""The permanents that phase, each with whether it phases out, and whether it does so with another one."""


@obeys("attached_once", "attached_phases")
def _with_attached(state: State, direct: dict[int, bool]) -> Turned:
    """The permanents that phase, with all that is attached to them and phases with them."""
    turned: Turned = {id: (out, False) for id, out in direct.items()}
    hosts = list(direct)
    while hosts:
        host = hosts.pop()
        out = turned[host][0]
        for permanent in state.battlefield:
            if permanent.attached == host and permanent.phased_out is not out and (out or permanent.indirect):
                hosts += [] if permanent.id in turned else [permanent.id]
                turned[permanent.id] = (out, True)
    return turned


@obeys("attached_returns", "phased_out_state")
def _turned(permanent: Permanent, how: tuple[bool, bool]) -> Permanent:
    out, indirect = how
    return replace(permanent, phased_out=out, indirect=out and indirect, awaits=None)


@obeys("phasing_damage", "phasing_forgets")
def _forget(state: State, log: Log, permanent: Permanent) -> State:
    """A phased-out permanent loses its damage, and effects with a duration forget it (cr2006 502.15e, 502.15g)."""
    name, id = permanent.card.name, permanent.id
    if permanent.damage:
        state = set_permanent(state, id, damage=0)
        emit(log, "permanent.wear_off", state, "phasing_damage", name=name, damage=permanent.damage)
    state = expire(
        state,
        log,
        lambda e: e.until not in ("game", "while_attached") and getattr(e, "affects", None) == id,
        "phasing_forgets",
    )
    return set_standing(state, delayed=tuple(_without(d, id) for d in state.delayed)) if state.delayed else state


def _without(delayed: DelayedAbility, id: int) -> DelayedAbility:
    """A delayed ability without a permanent."""
    named = {getattr(part, "what", "") for part, _ in parts(delayed.do)}
    source = None if delayed.source == id else delayed.source
    # A target may be a player too: it is this permanent only if something is done to it as one.
    target = None if delayed.target == id and "target" in named else delayed.target
    those = tuple(other for other in delayed.those if other != id)
    return replace(delayed, source=source, target=target, those=those)
