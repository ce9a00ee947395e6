"""Answers to decisions: what may be answered, and what an answer does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from typing import Any

from ..cards.card import find_card
from ..errors import CardError, IllegalAction
from .combat import attacking, damage, declaring
from .flow import turn_actions
from .objects.targets import legal_targets
from .objects.zones import discard
from .priority import stack
from .priority.stacking import put_on_stack
from .state.agenda import TASKS
from .state.decision import (
    Action,
    Activate,
    Assign,
    AssignDamage,
    Attack,
    Block,
    Cast,
    Choose,
    ChooseDefender,
    ChooseDiscards,
    ChooseOption,
    ChooseSkip,
    ChooseUntap,
    Decision,
    DeclareAttackers,
    DeclareBlockers,
    DiscardCards,
    KeepTapped,
    Order,
    OrderBlockers,
    OrderTriggers,
    Pass,
    PlayLand,
    Priority,
)
from .state.event import Log
from .state.pile import names
from .state.state import State, replace

NOTHING = "nothing"
"""The name of the option to skip nothing."""


def attack(state: State, log: Log, action: Attack) -> State:
    """Declares attackers, in the order of the rule; one that fails is refused, and nothing has changed (308.2, 508.1).

    They are chosen, become tapped, what they cost is added up, mana is made for it and paid, and they attack.
    """
    decision = state.decision
    assert isinstance(decision, DeclareAttackers)  # noqa: S101  # the engine has looked
    why = attacking.why_not_attack(state, decision, action)
    if why:
        raise IllegalAction(why)
    attacks = attacking.attacks_of(state, decision, action)
    state = declaring.tap_attackers(replace(state, decision=None), log, tuple(id for id, _, _ in attacks))
    here = _place(state, action.player)
    state = _pay_to_attack(state, log, action, attacking.total_costs(state, attacks))
    return declaring.attack(state, log, attacks) if _place(state, action.player) == here else state


def _place(state: State, seat: int) -> tuple[object, ...]:
    """Where play is, for a player who is declaring something: elsewhere, nothing comes of it."""
    gone = state.outcome is not None or seat not in state.rotation.seats
    return state.rotation.first, state.turn, state.at.name, gone


def _pay_to_attack(state: State, log: Log, action: Attack, costs: dict[int, int]) -> State:
    """Pays for an attack with what is in the pool and what permanents make now: all of it, or it is illegal.

    The total stays as it was added up, whatever is sacrificed for mana (308.2d-f, 508.1g-i; cr2026 508.1h-j). Of a
    team each player pays for his own attackers: they share no mana (606.5, later 810.5).
    """
    edition, team = state.edition, state.team(action.player)
    if action.mana and not costs:
        raise IllegalAction(f"attacking so costs nothing, and no mana is made for it ({edition.number('attack_mana')})")
    here = _place(state, action.player)
    for id in action.mana:
        maker = state.permanent(id)
        seat = maker.controller if maker is not None and maker.controller in team else action.player
        state = stack.make_mana(state, log, seat, id)
        if _place(state, action.player) != here:
            return state
    for seat, total in costs.items():
        have = state.players[seat].mana
        if have < total:
            raise IllegalAction(
                f"attacking so costs {total} mana and {state.name(seat)} has {have} ({edition.number('attack_pay')})"
            )
        state = stack.pay(state, log, seat, total, "attack_cost attack_pay")
    return state


def block(state: State, log: Log, action: Block) -> State:
    """Declares blockers: untapped creatures, each for one attacker (309.2a, 509.1a)."""
    decision = state.decision
    assert isinstance(decision, DeclareBlockers)  # noqa: S101  # the engine has looked
    rule = state.edition.number("block_eligible")
    if len({blocker for blocker, _ in action.blocks}) != len(action.blocks):
        raise IllegalAction(f"a creature blocks one attacker ({rule})")
    for blocker, attacker in action.blocks:
        if blocker not in decision.candidates:
            raise IllegalAction(f"{_named(state, blocker)} cannot block now ({rule})")
        if attacker not in decision.attackers:
            raise IllegalAction(f"{_named(state, attacker)} does not attack {state.name(action.player)} ({rule})")
    return declaring.block(replace(state, decision=None), log, action.player, action.blocks)


def order(state: State, log: Log, action: Order) -> State:
    """Puts what was asked in order: triggers for the stack, or blockers for damage."""
    decision = state.decision
    count = len(decision.names) if isinstance(decision, OrderTriggers) else len(decision.blockers)  # type: ignore[union-attr]
    if sorted(action.order) != list(range(count)):
        raise IllegalAction(f"an order of {count} names each of 0 to {count - 1} once")
    after = replace(state, decision=None)
    if isinstance(decision, OrderBlockers):
        blockers = tuple(decision.blockers[n] for n in action.order)
        return damage.set_order(after, log, decision.attacker, blockers)
    own = [w for w in state.waiting if w.controller in state.team(action.player)]
    return put_on_stack(after, log, tuple(own[n] for n in action.order))


def assign(state: State, log: Log, action: Assign) -> State:
    """Divides combat damage: all of it, and, where an order was announced, lethal damage first (510.1c)."""
    decision = state.decision
    assert isinstance(decision, AssignDamage)  # noqa: S101  # the engine has looked
    rule = state.edition.number("assign_damage")
    if len(action.amounts) != len(decision.recipients) or any(n < 0 for n in action.amounts):
        raise IllegalAction(f"{len(decision.recipients)} amounts are needed, none below zero ({rule})")
    if sum(action.amounts) != decision.amount:
        raise IllegalAction(f"{decision.amount} damage has to be divided, not {sum(action.amounts)} ({rule})")
    if state.edition.choices["damage_order"] == ("announced",) and not _lethal_in_order(state, decision, action):
        raise IllegalAction(f"each blocker is assigned lethal damage before the next is assigned any ({rule})")
    divided = tuple(zip(decision.recipients, action.amounts, strict=True))
    return damage.divide(replace(state, decision=None), decision.source, divided)


def _lethal_in_order(state: State, decision: AssignDamage, action: Assign) -> bool:
    for at, id in enumerate(decision.recipients):
        permanent = state.permanent(id)
        lethal = max(0, state.toughness(permanent) - permanent.damage) if permanent else 0
        if action.amounts[at] < lethal and any(action.amounts[at + 1 :]):
            return False
    return True


def discard_cards(state: State, log: Log, action: DiscardCards) -> State:
    """Discards the cards named; as many as asked, and ones that are there."""
    decision = state.decision
    assert isinstance(decision, ChooseDiscards)  # noqa: S101  # the engine has looked
    if len(action.cards) != decision.count:
        raise IllegalAction(f"{decision.count} cards are to be discarded, not {len(action.cards)}")
    left = list(decision.hand)
    for card in action.cards:
        if card not in left:
            raise IllegalAction(f"{state.name(action.player)} has no {card} (any more) to discard")
        left.remove(card)
    return discard(replace(state, decision=None), log, action.player, action.cards, "discard")


def choose(state: State, log: Log, action: Choose) -> State:
    """Chooses the n-th of what was offered: a defending player, the effect that skips, or what an effect does."""
    decision = state.decision
    options = _offered(decision)
    if not 0 <= action.option < len(options):
        raise IllegalAction(f"there are {len(options)} options, numbered from 0")
    after = replace(state, decision=None)
    if isinstance(decision, ChooseDefender):
        return declaring.defend(after, log, decision.options[action.option])
    name, *arguments = after.agenda[-1]
    return TASKS[name](replace(after, agenda=after.agenda[:-1]), log, *arguments, action.option)


def keep_tapped(state: State, log: Log, action: KeepTapped) -> State:
    """Leaves permanents tapped that need not untap; all others untap, at once."""
    decision = state.decision
    assert isinstance(decision, ChooseUntap)  # noqa: S101  # the engine has looked
    if len(set(action.permanents)) != len(action.permanents):
        raise IllegalAction("a permanent is named twice")
    for id in action.permanents:
        if id not in decision.permanents:
            raise IllegalAction(f"{_named(state, id)} has to untap ({state.edition.number('untap')})")
    return turn_actions.untap_but(replace(state, decision=None), log, action.permanents)


def _offered(decision: Decision | None) -> tuple[object, ...]:
    if isinstance(decision, ChooseDefender | ChooseOption):
        return decision.options
    assert isinstance(decision, ChooseSkip)  # noqa: S101  # the engine has looked
    return (*decision.effects, NOTHING) if decision.may_decline else decision.effects


class LegalActions:
    """The answers to a state's decision, made as they are asked for."""

    def __init__(self, state: State) -> None:
        self._state = state

    def __iter__(self) -> Iterator[Action]:
        decision = self._state.decision
        return iter(()) if decision is None else _LISTED[type(decision).__name__](self._state, decision)

    def __contains__(self, action: object) -> bool:
        return any(action == known for known in self)

    def count(self) -> int:
        """How many there are."""
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        shown = [repr(action) for action, _ in zip(self, range(5), strict=False)]
        return f"<LegalActions {', '.join(shown)}{', ...' if len(shown) == 5 else ''}>"


