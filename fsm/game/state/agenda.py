"""The agenda: what is still to be done, as data in the state, so that a decision may come between.

A task is a frozen value; the struct of each kind stands beside the function that does it, or below, where it is pushed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from ...cards.vocabulary import Effect
from .event import Log
from .state import StackObject, State, replace


class Task(msgspec.Struct, frozen=True, gc=False):
    """Something that is still to be done; the base of all kinds."""


class Choice(Task, frozen=True, kw_only=True):
    """A task that waits for a choice: ``option`` is the number of what is chosen, the first until somebody has."""

    option: int = 0


class DoEffect(Task, frozen=True):
    """Carries out one effect of a spell or ability."""

    effect: Effect
    source: StackObject


Do = TypeVar("Do", bound=Callable[[State, Log, Any], State])
TASKS: dict[type[Task], Callable[[State, Log, Any], State]] = {}
"""What is done for each kind of task."""


def task(kind: type[Task]) -> Callable[[Do], Do]:
    """Registers a function as what does tasks of a kind."""

    def register(function: Do) -> Do:
        TASKS[kind] = function
        return function

    return register


def push(state: State, new: Task) -> State:
    """The state with a task to be done before all others."""
    return replace(state, agenda=(*state.agenda, new))


def push_effects(state: State, effects: Sequence[Effect], source: StackObject) -> State:
    """The state with effects of one source to be carried out before all else, in their order."""
    return replace(state, agenda=(*state.agenda, *[DoEffect(effect, source) for effect in reversed(effects)]))


def do_next(state: State, log: Log) -> State:
    """Does the newest task of the agenda."""
    newest = state.agenda[-1]
    return TASKS[type(newest)](replace(state, agenda=state.agenda[:-1]), log, newest)


def choose(state: State, option: int) -> State:
    """The state in which the newest task of the agenda, which waits for a choice, has it."""
    *below, newest = state.agenda
    assert isinstance(newest, Choice)  # noqa: S101  # what asks for an option puts it there
    return replace(state, decision=None, agenda=(*below, replace(newest, option=option)))
