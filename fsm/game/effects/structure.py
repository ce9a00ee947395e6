"""Effects on turns, phases and steps: extra and skipped ones, what waits for them, and who controls them."""

from __future__ import annotations

from ...cards import vocabulary as v
from ...edition import MAINS, obeys
from ...turn import REWRITES, TurnGraph, anchors
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
@obeys("extra_turn")
def _extra_turn(state: State, log: Log, effect: v.ExtraTurns, source: StackObject) -> State:
    """Adds the turns one by one; players who get turns from one effect get them in turn order (500.7)."""
    for seat in once_each_team(state, meant(state, effect.player, source)):
        for _ in range(effect.count):
            state = give_turn(state, log, seat, source.name, effect.riders)
    return state


_ONLY_AFTER: dict[str, tuple[str, ...]] = {"this_main_phase": MAINS, "this_combat_phase": ("combat",)}
"""The kinds of phases after which an effect adds phases, by its word, if it adds none after others."""


@applies(v.ExtraPhases)
@obeys("extra_phase")
def _extra_phases(state: State, log: Log, effect: v.ExtraPhases, source: StackObject) -> State:
    """Adds phases directly after the named phase (300.7, 500.8); if play is not in such a phase, nothing is added."""
    rule = REWRITES["insert_phases"]
    topic = rule.stays if effect.after == "first_postcombat_main" else ""
    kinds = tuple("postcombat_main" if kind == "main" else kind for kind in effect.phases)
    anchor = next(anchors(rule, state.graph, state.at.stop, kinds[0], topic), None)
    if anchor is None or state.graph.node(anchor).kind not in _ONLY_AFTER.get(effect.after, state.edition.kinds.phases):
        return nothing(state, log, source, "no such phase now", "extra_phase")
    if not all(map(state.edition.has, kinds)):
        return nothing(state, log, source, "no such phase", "extra_phase")
    known = state.graph.nodes
    state = rewritten(state, log, rule.apply(state.graph, anchor, kinds, source.name, topic))
    if not effect.at_beginning:
        return state
    first = next(phase for phase in state.graph.children() if phase not in known)
    return at_beginning_of(state, log, first, effect.at_beginning, source)


_STEP_RULES = {
    "after_this_phase": "insert_step_after_phase",
    "before_next": "insert_steps_before",
    "after_this_step": "insert_steps",
}
"""The names of the rules by which an effect adds steps, by its word."""


@applies(v.ExtraSteps)
@obeys("extra_only_own_turn", "extra_step")
def _extra_steps(state: State, log: Log, effect: v.ExtraSteps, source: StackObject) -> State:
    """Adds steps after this step, before the next of a kind, or as a phase of their own (300.8, 500.9, 500.10).

    Since April 2024 none that a player gets in the turn of another player (500.10a).
    """
    anyway = state.edition.choices["steps_you_get"] == ("any_turn",)
    if not anyway and not any(map(state.is_active, meant(state, effect.player, source))):
        return nothing(state, log, source, "it is another player's turn", "extra_only_own_turn extra_step")
    for _ in range(source.amount if effect.count == "damage" else effect.count):
        graph = _with_step(state, effect, source.name) if state.edition.has(effect.step) else None
        if graph is None:
            return nothing(state, log, source, "no such step", "extra_step")
        state = rewritten(state, log, graph)
    return state


def _with_step(state: State, effect: v.ExtraSteps, by: str) -> TurnGraph | None:
    graph, rule = state.graph, REWRITES[_STEP_RULES[effect.where]]
    found = anchors(rule, graph, state.at.stop, effect.step)
    if effect.where == "before_next":
        found = (step for step in found if graph.node(step).kind == (effect.anchor or effect.step))
    anchor = next(found, None)
    return rule.apply(graph, anchor, (effect.step,), by) if anchor else None


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
@obeys("control_turn")
def _control_turn(state: State, log: Log, effect: v.ControlTurn, source: StackObject) -> State:
    """The next turn that the player actually takes (cr2006 507.1, cr2011 711.1, cr2026 723.1)."""
    for seat in meant(state, effect.controller, source):
        by = replace(source, controller=seat)
        state = control.create(state, log, by, meant(state, effect.player, source), effect.riders)
    return state


@applies(v.ControlPhase)
@obeys("control_phase")
def _control_phase(state: State, log: Log, effect: v.ControlPhase, source: StackObject) -> State:
    """The next phase of that kind that the player actually has; a phase that has begun does not count (723.1)."""
    return control.create(state, log, source, meant(state, effect.player, source), phase=effect.phase)


@applies(v.ReverseTurnOrder)
@obeys("turn_order")
def _reverse(state: State, log: Log, effect: v.ReverseTurnOrder, source: StackObject) -> State:
    return reverse_order(state, log, source.name, source.controller)


@applies(v.Delayed)
@obeys("delayed_trigger")
def _delayed(state: State, log: Log, effect: v.Delayed, source: StackObject) -> State:
    return delayed.create(state, log, effect, source)


@applies(v.Daytime)
@obeys("daytime")
def _daytime(state: State, log: Log, effect: v.Daytime, source: StackObject) -> State:
    other = "day" if state.designations.daytime == "night" else "night"
    known = known_here(state, log, "daytime", source)
    return become(state, log, other if effect.to == "other" else effect.to, "daytime") if known else state
