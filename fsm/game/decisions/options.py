"""Decisions of one of several options, of one order of several objects, and of several cards or permanents.

A player who pays for an effect may activate mana abilities first (413.2e; 608.2f in 2011, 608.2g today).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import TypeVar

from ...edition import obeys
from ..combat.damage_orders import OrderNext, set_order
from ..combat.declaring import AskDefender, defend
from ..flow.arrival import ChoosePhaseSkip
from ..flow.opening import MULLIGAN, MulliganChosen, put_on_bottom
from ..flow.turns import ChooseTurnSkip, NextTurn
from ..flow.untapping import kept_tapped, untap_but, why_not_kept
from ..objects.cards.arranging import arrange
from ..objects.players.drawing import chosen_with_others, discard
from ..priority.activating import activate_meanwhile, mana_abilities, why_not_meanwhile, why_unpaid
from ..priority.priority import of_this_round, put_on_stack
from ..state.action import Action, Activate, Choose, DiscardCards, KeepTapped, Order
from ..state.agenda import choose
from ..state.decision import (
    WHETHER,
    ArrangeCards,
    ChooseBottom,
    ChooseDefender,
    ChooseDiscards,
    ChooseKept,
    ChooseMulligan,
    ChooseOption,
    ChoosePayment,
    ChooseSkip,
    ChooseUntap,
    Decision,
    OrderDamage,
    OrderTriggers,
)
from ..state.event import Log, emit
from ..state.refusal import Refusal, refuse
from ..state.state import State, replace
from .kind import DecisionKind, Departed, asked_again, one_of, settled
from .listing import divisions, sequences

NOTHING = "nothing"
"""The name of the option to skip nothing."""


def go_on_with(state: State, _log: Log, _: Decision, action: Choose) -> State:
    """Gives the chosen option to the newest task of the agenda, which waits for it."""
    return choose(state, action.option)


@obeys("departed_cost")
def departed(state: State, before: State, decision: Decision, seats: tuple[int, ...]) -> State:
    """A player who has left pays nothing, and gets the first option where nobody else is asked instead (800.4f)."""
    return choose(state, 0) if decision.player in seats else state


def _named(_: State, decision: ChooseOption | ChooseKept) -> tuple[str, ...]:
    return decision.options


OPTION = one_of(ChooseOption, _named, go_on_with, departed=departed)
"""A player chooses one of an effect's options, or whether it happens (cr2006 413.2c, later 608.2d)."""

LEGEND = one_of(ChooseKept, _named, go_on_with, departed=departed)
"""A player chooses which of their legends of one name stays (704.5j)."""


def _defend(state: State, log: Log, decision: ChooseDefender, action: Choose) -> State:
    """The chosen opponent is the defending player of this combat."""
    return defend(replace(state, decision=None), log, decision.options[action.option])


def _opponents(state: State, decision: ChooseDefender) -> tuple[str, ...]:
    return tuple(map(state.name, decision.options))


DEFENDER = one_of(ChooseDefender, _opponents, _defend, departed=asked_again(lambda _: AskDefender()))
"""The defending player is chosen, if several opponents are there and only one may be attacked (306.3, 507.1)."""


def _as_the_deck_says(state: State, decision: ChooseMulligan) -> Choose:
    """The player takes as many mulligans as their deck says, and then keeps the hand."""
    match state.agenda:
        case (*_, MulliganChosen(then=mulligans)):
            return Choose(decision.player, int(mulligans.wants(decision.player)))
    return Choose(decision.player, 0)


KEEP_OR_MULLIGAN = one_of(ChooseMulligan, lambda _, __: MULLIGAN, go_on_with, _as_the_deck_says, departed)
"""A player keeps their opening hand or takes a mulligan, before the first turn (cr2006 101.4, 103.4, cr2026 103.5)."""


def _skips(_: State, decision: ChooseSkip) -> tuple[str, ...]:
    """The names of the effects, and last the option to skip nothing, if all of them are optional."""
    return (*decision.effects, NOTHING) if decision.may_decline else decision.effects


def _oldest_skip(_: State, decision: ChooseSkip) -> Choose:
    """Optional skips are declined; otherwise the oldest effect applies."""
    return Choose(decision.player, len(decision.effects) if decision.may_decline else 0)


def _ask_skip_again(state: State, before: State, decision: ChooseSkip, seats: tuple[int, ...]) -> State:
    """The player decides again, since some of the effects may have left."""
    state = replace(state, decision=None)
    match state.agenda:
        case (*below, ChoosePhaseSkip(arrival=arrival)):
            return replace(state, agenda=(*below, arrival))
        case (*below, ChooseTurnSkip()):
            return replace(state, agenda=(*below, NextTurn()))
    return state


