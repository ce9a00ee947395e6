"""What effects do: one function for each kind of effect of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..turn import TurnGraph, insert_phases, insert_step_after_phase, insert_steps, insert_steps_before, reverse
from . import vocabulary as v
from .card import Card
from .event import Log, emit
from .mana import add_mana
from .players import lose
from .rewriting import rewritten
from .skipping import MAINS
from .state import (
    ControlEffect,
    Delayed,
    Lasting,
    Permanent,
    SkipEffect,
    StackObject,
    State,
    replace,
    set_permanent,
    set_player,
)
from .tasks import task
from .turns import give_turn
from .variants import become, take_title
from .who import players_meant
from .zones import choose_discards, draw, enter_battlefield, leave_battlefield, remove_from_combat, tap, untap

E = TypeVar("E", bound=v.Effect)
Apply = Callable[[State, Log, Any, StackObject], State]

APPLY: dict[type[v.Effect], Apply] = {}
"""How each kind of effect is carried out."""


def _applies(kind: type[E]) -> Callable[[Callable[[State, Log, E, StackObject], State]], Apply]:
    def register(function: Callable[[State, Log, E, StackObject], State]) -> Apply:
        APPLY[kind] = function
        return function

    return register


@task("effect")
def apply_effect(state: State, log: Log, effect: v.Effect, source: StackObject) -> State:
    """Carries out one effect of a spell or ability."""
    return APPLY[type(effect)](state, log, effect, source)


def _meant(state: State, who: str, source: StackObject) -> tuple[int, ...]:
    return players_meant(state, who, source.controller, source.target, source.chosen)


@_applies(v.ExtraTurn)
def _extra_turn(state: State, log: Log, effect: v.ExtraTurn, source: StackObject) -> State:
    """One by one; players who get turns by one effect get them in turn order (500.7)."""
    for seat in _meant(state, effect.player, source):
        for _ in range(effect.count):
            state = give_turn(state, log, seat, source.name, effect.riders)
    return state


@_applies(v.ExtraPhases)
def _extra_phases(state: State, log: Log, effect: v.ExtraPhases, source: StackObject) -> State:
    """Directly after the phase named (300.7, 500.8); where play is not in such a phase, nothing is added."""
    anchor = _ANCHORS[effect.after](state)
    if anchor is None:
        emit(log, "effect.nothing", state, "extra_phase", source.controller, name=source.name, why="no such phase now")
        return state
    kinds = tuple("postcombat_main" if kind == "main" else kind for kind in effect.phases)
    return rewritten(state, log, insert_phases(state.graph, anchor, kinds, source.name))


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
"""The phase that an effect adds phases after, by how it names it."""


@_applies(v.ExtraSteps)
def _extra_steps(state: State, log: Log, effect: v.ExtraSteps, source: StackObject) -> State:
    """After this step, before the next of a kind, or as a phase with only that step (300.8, 500.9, 500.10)."""
    if state.active not in _meant(state, effect.player, source):
        emit(log, "effect.nothing", state, "extra_only_own_turn extra_step", source.controller, name=source.name)
        return state
    for _ in range(effect.count):
        graph = _with_step(state, effect, source.name)
        if graph is None:
            emit(log, "effect.nothing", state, "extra_step", source.controller, name=source.name, why="no such step")
            return state
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


@_applies(v.Skip)
def _skip(state: State, log: Log, effect: v.Skip, source: StackObject) -> State:
    for seat in _meant(state, effect.player, source):
        left = None if effect.all else effect.count
        new = SkipEffect(state.serial + 1, source.name, seat, effect.what, left, effect.until, source.controller)
        state = replace(state, serial=new.id, skips=(*state.skips, new))
        emit(log, "skip.create", state, "skip", seat, by=source.name, what=effect.what, count=left or "all")
    return state


@_applies(v.Mana)
def _mana(state: State, log: Log, effect: v.Mana, source: StackObject) -> State:
    for seat in _meant(state, effect.player, source):
        state = add_mana(state, log, seat, effect.amount, source.name)
    return state


@_applies(v.Life)
def _life(state: State, log: Log, effect: v.Life, source: StackObject) -> State:
    for seat in _meant(state, effect.player, source):
        life = state.players[seat].life + effect.amount
        state = set_player(state, seat, life=life)
        emit(log, "life.change", state, "resolve", seat, amount=effect.amount, life=life, by=source.name)
    return state


@_applies(v.Damage)
def _damage(state: State, log: Log, effect: v.Damage, source: StackObject) -> State:
    creature = _permanent(state, "target", source) if _targets_permanent(source) and effect.player == "target" else None
    if creature is not None:
        state = set_permanent(state, creature.id, damage=creature.damage + effect.amount)
        emit(log, "damage", state, "resolve", name=source.name, amount=effect.amount, to=creature.card.name)
        return state
    for seat in _meant(state, effect.player, source):
        life = state.players[seat].life - effect.amount
        state = set_player(state, seat, life=life)
        emit(log, "damage", state, "damage_life resolve", seat, name=source.name, amount=effect.amount, life=life)
    return state


@_applies(v.Draw)
def _draw(state: State, log: Log, effect: v.Draw, source: StackObject) -> State:
    for seat in _meant(state, effect.player, source):
        for _ in range(effect.amount):
            state = draw(state, log, seat, "resolve")
    return state


@_applies(v.Discard)
def _discard(state: State, log: Log, effect: v.Discard, source: StackObject) -> State:
    """Players choose one after the other; who is asked stops the flow, and the rest waits on the agenda."""
    for seat in _meant(state, effect.player, source):
        state = replace(state, agenda=(*state.agenda, ("discard", seat, effect.amount)))
    return state


@task("discard")
def _discard_of(state: State, log: Log, seat: int, amount: int) -> State:
    return choose_discards(state, log, seat, amount, "resolve")


@_applies(v.Token)
def _token(state: State, log: Log, effect: v.Token, source: StackObject) -> State:
    card = Card(effect.name, ("creature",), power=effect.power, toughness=effect.toughness, keywords=effect.keywords)
    for seat in _meant(state, effect.player, source):
        for _ in range(effect.count):
            state = enter_battlefield(state, log, card, seat, token=True, attacking=effect.attacking)
    return state


@_applies(v.Tap)
def _tap(state: State, log: Log, effect: v.Tap, source: StackObject) -> State:
    for permanent in _permanents(state, effect.what, source):
        state = tap(state, log, permanent, "resolve")
    return state


@_applies(v.Untap)
def _untap(state: State, log: Log, effect: v.Untap, source: StackObject) -> State:
    for permanent in _permanents(state, effect.what, source):
        state = untap(state, log, permanent, "resolve")
    return state


@_applies(v.Move)
def _move(state: State, log: Log, effect: v.Move, source: StackObject) -> State:
    for permanent in _permanents(state, effect.what, source):
        state = leave_battlefield(state, log, permanent.id, effect.to, "resolve")
    return state


@_applies(v.Pump)
def _pump(state: State, log: Log, effect: v.Pump, source: StackObject) -> State:
    for permanent in _permanents(state, effect.what, source):
        new = Lasting(
            state.serial + 1, source.name, source.controller, effect.until, permanent.id,
            effect.power, effect.toughness, effect.keywords, effect.loses,
        )  # fmt: skip
        state = _lasts(state, log, new, permanent.card.name)
    return state


@_applies(v.Lasting)
def _lasting(state: State, log: Log, effect: v.Lasting, source: StackObject) -> State:
    return _lasts(state, log, Lasting(state.serial + 1, effect.name, source.controller, effect.until), "")


def _lasts(state: State, log: Log, new: Lasting, on: str) -> State:
    state = replace(state, serial=new.id, lasting=(*state.lasting, new))
    emit(log, "effect.begin", state, "resolve", new.controller, name=new.name, until=new.until, on=on)
    return state


@_applies(v.Delayed)
def _delayed(state: State, log: Log, effect: v.Delayed, source: StackObject) -> State:
    turn = state.turn if effect.this_turn else None
    new = Delayed(
        state.serial + 1, source.name, source.controller, effect.at, effect.do, effect.whose, turn,
        source.source, source.target,
    )  # fmt: skip
    state = replace(state, serial=new.id, delayed=(*state.delayed, new))
    emit(log, "trigger.delayed", state, "delayed_trigger", source.controller, name=source.name, at=effect.at)
    return state


@_applies(v.ControlTurn)
def _control_turn(state: State, log: Log, effect: v.ControlTurn, source: StackObject) -> State:
    """The next turn that the player actually takes (cr2006 507.1, cr2011 711.1, cr2026 723.1)."""
    for seat in _meant(state, effect.player, source):
        new = ControlEffect(source.name, source.controller, seat, effect.riders)
        state = replace(state, ahead=replace(state.ahead, controls=(*state.ahead.controls, new)))
        emit(
            log, "control.create", state, "control_turn", seat, by=source.name, controller=state.name(source.controller)
        )
    return state


@_applies(v.ReverseTurnOrder)
def _reverse(state: State, log: Log, effect: v.ReverseTurnOrder, source: StackObject) -> State:
    """All that uses turn order goes the other way from now on; with two players nothing changes."""
    state = replace(state, rotation=reverse(state.rotation))
    emit(log, "order.reverse", state, "turn_order", source.controller, by=source.name)
    return state


@_applies(v.LoseGame)
def _lose_game(state: State, log: Log, effect: v.LoseGame, source: StackObject) -> State:
    return lose(state, log, _meant(state, effect.player, source), "resolve")


@_applies(v.RemoveFromCombat)
def _remove_from_combat(state: State, log: Log, effect: v.RemoveFromCombat, source: StackObject) -> State:
    for permanent in _permanents(state, effect.what, source):
        state = remove_from_combat(state, log, permanent.id)
    return state


@_applies(v.Daytime)
def _daytime(state: State, log: Log, effect: v.Daytime, source: StackObject) -> State:
    known = _known(state, log, "daytime", source)
    return become(state, log, effect.to, "daytime") if known else state


@_applies(v.Monarch)
def _monarch(state: State, log: Log, effect: v.Monarch, source: StackObject) -> State:
    for seat in _meant(state, effect.player, source) if _known(state, log, "monarch", source) else ():
        state = take_title(state, log, "monarch", seat)
    return state


@_applies(v.Initiative)
def _initiative(state: State, log: Log, effect: v.Initiative, source: StackObject) -> State:
    for seat in _meant(state, effect.player, source) if _known(state, log, "initiative", source) else ():
        state = take_title(state, log, "initiative", seat)
    return state


@_applies(v.Venture)
def _venture(state: State, log: Log, effect: v.Venture, source: StackObject) -> State:
    for seat in _meant(state, effect.player, source):
        emit(log, "player.venture", state, "resolve", seat, by=source.name)
    return state


def _known(state: State, log: Log, topic: str, source: StackObject) -> bool:
    """Whether the edition has such a thing; without a rule for it, nothing happens."""
    known = bool(state.edition.cite(topic))
    if not known:
        why = "this edition has no such rule"
        emit(log, "effect.nothing", state, "resolve", source.controller, name=source.name, why=why)
    return known


def _permanents(state: State, what: str, source: StackObject) -> tuple[Permanent, ...]:
    """The permanents an effect names: ``creatures`` or ``attacked`` of its controller, or one."""
    own = tuple(p for p in state.permanents(source.controller) if "creature" in p.card.type)
    if what == "creatures":
        return own
    if what == "attacked":
        return tuple(p for p in own if p.attacked)
    one = _permanent(state, what, source)
    return (one,) if one else ()


def _permanent(state: State, what: str, source: StackObject) -> Permanent | None:
    if what in ("target", "self"):
        return state.permanent(source.target if what == "target" else source.source)
    return next((p for p in state.permanents() if p.card.name == what), None)


def _targets_permanent(source: StackObject) -> bool:
    return source.card is not None and source.card.targets == "permanent"


def in_next_turn(state: State, effect: v.Effect, source: StackObject) -> State:
    """Lets an effect happen before anything else in the next turn that begins, whoever takes it."""
    things = (*state.ahead.first_things, (effect, source))
    return replace(state, ahead=replace(state.ahead, first_things=things))


def add_effect(name: str, kind: type[E], apply: Callable[[State, Log, E, StackObject], State]) -> None:
    """Adds a kind of effect of one's own: from now on cards may name it, in Python and in scenario files.

    ``kind`` is a frozen struct made from ``Effect``; its fields are what a card may say, its docstring is
    what people are told. ``ValueError`` if the name, the kind or the kind's own name is taken.
    """
    if not name.isidentifier() or not name.islower():
        raise ValueError(f"an effect is named in small letters, digits and _, not {name!r}")
    taken = {known for other in v.EFFECTS.values() for known in (other, other.__name__)}
    if name in v.EFFECTS or taken & {kind, kind.__name__}:
        raise ValueError(f"there is an effect {name} or {kind.__name__} already")
    if not issubclass(kind, v.Effect):
        raise TypeError(f"{kind.__name__} is no struct made from Effect")
    v.EFFECTS[name], v.NAME_OF[kind], APPLY[kind] = kind, name, apply


def remove_effect(name: str) -> None:
    """Takes back what ``add_effect`` added."""
    kind = v.EFFECTS.pop(name)
    del v.NAME_OF[kind], APPLY[kind]


def unknown_effects() -> set[type[v.Effect]]:
    """Effects of the vocabulary that nothing carries out; there are none."""
    return set(v.EFFECTS.values()) - set(APPLY)
