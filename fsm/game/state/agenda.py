"""The agenda: the pending tasks, as data in the state, so that a decision can interrupt them.

A task is a frozen value; the struct of each kind stands beside the function that does it, or below, where it is pushed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ...cards.vocabulary import Effect
from .event import Log
from .state import StackObject, State, Task, replace


class Choice(Task, frozen=True, kw_only=True):
    """A task that waits for a choice; ``option`` is the number of the chosen option, 0 until then."""

    option: int = 0


class DoEffect(Task, frozen=True):
    """Carries out one effect of a spell or ability."""

    effect: Effect
    source: StackObject


__all__ = ["TASKS", "Choice", "DoEffect", "Task", "choose", "do_next", "push", "push_effects", "task"]

Do = TypeVar("Do", bound=Callable[[State, Log, Any], State])
TASKS: dict[type[Task], Callable[[State, Log, Any], State]] = {}
"""The function that carries out each kind of task."""


def task(kind: type[Task]) -> Callable[[Do], Do]:
    """Registers the function that carries out tasks of a kind."""

    def register(function: Do) -> Do:
        TASKS[kind] = function
        return function

    return register


def push(state: State, new: Task) -> State:
    """The state with a task before all others."""
    return replace(state, agenda=(*state.agenda, new))


def push_effects(state: State, effects: Sequence[Effect], source: StackObject, *after: Task) -> State:
    """The state with effects of one source before all other tasks, in their order, and then a task ``after`` them."""
    return replace(state, agenda=(*state.agenda, *after, *[DoEffect(effect, source) for effect in reversed(effects)]))


def do_next(state: State, log: Log) -> State:
    """Carries out the newest task of the agenda."""
    newest = state.agenda[-1]
    return TASKS[type(newest)](replace(state, agenda=state.agenda[:-1]), log, newest)


def choose(state: State, option: int) -> State:
    """Gives the chosen option to the newest task of the agenda, which waits for it."""
    *below, newest = state.agenda
    assert isinstance(newest, Choice)  # noqa: S101  # what asks for an option puts it there
    return replace(state, decision=None, agenda=(*below, replace(newest, option=option)))
