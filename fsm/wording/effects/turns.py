"""Sentences about effects on turns, phases and steps, and on who controls them."""

from __future__ import annotations

from ...cards import vocabulary as v
from ...words import amount, in_words, listed
from .phrases import duration, place_name, players
from .sentences import clauses, says


@says(v.ExtraTurns)
def _extra_turn(effect: v.ExtraTurns) -> str:
    turns = f"{players(effect.player)} takes {amount(effect.count, 'extra turn')} after this one"
    return f"{turns}, and as that very turn begins: {clauses(effect.riders)}" if effect.riders else turns


@says(v.ExtraPhases)
def _extra_phases(effect: v.ExtraPhases) -> str:
    phases = listed(f"a further {place_name(kind)}" for kind in effect.phases)
    after = {
        "this_phase": "after this phase",
        "this_main_phase": "after this phase, if it is a main phase",
        "this_combat_phase": "after this phase, if it is a combat phase",
        "first_postcombat_main": "after the second main phase of the turn, unless that is over",
    }[effect.after]
    first = f", and at the beginning of the first of these: {clauses(effect.at_beginning)}"
    return f"the turn gets {phases} {after}{first if effect.at_beginning else ''}"


@says(v.ExtraSteps)
def _extra_steps(effect: v.ExtraSteps) -> str:
    step = f"further {place_name(effect.step)}"
    steps = f"as many {step}s as the damage" if effect.count == "damage" else amount(effect.count, step)
    where = {
        "after_this_step": "after this step",
        "before_next": f"before the next {place_name(effect.anchor or effect.step)}",
        "after_this_phase": "after this phase, without the other steps of a phase",
    }[effect.where]
    only = "" if effect.player == "active" else f", if it is a turn of {players(effect.player)}"
    return f"the turn gets {steps} {where}{only}"


@says(v.Skip)
def _skip(effect: v.Skip) -> str:
    what = place_name(effect.what)
    span = f"the next {what}" if effect.count == 1 else f"the next {in_words(effect.count)} {what}s"
    until = " of that player's next turn" if effect.next_turn else duration(effect.until)
    then = f", and first thing after it: {clauses(effect.then)}" if effect.then else ""
    return f"{players(effect.player)} skips {f'every {what}' if effect.all else span}{until}{then}"


@says(v.Delayed)
def _delayed(effect: v.Delayed) -> str:
    name = f' ("{effect.name}")' if effect.name else ""
    return f"at the beginning of {_delayed_to(effect)}{name}: {clauses(effect.do)}"


def _delayed_to(effect: v.Delayed) -> str:
    """The step or phase that a delayed ability waits for."""
    place, anybody = place_name(effect.at), effect.whose == "any"
    whose = "the" if anybody else "its controller's"
    if effect.next_turn:
        return f"the {place} of {whose} next turn"
    turn = " of this turn" if effect.this_turn else ""
    if effect.each:
        return f"each {place}{turn if turn or anybody else ' of its controller'}"
    return f"{whose} next {place}{turn}"


@says(v.ControlTurn)
def _control_turn(effect: v.ControlTurn) -> str:
    control = f"its controller controls {players(effect.player)} during the next turn that player takes"
    return f"{control}, and as that very turn begins: {clauses(effect.riders)}" if effect.riders else control


says(v.EndTurn)(lambda _: "the turn ends: what is on the stack is exiled, and the cleanup step is next")
says(v.EndCombat)(lambda _: "the combat phase ends: what is on the stack is exiled, and the next phase begins")
says(v.ControlPhase)(
    lambda e: f"its controller controls {players(e.player)} during the next {place_name(e.phase)} of that player"
)
says(v.ReverseTurnOrder)(lambda _: "the turn order is reversed")
says(v.RestartGame)(
    lambda _: "the game is restarted: it ends, and a new one begins, in which its controller takes the first turn"
)
says(v.Daytime)(lambda e: "by night it becomes day, and else night" if e.to == "other" else f"it becomes {e.to}")
