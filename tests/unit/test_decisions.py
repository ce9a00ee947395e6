"""Kinds of decisions: each has its module, ``in`` asks and lists nothing, and the first answers come at once."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations, islice, product
from operator import contains
from typing import Any, TypeVar

import pytest
from cases import every_day
from playing import Playing, card
from random_games import RandomGame

from fsm.edition import edition_ids
from fsm.errors import IllegalAction
from fsm.game import (
    ENDLESS,
    UNKNOWN,
    Action,
    Activate,
    Assign,
    AssignDamage,
    Attack,
    Block,
    BringCompanion,
    Cast,
    Choose,
    ChooseDiscards,
    Concede,
    Decision,
    DeclareAttackers,
    DeclareBlockers,
    DiscardCards,
    EndEffect,
    KeepTapped,
    Options,
    Order,
    OrderDamage,
    Pass,
    Pile,
    Player,
    PlayLand,
    Priority,
    State,
    Suspend,
    default_action,
    legal_actions,
    pile_of,
    replace,
    step,
    why_not,
)
from fsm.game.combat.costs import total_costs
from fsm.game.decisions.costs.combat import ways_to_pay
from fsm.game.decisions.listing import divisions, subsets, within_budget
from fsm.game.decisions.table import DECISION_KINDS

T = TypeVar("T")

AT_ONCE = 100_000
"""How many calls of functions a question may take here; listing would take millions."""

BEAR = card("Bear", type="creature", power=2, toughness=2)
GIANT = card("Giant", type="creature", power=40, toughness=40)
EAGER = card("Eager", type="creature", power=1, toughness=1, keywords=["attacks each combat if able"])
ROCK = card("Rock", type="artifact", abilities=[{"do": [{"mana": 1}], "tap": True, "mana_ability": True}])
PRISON = card("Prison", type="enchantment", static=[{"attack_cost": 1}])
SOME = card("Arbiter", type="artifact", static=[{"most_attackers": 10}])
MULTIPLE = Options(attack="multiple")


def at_once(question: Callable[[], T]) -> T:
    """The answer to a question; an error if more functions are called, or generators resumed, than are allowed."""
    count = 0

    def called(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")
        if count > AT_ONCE:
            sys.setprofile(before)
            raise AssertionError(f"not answered after {AT_ONCE} calls")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        return question()
    finally:
        sys.setprofile(before)


def first(state: State, many: int = 3) -> list[Action]:
    """The first answers of the list, which come at once, are different, and are legal."""
    found = at_once(lambda: list(islice(legal_actions(state), many)))
    assert len(set(found)) == many
    assert all(why_not(state, action) is None for action in found)
    return found


def asked(kind: type[Decision], *battlefield: Any, edition: str = "cr2026", players: int = 2, **setup: Any) -> Playing:
    """A game in which somebody is asked for that."""
    game = Playing(edition, players, battlefield, **setup)
    game.until(lambda state: type(state.decision) is kind)
    return game


def with_hand(*names: str) -> State:
    """A game in which Ann has to discard from a hand of these cards."""
    players = [Player(hand=pile_of(names), library=Pile.of((UNKNOWN, ENDLESS))), Player()]
    return asked(ChooseDiscards, setups=players).state


def among_five(edition: str) -> State:
    """A game in which a Giant divides 40 damage among five blockers, in an edition that knows their order or not."""
    game = asked(DeclareAttackers, (0, GIANT), *((1, BEAR) for _ in range(5)), edition=edition)
    game.do(Attack(0, (1,)))
    game.until(lambda state: type(state.decision) is DeclareBlockers)
    game.do(Block(1, tuple((id, 1) for id in range(2, 7))))
    return game.until(lambda state: type(state.decision) is AssignDamage)


def test_each_kind_says_what_is_decided() -> None:
    said = [kind.about for kind in DECISION_KINDS if kind.__module__.startswith("fsm.")]
    assert len({*said, Decision.about}) == len(said) + 1


def test_every_decision_has_its_kind() -> None:
    assert set(DECISION_KINDS) == {kind for kind in Decision.__subclasses__() if kind.__module__.startswith("fsm.")}
    for decision, kind in DECISION_KINDS.items():
        module = sys.modules[kind.answer.__module__]
        assert kind.decision is decision
        assert module.__name__.startswith("fsm.game.decisions.")
    answers = {action for kind in DECISION_KINDS.values() for action in kind.actions}
    assert answers | {Concede} == set(Action.__subclasses__())


def test_an_attack_of_sixteen_is_looked_up_without_a_list() -> None:
    state = asked(DeclareAttackers, *((0, BEAR) for _ in range(16)), players=4, options=MULTIPLE).state
    ids = tuple(range(1, 17))
    for attack, legal in (
        (Attack(0, ids, (1, 2, 3, 1) * 4), True),
        (Attack(0, ids[::-1], (3,) * 16), True),
        (Attack(0, ids, (0,) * 16), False),
    ):
        assert at_once(partial(contains, legal_actions(state), attack)) is legal
    first(state, 20)


def test_attacks_that_must_be_large_come_at_once() -> None:
    state = asked(DeclareAttackers, (0, SOME), *((0, EAGER) for _ in range(20)), (0, BEAR)).state
    found = first(state)
    assert {len(action.attackers) for action in found if isinstance(action, Attack)} == {10}


def test_attacks_that_need_all_mana_come_at_once() -> None:
    eager = [(0, BEAR)] * 12 + [(0, ROCK)] * 12 + [(1, PRISON)]
    state = asked(DeclareAttackers, *eager).state
    whole = Attack(0, tuple(range(1, 13)), mana=tuple(range(13, 25)))
    assert at_once(lambda: whole in legal_actions(state))
    assert replace(whole, mana=whole.mana[1:]) not in legal_actions(state)
    assert first(state, 14)[:2] == [Attack(0), Attack(0, (1,), mana=(13,))]
    costs = total_costs(state, tuple((id, 1, None) for id in whole.attackers))
    asked_nothing = replace(state, decision=None)
    assert at_once(lambda: list(ways_to_pay(asked_nothing, whole, costs))) == [whole]


def test_blocks_come_at_once() -> None:
    game = asked(DeclareAttackers, *((seat, BEAR) for seat in (0, 1) for _ in range(16)))
    game.do(Attack(0, tuple(range(1, 17))))
    state = game.until(lambda state: type(state.decision) is DeclareBlockers)
    assert first(state)[0] == Block(1)
    everything = Block(1, tuple((id + 16, id) for id in range(16, 0, -1)))
    assert at_once(lambda: everything in legal_actions(state))


@pytest.mark.parametrize("many", [30, 308])
def test_discards_of_different_cards_come_at_once(many: int) -> None:
    names = [f"Card {n:03}" for n in range(many)]
    state = with_hand(*names)
    found = first(state)
    assert found[0] == DiscardCards(0, tuple(names[: len(names) - 7]))
    last = DiscardCards(0, tuple(reversed(names[7:])))
    assert at_once(lambda: last in legal_actions(state))
    assert DiscardCards(0, ("Opt", *names[8:])) not in legal_actions(state)


def test_each_set_of_discards_is_listed_once() -> None:
    state = with_hand("A", "B", "A", "C", "B", "A", "A", "A", "D", "B")
    decision = state.decision
    assert isinstance(decision, ChooseDiscards)
    listed = list(legal_actions(state))
    assert len(listed) == len(set(listed))
    assert {a.cards for a in listed if isinstance(a, DiscardCards)} == {
        tuple(sorted(cards)) for cards in combinations(decision.hand, decision.count)
    }


@pytest.mark.parametrize("edition", edition_ids())
def test_forty_damage_among_five_is_divided_at_once(edition: str) -> None:
    state = among_five(edition)
    found = first(state, 20)
    for amounts in ((40, 0, 0, 0, 0), (8,) * 5, (2, 2, 2, 2, 32), (0, 0, 0, 0, 40), (3, 1, 36, 0, 0)):
        in_order = state.edition.choices["damage_order"] == ("announced",)
        ids = state.decision.recipients if isinstance(state.decision, AssignDamage) else ()
        left, legal = 40, len(ids) == 5
        for amount in amounts:
            left -= amount
            legal = legal and not (in_order and left and amount < 2)
        assert (Assign(0, amounts) in legal_actions(state)) is legal
    assert all(isinstance(action, Assign) and sum(action.amounts) == 40 for action in found)


def test_a_list_is_counted_no_further_than_asked() -> None:
    state = among_five("cr2026")
    assert legal_actions(state).count(100) == 100
    assert not hasattr(legal_actions(state), "__len__")
    assert legal_actions(with_hand(*"ABCDEFGH")).count() == 8


def strange(state: State, rng: random.Random) -> Action:
    """Some action, seldom a legal one."""
    seat, decision = rng.choice([0, 0, 1, 1, 2, 9, -1]), state.decision
    if decision is not None and rng.random() < 0.7:
        seat = decision.player

    def numbers(most: int = 3) -> tuple[int, ...]:
        return tuple(rng.randrange(-1, 8) for _ in range(rng.randrange(most + 1)))

    def pairs() -> tuple[tuple[int, int], ...]:
        return tuple((rng.randrange(8), rng.randrange(8)) for _ in range(rng.randrange(3)))

    forest = card("Forest", type="land")
    actions: tuple[type[Action], ...] = DECISION_KINDS[type(decision)].actions if decision is not None else (Pass,)
    every: dict[type[Action], Callable[[], Action]] = {
        Pass: lambda: Pass(seat),
        Cast: lambda: Cast(seat, rng.choice([forest, BEAR, ROCK]), rng.choice([None, 0, 5])),
        PlayLand: lambda: PlayLand(seat, rng.choice([forest, BEAR])),
        Activate: lambda: Activate(seat, rng.randrange(-1, 20), rng.randrange(-1, 3), rng.choice([None, 1])),
        Suspend: lambda: Suspend(seat, rng.choice([BEAR, card("Later", suspend=2)])),
        BringCompanion: lambda: BringCompanion(seat, rng.choice(["Bear", "Opt"])),
        EndEffect: lambda: EndEffect(seat, rng.randrange(-1, 20)),
        Attack: lambda: Attack(seat, numbers(), rng.choice([(), numbers()]), numbers(1), rng.choice([(), pairs()])),
        Block: lambda: Block(seat, pairs()),
        Order: lambda: Order(seat, rng.choice([(0, 1), (1, 0), (0,), numbers()])),
        Assign: lambda: Assign(seat, numbers()),
        DiscardCards: lambda: DiscardCards(seat, (UNKNOWN,) * rng.randrange(3)),
        Choose: lambda: Choose(seat, rng.randrange(-1, 4)),
        KeepTapped: lambda: KeepTapped(seat, numbers()),
        Concede: lambda: Concede(seat),
    }
    return every[rng.choice(actions) if rng.random() < 0.8 else rng.choice(list(every))]()


@cache
def asked_in_games(edition: str) -> tuple[State, ...]:
    """States of random games in which somebody is asked for something; those with priority are few."""
    rng, found = random.Random(edition), []  # noqa: S311  # no secret
    for _ in range(35):
        game = RandomGame(edition, rng.choice([2, 3]), [rng.randrange(10_000) for _ in range(60)])
        assert all(taken in legal_actions(state) for state, taken in game.taken)
        found += [state for state, _ in game.taken if type(state.decision) is not Priority or rng.random() < 0.1]
    return tuple(found)


@pytest.mark.parametrize("edition", every_day(edition_ids(), "cr2006", "cr2026"))
def test_in_says_what_step_does(edition: str) -> None:
    """Whether an action is in the list is whether ``step`` takes it; what it refuses names the same rules."""
    rng, seen, by_rules = random.Random(edition), {True: 0, False: 0}, 0  # noqa: S311  # no secret
    for state in asked_in_games(edition):
        for action in (strange(state, rng), strange(state, rng)):
            why = why_not(state, action)
            assert (action in legal_actions(state)) is (why is None)
            seen[why is None] += 1
            if why is None:
                step(state, action)
                continue
            with pytest.raises(IllegalAction) as refused:
                step(state, action)
            assert (str(refused.value), refused.value.rules) == (str(why), why.rules)
            assert set(why.rules) <= set(state.edition.rules)
            by_rules += bool(why.rules)
    assert min(*seen.values(), by_rules) > 30


def test_the_first_answers_and_the_default_are_legal_wherever_somebody_is_asked() -> None:
    kinds = set()
    for state in (state for edition in edition_ids() for state in asked_in_games(edition)):
        kinds.add(type(state.decision))
        assert default_action(state) in legal_actions(state)
        for action in islice(legal_actions(state), 5):
            assert action in legal_actions(state)
    assert len(kinds) >= 8


def test_divisions_are_those_of_a_plain_list() -> None:
    for total, least, most in product(range(5), product(range(3), repeat=3), product(range(3, 5), repeat=3)):
        plain = [
            amounts
            for amounts in product(*(range(n + 1) for n in most))
            if sum(amounts) == total
            and all(amount >= least[n] or not any(amounts[n + 1 :]) for n, amount in enumerate(amounts))
        ]
        assert list(divisions(total, least, most)) == plain
    assert list(divisions(5, (0, 0, 0), (1, 2, 3))) == [(0, 2, 3), (1, 1, 3), (1, 2, 2)]


def test_subsets_are_those_of_a_plain_list() -> None:
    for weights in product(range(3), repeat=4):
        for size, least in product(range(5), range(-1, 7)):
            plain = [s for s in combinations(range(4), size) if sum(weights[at] for at in s) >= least]
            assert list(subsets(weights, size, least)) == plain


def test_choices_within_a_budget_are_those_of_a_plain_list() -> None:
    offers: list[dict[str, int]] = [{"a": 2, "b": 0}, {"a": 1}, {"b": 0, "c": 3}]
    for many, budget in product(range(4), range(7)):
        prices = offers[:many]
        plain = [
            whom for whom in product(*prices) if sum(p[one] for p, one in zip(prices, whom, strict=True)) <= budget
        ]
        assert list(within_budget(prices, budget)) == plain
    assert list(within_budget([{"a": 1}, {}], 9)) == []


def test_an_order_of_blockers_is_asked_for_where_the_edition_has_one() -> None:
    game = asked(DeclareAttackers, (0, GIANT), (1, BEAR), (1, BEAR), edition="cr2011")
    game.do(Attack(0, (1,)))
    game.until(lambda state: type(state.decision) is DeclareBlockers)
    game.do(Block(1, ((2, 1), (3, 1))))
    state = game.until(lambda state: type(state.decision) is OrderDamage)
    assert list(legal_actions(state)) == [Order(0, (0, 1)), Order(0, (1, 0))]
    assert Order(0, (0, 0)) not in legal_actions(state)
