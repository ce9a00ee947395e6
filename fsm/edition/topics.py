"""Which functions obey the topics of rules: what an edition says of a topic is done there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from .model import Topic
from .reader import topics

Function = TypeVar("Function", bound=Callable[..., Any])

OBEYED: dict[Topic, list[Callable[..., Any]]] = {}
"""The functions that obey a topic, of all modules that are loaded."""


def obeys(*names: str) -> Callable[[Function], Function]:
    """Says the topics that a function obeys: ``fsm rules`` shows it as a place of their rules.

    ``KeyError`` as the module is loaded if no topic is called so. The function itself is as it was.
    """
    obeyed = [OBEYED.setdefault(topics()[name], []) for name in names]

    def note(function: Function) -> Function:
        for functions in obeyed:
            functions.append(function)
        return function

    return note


def obey_by_name(table: Mapping[str, Callable[..., Any]]) -> None:
    """Says for each function of a table that it obeys the topic under which it stands."""
    for name, function in table.items():
        obeys(name)(function)
