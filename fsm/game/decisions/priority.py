"""A player with priority passes, casts a spell, plays a land or activates an ability (408.1, 116, 117)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from ...cards.card import Card, find_card
from ...edition import obeys
from ...errors import CardError
from ..objects.cards.links import permits
from ..objects.cards.moving import begin_playing, card_at, is_played
from ..priority.activating import activate, activations, why_no_ability, why_not_activate
from ..priority.casting import (
    begin_cast,
    cast,
    castings,
    end_effect,
    finish_cast,
    play_land,
    stoppable,
    suspend,
    why_no_land,
    why_no_suspend,
    why_not_aimed,
    why_not_begin,
    why_not_cast,
    why_not_end,
    why_too_dear,
)
from ..priority.companions import bring_companion, why_no_companion
from ..priority.priority import GivePriority, act
from ..state.action import PASS, Action, Activate, BringCompanion, Cast, EndEffect, Pass, PlayLand, Suspend
from ..state.agenda import push
from ..state.decision import Priority
from ..state.event import Log
from ..state.game import Game
from ..state.piles.pile import CardId, Pile, names
from ..state.refusal import Refusal
from ..state.state import State, replace
from .costs.purchases import PURCHASES, Paying, Purchase, begun, pay_for, tried, why_no_mana
from .kind import DecisionKind


def why_not(state: State, _: Priority, action: Action) -> Refusal | None:
    """Why a player with priority cannot do this, or None; passing is always possible."""
    match action:
        case Cast() if action.mana:
            return (
                why_not_begin(state, action)
                or why_not_aimed(state, action)
                or why_no_mana(state, action)
                or tried(pay_for(begin_cast(state, None, action), None, action))
            )
        case Cast():
            return why_not_cast(state, action)
        case PlayLand():
            return why_no_land(state, action)
        case Activate() if action.mana:
            return (
                why_no_ability(state, action)
                or why_no_mana(state, action)
                or tried(pay_for(_begin_activation(state), None, action))
            )
        case Activate():
            return why_not_activate(state, action)
        case Suspend():
            return why_no_suspend(state, action)
        case BringCompanion():
            return why_no_companion(state, action)
        case EndEffect():
            return why_not_end(state, action)
    return None


def answers(state: State, decision: Priority) -> Iterator[Action]:
    """Passing, the known cards of the hand, those that effects offer, and abilities, each with every target."""
    seat = decision.player
    yield PASS[seat]
    for card in _known_cards(state.players[seat].hand, state.game) if state.players[seat].hand else ():
        if card.suspend and why_no_suspend(state, later := Suspend(seat, card)) is None:
            yield later
        yield from _played(state, seat, card)
    if (name := state.players[seat].companion) and why_no_companion(state, comes := BringCompanion(seat, name)) is None:
        yield comes
    if state.battlefield:
        yield from activations(state, seat)
    if state.standing.lasting:
        yield from _by_effects(state, seat)
    if state.standing.stoppable:
        ends = (EndEffect(seat, one.id) for one in stoppable(state))
        yield from (end for end in ends if why_not_end(state, end) is None)


def _played(state: State, seat: int, card: Card, at: CardId | None = None) -> Sequence[Action]:
    """A card as it can be played now: a land, or a spell with each of its targets."""
    if "land" not in card.type:
        return castings(state, seat, card, at)
    land = PlayLand(seat, card, at)
    lands = (land,) if why_no_land(state, land) is None else ()
    return lands if card.turned_up_for is None else (*lands, *castings(state, seat, card, at))


def _by_effects(state: State, seat: int) -> Iterator[Action]:
    """The cards that effects let a player cast or play."""
    for id in dict.fromkeys(effect.permits.card for effect in permits(state, seat) if effect.permits is not None):
        card = card_at(state, id)
        if card is not None:
            yield from _played(state, seat, card, id)


@lru_cache(maxsize=256)
def _known_cards(hand: Pile, game: Game) -> tuple[Card, ...]:
    """The different cards of a hand that are known, in its order."""
    found = []
    for name in dict.fromkeys(names(hand)):
        with suppress(CardError):
            found.append(find_card(name, game.cards))
    return tuple(found)


def answer(state: State, log: Log, _: Priority, action: Action) -> State:
    """Carries out the action; then the player gets priority again. The engine handles passes itself."""
    match action:
        case Cast() if action.mana:
            return pay_for(begin_cast(state, log, action), state, action)
        case Cast():
            return cast(state, log, action)
        case PlayLand():
            return play_land(state, log, action)
        case Activate() if action.mana:
            return pay_for(_begin_activation(state), state, action)
        case Activate():
            return activate(state, log, action)
        case Suspend():
            return suspend(state, log, action)
        case BringCompanion():
            return bring_companion(state, log, action)
        case EndEffect():
            return end_effect(state, log, action)
    raise AssertionError(f"{type(action).__name__} is not answered here")


def _begin_activation(state: State) -> State:
    """The state in which mana is made for an ability, before its costs are paid."""
    return begin_playing(replace(state, decision=None))


def _pooled(action: Activate) -> Activate:
    """The activation that is paid for with what is in the pool."""
    return replace(action, mana=(), mana_abilities=())


def _has_left(state: State, log: Log, now: Paying) -> State:
    """Who was casting a spell or activating an ability has left: the next player gets priority."""
    return act(is_played(state, log), log, now.action.player)


PURCHASES[Cast] = Purchase(
    "cast",
    lambda state, now: why_too_dear(state, now.action),
    lambda state, log, now: finish_cast(state, log, now.action, begun(state, now)),
    _has_left,
    moves=False,
)
PURCHASES[Activate] = Purchase(
    "activate",
    lambda state, now: why_not_activate(state, _pooled(now.action)),
    lambda state, log, now: activate(state, log, _pooled(now.action)),
    _has_left,
    moves=False,
)


def default(_: State, decision: Priority) -> Pass:
    """The player passes."""
    return Pass(decision.player)


@obeys("departed_priority", "before_priority")
def departed(state: State, before: State, decision: Priority, seats: tuple[int, ...]) -> State:
    """The next player in turn order gets priority; the pass of a player who has left no longer counts (800.4)."""
    holder = decision.player
    order = before.rotation.from_seat(holder)
    state = replace(state, passes=sum(seat not in seats for seat in order[len(order) - state.passes :]))
    if holder in seats:
        state = replace(state, decision=None)
        if state.passes >= len(state.rotation.seats):
            return state
        return push(state, GivePriority(state.next_seat(holder), "departed_priority"))
    # An ability may have triggered as they left; it is put on the stack before play goes on.
    again = GivePriority(holder, "before_priority")
    return push(replace(state, decision=None), again) if state.waiting else state


ACTIONS = (Pass, Cast, PlayLand, Activate, Suspend, BringCompanion, EndEffect)
"""What a player with priority may do."""

KIND = DecisionKind[Priority, Action](Priority, ACTIONS, why_not, answers, answer, default, departed)
