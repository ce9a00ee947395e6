"""The agenda: what is still to be done, as data in the state, so that a decision may come between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .event import Log
from .state import State, replace

TASKS: dict[str, Callable[..., State]] = {}
"""All tasks by name: functions of the state, the log and the task's arguments."""


def task(name: str) -> Callable[[Callable[..., State]], Callable[..., State]]:
    """Registers a function as the task of that name."""

    def register(function: Callable[..., State]) -> Callable[..., State]:
        TASKS[name] = function
        return function

    return register


def push(state: State, name: str, *arguments: Any) -> State:
    """The state with a task to be done before all others."""
    return replace(state, agenda=(*state.agenda, (name, *arguments)))


def do_next(state: State, log: Log) -> State:
    """Does the newest task of the agenda."""
    name, *arguments = state.agenda[-1]
    return TASKS[name](replace(state, agenda=state.agenda[:-1]), log, *arguments)