def _with_priority(state: State, decision: Priority) -> Iterator[Action]:
    seat = decision.player
    yield Pass(seat)
    for name in dict.fromkeys(names(state.players[seat].hand)):
        try:
            card = find_card(name, state.game.cards)
        except CardError:
            continue
        land = PlayLand(seat, card)
        if "land" in card.type:
            if not stack.why_no_land(state, land):
                yield land
            continue
        targets = _targets(state, card.targets, seat)
        yield from (c for t in targets if not stack.why_not_cast(state, c := Cast(seat, card, t)))
    for permanent in state.permanents():
        for number, ability in enumerate(permanent.card.abilities):
            if permanent.controller == seat or ability.by == "anyone":
                actions = (Activate(seat, permanent.id, number, t) for t in _targets(state, ability.targets, seat))
                yield from (action for action in actions if not stack.why_not_activate(state, action))


def _targets(state: State, targets: str, seat: int) -> tuple[int | None, ...]:
    return legal_targets(state, targets, seat) if targets != "none" else (None,)


def _attacks(state: State, decision: DeclareAttackers) -> Iterator[Action]:
    """All attacks that are legal, small ones first, and each with every set of permanents that pays for it."""
    team = state.team(decision.player)
    budget = sum(state.players[seat].mana + stack.most_mana(state, seat) for seat in team)
    for action in attacking.legal_attacks(state, decision, budget):
        yield from _paid_for(state, decision, action)


