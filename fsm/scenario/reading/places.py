"""Finds the place of a card's part in a scenario file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...cards.vocabulary import EFFECTS
from ...document import Document
from ...shape import Path


def written_at(document: Document, path: Path, part: object, field: str) -> Path:
    """The path of a field of a card's part, below the path of the card; the card's path if it is not found.

    If an effect is written as its bare first field, the value is under the effect's name.
    """
    keys = {field, *(name for name, type_ in EFFECTS.items() if type(part) is type_)}
    value = getattr(part, field)
    wanted = (list(value),) if isinstance(value, tuple) else (value, [value])
    known, data = _reached(document.data, path)
    return next((place for place, said in _below(data, known) if place[-1] in keys and said in wanted), path)


def key_at(document: Document, path: Path, key: str) -> Path:
    """The path of a key: directly below a path, or else its first place further below; the path if it is not there."""
    if (*path, key) in document.values:
        return (*path, key)
    known, data = _reached(document.data, path)
    return next((place for place, _ in _below(data, known) if place[-1] == key), path)


def _reached(data: Any, path: Path) -> tuple[Path, Any]:
    """How far a path leads into the data: a list of one may be written as the single value."""
    for n, step in enumerate(path):
        inside = dict(_items(data))
        if step not in inside:
            return path[:n], data
        data = inside[step]
    return path, data


def _items(data: Any) -> Iterable[tuple[str | int, Any]]:
    return data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()


def _below(data: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every value below a path, in the order of the file."""
    for key, value in _items(data):
        yield (*path, key), value
        yield from _below(value, (*path, key))
