"""Turns begin and end: who takes the next turn, what a new turn resets, and turns that are skipped."""

from __future__ import annotations

from operator import is_

from ...edition import obeys
from ...turn import ExtraTurn, Rotation, base_turn, next_turn, no_first_draw, reverse_phases, skip
from ...turn.graph import ROOT
from ..objects.permanents.changes import expire, is_until_next_turn, turn_begins
from ..objects.permanents.phasing import no_longer_await
from ..state.agenda import Choice, DoEffect, Task, push, task
from ..state.event import Event, Log, cited
from ..state.players.teams import if_teams, team_detail
from ..state.rewriting import tell_changes
from ..state.state import (
    A_REGULAR_TURN,
    NOTHING_AHEAD,
    NOTHING_STANDS,
    Ahead,
    Permanent,
    SkipEffect,
    StackObject,
    State,
    ThisTurn,
    replace,
    set_standing,
)
from ..state.tally import for_next_turn, spells_cast
from .arrival import TURN_BEGINS, TurnOver, arrive
from .control import begin, meant_now
from .macrosteps import proceed
from .skipping import skips_of, then_first, use_up, which_skip


class NextTurn(Task, frozen=True):
    """The next turn is still to begin."""


class ChooseTurnSkip(Choice, frozen=True):
    """A player chooses the effect that skips the turn that would begin now."""

    seat: int


@task(TurnOver)
@obeys("turn")
def go_on(state: State, log: Log, _: TurnOver) -> State:
    """The turn ends, and the next one begins, unless it is skipped."""
    if state.turn and log is not None:
        log.append(Event("turn.end", state.edition.cite("turn"), state, ROOT, state.active))
    return _next(state, log)


@task(NextTurn)
def _next_turn(state: State, log: Log, _: NextTurn) -> State:
    return _next(state, log)


def _next(state: State, log: Log, declined: bool = False) -> State:
    """The next turn would begin; ``declined``: its player may skip it, and does not.

    An extra turn of a player belongs to their team, that is, to its primary player (606.6g, later 805.8).
    """
    seat, extra, rotation = next_turn(state.rotation)
    if state.game.options.teams:
        seat = state.team(seat)[0]
    if declined or not (state.skips or state.battlefield):
        return _begin(state, log, seat, extra, rotation)
    state = _pass_over(state, log, extra)
    effects = _skips(state, seat, extra)
    asked = which_skip(seat, "turn", effects)
    if asked is not None:
        return replace(push(state, ChooseTurnSkip(seat)), decision=asked)
    return _skip_turn(state, log, seat, 0) if effects else _begin(state, log, seat, extra, rotation)


def _skips(state: State, seat: int, extra: ExtraTurn | None) -> tuple[SkipEffect, ...]:
    return skips_of(state, seat, "turn", *(("extra_turn",) if extra else ()))


@task(ChooseTurnSkip)
def _skip_chosen(state: State, log: Log, chosen: ChooseTurnSkip) -> State:
    return _skip_turn(state, log, chosen.seat, chosen.option)


@obeys("skip", "skip_next", "team_effects")
def _skip_turn(state: State, log: Log, seat: int, choice: int) -> State:
    """Skips a turn as if it did not exist: an extra turn is used up, and the turn order goes on after a normal one."""
    _, extra, rotation = next_turn(state.rotation)
    effects = _skips(state, seat, extra)
    if choice == len(effects):
        return _next(state, log, declined=True)
    effect = effects[choice]
    state = then_first(replace(use_up(state, effect), rotation=rotation), effect)
    if log is not None:
        topics = ("skip skip_next" if effect.left else "skip") + if_teams(state, "team_effects")
        detail = {"by": effect.by, "extra": extra.number if extra else 0, **team_detail(state, seat)}
        log.append(Event("turn.skip", cited(state.edition, topics), state, ROOT, seat, tuple(detail.items())))
    return push(state, NextTurn())


@obeys("departed_until", "until")
def _pass_over(state: State, log: Log, extra: ExtraTurn | None) -> State:
    """Ends effects until the next turn of a player who has left, as that turn would have begun (800.4m).

    Before May 2012 they do not end: they last as long as they say, and that turn never comes.
    """
    rotation = state.rotation
    if extra is not None or len(rotation.seats) == len(rotation.circle):
        return state
    gone = rotation.passed_over()
    state = no_longer_await(state, gone)
    if state.edition.choices["departed_until"] == ("never_ends",):
        return state
    return expire(state, log, lambda e: is_until_next_turn(e.until) and e.controller in gone, "until")


