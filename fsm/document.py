"""Documents: plain data read from a text, with the line and column of every key and value."""

from __future__ import annotations

from typing import Any

from .errors import InputError
from .shape import Path

Place = tuple[int, int]
"""A line and a column, both from 1."""

Places = dict[Path, Place]


class Document:
    """Plain data, and the place of each part in the text, by its path of keys and indices."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.data: Any = None
        self.values: Places = {}
        self.keys: Places = {}

    def place(self, path: Path = (), on_key: bool = False) -> Place:
        """The line and column of a path, or of its nearest known ancestor."""
        places = self.keys if on_key and path in self.keys else self.values
        while path and path not in places:
            path = path[:-1]
        return places.get(path, (1, 1))

    def error(self, message: str, path: Path = (), on_key: bool = False) -> InputError:
        """An error at the place of a path."""
        return InputError(message, self.file, *self.place(path, on_key))

    def line(self, path: Path) -> int:
        """The line of a part: that of its key, if it has one."""
        return self.keys.get(path, self.values.get(path, (0, 0)))[0]
