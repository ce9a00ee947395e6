"""Turns begin and end: whose comes next, what a new turn resets, and turns that are skipped."""

from __future__ import annotations

from ..turn import ExtraTurn, Rotation, add_turn, base_turn, next_turn, skip
from ..turn.graph import ROOT
from .decision import ChooseSkip
from .durations import beginning_of
from .event import Event, Log
from .flow import arrive
from .skipping import skips_of, use_up
from .state import StackObject, State, replace
from .tasks import push, task


@task("turn")
def go_on(state: State, log: Log) -> State:
    """The turn is over, and the next one begins, if it is not skipped."""
    if state.turn and log is not None:
        log.append(Event("turn.end", state.edition.cite("turn"), state, ROOT, state.active))
    return _next(state, log)


@task("next_turn")
def _next(state: State, log: Log) -> State:
    seat, extra, rotation = next_turn(state.rotation)
    effects = skips_of(state, seat, "turn") if state.skips or state.battlefield else ()
    if len(effects) > 1:
        waiting = push(state, "turn_skip_chosen", seat)
        return replace(waiting, decision=ChooseSkip(seat, "turn", tuple(effect.by for effect in effects)))
    if effects:
        return _skip_turn(state, log, seat, 0)
    return _begin(state, log, seat, extra, rotation)


@task("turn_skip_chosen")
def _skip_turn(state: State, log: Log, seat: int, choice: int) -> State:
    """Goes past a turn as if it did not exist: an extra turn is gone, a normal one has had its place."""
    effect = skips_of(state, seat, "turn")[choice]
    _, extra, rotation = next_turn(state.rotation)
    state = replace(use_up(state, effect), rotation=rotation)
    if log is not None:
        cited = state.edition.cite("skip") + state.edition.cite("skip_next" if effect.left else "")
        detail = (("by", effect.by), ("extra", extra.number if extra else 0))
        log.append(Event("turn.skip", cited, state, ROOT, seat, detail))
    return push(state, "next_turn")


def _begin(state: State, log: Log, seat: int, extra: ExtraTurn | None, rotation: Rotation) -> State:
    edition = state.game.edition
    graph = base_turn(edition)
    if not state.turn and str(len(state.players)) in edition.choices["first_draw_skipped_with_players"]:
        graph = skip(graph, "beginning/draw", "", "first_draw")
    state = replace(
        state, rotation=rotation, turn=state.turn + 1, active=seat, extra=extra, at=graph.table.start, loop=None
    )
    state = _reset(state, seat)
    if log is not None:
        cited = edition.cite("turn") + (edition.cite("extra_turn") if extra else ())
        detail = (("extra", extra.number), ("by", extra.by)) if extra else ()
        log.append(Event("turn.begin", cited, state, ROOT, seat, detail))
        if state.turn == 1:
            skipped = (node for node in graph if node.skipped)
            log.extend(Event("step.skip", edition.cite("first_draw"), state, node.id, seat) for node in skipped)
    if state.lasting or state.skips:
        state = beginning_of(state, log, "turn")
    if extra is not None and extra.riders:
        source = StackObject(0, "ability", extra.by, seat)
        state = push(state, "arrive", False, True)
        for effect in reversed(extra.riders):
            state = push(state, "effect", effect, source)
        return state
    return arrive(state, log, first=True)


def _reset(state: State, seat: int) -> State:
    """A new turn: land drops, what attacked, and creatures controlled since the turn began (302.6)."""
    for player in state.players:
        if player.lands_played:
            state = replace(state, players=tuple(replace(p, lands_played=0) for p in state.players))
            break
    if not state.battlefield:
        return state
    return replace(
        state,
        battlefield=tuple(
            replace(p, attacked=False, used=(), sick=p.sick and p.controller != seat) for p in state.battlefield
        ),
    )


def give_turn(state: State, log: Log, seat: int, by: str, riders: tuple[object, ...]) -> State:
    """Adds an extra turn directly after this one (cr2006 300.6, later 500.7)."""
    state = replace(state, rotation=add_turn(state.rotation, seat, by, riders))
    if log is not None:
        detail = (("by", by), ("extra", state.rotation.created))
        log.append(Event("turn.insert", state.edition.cite("extra_turn"), state, ROOT, seat, detail))
    return state