@obeys("skip_choice")
def _skip(state: State, log: Log, decision: ChooseSkip, action: Choose) -> State:
    """Says what the player chooses, of several effects or of an optional one, and goes on with it."""
    several, options = len(decision.effects) > 1, _skips(state, decision)
    name, topics = (decision.what, "skip_choice") if several else (decision.effects[0], "skip")
    emit(log, "choice", state, topics, decision.player, name=name, option=options[action.option])
    return choose(state, action.option)


SKIP = one_of(ChooseSkip, _skips, _skip, _oldest_skip, _ask_skip_again)
"""A player chooses which of several effects skips something, or declines optional ones (419.6f, 616.1)."""


NO, YES = 0, 1


@obeys("choice")
def why_not(state: State, decision: ChoosePayment, action: Action) -> Refusal | None:
    """Why a mana ability cannot be activated, or the cost not be paid; or None."""
    match action:
        case Activate():
            return why_not_meanwhile(state, decision, action)
        case Choose(option=1):
            why = why_unpaid(state, decision)
            return refuse(state, f"{decision.by} is not paid for: {why}", "choice") if why else None
        case Choose(option=0):
            return None
    return Refusal("there are 2 options, numbered from 0")


def answers(state: State, decision: ChoosePayment) -> Iterator[Action]:
    """Not to pay, to pay, and each mana ability that can be activated before."""
    yield Choose(decision.player, NO)
    if not why_unpaid(state, decision):
        yield Choose(decision.player, YES)
    if decision.mana:
        for permanent in state.permanents():
            for number in mana_abilities(state, decision.player, permanent.id):
                yield Activate(decision.player, permanent.id, number)


def answer(state: State, log: Log, decision: ChoosePayment, action: Action) -> State:
    """Activates a mana ability, after which the player is asked again; or goes on with the effect."""
    if isinstance(action, Activate):
        return activate_meanwhile(state, log, decision, action)
    assert isinstance(action, Choose)  # noqa: S101  # why_not has looked
    return go_on_with(state, log, decision, action)


def default(_: State, decision: ChoosePayment) -> Choose:
    """The player does not pay."""
    return Choose(decision.player, NO)


PAYMENT = DecisionKind[ChoosePayment, Action](
    ChoosePayment, (Choose, Activate), why_not, answers, answer, default, departed, lambda _, __: WHETHER
)


D = TypeVar("D", bound=Decision)


def _order_of(
    decision: type[D],
    count: Callable[[D], int],
    answer: Callable[[State, Log, D, tuple[int, ...]], State],
    departed: Departed[D] = settled,
) -> DecisionKind[D, Order]:
    """The kind of a decision for an order of ``count`` objects; by default they stay as they are listed."""

    def why_not(_: State, decision: D, action: Order) -> Refusal | None:
        if sorted(action.order) == list(range(count(decision))):
            return None
        return Refusal(f"an order of {count(decision)} names each of 0 to {count(decision) - 1} once")

    def answers(_: State, decision: D) -> Iterator[Order]:
        return (Order(decision.player, order) for order in permutations(range(count(decision))))

    def in_order(state: State, log: Log, decision: D, action: Order) -> State:
        return answer(replace(state, decision=None), log, decision, action.order)

    def as_listed(_: State, decision: D) -> Order:
        return Order(decision.player, tuple(range(count(decision))))

    return DecisionKind(decision, (Order,), why_not, answers, in_order, as_listed, departed)


def _put_on_stack(state: State, log: Log, decision: OrderTriggers, order: tuple[int, ...]) -> State:
    """Puts the triggered abilities of a player, or of their team, on the stack; the first one is the lowest."""
    own = of_this_round(state, decision.player)
    return put_on_stack(state, log, tuple(own[n] for n in order))


def _announce(state: State, log: Log, decision: OrderDamage, order: tuple[int, ...]) -> State:
    others = tuple(decision.others[n] for n in order)
    return set_order(state, log, decision.player, decision.creature, others)


ARRANGEMENT = _order_of(ArrangeCards, lambda decision: len(decision.names), arrange)
"""The order of cards that come to a graveyard or library together, the lowest first (217.4c, 401.4, 404.3)."""

TRIGGER_ORDER = _order_of(OrderTriggers, lambda decision: len(decision.names), _put_on_stack)
"""The order of triggered abilities on the stack, as they triggered by default (410.3, 603.3b)."""

DAMAGE_ORDER = _order_of(
    OrderDamage,
    lambda decision: len(decision.others),
    _announce,
    asked_again(lambda asked: OrderNext((asked.creature,))),
)
"""The order of creatures for the damage of one that they block, or that blocks them (cr2011 509.2, 509.3)."""


