"""The parts of a kind of decision: legality, legal answers, what an answer does, the default, leaving players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

import msgspec

from ..state.action import Action, Choose
from ..state.agenda import Task, push
from ..state.decision import Decision
from ..state.event import Log
from ..state.refusal import Refusal
from ..state.state import State, replace

D = TypeVar("D", bound=Decision)
A = TypeVar("A", bound=Action)

Departed = Callable[[State, State, D, tuple[int, ...]], State]
"""A function from the state without the players who left, the state before, the decision, and their seats."""


def settled(state: State, before: State, decision: Decision, seats: tuple[int, ...]) -> State:
    """The decision stays open, unless its player has left."""
    return replace(state, decision=None) if decision.player in seats else state


def asked_again(by: Callable[[D], Task]) -> Departed[D]:
    """Once players have left, the task that asked does so again: what may be answered may have changed."""
    return lambda state, _before, decision, _seats: push(replace(state, decision=None), by(decision))


class DecisionKind(msgspec.Struct, Generic[D, A], frozen=True):
    """One kind of decision.

    ``decision``: its type; ``actions``: the types of actions that answer it.
    ``why_not``: why an action of these types is illegal now, or None.
    ``answers``: an iterator over the legal answers, which gives the first at once.
    ``answer``: the state after a legal answer, which is not checked again, before play continues.
    ``default``: the answer of a player with no scripted action.
    ``departed``: the state once players have left during the decision (cr2006 600.4, later 800.4).
    ``names``: the names of the options in a script, if the answer is ``Choose``.
    """

    decision: type[D]
    actions: tuple[type[A], ...]
    why_not: Callable[[State, D, A], Refusal | None]
    answers: Callable[[State, D], Iterator[A]]
    answer: Callable[[State, Log, D, A], State]
    default: Callable[[State, D], A]
    departed: Departed[D] = settled
    names: Callable[[State, D], tuple[str, ...]] = lambda _state, _decision: ()


DECISION_KINDS: dict[type[Decision], DecisionKind[Any, Any]] = {}
"""The kinds by the type of their decision: ``table`` fills it."""


def one_of(
    decision: type[D],
    names: Callable[[State, D], tuple[str, ...]],
    answer: Callable[[State, Log, D, Choose], State],
    default: Callable[[State, D], Choose] | None = None,
    departed: Departed[D] = settled,
) -> DecisionKind[D, Choose]:
    """The kind of a decision for one of several options; the default is the first, unless given."""

    def why_not(state: State, decision: D, action: Choose) -> Refusal | None:
        count = len(names(state, decision))
        return None if 0 <= action.option < count else Refusal(f"there are {count} options, numbered from 0")

    def answers(state: State, decision: D) -> Iterator[Choose]:
        return (Choose(decision.player, n) for n in range(len(names(state, decision))))

    def first(_: State, decision: D) -> Choose:
        return Choose(decision.player, 0)

    return DecisionKind(decision, (Choose,), why_not, answers, answer, default or first, departed, names)
