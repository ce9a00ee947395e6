"""Cards that are cast as an ability resolves: by rebound, once they are suspended, and by madness and miracle.

Rebound is 702.88, suspend 502.59 and later 702.61-62, miracle 702.94.

Madness is a replacement effect of a discarded card (cr2006 502.24a, cr2011 702.32a, cr2026 702.35a), and optional
before today's edition. What spoke of that card finds it in the graveyard, though it is a new object (cr2026 400.7k).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....cards.abilities import Instead
from ....cards.card import Card
from ....cards.vocabulary import Delayed, Effect, Effects, May, Pay
from ....edition import obeys
from ...state.agenda import Choice, DoEffect, Task, push, task
from ...state.decision import WHETHER, ChooseOption
from ...state.enduring import Permit
from ...state.event import Log, emit
from ...state.objects import ObjectId
from ...state.piles.pile import UNKNOWN, CardId, Pile
from ...state.state import DelayedAbility, StackObject, State, replace, set_standing
from ..cards.moving import card_at, is_there, named_card
from ..cards.replacing import Redirect, Redirects, unseen
from .delayed import create
from .triggers import triggers


class CastAgain(Effect, frozen=True):
    """Its controller casts a card, for which nothing more is to be paid; cards do not name it.

    ``suspended``: it was suspended, and has haste if it is a creature. ``paid`` is the mana that has been paid.
    ``permit`` is what happens to the spell, if an effect lets them cast the card.
    """

    card: Card
    suspended: bool = False
    paid: int = 0
    permit: Permit | None = None


class IfCastable(Effect, frozen=True):
    """Effects that cast a card, if it can be cast now, and ``otherwise`` others; cards do not name it."""

    card: Card
    do: Effects
    otherwise: Effects = ()


def rebounding(spell: StackObject) -> Redirects:
    """The replacement effect of a spell with rebound, which is exiled as it resolves."""
    has = spell.card is not None and spell.card.rebound and not (spell.copy or spell.again)
    return (Redirect((0, spell.id), "rebound", spell.controller, None, Instead(), spell.id),) if has else ()


def rebound(state: State, log: Log, card: Card, source: StackObject, exiled: CardId) -> State:
    """A spell that was exiled by its rebound may be cast again in its controller's next upkeep."""
    again: Any = IfCastable(card, (May((CastAgain(card),)),))  # type: ignore[arg-type]
    return create(state, log, Delayed("upkeep", (again,), "you"), replace(source, those=(exiled,)))


class TimeCounter(Effect, frozen=True):
    """Removes a time counter from a suspended card; cards do not name this effect.

    In the ability that waits for upkeeps as long as the card is suspended, ``counters`` is how many it has now.
    """

    card: Card
    counters: int


def suspended(state: State, log: Log, card: Card, seat: int, id: CardId, counters: int) -> State:
    """A card with time counters loses one at the beginning of each of its owner's upkeeps."""
    source = StackObject(0, "ability", card.name, seat, those=(id,))
    again: Effects = (TimeCounter(card, counters),)  # type: ignore[assignment]
    return create(state, log, Delayed("upkeep", again, "you", each=True), source, needs=True)


@obeys("suspended")
def timers(state: State) -> tuple[DelayedAbility, ...]:
    """The abilities of the suspended cards, each with the time counters of its card (502.59b, later 702.59b, 702.62b).

    What has left exile is not suspended any more.
    """
    waiting = (one for one in state.delayed if one.needs)
    return tuple(one for one in waiting if isinstance(one.those[0], CardId) and is_there(state, one.those[0]))


Held = Iterable[tuple[CardId, str]]
"""Cards of a hand, each with its name."""

_INSTEAD = Instead()
"""The card is exiled instead of being put into the graveyard."""

_DECLINED = (0, -1)
"""What stands for the choice to put a card with madness into the graveyard."""


class NotCast(Effect, frozen=True):
    """A card that was not cast for its madness goes from exile to the graveyard; cards do not name this effect."""


def is_any_mad(state: State, hand: Pile, names: Iterable[str]) -> bool:
    """Whether one of the cards of a hand that these names may mean has madness, as far as anybody knows."""
    for name in names:
        if name is not UNKNOWN and (card := named_card(state, name)) and card.madness is not None:
            return True
    for run in hand.runs:  # noqa: SIM110  # quicker than any(), at each discard
        if run.card is not None and run.card.madness is not None:
            return True
    return False


@obeys("madness")
def mad(state: State, held: Held) -> Redirects:
    """The replacement effects of those cards with madness that their owners exile as they discard them."""
    found = ((id, name) for id, name in held if _is_mad(state, id, name))
    each = tuple(Redirect((0, id.number), "madness", id.owner, None, _INSTEAD, id) for id, _ in found)
    if state.edition.choices["madness"] == ("is_exiled",):
        return each
    return tuple(redirect for redirect in each if (redirect.affects, redirect.id) in state.standing.fates)


