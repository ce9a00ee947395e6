"""Effects on turns, phases and steps: extra and skipped ones, what waits for them, and who controls them."""

from __future__ import annotations

from collections.abc import Callable

from ...cards import vocabulary as v
from ...edition import MAINS, obeys
from ...turn import TurnGraph, insert_phases, insert_step_after_phase, insert_steps, insert_steps_before
from ..flow import control
from ..objects.abilities import delayed
from ..objects.abilities.delayed import at_beginning_of
from ..objects.permanents.variants import become
from ..state.budget import check_count
from ..state.event import Log, emit
from ..state.players.teams import if_teams, once_each_team
from ..state.players.turn_order import give_turn, reverse_order
from ..state.rewriting import rewritten
from ..state.state import SkipEffect, StackObject, State, replace, set_standing
from .apply import applies, known_here, meant, nothing


@applies(v.ExtraTurns)
def _extra_turn(state: State, log: Log, effect: v.ExtraTurns, source: StackObject) -> State:
    """Adds the turns one by one; players who get turns from one effect get them in turn order (500.7)."""
    for seat in once_each_team(state, meant(state, effect.player, source)):
        for _ in range(effect.count):
            state = give_turn(state, log, seat, source.name, effect.riders)
    return state


@applies(v.ExtraPhases)
@obeys("extra_phase")
def _extra_phases(state: State, log: Log, effect: v.ExtraPhases, source: StackObject) -> State:
    """Adds phases directly after the named phase (300.7, 500.8); if play is not in such a phase, nothing is added."""
    anchor = _ANCHORS[effect.after](state)
    if anchor is None:
        return nothing(state, log, source, "no such phase now", "extra_phase")
    kinds = tuple("postcombat_main" if kind == "main" else kind for kind in effect.phases)
    if not all(map(state.edition.has, kinds)):
        return nothing(state, log, source, "no such phase", "extra_phase")
    tied = effect.after == "first_postcombat_main"
    known = state.graph.nodes
    state = rewritten(state, log, insert_phases(state.graph, anchor, kinds, source.name, tied))
    if not effect.at_beginning:
        return state
    first = next(phase for phase in state.graph.children() if phase not in known)
    return at_beginning_of(state, log, first, effect.at_beginning, source)


def _this_phase(state: State, *kinds: str) -> str | None:
    phase = state.at.phase
    return phase if not kinds or state.graph.node(phase).kind in kinds else None


def _first_postcombat_main(state: State) -> str | None:
    """The second main phase of the turn (505.1a), which may be still to come; None if it is over."""
    graph = state.graph
    mains = [p for p in graph.children() if graph.node(p).kind in MAINS and not graph.is_skipped(p)]
    over = graph.path.index(state.at.stop)
    return next((p for p in mains[1:2] if graph.path.index(p) >= over), None)


_ANCHORS: dict[str, Callable[[State], str | None]] = {
    "this_phase": _this_phase,
    "this_main_phase": lambda state: _this_phase(state, *MAINS),
    "this_combat_phase": lambda state: _this_phase(state, "combat"),
    "first_postcombat_main": _first_postcombat_main,
}
"""The phase after which an effect adds phases, by the word of the effect."""


@applies(v.ExtraSteps)
@obeys("extra_only_own_turn", "extra_step")
def _extra_steps(state: State, log: Log, effect: v.ExtraSteps, source: StackObject) -> State:
    """Adds steps after this step, before the next of a kind, or as a phase of their own (300.8, 500.9, 500.10)."""
    if not any(map(state.is_active, meant(state, effect.player, source))):
        return nothing(state, log, source, "it is another player's turn", "extra_only_own_turn extra_step")
    for _ in range(source.amount if effect.count == "damage" else effect.count):
        graph = _with_step(state, effect, source.name) if state.edition.has(effect.step) else None
        if graph is None:
            return nothing(state, log, source, "no such step", "extra_step")
        state = rewritten(state, log, graph)
    return state


def _with_step(state: State, effect: v.ExtraSteps, by: str) -> TurnGraph | None:
    graph, here = state.graph, state.at.stop
    if effect.where == "after_this_phase":
        return insert_step_after_phase(graph, state.at.phase, effect.step, by)
    if effect.where == "before_next":
        later = graph.path[graph.path.index(here) + 1 :]
        anchor = next((s for s in later if graph.node(s).kind == (effect.anchor or effect.step)), None)
        return insert_steps_before(graph, anchor, (effect.step,), by) if anchor else None
    held = effect.step in {s.kind for s in graph.edition.phase(graph.node(state.at.phase).kind).steps}
    return insert_steps(graph, here, (effect.step,), by) if held else None


@applies(v.Skip)
@obeys("skip", "team_effects")
def _skip(state: State, log: Log, effect: v.Skip, source: StackObject) -> State:
    for seat in once_each_team(state, meant(state, effect.player, source)):
        check_count(state, len(state.skips) + 1, "effects that skip", source.name)
        left = None if effect.all else effect.count
        new = SkipEffect(
            state.serial + 1, source.name, seat, effect.what, left, effect.until, source.controller,
            then=effect.then, waits=effect.next_turn, source=source.source,
        )  # fmt: skip
        state = set_standing(replace(state, serial=new.id), skips=(*state.skips, new))
        topics = "skip" + if_teams(state, "team_effects")
        emit(log, "skip.create", state, topics, seat, by=source.name, what=effect.what, count=left or "all")
    return state


@applies(v.ControlTurn)
def _control_turn(state: State, log: Log, effect: v.ControlTurn, source: StackObject) -> State:
    """The next turn that the player actually takes (cr2006 507.1, cr2011 711.1, cr2026 723.1)."""
    return control.create(state, log, source, meant(state, effect.player, source), effect.riders)


@applies(v.ControlPhase)
def _control_phase(state: State, log: Log, effect: v.ControlPhase, source: StackObject) -> State:
    """The next phase of that kind that the player actually has; a phase that has begun does not count (723.1)."""
    return control.create(state, log, source, meant(state, effect.player, source), phase=effect.phase)


@applies(v.ReverseTurnOrder)
def _reverse(state: State, log: Log, effect: v.ReverseTurnOrder, source: StackObject) -> State:
    return reverse_order(state, log, source.name, source.controller)


@applies(v.Delayed)
def _delayed(state: State, log: Log, effect: v.Delayed, source: StackObject) -> State:
    return delayed.create(state, log, effect, source)


@applies(v.Daytime)
@obeys("daytime")
def _daytime(state: State, log: Log, effect: v.Daytime, source: StackObject) -> State:
    other = "day" if state.designations.daytime == "night" else "night"
    known = known_here(state, log, "daytime", source)
    return become(state, log, other if effect.to == "other" else effect.to, "daytime") if known else state
