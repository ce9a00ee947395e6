"""The parts of a card, an ability or an effect, nested ones too."""

from __future__ import annotations

from typing import Any

import msgspec

_PLAIN = frozenset((str, int, bool))


def parts(value: Any) -> list[tuple[Any, tuple[Any, ...]]]:
    """All parts of a card, an ability or an effect, nested ones too: each part, and what contains it."""
    found: list[tuple[Any, tuple[Any, ...]]] = []
    _collect(value, (), found)
    return found


def _collect(value: Any, within: tuple[Any, ...], found: list[tuple[Any, tuple[Any, ...]]]) -> None:
    if isinstance(value, msgspec.Struct):
        within = (*within, value)
        value = msgspec.structs.astuple(value)
    for part in value:
        if not part or type(part) in _PLAIN:
            continue
        if isinstance(part, msgspec.Struct):
            found.append((part, within))
            _collect(part, within, found)
        elif isinstance(part, tuple):
            _collect(part, within, found)
