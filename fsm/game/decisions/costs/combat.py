"""Ways to pay for an attack or a block: whether one is enough, and all of them.

How each is carried out is in ``purchases``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import TypeVar

from ....cards.kinds import fits
from ...combat.costs import Bill, Costs, Possible, matched
from ...objects.players.mana import spendable
from ...priority.activating import mana_abilities, most_mana
from ...state.action import Attack, Block, Declaration, Payment
from ...state.refusal import Refusal, refuse
from ...state.state import Permanent, State, replace
from ..listing import subsets
from .purchases import PURCHASES, outcomes, pay_for, tried, why_no_mana

D = TypeVar("D", Attack, Block)

Offered = tuple[Payment, Possible]
"""What a permanent may pay, and what it may be then."""


def why_unpaid(state: State, action: Declaration, costs: Costs) -> Refusal | None:
    """Why an attack or a block cannot be paid for as it says, or None; what costs nothing is not paid for.

    Mana is made only if one of the costs is mana (308.2e, later 508.1h, 508.1i).
    """
    kind, needs_mana = PURCHASES[type(action)], _needs_mana(costs)
    if action.mana and not needs_mana:
        why = f"this {kind.word} costs {'no mana' if costs else 'nothing'}, and no mana is made for it"
        return refuse(state, why, kind.mana)
    if action.pay and not costs:
        return refuse(state, f"this {kind.word} costs nothing, and nothing is paid for it", kind.mana)
    if not costs:
        return None
    return why_no_mana(state, action) or tried(pay_for(state, None, action, costs))


def _needs_mana(costs: Costs) -> bool:
    return any(bill.mana for bill in costs.values())


def most_to_pay(seat: int, *states: State) -> int:
    """An upper bound of the mana that a player and their team can pay for an attack or a block.

    ``states`` are those in which they might make it: before all of their attackers are tapped, and after it. Left out:
    what could be activated only while some of them are tapped and others are not.
    """
    team = states[0].team(seat)
    own = (p for p in states[0].permanents() if p.controller in team)
    able = (p for p in own if any(mana_abilities(state, p.controller, p.id) for state in states))
    return sum(spendable(states[0], mate) for mate in team) + sum(most_mana(states[0], p) for p in able)


def ways_to_pay(state: State, action: D, costs: Costs) -> Iterator[D]:
    """The declaration with each way to pay for it; attackers are tapped already.

    Permanents make mana in their order, each with one ability; mana is paid first.
    """
    team = state.team(action.player)
    own = [p for p in state.permanents() if p.controller in team] if _needs_mana(costs) else []
    able = {p.id: p for p in own if mana_abilities(state, p.controller, p.id)}
    ids = tuple(able)
    made = [most_mana(state, able[id]) for id in ids]
    missing = sum(max(0, bill.mana - spendable(state, seat)) for seat, bill in costs.items())
    for size in range(len(ids) + 1):
        for chosen in subsets(made, size, missing):
            for way in _with_abilities(state, replace(action, mana=tuple(ids[at] for at in chosen)), able):
                yield from _with_payments(state, way, costs)


def _with_abilities(state: State, action: D, able: dict[int, Permanent]) -> Iterator[D]:
    """The declaration with each choice of the mana abilities that can be activated; unnamed, they are first ones."""
    each = [mana_abilities(state, able[id].controller, id) for id in action.mana]
    first = tuple(numbers[0] for numbers in each)
    for numbers in product(*each):
        yield action if numbers == first else replace(action, mana_abilities=numbers)


def _with_payments(state: State, action: D, costs: Costs) -> Iterator[D]:
    """The declaration with each set of permanents and cards that pays for it; one without, if it costs mana alone."""
    made = next(outcomes(pay_for(state, None, replace(action, pay=()))))
    if isinstance(made, Refusal):
        return
    for payments in product(*(_payments(made, seat, bill) for seat, bill in costs.items())):
        way = replace(action, pay=tuple(chain(*payments)))
        if tried(pay_for(state, None, way, costs)) is None:
            yield way


def _payments(state: State, seat: int, bill: Bill) -> Iterator[tuple[Payment, ...]]:
    """All that one player may tap, sacrifice and discard for a bill."""
    own = [(p, _possible(state, p)) for p in state.permanents(seat)]
    tapping = _fitting(bill.tap, [(Payment("tap", p.id), of) for p, of in own if not p.tapped])
    giving = list(_fitting(bill.sacrifice, [(Payment("sacrifice", p.id), of) for p, of in own]))
    hand = [str(name) for name, count in state.players[seat].hand for _ in range(min(count, bill.discard))]
    cards = sorted(set(combinations(hand, bill.discard)))
    for tapped, given, named_cards in product(tapping, giving, cards):
        yield (*tapped, *given, *(Payment("discard", card=card) for card in named_cards))


def _possible(state: State, permanent: Permanent) -> Possible:
    """What a permanent is, or may be as soon as a payment ends an effect."""
    card, changes = permanent.card, [e for e in state.lasting if e.affects == permanent.id]
    types = [(*card.type, *card.subtypes), *((*e.types, *e.subtypes) for e in changes if e.types is not None)]
    colors = [card.own_colors, *(e.colors for e in changes if e.colors is not None)]
    fixed = (card.name, *state.supertypes(card))
    return tuple(frozenset((*fixed, *of_type, *of_color)) for of_type, of_color in product(types, colors))


def _fitting(wanted: tuple[str, ...], offered: list[Offered]) -> Iterator[tuple[Payment, ...]]:
    """The sets of permanents that are of the wanted kinds, each of one of them."""
    fit = [(payment, of) for payment, of in offered if any(fits(kind, one) for kind in wanted for one in of)]
    for chosen in combinations(fit, len(wanted)):
        if matched(wanted, [of for _, of in chosen]):
            yield tuple(payment for payment, _ in chosen)
