"""Values as an editor shows them: trees of names and texts, opened one level at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..words import shown

LONGEST = 200


class Values:
    """The trees that have been shown since the last stop, each under a number of its own."""

    def __init__(self) -> None:
        self._held: list[tuple[str, Any]] = []

    def clear(self) -> None:
        """Forgets all numbers: play has moved."""
        self._held = []

    def number(self, path: str, held: Any) -> int:
        """The number under which a mapping or a list can be opened; 0 for what holds nothing."""
        if not isinstance(held, Mapping | list) or not held:
            return 0
        self._held.append((path, held))
        return len(self._held)

    def variables(self, number: int) -> list[dict[str, Any]]:
        """What is inside of a number, as variables; ``KeyError`` if there is no such number."""
        if not 1 <= number <= len(self._held):
            raise KeyError(number)
        path, held = self._held[number - 1]
        return [self.variable(name, value, f"{path}{access}") for name, access, value in _parts(held, path)]

    def parent(self, number: int, name: str) -> str:
        """The expression for a variable inside of a number; empty if there is none."""
        if not 1 <= number <= len(self._held):
            return ""
        path, held = self._held[number - 1]
        return next((f"{path}{access}" for known, access, _ in _parts(held, path) if known == name), "")

    def variable(self, name: str, value: Any, path: str) -> dict[str, Any]:
        """One variable: its name, its value as text, and how to open and to ask for it."""
        return {
            "name": shown(name, LONGEST),
            "value": as_text(value),
            "type": _type(value),
            "variablesReference": self.number(path, value),
            "evaluateName": path,
        }


def _parts(held: Any, path: str) -> Iterable[tuple[str, str, Any]]:
    """Name, access from the whole, and value of each part; names are unique."""
    if isinstance(held, Mapping):
        for key, value in held.items():
            name = str(key)
            plain = name.isidentifier() and not name.startswith("_")
            access = (f".{name}" if path else name) if plain else f"[{name!r}]"
            yield name, access, value
    else:
        for at, value in enumerate(held):
            yield f"[{at}]", f"[{at}]", value


def as_text(value: Any) -> str:
    """A value on one line."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return shown(", ".join(map(as_text, value)), LONGEST) if value else "none"
    if isinstance(value, Mapping):
        return shown(", ".join(f"{k}: {as_text(v)}" for k, v in value.items()), LONGEST) if value else "none"
    return shown(str(value), LONGEST)


def _type(value: Any) -> str:
    if isinstance(value, bool):
        return "yes or no"
    return {int: "number", str: "text", list: "list", dict: "mapping", type(None): "nothing"}.get(type(value), "")
