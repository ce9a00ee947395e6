"""What an expression may cost: the steps that it takes, and the size and the depth of the values that it makes."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from typing import Any

from ..errors import FsmError

MOST_STEPS = 100_000
DEEPEST = 50
LETTERS = 16
"""So many letters of a text weigh as much as one thing in a list."""


class ExpressionError(FsmError):
    """An expression that cannot be read or has no value here; the message says why."""


class Budget:
    """The steps that are left to one expression, and the weights of the values that it has seen.

    A value weighs as many things as are in it, also if one list stands in it many times: so much it costs to compare
    it, to sort it and to show it.
    """

    def __init__(self) -> None:
        self.left = MOST_STEPS
        self._known: dict[int, tuple[Any, int, int]] = {}

    def spend(self, steps: int) -> None:
        """Takes steps from what is left; ``ExpressionError`` if they are used up."""
        self.left -= steps
        if self.left < 0:
            raise ExpressionError(f"the expression takes more than {MOST_STEPS:,} steps")

    def length(self, value: Any) -> int:
        """What it costs to go through a value once, or to copy it."""
        if isinstance(value, str | bytes):
            return 1 + len(value) // LETTERS
        return len(value) if isinstance(value, Sized) else 1

    def weight(self, value: Any) -> int:
        """How many things are in a value; ``ExpressionError`` if they are too many, or too deep in it."""
        return self._weighed(value)[0]

    def _weighed(self, value: Any) -> tuple[int, int]:
        if not isinstance(value, list | Mapping):
            return self.length(value), 0
        if id(value) not in self._known:
            parts = [self._weighed(part) for part in (value.values() if isinstance(value, Mapping) else value)]
            weight, depth = 1 + sum(weight for weight, _ in parts), 1 + max((depth for _, depth in parts), default=0)
            self._known[id(value)] = value, weight, depth  # the value is kept, so that no other one gets its id
        _, weight, depth = self._known[id(value)]
        return weight, depth

    def made(self, value: Any) -> Any:
        """A value that the expression made; ``ExpressionError`` if it is too large or too deep to be shown."""
        weight, depth = self._weighed(value)
        if weight > MOST_STEPS:
            raise ExpressionError(f"the value grows too large: more than {MOST_STEPS:,} things")
        if depth > DEEPEST:
            raise ExpressionError(f"the value is nested more than {DEEPEST} deep")
        return value
