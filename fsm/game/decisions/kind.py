"""What a kind of decision consists of: what may be answered, what an answer does, the default, and who leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

import msgspec

from ..state.decision import Action, Choose, Decision
from ..state.event import Log
from ..state.refusal import Refusal
from ..state.state import State, replace

D = TypeVar("D", bound=Decision)
A = TypeVar("A", bound=Action)

Departed = Callable[[State, State, D, tuple[int, ...]], State]
"""From the state without departed players, the state before, the open decision and their seats: what is asked now."""


def settled(state: State, before: State, decision: Decision, seats: tuple[int, ...]) -> State:
    """The decision stands, unless the player who was asked has left: then nothing is asked any more."""
    return replace(state, decision=None) if decision.player in seats else state


def no_names(state: State, decision: Decision) -> tuple[str, ...]:
    """No options have names: the answer is no choice of one of several."""
    return ()


class Kind(msgspec.Struct, Generic[D, A], frozen=True):
    """One kind of decision.

    ``decision``: the type of what is asked; ``actions``: the types that answer it.
    ``why_not``: why an action of these types is illegal now, or None.
    ``answers``: the legal answers, made one at a time as they are asked for, the first of them at once.
    ``answer``: the state after a legal answer; it is not checked again, and play has not gone on yet.
    ``default``: the answer of a player with no scripted action.
    ``departed``: what is asked once players have left while the decision was open (cr2006 600.4, later 800.4).
    ``names``: what a script calls each option, if the answer is ``Choose``.
    """

    decision: type[D]
    actions: tuple[type[A], ...]
    why_not: Callable[[State, D, A], Refusal | None]
    answers: Callable[[State, D], Iterator[A]]
    answer: Callable[[State, Log, D, A], State]
    default: Callable[[State, D], A]
    departed: Departed[D] = settled
    names: Callable[[State, D], tuple[str, ...]] = no_names


def one_of(
    decision: type[D],
    names: Callable[[State, D], tuple[str, ...]],
    answer: Callable[[State, Log, D, Choose], State],
    default: Callable[[State, D], Choose] | None = None,
    departed: Departed[D] = settled,
) -> Kind[D, Choose]:
    """The kind of a decision for one of several options; the first is the default unless another one is."""

    def why_not(state: State, decision: D, action: Choose) -> Refusal | None:
        count = len(names(state, decision))
        return None if 0 <= action.option < count else Refusal(f"there are {count} options, numbered from 0")

    def answers(state: State, decision: D) -> Iterator[Choose]:
        return (Choose(decision.player, n) for n in range(len(names(state, decision))))

    def first(_: State, decision: D) -> Choose:
        return Choose(decision.player, 0)

    return Kind(decision, (Choose,), why_not, answers, answer, default or first, departed, names)
