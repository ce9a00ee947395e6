"""Finds names with a comma that were written without quotes, so that YAML reads each as two texts."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any

from ...shape import Path, ShapeError


def split_names(data: Any, names: Collection[str], path: Path = ()) -> Iterator[tuple[ShapeError, tuple[Path, ...]]]:
    """An error for each name that a comma splits, with the paths of its two parts.

    >>> [error.path for error, _ in split_names({"hand": ["Aurelia", "the Warleader"]}, {"Aurelia, the Warleader"})]
    [('hand', 0)]
    """
    for whole, first, second in _in_list(data, path) if isinstance(data, list) else _in_mapping(data, path):
        if whole in names:
            why = f'a comma separates two texts here; if {whole} is meant, put it in quotes: "{whole}"'
            on_key = isinstance(data, dict) and data[first[-1]] is None
            yield ShapeError(why, first, on_key), (first, second)
    inner = enumerate(data) if isinstance(data, list) else data.items() if isinstance(data, dict) else ()
    for key, value in inner:
        if isinstance(value, list | dict):
            yield from split_names(value, names, (*path, key))


Pair = tuple[str, Path, Path]
"""Two neighbouring texts with a comma between them, and their paths."""


def _in_list(data: list[Any], path: Path) -> Iterator[Pair]:
    for n, (one, two) in enumerate(pairwise(data)):
        if isinstance(one, str) and isinstance(two, str):
            yield f"{one}, {two}", (*path, n), (*path, n + 1)


def _in_mapping(data: Any, path: Path) -> Iterator[Pair]:
    """The neighbours in ``{cast: Aurelia, the Warleader}`` and in ``{Aurelia, the Warleader: Bob}``."""
    for (key, value), (other, after) in pairwise(data.items()) if isinstance(data, dict) else ():
        if isinstance(value, str) and after is None:
            yield f"{value}, {other}", (*path, key), (*path, other)
        elif value is None:
            yield f"{key}, {other}", (*path, key), (*path, other)
