"""Carries out effects: one function for each kind of effect of the vocabulary, registered here.

Its module is called like that of the effect in the vocabulary; effects on the turn are in ``structure``. Where a word
may mean one of several players, the effect's controller chooses: "the defending player" of what is about no attacker
(802.2a), "the active player" of a team (805.9). The same spell or ability means the same player from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec

from ...cards import vocabulary as v
from ...cards.kinds import PLAYERS, is_spell, on_stack
from ...cards.terms import PLAYER_FIELDS, each_player
from ...edition import obeys
from ...words import listed
from ..objects.cards.replacing import Moving, ask_fates, fates_met, redirects
from ..state.agenda import Choice, DoEffect, push, task
from ..state.budget import check_count
from ..state.decision import ChooseOption
from ..state.event import Event, Log, emit
from ..state.players.who import attacking_player, defenders, defending_player, players_meant
from ..state.state import Permanent, StackObject, State, replace, set_standing

OF_THE_TEAM = (v.ExtraTurns, v.ExtraSteps, v.Skip, v.ControlTurn, v.ControlPhase)
"""Effects that the whole team gets, whichever of its players they name."""

FIELDS = {"defending": "defender", "active": "active"}
"""The words, each with the field of the spell or ability that holds the player who was chosen."""


class PlayerMeant(Choice, frozen=True):
    """The controller of an effect chooses which of several players a word means."""

    done: DoEffect
    word: str
    seats: tuple[int, ...]


@obeys("defending_each", "team_active")
def ask_meant(state: State, done: DoEffect) -> State | None:
    """The state in which the controller is asked whom an effect means; None if that is clear."""
    source = done.source
    if source.controller not in state.rotation.seats:
        return None
    said = {who for field in PLAYER_FIELDS for who in each_player(getattr(done.effect, field, None))}
    for word, field in FIELDS.items():
        if word in said and getattr(source, field) is None:
            if word == "active":  # what the team gets as a whole means none of them
                seats = () if isinstance(done.effect, OF_THE_TEAM) else state.team(state.active)
            else:
                clear = state.combat is None or defending_player(state, source.that, source.source) is not None
                seats = () if clear else defenders(state)
            if len(seats) > 1:
                decision = ChooseOption(source.controller, source.name, tuple(map(state.name, seats)))
                return replace(push(state, PlayerMeant(done, word, seats)), decision=decision)
    return None


@task(PlayerMeant)
@obeys("choice", "defending_each", "team_active")
def _player_meant(state: State, log: Log, chosen: PlayerMeant) -> State:
    source, seat = chosen.done.source, chosen.seats[chosen.option]
    topics = "defending_each choice" if chosen.word == "defending" else "team_active choice"
    emit(log, "choice", state, topics, source.controller, name=source.name, option=state.name(seat))
    known = {FIELDS[chosen.word]: seat}  # to each task of the same spell or ability
    agenda = (
        replace(one, source=replace(one.source, **known))
        if isinstance(one, DoEffect) and one.source.id == source.id
        else one
        for one in (*state.agenda, chosen.done)
    )
    return replace(state, agenda=tuple(agenda))


E = TypeVar("E", bound=v.Effect)
Apply = Callable[[State, Log, Any, StackObject], State]

APPLY: dict[type[v.Effect], Apply] = {}
"""How each kind of effect is carried out."""


def applies(kind: type[E]) -> Callable[[Callable[[State, Log, E, StackObject], State]], Apply]:
    """Registers the function that carries out effects of a kind."""

    def register(function: Callable[[State, Log, E, StackObject], State]) -> Apply:
        APPLY[kind] = obeys("instructions")(function)
        return function

    return register


def for_players(kind: type[E]) -> Callable[[Callable[[State, Log, E, StackObject, int], State]], Apply]:
    """Registers the function that carries out effects of a kind for one player whom they name."""

    def register(function: Callable[[State, Log, E, StackObject, int], State]) -> Apply:
        def for_each(state: State, log: Log, effect: Any, source: StackObject) -> State:
            for seat in meant(state, effect.player, source):
                state = function(state, log, effect, source, seat)
            return state

        return applies(kind)(for_each)

    return register


def for_permanents(kind: type[E]) -> Callable[[Callable[[State, Log, E, StackObject, Permanent], State]], Apply]:
    """Registers the function that carries out effects of a kind on one permanent that they name."""

    def register(function: Callable[[State, Log, E, StackObject, Permanent], State]) -> Apply:
        def for_each(state: State, log: Log, effect: Any, source: StackObject) -> State:
            for permanent in named_by(state, effect, source):
                state = function(state, log, effect, source, permanent)
            return state

        return applies(kind)(for_each)

    return register


WouldMove = Callable[[State, Any, StackObject], Iterable[Moving]]
MOVES: dict[type[v.Effect], WouldMove] = {}
"""What each kind of effect would move, for those that move objects."""


def moves(kind: type[E]) -> Callable[[WouldMove], WouldMove]:
    """Registers the function that tells what effects of a kind would move."""

    def register(function: WouldMove) -> WouldMove:
        MOVES[kind] = function
        return function

    return register


@task(DoEffect)
def apply_effect(state: State, log: Log, done: DoEffect) -> State:
    """Carries out one effect of a spell or ability, once it is clear where what it would move goes (217.1d, 400.6)."""
    effect, source = done.effect, done.source
    asked = ask_meant(state, done) if state.combat is not None or state.game.options.teams else None
    if asked is not None:
        return asked
    would_move = MOVES.get(type(effect)) if state.battlefield else None
    if would_move is not None and redirects(state):
        asked = ask_fates(state, would_move(state, effect, source), done)
        return asked or fates_met(APPLY[type(effect)](state, log, effect, source))
    after = APPLY[type(effect)](state, log, effect, source)
    return _say_what_is_out(state, log, effect, source) if after is state and log is not None else after


@obeys("phases_out", "phased_out_zone")
def _say_what_is_out(state: State, log: Log, effect: v.Effect, source: StackObject) -> State:
    """An event says why an effect has changed nothing, if all that it is about is phased out."""
    ids = {"target": (source.target,), "self": (source.source,), "that": (source.that,), "those": source.those}
    about = ids.get(getattr(effect, "what", ""), ())
    out = [p.card.name for p in state.battlefield if p.phased_out and p.id in about]
    if not out or any(state.permanent(id) is not None for id in about if isinstance(id, int)):
        return state
    why = f"{listed(out)} {'are' if len(out) > 1 else 'is'} phased out"
    return nothing(state, log, source, why, "phases_out phased_out_zone")


class Carried(msgspec.Struct, frozen=True, gc=False):
    """An effect that was carried out: of what, in which state, after which event, and with which events."""

    effect: v.Effect
    source: StackObject
    state: State
    after: Event | None
    events: tuple[Event, ...]


@contextmanager
def watching(kinds: tuple[type[v.Effect], ...]) -> Iterator[list[Carried]]:
    """Notes each effect of these kinds that is carried out meanwhile, in order."""
    notes: list[Carried] = []
    known = {kind: APPLY[kind] for kind in kinds}

    def noting(apply: Apply) -> Apply:
        def noted(state: State, log: Log, effect: v.Effect, source: StackObject) -> State:
            events: list[Event] = [] if log is None else log
            mark = len(events)
            done = apply(state, log, effect, source)
            notes.append(Carried(effect, source, state, events[mark - 1] if mark else None, tuple(events[mark:])))
            return done

        return noted

    APPLY.update({kind: noting(apply) for kind, apply in known.items()})
    try:
        yield notes
    finally:
        APPLY.update(known)


def meant(state: State, who: str | tuple[str, ...], source: StackObject) -> tuple[int, ...]:
    """The players whom an effect names, in turn order from the active player."""
    said = (who,) if isinstance(who, str) else who
    if source.active is not None and "active" in said:
        who = said = tuple(state.name(source.active) if one == "active" else one for one in said)
    creatures = (source.that, source.source)
    defending = source.defender
    if defending is None and "defending" in said:
        defending = defending_player(state, *creatures)
    attacking = attacking_player(state, *creatures) if "attacking" in said else None
    seats = (source.target, source.chosen, source.chooser, defending, attacking)
    return players_meant(state, who, source.controller, *seats)


@obeys("instructions")
def nothing(state: State, log: Log, source: StackObject, why: str, topics: str = "instructions") -> State:
    """An effect does nothing, and an event says why."""
    emit(log, "effect.nothing", state, topics, source.controller, name=source.name, why=why)
    return state


def known_here(state: State, log: Log, topic: str, source: StackObject) -> bool:
    """Whether the edition has a rule for it; without one the effect does nothing."""
    known = bool(state.edition.cite(topic))
    if not known:
        nothing(state, log, source, "this edition has no such rule")
    return known


GROUPS: dict[str, Callable[[Permanent, StackObject], bool]] = {
    "creatures": lambda permanent, source: permanent.controller == source.controller,
    "others": lambda permanent, source: permanent.controller == source.controller and permanent.id != source.source,
    "attacked": lambda permanent, _: permanent.attacked,
}
"""The creatures that an effect may name together."""


@obeys("only_in_play")
def permanents_meant(state: State, what: str, source: StackObject) -> tuple[Permanent, ...]:
    """The permanents an effect names: ``those`` it made, attacking ones, several creatures, or one."""
    if what == "those":
        return tuple(p for p in state.permanents() if p.id in source.those)
    if what in ("attacking", "other_attackers"):
        ids = [one.id for one in state.combat.attackers] if state.combat is not None else []
        there = tuple(p for id in ids if (p := state.permanent(id)) is not None)
        return there if what == "attacking" else tuple(p for p in there if p.id != source.source)
    if what in GROUPS:
        return tuple(p for p in state.permanents() if GROUPS[what](p, source) and state.is_creature(p))
    one = permanent_meant(state, what, source)
    return (one,) if one else ()


def named_by(state: State, effect: Any, source: StackObject) -> tuple[Permanent, ...]:
    """The permanents that an effect names: by a word, or all of some players; those that are of its kind."""
    if not isinstance(effect, v.OnMany):
        return permanents_meant(state, effect.what, source)
    there = permanents_meant(state, effect.what, source) if effect.player is None else ()
    if effect.player is not None:
        there = tuple(p for seat in meant(state, effect.player, source) for p in state.permanents(seat))
    return there if effect.of is None else tuple(p for p in there if state.is_one_of(p, effect.of, source.source))


def permanent_meant(state: State, what: str, source: StackObject) -> Permanent | None:
    """The permanent an effect names: ``target``, ``self``, ``that`` (what triggered it), or the first of that name."""
    if what == "attached":  # of what has left, or is attached to nothing: what it was attached to as it triggered
        bearer = state.permanent(source.source)
        return state.permanent(source.that if bearer is None else bearer.attached)
    if what in ("target", "self", "that"):
        return state.permanent({"target": source.target, "self": source.source, "that": source.that}[what])
    return next((p for p in state.permanents() if p.card.name == what), None)


Object = Permanent | StackObject


def objects_meant(state: State, what: str, source: StackObject) -> tuple[Object, ...]:
    """The permanents that an effect names, or the spell that it targets, or that was cast by it (``those``)."""
    if what == "target" and (is_spell(source.targets) or is_spell(source.kept)):
        return tuple(spell for spell in state.stack if spell.id == source.target)
    if what == "those" and state.stack:
        spells = tuple(spell for spell in state.stack if spell.kind == "spell" and spell.id in source.those)
        return (*permanents_meant(state, what, source), *spells)
    return permanents_meant(state, what, source)


def name_of(thing: Object) -> str:
    """The name of a permanent or a spell."""
    return thing.card.name if isinstance(thing, Permanent) else thing.name


def carriers_first(leaving: tuple[Permanent, ...]) -> list[Permanent]:
    """Permanents that leave together, those that are attached to others last: their abilities see the others leave."""
    return sorted(leaving, key=lambda permanent: permanent.attached is not None)


def targets_permanent(source: StackObject) -> bool:
    """Whether the target of a spell or an ability is a permanent, not a player."""
    return any(kind not in ("none", *PLAYERS) and not on_stack(kind) for kind in (source.targets, source.kept))


def in_next_turn(state: State, effect: v.Effect, source: StackObject) -> State:
    """Lets an effect happen first in the next turn of any player."""
    things = (*state.ahead.first_things, (effect, source))
    check_count(state, len(things), "effects that wait for a turn", source.name)
    return set_standing(state, ahead=replace(state.ahead, first_things=things))


def add_effect(name: str, kind: type[E], apply: Callable[[State, Log, E, StackObject], State]) -> None:
    """Adds a kind of effect of your own, which cards may use in Python and in scenario files.

    ``kind`` is a frozen subclass of ``Effect``; a card may set its fields, and its docstring explains
    the effect to users. ``ValueError`` if the name, the kind or the kind's class name is taken.
    """
    APPLY[v.effect(name)(kind)] = apply


def remove_effect(name: str) -> None:
    """Removes an effect added by ``add_effect``."""
    kind = v.EFFECTS.pop(name)
    del v.NAME_OF[kind], APPLY[kind]
