"""The stack: its top object resolves, and objects are countered, copied or removed."""

from __future__ import annotations

from typing import Any

from ...edition import obeys
from ..combat.damage import deal
from ..objects.abilities.conditions import About, failing, in_words
from ..objects.abilities.recasting import rebound, rebounding
from ..objects.abilities.targets import legal_targets
from ..objects.cards.moving import unless_named
from ..objects.cards.replacing import (
    Moving,
    Redirects,
    arrive,
    ask_fates,
    fates_met,
    is_replaced,
    owner_of,
    redirects,
    spell_moving,
    spell_name,
)
from ..objects.cards.stickers import stick_to_card, stickers_on
from ..objects.permanents.moving import enter_battlefield
from ..objects.permanents.statuses import may_enter
from ..objects.players.drawing import draw_card
from ..state.agenda import Task, push_effects, task
from ..state.attackers import NO_COMBAT
from ..state.event import Log, emit, note
from ..state.objects import ACTIONS
from ..state.piles.pile import CardId
from ..state.state import StackObject, State, replace, set_standing


class Resolve(Task, frozen=True):
    """The top object of the stack is still to resolve."""


class Finish(Task, frozen=True):
    """An object that has resolved is still to leave the stack."""

    top: StackObject

    @property
    def private(self) -> bool:  # type: ignore[override]
        """Whether it is a spell that is face down."""
        return self.top.printed is not None


@obeys("deal_damage", "draw_on_stack")
def _action(state: State, log: Log, top: StackObject) -> State:
    """An action of the turn: the active player draws, or damage is dealt as it was assigned (cr2006 310.4)."""
    combat, topic = state.combat or NO_COMBAT, "deal_damage" if top.kind == "damage" else "draw_on_stack"
    pending = combat.pending
    state = replace(state, stack=state.stack[:-1])
    if top.kind == "damage":
        state = replace(state, combat=replace(combat, pending=()))
    emit(log, "stack.resolve", state, topic, top.controller, name=top.name, object=top.id)
    return deal(state, log, pending, stack=True) if top.kind == "damage" else draw_card(state, log)


@task(Resolve)
@obeys("responses", "stack_order", "fizzle", "intervening_if", "resolve")
def resolve(state: State, log: Log, _: Resolve) -> State:
    """The top object resolves, unless it has no legal target left (413, 608)."""
    top = state.stack[-1]
    if top.kind in ACTIONS:
        return _action(state, log, top)
    aimed = top.targets != "none" and top.target is not None
    if aimed and top.target not in legal_targets(state, top.targets, top.controller, top.source):
        if asked := _asked(state, top, Resolve()):
            return asked
        state = replace(state, stack=state.stack[:-1])
        emit(log, "stack.remove", state, "fizzle", top.controller, **_told(top))
        return _spell_leaves(state, log, top, "fizzle")[0]
    missing = failing(state, top.provided, About(top.controller, top.source, top.chosen)) if top.provided else ""
    if missing:
        state = replace(state, stack=state.stack[:-1])
        emit(log, "stack.remove", state, "intervening_if", top.controller, **_told(top), unless=in_words(missing))
        return state
    if log is not None:
        note(log, "stack.resolve", state, "resolve", top.controller, (("name", top.name), ("object", top.id)))
    return push_effects(state, top.effects, top, Finish(top))


@task(Finish)
@obeys("spell_done", "spell_kept_out")
def finish_resolving(state: State, log: Log, finished: Finish) -> State:
    """The object leaves the stack after its effects: a permanent enters, unless that is forbidden; others go on."""
    top, card = finished.top, finished.top.card
    if top not in state.stack:
        return state
    enters = card is not None and card.is_permanent and may_enter(state, card, spell=top.id)
    to, known = "battlefield" if enters else "graveyard", (*rebounding(top), *redirects(state))
    if known and (asked := _asked(state, top, finished, to, known)):
        return asked
    state = replace(state, stack=tuple([o for o in state.stack if o.id != top.id]))
    if to == "battlefield" and (top.copy or not known or not is_replaced(state, spell_moving(state, top, to), known)):
        assert card is not None  # noqa: S101  # it is a permanent
        card, down = top.printed or card, top.printed is not None
        return enter_battlefield(
            state, log, card, top.controller, token=top.copy, owner=top.owner, spell=top, face_down=down
        )
    topics = "spell_kept_out" if card is not None and card.is_permanent and to == "graveyard" else "spell_done"
    state, new, used = _spell_leaves(state, log, top, topics, to, known)
    if card is not None and new is not None and new.zone == "exile" and set(rebounding(top)) & set(used):
        state = rebound(state, log, card, top, new)
    return fates_met(state)


