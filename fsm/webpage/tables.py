"""Tables: each different value once, and a column of numbers that says which of them an event has."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any


class Table:
    """Values by number, each different one once; ``key`` tells apart what Python takes for equal, as 1 and True."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.numbers: dict[Hashable, int] = {}

    def index(self, value: Any, key: Hashable | None = None) -> int:
        """The number of a value; a new one if it was not seen before."""
        key = value if key is None else key
        found = self.numbers.get(key)
        if found is None:
            found = self.numbers[key] = len(self.values)
            self.values.append(value)
        return found


class Leaves:
    """A state as numbers: for each path to a fact (``players``, ``Ann``, ``life``) the number of its value."""

    def __init__(self) -> None:
        self.paths, self.values = Table(), Table()
        self.absent = self.values.index(None, ("absent",))

    def of(self, value: Any, path: tuple[str, ...]) -> dict[int, int]:
        """The leaves of a value below a path; a list is one leaf, and so is a mapping without anything in it."""
        if isinstance(value, dict) and value:
            found: dict[int, int] = {}
            for key, inner in value.items():
                found |= self.of(inner, (*path, str(key)))
            return found
        return {self.paths.index(path): self.value(value)}

    def value(self, value: Any) -> int:
        """The number of a value that is one leaf."""
        return self.values.index(value, value if type(value) is str else (type(value).__name__, repr(value)))
