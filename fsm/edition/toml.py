"""TOML as plain data, with the line and column of every key and value; hostile files give an error message.

``tomllib`` reads the text. Places are found only when an error message needs one, in a second pass over text that is
known to be valid TOML.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from functools import cached_property
from itertools import count
from typing import Any

from ..document import Document, Place, Places
from ..errors import InputError
from ..shape import Path

MAX_BYTES = 128 * 1024
MAX_LINE = 1_000
MAX_DEPTH = 12

_TOKEN = re.compile(
    r"""[ \t\r]+ | \#[^\n]*
      | (?P<mark> \n | [][{}=,.])
      | (?P<text> "{3}(?:\\.|[^\\])*?"{3,5} | '{3}.*?'{3,5} | "(?:\\.|[^"\\])*" | '[^']*')
      | (?P<bare> [^\s\[\]{}=,.\#"']+)""",
    re.DOTALL | re.VERBOSE,
)
_SAID = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)\Z", re.DOTALL)


class TomlDocument(Document):
    """Data read from TOML, with its places."""

    def __init__(self, file: str, text: str, data: dict[str, Any]) -> None:
        self.file, self.text, self.data, self.faults = file, text, data, []

    @cached_property
    def _places(self) -> _Finder:
        return _Finder(self.text)

    @property
    def values(self) -> Places:  # type: ignore[override]  # found on first use
        """The places of the values."""
        return self._places.values

    @property
    def keys(self) -> Places:  # type: ignore[override]
        """The places of the keys."""
        return self._places.keys


def read_toml(text: str, file: str) -> TomlDocument:
    """The document of a TOML text; ``InputError`` with the place if it is not TOML, or nested too deeply."""
    for number, row in enumerate(text.split("\n"), 1):
        if len(row) > MAX_LINE:  # a key of many parts would keep tomllib busy
            raise InputError(f"found a line of {len(row)} characters, expected at most {MAX_LINE}", file, number)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise InputError(f"this is nested more than {MAX_DEPTH} levels deep; an edition needs fewer", file, 1) from None
    except ValueError as error:
        said = _SAID.match(str(error))
        lines = text.split("\n")
        line, column = (int(said[2]), int(said[3])) if said and said[2] else (len(lines), len(lines[-1]) + 1)
        message = said[1] if said else "a number that is too long"
        raise InputError(f"this is not TOML: {message[:1].lower()}{message[1:]}", file, line, column) from None
    document = TomlDocument(file, text, data)
    _check_depth(document)
    return document


def _check_depth(document: TomlDocument) -> None:
    level: list[tuple[Path, Any]] = [((), document.data)]
    for _ in range(MAX_DEPTH):
        level = [
            ((*path, key), value)
            for path, part in level
            for key, value in (part.items() if isinstance(part, dict) else enumerate(part))
            if isinstance(value, dict | list)
        ]
    if level:
        key = str(level[0][0][0])
        raise InputError(f"{key[:40]!r} is nested more than {MAX_DEPTH} levels deep", document.file, 1)


class _Finder:
    """Walks a valid TOML text and notes the places of keys and values."""

    def __init__(self, text: str) -> None:
        self.values: Places = {(): (1, 1)}
        self.keys: Places = {}
        self.rows: dict[Path, int] = {}
        self.lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self.tokens = [(found[0], found.start()) for found in _TOKEN.finditer(text) if found.lastgroup]
        self.at = 0
        base: Path = ()
        while self.token(skip="\n"):
            if self.token() == "[":
                base = self.header()
            else:
                self.pair(base)

    def token(self, skip: str = "") -> str:
        """The next token, an empty text at the end; newlines are skipped where they have no meaning."""
        while skip and self.at < len(self.tokens) and self.tokens[self.at][0] == skip:
            self.at += 1
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def here(self) -> Place:
        """The line and column of the next token."""
        start = self.tokens[min(self.at, len(self.tokens) - 1)][1]
        line = bisect_right(self.lines, start)
        return line, start - self.lines[line - 1] + 1

    def header(self) -> Path:
        """The path of ``[a.b]`` or ``[[a.b]]``."""
        place = self.here()
        self.at += 1
        is_row = self.token() == "["
        self.at += is_row
        path = self.key((), place)
        self.at += 1 + is_row
        if is_row:
            self.rows[path] = self.rows.get(path, -1) + 1
            path = (*path, self.rows[path])
            self.values[path] = place
        return path

    def key(self, path: Path, whole: Place | None = None) -> Path:
        """Reads a key, dotted or not; each part leads into a table, or into the last table of an array."""
        while True:
            if path in self.rows:
                path = (*path, self.rows[path])
            text = self.token()
            path = (*path, text if text[0] not in "\"'" else next(iter(tomllib.loads(f"{text} = 0"))))
            self.keys.setdefault(path, self.here())
            self.values.setdefault(path, whole or self.here())
            self.at += 1
            if self.token() != ".":
                return path
            self.at += 1

    def pair(self, base: Path) -> None:
        path = self.key(base)
        self.at += 1
        self.value(path)

    def value(self, path: Path) -> None:
        self.values[path] = self.here()
        opening = self.token()
        if opening not in ("[", "{"):
            while self.token() not in ("\n", ",", "]", "}", ""):
                self.at += 1
            return
        self.at += 1
        for number in count():
            if self.token(skip="\n") in ("]", "}"):
                break
            if opening == "[":
                self.value((*path, number))
            else:
                self.pair(path)
            if self.token(skip="\n") == ",":
                self.at += 1
        self.at += 1