def _paid_for(state: State, decision: DeclareAttackers, action: Attack) -> Iterator[Action]:
    """An attack with each set of permanents, in their order, whose mana pays for it."""
    costs = attacking.total_costs(state, attacking.attacks_of(state, decision, action))
    if not costs:
        yield action
        return
    tapped = declaring.tap_attackers(replace(state, decision=None), None, action.attackers)
    team = state.team(action.player)
    able = [
        p.id for p in tapped.permanents() if p.controller in team and stack.mana_ability(tapped, p.controller, p.id)
    ]
    for size in range(len(able) + 1):
        for sources in combinations(able, size):
            try:
                _pay_to_attack(tapped, None, replace(action, mana=sources), costs)
            except IllegalAction:
                continue
            yield replace(action, mana=sources)


def _blocks(_: State, decision: DeclareBlockers) -> Iterator[Action]:
    for choice in product((None, *decision.attackers), repeat=len(decision.candidates)):
        pairs = zip(decision.candidates, choice, strict=True)
        yield Block(decision.player, tuple((b, a) for b, a in pairs if a is not None))


def _orders(_: State, decision: OrderTriggers | OrderBlockers) -> Iterator[Action]:
    count = len(decision.names if isinstance(decision, OrderTriggers) else decision.blockers)
    return (Order(decision.player, order) for order in permutations(range(count)))


def _divisions(state: State, decision: AssignDamage) -> Iterator[Action]:
    announced = state.edition.choices["damage_order"] == ("announced",)
    for amounts in product(range(decision.amount + 1), repeat=len(decision.recipients)):
        action = Assign(decision.player, amounts)
        if sum(amounts) == decision.amount and (not announced or _lethal_in_order(state, decision, action)):
            yield action


def _discards(_: State, decision: ChooseDiscards) -> Iterator[Action]:
    ways = dict.fromkeys(tuple(sorted(c)) for c in combinations(decision.hand, decision.count))
    return (DiscardCards(decision.player, way) for way in ways)


def _untaps(_: State, decision: ChooseUntap) -> Iterator[Action]:
    for size in range(len(decision.permanents) + 1):
        for kept in combinations(decision.permanents, size):
            yield KeepTapped(decision.player, kept)


def _options(_: State, decision: ChooseDefender | ChooseSkip | ChooseOption) -> Iterator[Action]:
    options = _offered(decision)
    return (Choose(decision.player, n) for n in range(len(options)))


_LISTED: dict[str, Callable[[State, Any], Iterator[Action]]] = {
    "Priority": _with_priority,
    "ChooseDefender": _options,
    "DeclareAttackers": _attacks,
    "DeclareBlockers": _blocks,
    "OrderBlockers": _orders,
    "AssignDamage": _divisions,
    "OrderTriggers": _orders,
    "ChooseDiscards": _discards,
    "ChooseSkip": _options,
    "ChooseOption": _options,
    "ChooseUntap": _untaps,
}


def _named(state: State, id: int) -> str:
    permanent = state.permanent(id)
    return permanent.card.name if permanent else "what is not on the battlefield"