def _why_not_discards(state: State, decision: ChooseDiscards, action: DiscardCards) -> Refusal | None:
    """Why these cards cannot be discarded, or None."""
    if len(action.cards) != decision.count:
        return Refusal(f"{decision.count} cards are to be discarded, not {len(action.cards)}")
    left = Counter(decision.hand)
    for card in action.cards:
        if not left[card]:
            return Refusal(f"{state.name(action.player)} has no {card} (any more) to discard")
        left[card] -= 1
    return None


def _answers_discards(_: State, decision: ChooseDiscards) -> Iterator[DiscardCards]:
    """All sets of cards, each once even if cards have the same name; the first cards of the hand come first."""
    held = Counter(decision.hand)
    kept = divisions(len(decision.hand) - decision.count, (0,) * len(held), tuple(held.values()))
    for keeping in kept:
        cards = Counter({name: held[name] - left for name, left in zip(held, keeping, strict=True)})
        yield DiscardCards(decision.player, tuple(sorted(cards.elements())))


@obeys("discard")
def _answer_discards(state: State, log: Log, _: ChooseDiscards, action: DiscardCards) -> State:
    """Discards the cards, in the order in which they are named, in the cleanup step; else ``Discarding`` goes on."""
    seat, cards = action.player, action.cards
    together = chosen_with_others(state, seat, cards)
    return discard(replace(state, decision=None), log, seat, cards, "discard") if together is None else together


def _default_discards(_: State, decision: ChooseDiscards) -> DiscardCards:
    """The last cards of the hand are discarded."""
    return DiscardCards(decision.player, decision.hand[-decision.count :])


DISCARDS = DecisionKind(
    ChooseDiscards, (DiscardCards,), _why_not_discards, _answers_discards, _answer_discards, _default_discards
)
"""Discards: a number of cards from a hand (314.1, 514.1)."""


def _why_not_bottom(_: State, decision: ChooseBottom, action: Order) -> Refusal | None:
    """Why these cards cannot go to the bottom, or None."""
    if len(action.order) != decision.count:
        return Refusal(f"{decision.count} cards go to the bottom of the library, not {len(action.order)}")
    if len(set(action.order)) < decision.count or not set(action.order) <= set(range(len(decision.hand))):
        return Refusal(f"each is another one of the {len(decision.hand)} cards of the hand, numbered from 0")
    return None


def _answers_bottom(_: State, decision: ChooseBottom) -> Iterator[Order]:
    """All choices and orders of the cards, each once even if cards have the same name."""
    hand = decision.hand

    def following(parts: Sequence[int]) -> Iterator[int]:
        free = {hand[at]: at for at in reversed(range(len(hand))) if at not in parts}
        return iter(sorted(free.values()))

    return (Order(decision.player, order) for order in sequences(decision.count, following))


def _answer_bottom(state: State, log: Log, decision: ChooseBottom, action: Order) -> State:
    """Puts the cards there, the first one lowest."""
    cards = [decision.hand[at] for at in action.order]
    return put_on_bottom(replace(state, decision=None), log, action.player, cards)


def _default_bottom(_: State, decision: ChooseBottom) -> Order:
    """The last cards of the hand go to the bottom."""
    cards = len(decision.hand)
    return Order(decision.player, tuple(range(cards - decision.count, cards)))


BOTTOM = DecisionKind(ChooseBottom, (Order,), _why_not_bottom, _answers_bottom, _answer_bottom, _default_bottom)
"""After a mulligan, cards of the new hand go to the bottom of the library, in any order (cr2026 103.5)."""


def _why_not_untaps(state: State, decision: ChooseUntap, action: KeepTapped) -> Refusal | None:
    """Why these permanents cannot stay tapped, or None."""
    if len(set(action.permanents)) != len(action.permanents):
        return Refusal("a permanent is named twice")
    return why_not_kept(state, decision, action.permanents)


def _answers_untaps(state: State, decision: ChooseUntap) -> Iterator[KeepTapped]:
    """All sets of permanents that may stay tapped."""
    return (KeepTapped(decision.player, kept) for kept in kept_tapped(state, decision))


def _answer_untaps(state: State, log: Log, _: ChooseUntap, action: KeepTapped) -> State:
    """All other permanents untap, at once."""
    return untap_but(replace(state, decision=None), log, action.permanents)


def _default_untaps(state: State, decision: ChooseUntap) -> KeepTapped:
    """All permanents untap, or of those that cannot all untap the newest ones."""
    return KeepTapped(decision.player, next(kept_tapped(state, decision)))


UNTAPS = DecisionKind(ChooseUntap, (KeepTapped,), _why_not_untaps, _answers_untaps, _answer_untaps, _default_untaps)
"""Permanents that need not untap, or cannot all untap, stay tapped or untap (302.2, 502.2, cr2026 502.3)."""