@obeys("counter")
def counter(state: State, log: Log, answered: StackObject, to: str = "graveyard") -> State:
    """A spell or ability leaves the stack without resolving (cr2006 414.1, cr2011 701.5a, cr2026 701.6a)."""
    return take_off(state, log, answered, "counter", to)[0]


def take_off(
    state: State, log: Log, gone: StackObject, topics: str, to: str, told: bool = True
) -> tuple[State, CardId | None]:
    """A spell or ability leaves the stack; the card of a spell goes to a zone, with what it is there.

    With ``told`` an event says that it has not resolved.
    """
    state = replace(state, stack=tuple(o for o in state.stack if o.id != gone.id))
    if told:
        emit(log, "stack.remove", state, topics, gone.controller, **_told(gone))
    return _spell_leaves(state, log, gone, topics, to)[:2]


def _told(gone: StackObject) -> dict[str, Any]:
    """What is told of an object that leaves the stack: an ability is not the permanent that it is called after."""
    how: dict[str, Any] = {"ability": True} if gone.kind == "ability" else {}
    return {"name": gone.name, "object": gone.id, **how}


@obeys("copy_spell", "copy_ability", "copy_trigger")
def copy(state: State, log: Log, copied: StackObject, seat: int) -> State:
    """Puts a copy of a spell or ability on the stack; it has the same source and targets, and its copier controls it.

    It is not cast, is not activated and has not triggered (cr2006 503.10, cr2011 706.9, cr2026 707.10).
    """
    new = replace(copied, id=state.serial + 1, controller=seat, copy=True, printed=None)
    state = replace(state, serial=new.id, stack=(*state.stack, new))
    topics = "copy_spell" if copied.kind == "spell" else "copy_spell copy_ability"
    emit(log, "stack.copy", state, topics, seat, name=new.name, object=new.id)
    return state


def remove_all(state: State, log: Log, topics: str) -> State:
    """Exiles every object on the stack, including the one that is resolving."""
    resolving = state.stack[-1] if state.at.substate == "resolving" and state.stack else None
    while state.stack:
        top = state.stack[-1]
        state = replace(state, stack=state.stack[:-1])
        how: dict[str, Any] = {"resolving": True} if top is resolving else {}
        state, new, _ = _spell_leaves(state, log, top, topics, "exile", told=False)
        to = "exile" if new is None else new.zone
        emit(log, "stack.remove", state, topics, top.controller, **_told(top), to=to, **how)
    return state


def forget(state: State, id: int) -> State:
    """The state without the effects that changed a spell, which becomes no permanent."""
    if all(effect.affects != id for effect in state.lasting):
        return state
    return set_standing(state, lasting=tuple(effect for effect in state.lasting if effect.affects != id))


@obeys("ability_no_card", "copy_gone", "face_down_revealed")
def _spell_leaves(
    state: State,
    log: Log,
    top: StackObject,
    topics: str,
    to: str = "graveyard",
    known: Redirects | None = None,
    told: bool = True,
) -> tuple[State, CardId | None, Redirects]:
    """Puts a card where it goes; abilities and copies have no card. With what it is there, and what changed that."""
    if top.card is None or top.copy or owner_of(top) not in state.rotation.seats:
        return state, None, ()
    known = redirects(state) if known is None else known  # also those that are about this spell alone
    stickers = stickers_on(state, top.id) if state.lasting else ()
    card = unless_named(state, top.printed or top.card)
    moving = Moving(top.id, spell_name(top), top.controller, owner_of(top), "stack", to)
    moving = spell_moving(state, top, to) if known else moving
    state, new, used = arrive(forget(state, top.id), log, moving, topics, card, known, told=told)
    return stick_to_card(state, stickers, new) if stickers else state, new, used


def _asked(
    state: State, top: StackObject, again: Task, to: str = "graveyard", known: Redirects | None = None
) -> State | None:
    """Asks first, if contradictory replacement effects would move the card of a spell."""
    is_card = top.card is not None and not top.copy
    return ask_fates(state, (spell_moving(state, top, to),), again, known) if is_card else None
