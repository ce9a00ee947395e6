"""Sentences of effects that change turns, their phases and steps, and who attacks."""

from __future__ import annotations

from ..cards import vocabulary as v
from ..cards.abilities import EVENTS
from ..cards.kinds import a_kind
from ..words import amount, in_words, listed
from .effects import clauses, many_do, says
from .happenings import awaited
from .phrases import (
    conditions,
    does,
    duration,
    objects,
    place_name,
    players,
)


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
    until = duration(effect.until)
    if effect.at in EVENTS:
        said = awaited(effect.at, effect.whose, effect.of, effect.each)
        while_ = f", while {conditions(effect.while_)}" if effect.while_ else ""
        return f"{said}{while_}{until}{name}: {clauses(effect.do)}"
    return f"at the beginning of {_delayed_to(effect)}{until}{name}: {clauses(effect.do)}"


def _delayed_to(effect: v.Delayed) -> str:
    """The step or phase that a delayed ability waits for."""
    place, anybody = place_name(effect.at), effect.whose == "any"
    whose = "the" if anybody else "its controller's" if effect.whose == "you" else "an opponent's"
    if effect.next_turn:
        return f"the {place} of {whose} next turn"
    turn = " of this turn" if effect.this_turn else ""
    if effect.each:
        of = "" if anybody else f" of {'its controller' if effect.whose == 'you' else 'an opponent'}"
        return f"each {place}{turn or of}"
    return f"{whose} next {place}{turn}"


@says(v.ControlTurn)
def _control_turn(effect: v.ControlTurn) -> str:
    control = f"{players(effect.controller)} controls {players(effect.player)} during the next turn that player takes"
    return f"{control}, and as that very turn begins: {clauses(effect.riders)}" if effect.riders else control


says(v.EndTurn)(lambda _: "the turn ends: what is on the stack is exiled, and the cleanup step is next")
says(v.EndCombat)(lambda _: "the combat phase ends: what is on the stack is exiled, and the next phase begins")
says(v.ControlPhase)(
    lambda e: f"its controller controls {players(e.player)} during the next {place_name(e.phase)} of that player"
)
says(v.ReverseTurnOrder)(lambda _: "the turn order is reversed")


@says(v.RestartGame)
def _restart(effect: v.RestartGame) -> str:
    restarts = "the game is restarted: it ends, and a new one begins, in which its controller takes the first turn"
    if not effect.link:
        return restarts
    kind = f" that are {a_kind(effect.of)}" if effect.of else ""
    then = f"; then {clauses(effect.then)}" if effect.then else ""
    return f"{restarts}; the cards exiled with this{kind} stay in exile{then}"


says(v.Daytime)(lambda e: "by night it becomes day, and else night" if e.to == "other" else f"it becomes {e.to}")


@says(v.MustAttack)
def _must_attack(effect: v.MustAttack) -> str:
    whom = "" if effect.whom is None else " who controls this" if effect.whom == "you" else f" {players(effect.whom)}"
    whom = whom if effect.attacked is None else f" {objects(effect.attacked)}"
    until = " in that player's next turn" if effect.next_turn else duration(effect.until)
    return f"{many_do(effect, 'attacks', 'attack', 'creatures')}{whom} if able{until}"


@says(v.Goad)
def _goad(effect: v.Goad) -> str:
    goaded = many_do(effect, "is goaded", "are goaded", "creatures")
    return f"{goaded}{duration(effect.until)}: attacks if able, and a player other than who goaded it if able"


@says(v.LetBlock)
def _let_block(effect: v.LetBlock) -> str:
    blocks = "enters blocking" if effect.entering else "blocks"
    return f"{objects(effect.what)} {blocks} {objects(effect.attacker)}"


@says(v.LetAttack)
def _let_attack(effect: v.LetAttack) -> str:
    return f"{does(effect.what, 'attacks', 'attack')} {_attacked(effect)}, without being declared"


def _attacked(effect: v.LetAttack) -> str:
    if effect.whom is not None:
        several = {"opponents": "an opponent", "each": "a player"}
        return several.get(str(effect.whom)) or players(effect.whom)
    return objects(effect.attacked) if effect.attacked is not None else "what its controller chooses"


says(v.RemoveFromCombat)(lambda e: many_do(e, "is removed from combat", "are removed from combat"))
says(v.AttackAnew)(lambda e: f"its controller chooses anew what {objects(e.what)} attacks")