@obeys("golden_rule")
def _begin(state: State, log: Log, seat: int, extra: ExtraTurn | None, rotation: Rotation) -> State:
    edition = state.game.edition
    regular = graph = ordered = base_turn(edition)
    by = reversing(state) if state.battlefield else ""
    if by:
        graph = ordered = reverse_phases(regular, ROOT, by)
    cast, counts = spells_cast(state), for_next_turn(state)
    no_draw = no_first_draw(edition, rotation) if state.turn + 1 == rotation.first else ""
    draw = graph.find("draw") if no_draw else None
    if draw:
        graph = skip(graph, draw, "", no_draw)
    if state.standing is not NOTHING_STANDS:
        state = _pass_over(state, log, extra)
    state = replace(
        state,
        rotation=rotation,
        turn=state.turn + 1,
        active=seat,
        at=graph.table.start,
        this_turn=ThisTurn(extra, counts, None, cast) if cast or counts or extra is not None else A_REGULAR_TURN,
    )
    state = _reset(state, seat)
    if log is not None:
        _tell(state, log)
        if graph is not regular:
            tell_changes(state, log, regular, ordered, edition.cite("golden_rule"))
            tell_changes(state, log, ordered, graph, edition.cite(no_draw))
    if state.standing is not NOTHING_STANDS:
        state = turn_begins(state, log)
    if (extra is not None and extra.riders) or state.ahead is not NOTHING_AHEAD:
        return _first_things(state, log, extra)
    return proceed(state, log, seat, _first_stop)


@obeys("turn", "extra_turn", "team_turns")
def _tell(state: State, log: list[Event]) -> None:
    """Notes that a turn begins, and which extra turn it is."""
    edition, seat, extra = state.game.edition, state.active, state.extra
    if extra is None and not state.game.options.teams:
        log.append(Event("turn.begin", edition.cite("turn"), state, ROOT, seat))
        return
    topics = ("turn extra_turn" if extra else "turn") + if_teams(state, "team_turns")
    detail = {**({"extra": extra.number, "by": extra.by} if extra else {}), **team_detail(state, seat)}
    log.append(Event("turn.begin", cited(edition, topics), state, ROOT, seat, tuple(detail.items())))


def _first_stop(state: State, log: Log, _: int) -> State:
    return arrive(state, log, TURN_BEGINS)


def reversing(state: State) -> str:
    """The name of the permanent that reverses the phases of a turn that begins now; an even number has no effect.

    The rules are silent on one that enters or leaves during a turn: that turn stays as it began.
    """
    by = ""
    for permanent in state.index.static:
        for static in permanent.card.static:
            if static.reverse_phases:
                by = "" if by else permanent.card.name
    return by


def _first_things(state: State, log: Log, extra: ExtraTurn | None) -> State:
    """The first things in a turn: effects that waited for it, the riders of an extra turn, and control of it.

    Of several effects that control it the newest counts (cr2006 507.1, later 712.1, 723.1). A player who
    controls a player's turn controls the turn of their team (606.6g, later 805.8).
    """
    ahead, mine = state.ahead, meant_now(state)
    things = [*ahead.after_skip, *ahead.first_things]
    for control in mine:
        things += [(rider, StackObject(0, "ability", control.by, control.controller)) for rider in control.riders]
    if extra is not None:
        things += [(rider, StackObject(0, "ability", extra.by, extra.player)) for rider in extra.riders]
    state = set_standing(state, ahead=Ahead(ahead.controls) if ahead.controls else NOTHING_AHEAD)
    if mine:
        state = begin(state, log, mine)
    state = push(state, TURN_BEGINS)
    if state.turn == state.rotation.first:
        state = push(state, Settle())
    for thing, source in reversed(things):
        state = push(state, DoEffect(thing, source))
    return state


class Settle(Task, frozen=True):
    """Everything before the first step of a game has been done."""


@task(Settle)
def _settled(state: State, _log: Log, _: Settle) -> State:
    """Permanents from before the first step of a game count as there since its first turn began (713.4, 727.4)."""
    return replace(state, battlefield=tuple(replace(p, sick=False) for p in state.battlefield))


def _reset(state: State, seat: int) -> State:
    """Resets the land drops, the attacks, and the creatures controlled since the turn began (302.6)."""
    for player in state.players:
        if player.lands_played:
            state = replace(state, players=tuple(replace(p, lands_played=0) for p in state.players))
            break
    if not state.battlefield or not state.index.marked:
        return state
    team = state.team(seat)
    anew = tuple(_anew(p, p.sick and p.controller not in team) for p in state.battlefield)
    return state if all(map(is_, anew, state.battlefield)) else replace(state, battlefield=anew)


def _anew(permanent: Permanent, sick: bool) -> Permanent:
    """A permanent as a turn begins; the same one if nothing changes."""
    p = permanent
    if not (p.attacked or p.used or p.whom or p.fought or p.exerted) and p.sick == sick:
        return permanent
    return replace(p, attacked=False, used=(), whom=(), fought="", exerted=False, sick=sick)
