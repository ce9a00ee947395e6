"""Numbers that note what is asked of them, and piles that nobody looks into."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from cases import case

from fsm.exploring.noted import HIGH, LOW, Asked, Noted, Origin
from fsm.exploring.unread import UNMOVED, UnreadPile, after, runs_of
from fsm.game.state.piles.blocks import Shelf
from fsm.game.state.piles.pile import Pile, alike, has, holds, names, pile_of, put, remove, take, take_top, top_numbers


class Asking:
    """Knows one number."""

    def __init__(self, number: int, secret: bool = False) -> None:
        self.numbers: Sequence[int] = (number,)
        self.secret, self.asked = secret, list[Origin]()
        self.origin = Origin(self, 0)
        self.number = Noted.of(self.origin)

    @property
    def range(self) -> tuple[int, int]:
        return self.origin.low, self.origin.high


QUESTIONS: list[tuple[Callable[[Any], Any], bool, tuple[int, int]]] = [
    (lambda life: life <= 0, False, (1, HIGH)),
    (lambda life: life - 5 <= 0, True, (LOW, 5)),
    (lambda life: life < 6, True, (LOW, 5)),
    (lambda life: life >= 5, True, (5, HIGH)),
    (lambda life: life > 5, False, (LOW, 5)),
    (lambda life: max(3, life) == life, True, (4, HIGH)),
    (lambda life: life + 2 == 7, True, (5, 5)),
    (lambda life: 2 + life == 8, False, (LOW, 5)),
    (lambda life: life != 4, True, (5, HIGH)),
    (bool, True, (1, HIGH)),
    (lambda life: life == "5", False, (LOW, HIGH)),
    (lambda life: max(0, life - 9) == 0, True, (LOW, 9)),
    (lambda life: life > 1 and life < 8, True, (2, 7)),
    (lambda life: life + 1 > life, True, (LOW, HIGH)),
    (lambda life: (life + 3) - life == 3, True, (LOW, HIGH)),
    (lambda life: sum([life, 2]) > 3, True, (2, HIGH)),
]


def test_a_question_narrows_the_range_to_the_numbers_with_the_same_answer() -> None:
    for number, (question, answer, wanted) in enumerate(QUESTIONS):
        with case(f"question {number}"):
            asking = Asking(5)
            assert question(asking.number) is answer
            assert asking.range == wanted
            assert asking.asked == ([] if wanted == (LOW, HIGH) else [asking.origin])
            for other in range(-3, 20):  # the same answer for all of them, and another one next to the range
                same = bool(question(other)) is answer
                assert same or not wanted[0] <= other <= wanted[1]


def first(do: Callable[[Any, int], Any], life: Any) -> Any:
    return do(life, 2)


def test_whatever_else_is_asked_is_refused() -> None:
    arithmetic = (operator.mul, operator.floordiv, operator.truediv, operator.mod, operator.pow, operator.and_)
    asked: list[Callable[[Any], Any]] = [
        hash,
        int,
        float,
        str,
        repr,
        abs,
        round,
        operator.neg,
        lambda life: f"{life}",
    ]
    asked += [partial(first, do) for do in arithmetic]
    asked += [partial(do, 2) for do in (*arithmetic, operator.sub)]
    asked += [lambda life: life + Asking(1).number, lambda life: life < Asking(1).number, lambda life: [0] * life]
    for number, question in enumerate(asked):
        with case(f"question {number}"), pytest.raises(Asked):
            question(Asking(5).number)


def test_a_secret_number_tells_only_how_it_changed() -> None:
    number = Asking(5, secret=True).number
    assert number + 2 > number
    with pytest.raises(Asked):
        number.__le__(5)


def unread(shown: str = "", count: int = 3) -> UnreadPile:
    return UnreadPile(Asking(count).origin, shown)


LOOKS: list[Callable[[Pile], object]] = [
    list,
    tuple,
    names,
    hash,
    lambda pile: list(reversed(pile)),
    lambda pile: has(pile, "Opt"),
    lambda pile: holds(pile, "Opt"),
    lambda pile: remove(pile, "Opt"),
    lambda pile: take(pile, 0),
    lambda pile: top_numbers(pile, 1) == (2,),
    lambda pile: pile == pile_of(["Opt"]),
]


def test_who_looks_into_a_pile_is_noticed() -> None:
    for number, look in enumerate(LOOKS):
        for shown in ("", "Shock"):
            pile = unread(shown).pile
            with case(f"look {number}, {shown}"), pytest.raises(Asked):
                look(remove(pile, "Shock") if shown else pile)


def test_what_becomes_of_a_pile_is_told() -> None:
    known = runs_of(pile_of(["Opt", "Bear", "Opt"]).lots)
    pile = unread("Opt")
    moved: dict[str, tuple[Pile, str]] = {
        "nothing": (pile.pile, "Opt Bear Opt"),
        "it is taken": (remove(pile.pile, "Opt"), "Opt Bear"),
        "another one comes": (put(pile.pile, "Elk"), "Opt Bear Opt Elk"),
        "the same comes": (put(put(pile.pile, "Opt"), "Opt"), "Opt Bear Opt Opt Opt"),
        "it is taken and comes": (put(put(remove(pile.pile, "Opt"), "Elk"), "Opt"), "Opt Bear Elk Opt"),
        "what has come is taken": (remove(put(pile.pile, "Elk"), "Elk"), "Opt Bear Opt"),
        "all others are there": (pile_of(["Elk"]), "Elk"),
    }
    for what, (became, wanted) in moved.items():
        with case(what):
            assert after(known, pile.moved(became)) == runs_of(pile_of(wanted.split()).lots)
    assert pile.moved(pile.pile) == UNMOVED
    assert pile.pile.count == 3
    assert bool(pile.pile)


def test_what_is_unread_cannot_be_told() -> None:
    pile = unread()
    with pytest.raises(Asked):
        pile.moved(Pile((pile.marks[0],), 1, 1))
    with pytest.raises(Asked):
        pile.moved(Pile(pile.pile.lots, pile.pile.arrived, pile.pile.count, (Shelf(0, ()),)))
    with pytest.raises(Asked):
        pile.moved(take_top(pile.pile)[1])
    with pytest.raises(Asked):
        alike(pile.pile)
