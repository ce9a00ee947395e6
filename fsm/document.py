"""Documents: plain data read from a text, with the line and column of every key and value."""

from __future__ import annotations

from typing import Any

from .errors import InputError, together
from .shape import Path, ShapeError

Place = tuple[int, int]
"""A line and a column, both from 1."""

Places = dict[Path, Place]


class Document:
    """Plain data, and the place of each part in the text, by its path of keys and indices.

    ``faults`` are errors of the text that leave its data readable, such as a duplicate key.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.data: Any = None
        self.values: Places = {}
        self.keys: Places = {}
        self.faults: list[InputError] = []

    def place(self, path: Path = (), on_key: bool = False) -> Place:
        """The line and column of a path, or of its nearest known ancestor."""
        places = self.keys if on_key and path in self.keys else self.values
        while path and path not in places:
            path = path[:-1]
        return places.get(path, (1, 1))

    def error(self, message: str, path: Path = (), on_key: bool = False) -> InputError:
        """An error at the place of a path."""
        return InputError(message, self.file, *self.place(path, on_key))

    def errors(self, error: ShapeError) -> InputError:
        """A shape's error, with all else that is wrong in the document, at their places."""
        return together([*self.faults, *(self.error(str(one), one.path, one.on_key) for one in (error, *error.others))])

    def raise_any(self) -> None:
        """Raises what was wrong in the text itself; nothing if that was nothing."""
        if self.faults:
            raise together(self.faults)

    def line(self, path: Path) -> int:
        """The line of a part: that of its key, if it has one."""
        return self.keys.get(path, self.values.get(path, (0, 0)))[0]


def each(data: Any, path: Path) -> list[tuple[Any, Path]]:
    """The items of a list with their paths; any other value stands for itself."""
    return [(item, (*path, n)) for n, item in enumerate(data)] if isinstance(data, list) else [(data, path)]


def part_of(data: Any, path: Path) -> Any:
    """The part of plain data at a path; None if there is none."""
    for key in path:
        try:
            data = data[key]
        except (LookupError, TypeError):
            return None
    return data


def without(data: Any, path: Path) -> Any:
    """Data without the key that a path leads to; in a list, without the key of the list, so that all other paths stay.

    >>> without({"a": {"b": [1, 2], "c": 3}}, ("a", "b", 1))
    {'a': {'c': 3}}
    """
    if not any(isinstance(key, str) for key in path[1:]) or not isinstance(data, dict | list):
        keys = data if isinstance(data, dict) else ()
        return {key: data[key] for key in keys if not path or key != path[0]}
    first, *rest = path
    if isinstance(data, list):
        return [without(item, tuple(rest)) if n == first else item for n, item in enumerate(data)]
    return {key: without(value, tuple(rest)) if key == first else value for key, value in data.items()}
