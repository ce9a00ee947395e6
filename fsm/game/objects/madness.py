"""Madness: a discarded card is exiled, and its owner may cast it; otherwise it goes to the graveyard.

What spoke of the discarded card then finds it there, though it is a new object (cr2026 400.7k).
"""

from __future__ import annotations

from typing import Any

from ...cards.card import Card
from ...cards.effect import Effect, Pay
from ..state.agenda import DoEffect
from ..state.event import Log
from ..state.objects import ObjectId
from ..state.pile import CardId
from ..state.state import StackObject, State, replace, set_standing
from .rebound import CastAgain, IfCastable
from .triggers import wait


class NotCast(Effect, frozen=True):
    """A card that was not cast for its madness goes from exile to the graveyard; cards do not name this effect."""


def is_mad(state: State, card: Card | None) -> bool:
    """Whether a card is exiled as it is discarded; only today's edition has a rule for it here."""
    return card is not None and card.madness is not None and bool(state.edition.cite("madness_found"))


def madness(state: State, log: Log, seat: int, card: Card, exiled: CardId) -> State:
    """The ability triggers by which a player may cast the card that they have discarded."""
    cost = card.madness or 0
    pay: Any = Pay((CastAgain(card, paid=cost),), (NotCast(),), cost)  # type: ignore[arg-type]
    effects: Any = (IfCastable(card, (pay,), (NotCast(),)),)  # type: ignore[arg-type]
    ability = StackObject(state.serial + 1, "ability", card.name, seat, effects, those=(exiled,))
    return wait(replace(state, serial=ability.id), log, ability, "event_trigger madness_found")


def follow(state: State, old: CardId, new: CardId) -> State:
    """What spoke of a card speaks of the object that it has become."""

    def told(those: tuple[ObjectId, ...]) -> tuple[ObjectId, ...]:
        return tuple(new if one == old else one for one in those)

    def told_in(thing: StackObject) -> StackObject:
        return replace(thing, those=told(thing.those)) if old in thing.those else thing

    agenda = tuple(
        DoEffect(task.effect, told_in(task.source)) if isinstance(task, DoEffect) else task for task in state.agenda
    )
    waiting = tuple(map(told_in, state.waiting))
    stack = tuple(told_in(thing) if index < len(state.stack) - 1 else thing for index, thing in enumerate(state.stack))
    state = replace(state, agenda=agenda, waiting=waiting, stack=stack)
    return set_standing(state, delayed=tuple(replace(d, those=told(d.those)) for d in state.delayed))