def ask_mad(state: State, held: Held, again: Task) -> State | None:
    """Asks whether the owner exiles the first card with madness, where the edition lets them; None if all is clear.

    The task ``again`` is what would discard them; it happens after the choice.
    """
    if state.edition.choices["madness"] == ("is_exiled",):
        return None
    for id, name in held:
        if _is_mad(state, id, name) and not any(asked == id for asked, _ in state.standing.fates):
            ask = MadnessChosen(id, name)
            decision = ChooseOption(id.owner, name, WHETHER, **unseen(id))
            return replace(push(push(state, again), ask), decision=decision)
    return None


class MadnessChosen(Choice, frozen=True):
    """The owner of a card with madness exiles it as it is discarded, or does not."""

    private = True
    id: CardId
    name: str


@task(MadnessChosen)
@obeys("madness")
def _madness_chosen(state: State, log: Log, chosen: MadnessChosen) -> State:
    id, option = chosen.id, WHETHER[chosen.option]
    emit(log, "choice", state, "madness", id.owner, name=chosen.name, option=option, **unseen(id))
    fate = (id, (0, id.number) if chosen.option else _DECLINED)
    return set_standing(state, fates=(*state.standing.fates, fate))


def _is_mad(state: State, id: CardId, name: str) -> bool:
    card = card_at(state, id) or named_card(state, name)
    return card is not None and card.madness is not None


@obeys("event_trigger", "madness")
def madness(state: State, log: Log, seat: int, card: Card, exiled: CardId) -> State:
    """The ability triggers by which a player may cast the card that they have discarded."""
    cost = card.madness or 0
    pay: Any = Pay((CastAgain(card, paid=cost),), (NotCast(),), cost)  # type: ignore[arg-type]
    effects: Any = (IfCastable(card, (pay,), (NotCast(),)),)  # type: ignore[arg-type]
    return triggers(state, log, "event_trigger madness", card.name, seat, effects, those=(exiled,))


class AskMiracle(Task, frozen=True):
    """A player has drawn a card with miracle as their first in a turn, and is still to be asked about it."""

    private = True
    id: CardId
    name: str


class MiracleChosen(Choice, frozen=True):
    """A player reveals the card with miracle that they have drawn, or does not."""

    private = True
    id: CardId
    name: str


def is_miracle(state: State, name: str, card: Card | None) -> bool:
    """Whether a card that a player draws as their first in a turn has miracle; no edition before today's knows it."""
    known = card or named_card(state, name)
    return known is not None and known.miracle is not None and bool(state.edition.cite("miracle"))


@task(AskMiracle)
def _ask_miracle(state: State, log: Log, asked: AskMiracle) -> State:
    decision = ChooseOption(asked.id.owner, asked.name, WHETHER, **unseen(asked.id))
    return replace(push(state, MiracleChosen(asked.id, asked.name)), decision=decision)


@task(MiracleChosen)
@obeys("event_trigger", "miracle")
def _miracle_chosen(state: State, log: Log, chosen: MiracleChosen) -> State:
    """Once the card has been revealed the ability triggers by which it may be cast out of the hand."""
    id, name = chosen.id, chosen.name
    emit(log, "choice", state, "miracle", id.owner, name=name, option=WHETHER[chosen.option], **unseen(id))
    card = card_at(state, id) or named_card(state, name)
    if not chosen.option or card is None:
        return state
    emit(log, "card.reveal", state, "miracle", id.owner, card=name, out_of="hand")
    cost = card.miracle or 0
    pay: Any = Pay((CastAgain(card, paid=cost),), (), cost)  # type: ignore[arg-type]
    effects: Any = (IfCastable(card, (pay,)),)
    return triggers(state, log, "event_trigger miracle", name, id.owner, effects, those=(id,))


def follow(state: State, old: CardId, new: CardId) -> State:
    """What spoke of a card speaks of the object that it has become."""

    def renamed(those: tuple[ObjectId, ...]) -> tuple[ObjectId, ...]:
        return tuple(new if one == old else one for one in those)

    def renamed_in(item: StackObject) -> StackObject:
        return replace(item, those=renamed(item.those)) if old in item.those else item

    agenda = tuple(
        DoEffect(task.effect, renamed_in(task.source)) if isinstance(task, DoEffect) else task for task in state.agenda
    )
    waiting = tuple(map(renamed_in, state.waiting))
    stack = (*map(renamed_in, state.stack[:-1]), *state.stack[-1:])
    state = replace(state, agenda=agenda, waiting=waiting, stack=stack)
    return set_standing(state, delayed=tuple(replace(d, those=renamed(d.those)) for d in state.delayed))
