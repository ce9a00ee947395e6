"""The arguments of a request, read with their types: whatever else a client sends is refused with its place."""

from __future__ import annotations

from typing import Any

from ..errors import FsmError
from ..words import shown

LARGEST = 10**15
MOST = 1_000
"""How many things a list may have, and how many letters a text that is evaluated."""


class Refused(FsmError):
    """A request that cannot be done now."""


class Arguments:
    """The arguments of a request, or a part of them; what is null is as if it was not there."""

    def __init__(self, data: Any, place: str = "") -> None:
        if not isinstance(data, dict | None):
            raise _wrong(place or "arguments", data, "an object")
        self._data, self._place = data or {}, place

    def whole(self, name: str, default: int | None = None, least: int = 0) -> int:
        """A whole number, at least so large; ``Refused`` if it is something else, or missing and without default."""
        found = self._get(name, default)
        if isinstance(found, float) and found.is_integer():
            found = int(found)
        if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= LARGEST:
            raise _wrong(self._at(name), found, f"a whole number from {least}")
        return found

    def text(self, name: str, default: str | None = None) -> str:
        """A text."""
        found = self._get(name, default)
        if not isinstance(found, str):
            raise _wrong(self._at(name), found, "a text")
        return found

    def short(self, name: str, default: str | None = None) -> str:
        """A text that is shown, or looked up in."""
        found = self.text(name, default)
        if len(found) > MOST:
            raise Refused(f"{self._at(name)}: found {len(found):,} letters, expected at most {MOST:,}")
        return found

    def name(self, name: str, default: str | None = None) -> str:
        """A text, or a number as text."""
        found = self._data.get(name)
        return str(self.whole(name)) if isinstance(found, int | float) else self.text(name, default)

    def flag(self, name: str, default: bool = False) -> bool:
        """Yes or no."""
        found = self._get(name, default)
        if not isinstance(found, bool):
            raise _wrong(self._at(name), found, "true or false")
        return found

    def part(self, name: str) -> Arguments:
        """An object in the arguments; without one, an empty one."""
        return Arguments(self._data.get(name), self._at(name))

    def parts(self, name: str) -> list[Arguments]:
        """A list of objects; without one, an empty one."""
        return [Arguments(one, f"{self._at(name)}[{at}]") for at, one in enumerate(self._list(name))]

    def texts(self, name: str) -> list[str]:
        """A list of texts; without one, an empty one."""
        found = self._list(name)
        for at, one in enumerate(found):
            if not isinstance(one, str):
                raise _wrong(f"{self._at(name)}[{at}]", one, "a text")
        return found

    def _list(self, name: str) -> list[Any]:
        found = self._get(name, [])
        if not isinstance(found, list):
            raise _wrong(self._at(name), found, "a list")
        if len(found) > MOST:
            raise Refused(f"{self._at(name)}: found {len(found):,} things, expected at most {MOST:,}")
        return found

    def _get(self, name: str, default: Any) -> Any:
        found = self._data.get(name)
        if found is None and default is None:
            raise Refused(f"{self._at(name)} is missing")
        return default if found is None else found

    def _at(self, name: str) -> str:
        return f"{self._place}.{name}" if self._place else name


def _wrong(place: str, found: Any, expected: str) -> Refused:
    return Refused(f"{place}: found {shown(repr(found), 60)}, expected {expected}")
