"""Paying for an attack or a block: permanents make mana, then each controller of creatures pays everything, or nothing.

cr2006 308.2d-f and 309.2b-d, cr2011 508.1g-i and 509.1d-f, cr2026 508.1h-j and 509.1d-f.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import TypeVar

from ...words import listed
from ..combat.costs import NOTHING, Bill, Costs
from ..objects.drawing import discard_now
from ..objects.mana import pay
from ..objects.replacing import redirects
from ..objects.zones import leave_battlefield, tap
from ..priority.activating import make_mana, mana_abilities, most_mana
from ..state.decision import Attack, Block, Declaration, Payment
from ..state.event import Log
from ..state.pile import holds
from ..state.refusal import Refusal, named, refuse
from ..state.state import Permanent, State, replace
from .listing import subsets

MANA = Payment("mana")
D = TypeVar("D", Attack, Block)

Typed = tuple[Payment, tuple[str, ...]]
"""What a permanent may pay, and the types that it has or may come to have meanwhile."""

Paid = list[tuple[str, int, tuple[str, ...]]]
"""What has been paid besides mana: how, by which player, and the types of the permanent."""


def _word(action: Declaration) -> str:
    """What is paid for."""
    return "attack" if isinstance(action, Attack) else "block"


def _pay_topic(word: str) -> str:
    return "attack_pay" if word == "attack" else "block_pay"


def _mana_topic(word: str) -> str:
    return "attack_mana" if word == "attack" else "block_mana"


def _topics(word: str) -> str:
    return "attack_cost attack_pay" if word == "attack" else "block_cost block_pay"


def unpaid(state: State, action: Declaration) -> Refusal | None:
    """The refusal to pay something for what costs nothing."""
    if not action.mana and not action.pay:
        return None
    done = "no mana is made" if action.mana else "nothing is paid"
    word = _word(action)
    return refuse(state, f"this {word} costs nothing, and {done} for it", _mana_topic(word))


def pay_for(state: State, log: Log, action: Declaration, costs: Costs) -> State | Refusal:
    """The state after a declaration is paid for, with the mana in the pools and from permanents.

    The total is fixed before mana is made, also if permanents are sacrificed for mana. Each player of a team pays for
    their own creatures: they share no mana (606.5, later 810.5). Costs are paid in the order of ``action.pay``, mana
    first unless that says otherwise. If play moves elsewhere meanwhile, nothing is paid. Mana is made only if one of
    the costs is mana (308.2e, later 508.1h, 508.1i).

    Rules: attack_cost, attack_mana, attack_pay, block_cost, block_mana, block_pay.
    """
    if action.mana and not _needs_mana(costs):
        word = _word(action)
        return refuse(state, f"this {word} costs no mana, and no mana is made for it", _mana_topic(word))
    made = _with_mana(state, log, action)
    if isinstance(made, Refusal) or elsewhere(state, made, action.player):
        return made
    state = made
    paid: Paid = []
    for payment in action.pay if MANA in action.pay else (MANA, *action.pay):
        done = _paid(state, log, payment, costs, paid, _word(action))
        if isinstance(done, Refusal):
            return done
        state = done
    return next((why for seat, bill in costs.items() if (why := _short(state, seat, bill, paid, _word(action)))), state)


def _needs_mana(costs: Costs) -> bool:
    return any(bill.mana for bill in costs.values())


def _with_mana(state: State, log: Log, action: Declaration) -> State | Refusal:
    """The state after the mana abilities that the action names, one after the other."""
    before, team = state, state.team(action.player)
    numbers: tuple[int | None, ...] = action.mana_abilities or (None,) * len(action.mana)
    if len(numbers) != len(action.mana):
        counted = f"{len(action.mana)} permanents and {len(numbers)} abilities"
        return refuse(
            state, f"each permanent makes mana with one ability; there are {counted}", _mana_topic(_word(action))
        )
    for id, number in zip(action.mana, numbers, strict=True):
        maker = state.permanent(id)
        seat = maker.controller if maker is not None and maker.controller in team else action.player
        made = make_mana(state, log, seat, id, number, _mana_topic(_word(action)))
        if isinstance(made, Refusal) or elsewhere(before, made, action.player):
            return made
        state = made
    return state


def _paid(state: State, log: Log, payment: Payment, costs: Costs, paid: Paid, word: str) -> State | Refusal:
    """The state after one payment, which is noted in ``paid``."""
    if payment.kind == "mana":
        return _mana_paid(state, log, costs, word)
    if payment.kind == "discard":
        return _discarded(state, log, payment, costs, paid, word)
    permanent = state.permanent(payment.id)
    if permanent is None or permanent.controller not in costs or (payment.kind == "tap" and permanent.tapped):
        return refuse(state, f"{named(state, payment.id or 0)} cannot pay for this {word}", _pay_topic(word))
    paid.append((payment.kind, permanent.controller, state.types(permanent)))
    if payment.kind == "tap":
        return tap(state, log, permanent, _topics(word))
    return leave_battlefield(state, log, permanent.id, "graveyard", _topics(word))


def _mana_paid(state: State, log: Log, costs: Costs, word: str) -> State | Refusal:
    for seat, bill in costs.items():
        have = state.players[seat].mana
        if have < bill.mana:
            why = f"this {word} costs {bill.mana} mana, and {state.name(seat)} has {have}"
            return refuse(state, why, _pay_topic(word))
        state = pay(state, log, seat, bill.mana, _topics(word))
    return state


def _discarded(state: State, log: Log, payment: Payment, costs: Costs, paid: Paid, word: str) -> State | Refusal:
    """A card of the first player in turn order who has to discard (more)."""
    given = Counter(seat for kind, seat, _ in paid if kind == "discard")
    for seat in state.apnap():
        if given[seat] < costs.get(seat, NOTHING).discard and holds(state.players[seat].hand, payment.card):
            paid.append(("discard", seat, ()))
            return discard_now(state, log, seat, (payment.card,), _topics(word), redirects(state))
    return refuse(state, f"{payment.card} cannot be discarded for this {word}", _pay_topic(word))


def _short(state: State, seat: int, bill: Bill, paid: Paid, word: str) -> Refusal | None:
    """Why a player has not paid exactly what they owe; partial payments are not allowed."""
    for kind, wanted in (("tap", bill.tap), ("sacrifice", bill.sacrifice), ("discard", ("card",) * bill.discard)):
        given = [types or ("card",) for how, payer, types in paid if how == kind and payer == seat]
        if not matched(wanted, given):
            owed = listed(f"{many} {one}{'s' * (many > 1)}" for one, many in Counter(wanted).items()) or "nothing"
            were = f"{len(given)} {'was' if len(given) == 1 else 'were'} given"
            why = f"for this {word} {state.name(seat)} has to {kind} {owed}, and {were}"
            return refuse(state, why, _pay_topic(word))
    return None


def matched(wanted: tuple[str, ...], given: list[tuple[str, ...]]) -> bool:
    """Whether each wanted type has a thing of its own among those given, and nothing is left over.

    >>> matched(("land", "creature"), [("creature", "land"), ("land",)]), matched(("land",), [])
    (True, False)
    """
    taker: dict[int, int] = {}

    def place(want: int, tried: set[int]) -> bool:
        for at, types in enumerate(given):
            if wanted[want] in types and at not in tried:
                tried.add(at)
                if at not in taker or place(taker[at], tried):
                    taker[at] = want
                    return True
        return False

    return len(wanted) == len(given) and all(place(want, set()) for want in range(len(wanted)))


def elsewhere(before: State, after: State, seat: int) -> bool:
    """Whether a player who was declaring something has left, so that the declaration has no effect."""
    return _place(before, seat) != _place(after, seat)


def _place(state: State, seat: int) -> tuple[object, ...]:
    gone = state.outcome is not None or seat not in state.rotation.seats
    return state.rotation.first, state.turn, state.at.name, gone


def most_to_pay(state: State, seat: int) -> int:
    """An upper bound of the mana that a player and their team can pay for an attack or a block."""
    team = state.team(seat)
    pools = sum(state.players[mate].mana for mate in team)
    return pools + sum(most_mana(state, permanent) for permanent in state.permanents() if permanent.controller in team)


def ways_to_pay(state: State, action: D, costs: Costs) -> Iterator[D]:
    """The declaration with each way to pay for it; attackers are tapped already.

    Permanents make mana in their order, each with one ability; mana is paid first.
    """
    team = state.team(action.player)
    own = [p for p in state.permanents() if p.controller in team] if _needs_mana(costs) else []
    able = {p.id: p for p in own if mana_abilities(state, p.controller, p.id)}
    ids = tuple(able)
    made = [most_mana(state, able[id]) for id in ids]
    missing = sum(max(0, bill.mana - state.players[seat].mana) for seat, bill in costs.items())
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
    made = _with_mana(state, None, action)
    if isinstance(made, Refusal):
        return
    for payments in product(*(_payments(made, seat, bill) for seat, bill in costs.items())):
        way = replace(action, pay=tuple(chain(*payments)))
        if not isinstance(pay_for(state, None, way, costs), Refusal):
            yield way


def _payments(state: State, seat: int, bill: Bill) -> Iterator[tuple[Payment, ...]]:
    """All that one player may tap, sacrifice and discard for a bill."""
    own = [(p, _possible(state, p)) for p in state.permanents(seat)]
    tapping = _fitting(bill.tap, [(Payment("tap", p.id), types) for p, types in own if not p.tapped])
    giving = list(_fitting(bill.sacrifice, [(Payment("sacrifice", p.id), types) for p, types in own]))
    hand = [str(name) for name, count in state.players[seat].hand for _ in range(min(count, bill.discard))]
    cards = sorted(set(combinations(hand, bill.discard)))
    for tapped, given, named_cards in product(tapping, giving, cards):
        yield (*tapped, *given, *(Payment("discard", card=card) for card in named_cards))


def _possible(state: State, permanent: Permanent) -> tuple[str, ...]:
    """The types that a permanent has, or may have as soon as a payment ends an effect."""
    changed = (e.types for e in state.lasting if e.types is not None and e.affects == permanent.id)
    return (*permanent.card.type, *chain.from_iterable(changed))


def _fitting(wanted: tuple[str, ...], offered: list[Typed]) -> Iterator[tuple[Payment, ...]]:
    """The sets of permanents that are of the wanted types, each of one of them."""
    fit = [(payment, types) for payment, types in offered if not set(types).isdisjoint(wanted)]
    for chosen in combinations(fit, len(wanted)):
        if matched(wanted, [types for _, types in chosen]):
            yield tuple(payment for payment, _ in chosen)
