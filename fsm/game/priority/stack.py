"""The stack: its top object resolves, and objects are countered, copied or removed."""

from __future__ import annotations

from ..combat.damage import deal
from ..objects.cards import newest, put_card, unless_named
from ..objects.conditions import About, failing, in_words
from ..objects.entering import may_enter
from ..objects.rebound import rebound
from ..objects.replacing import ask_fates, put_instead, redirects, spell_moving
from ..objects.stickers import stick_to_card, stickers_on
from ..objects.targets import legal_targets
from ..objects.zones import enter_battlefield
from ..state.agenda import Task, push_effects, task
from ..state.attackers import NO_COMBAT
from ..state.event import Log, emit, note
from ..state.pile import put
from ..state.state import StackObject, State, replace, set_player, set_standing


class Resolve(Task, frozen=True):
    """The top object of the stack is still to resolve."""


class Finish(Task, frozen=True):
    """An object that has resolved is still to leave the stack."""

    top: StackObject


@task(Resolve)
def resolve(state: State, log: Log, _: Resolve) -> State:
    """The top object resolves, unless it has no legal target left (413, 608).

    Rules: stack_order, responses.
    """
    top = state.stack[-1]
    if top.kind == "damage":
        return _damage_resolves(state, log, top)
    if _target_is_gone(state, top):
        if asked := _asked(state, top, Resolve()):
            return asked
        state = replace(state, stack=state.stack[:-1])
        emit(log, "stack.remove", state, "fizzle", top.controller, name=top.name, object=top.id)
        return _spell_leaves(state, log, top, "fizzle")
    missing = failing(state, top.provided, About(top.controller, top.source, top.chosen)) if top.provided else ""
    if missing:
        state = replace(state, stack=state.stack[:-1])
        unless = in_words(missing)
        emit(log, "stack.remove", state, "intervening_if", top.controller, name=top.name, object=top.id, unless=unless)
        return state
    if log is not None:
        note(log, "stack.resolve", state, "resolve", top.controller, (("name", top.name), ("object", top.id)))
    return push_effects(state, top.effects, top, Finish(top))


@task(Finish)
def finish_resolving(state: State, log: Log, finished: Finish) -> State:
    """The object leaves the stack after its effects: a permanent enters, another card goes to its next zone."""
    top = finished.top
    if top not in state.stack:
        return state
    if asked := _asked(state, top, finished):
        return asked
    state = replace(state, stack=tuple([o for o in state.stack if o.id != top.id]))
    if top.card is not None and top.card.is_permanent and may_enter(state, top.card, spell=top.id):
        return enter_battlefield(
            state, log, top.card, top.controller, token=top.copy, chosen=top.chosen, untimely=top.untimely,
            owner=top.owner, spell=top,
        )  # fmt: skip
    if top.card is not None and top.card.rebound and not (top.copy or top.again):
        return rebound(state, log, top.card, owner_of(top), top)
    return _spell_leaves(state, log, top, "resolve")


def counter(state: State, log: Log, answered: StackObject) -> State:
    """A spell or ability leaves the stack without resolving (cr2006 414.1, cr2011 701.5a, cr2026 701.6a)."""
    state = replace(state, stack=tuple(o for o in state.stack if o.id != answered.id))
    emit(log, "stack.remove", state, "counter", answered.controller, name=answered.name, object=answered.id)
    return _spell_leaves(state, log, answered, "counter")


def copy(state: State, log: Log, copied: StackObject, seat: int) -> State:
    """Puts a copy of a spell on the stack; it has the same targets, is not cast, and its copier controls it.

    cr2006 503.10, cr2011 706.10, cr2026 707.10.
    """
    new = replace(copied, id=state.serial + 1, controller=seat, copy=True)
    state = replace(state, serial=new.id, stack=(*state.stack, new))
    emit(log, "stack.copy", state, "copy_spell", seat, name=new.name, object=new.id)
    return state


def remove_all(state: State, log: Log, topics: str) -> State:
    """Exiles every object on the stack, including the one that is resolving."""
    resolving = state.stack[-1] if state.at.substate == "resolving" and state.stack else None
    while state.stack:
        top = state.stack[-1]
        state = replace(state, stack=state.stack[:-1])
        how = {"resolving": True} if top is resolving else {}
        if top.card is not None and not top.copy:
            card = unless_named(state, top.card)
            exile = put(state.players[owner_of(top)].exile, top.name, 1, card)
            state = forget(set_player(state, owner_of(top), exile=exile), top.id)
        emit(log, "stack.remove", state, topics, top.controller, name=top.name, object=top.id, to="exile", **how)
    return state


def owner_of(spell: StackObject) -> int:
    """The owner of a spell's card."""
    return spell.controller if spell.owner is None else spell.owner


def forget(state: State, id: int) -> State:
    """The state without the effects that changed a spell, which becomes no permanent."""
    if all(effect.affects != id for effect in state.lasting):
        return state
    return set_standing(state, lasting=tuple(effect for effect in state.lasting if effect.affects != id))


def _damage_resolves(state: State, log: Log, top: StackObject) -> State:
    """Combat damage on the stack is dealt as it was assigned (cr2006 310.4)."""
    combat = state.combat or NO_COMBAT
    state = replace(state, stack=state.stack[:-1], combat=replace(combat, pending=()))
    emit(log, "stack.resolve", state, "deal_damage", top.controller, name=top.name, object=top.id)
    return deal(state, log, combat.pending, stack=True)


def _target_is_gone(state: State, top: StackObject) -> bool:
    """Whether the target is no longer legal; False for objects without a target."""
    if top.targets == "none" or top.target is None:
        return False
    return top.target not in legal_targets(state, top.targets, top.controller)


def _spell_leaves(state: State, log: Log, top: StackObject, topics: str) -> State:
    """Puts a card into its owner's graveyard; abilities and copies have no card.

    Rules: ability_no_card, copy_gone.
    """
    if top.card is None or top.copy or owner_of(top) not in state.rotation.seats:
        return state
    card, owner = unless_named(state, top.card), owner_of(top)
    known = redirects(state)  # also those that are about this spell alone
    stickers = stickers_on(state, top.id) if state.lasting else ()
    state = forget(state, top.id)
    if known:
        state, new = put_instead(state, log, spell_moving(top, "graveyard"), known, topics, card)
        return stick_to_card(state, stickers, new)
    state = put_card(state, log, owner, top.name, "graveyard", topics, card=card)
    return stick_to_card(state, stickers, newest(state, owner, "graveyard")) if stickers else state


def _asked(state: State, top: StackObject, again: Task) -> State | None:
    """Asks first, if contradictory replacement effects would move a spell that is put into the graveyard."""
    spell = top.card is not None and not top.copy and not (top.card.is_permanent and isinstance(again, Finish))
    return ask_fates(state, (spell_moving(top, "graveyard"),), again) if spell and state.battlefield else None
