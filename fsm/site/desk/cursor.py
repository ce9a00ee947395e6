"""Where the cursor stands in a text that is being written: what is typed there, and the keys that lead to it.

What follows the cursor does not count. A mark takes the place of what is typed, open brackets are closed, and the
reader of scenario files says where the mark is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ...errors import InputError
from ...scenario.reading.yaml import read_yaml
from ...shape import Path

MARK = "\ue000"
"""A character that no text has a use for."""

_TOKEN = re.compile(
    r'"(?:\\.|[^"\\])*"?' r"|(?<![^\s\[{,:])'(?:[^']|'')*'?" r"|(?:^|(?<=\s))#[^\n]*|[\[\]{}]", re.MULTILINE
)
_BEGINS = re.compile(r"^\s*(?:- +)*|[\[{,\]}]|: ")
_PARTS = re.compile(r"^(?:---|\.\.\.)(?:\s|$)", re.MULTILINE)


class Spot(msgspec.Struct, frozen=True):
    """A possible meaning of what is typed: a key of the mapping at ``path``, or the value there; and the data."""

    path: Path
    is_key: bool
    data: Any


class Cursor(msgspec.Struct, frozen=True):
    """The typed text, its column from 1, whether a colon follows, and what it may mean."""

    typed: str
    start: int
    colon: bool
    spots: tuple[Spot, ...]


def cursor_at(text: str, line: int, column: int) -> Cursor:
    """The cursor at a line and a column, both from 1; without spots where nothing can be said."""
    lines = text.split("\n")
    number = min(max(line, 1), len(lines)) - 1
    here, after = lines[number][: max(column, 1) - 1], lines[number][max(column, 1) - 1 :]
    start = _start(here)
    if start < 0:
        return Cursor("", len(here) + 1, False, ())
    before = "\n".join([*lines[:number], here[:start]])
    before = before[max((found.end() for found in _PARTS.finditer(before)), default=0) :]
    return Cursor(
        here[start:].lstrip("\"'"), start + 1, after.lstrip().startswith(":"), tuple(_spots(before, here[:start]))
    )


def _start(here: str) -> int:
    """Where what is typed at the end of a line begins; -1 in a comment."""
    tokens = list(_TOKEN.finditer(here))
    if tokens and tokens[-1].end() == len(here):
        if tokens[-1][0].startswith("#"):
            return -1
        if tokens[-1][0][0] in "\"'" and (len(tokens[-1][0]) < 2 or tokens[-1][0][-1] != tokens[-1][0][0]):
            return tokens[-1].start()
    begin = max(found.end() for found in _BEGINS.finditer(here))
    return begin + len(here[begin:]) - len(here[begin:].lstrip())


def _spots(before: str, here: str) -> Iterator[Spot]:
    open = _open(before)
    in_block = not open and re.fullmatch(r"\s*(?:- +)*", here)
    for mark in (f"{MARK}:", MARK) if in_block else (MARK,):
        try:
            data = read_yaml(before + mark + open, "")[-1].data
        except InputError:
            continue
        yield from (Spot(path, is_key, data) for path, is_key in _found(data, ()))


def _open(text: str) -> str:
    """The brackets that close what is open at the end of a text."""
    closing: list[str] = []
    for token in _TOKEN.finditer(text):
        if token[0] in "[{":
            closing.append("]" if token[0] == "[" else "}")
        elif token[0] in "]}" and closing:
            closing.pop()
    return "".join(reversed(closing))


def _found(data: Any, path: Path) -> Iterator[tuple[Path, bool]]:
    """Where the mark is: the path of the mapping whose key it is, or its own as a value."""
    if data == MARK:
        yield path, False
    elif isinstance(data, dict):
        for key, value in data.items():
            if key == MARK:
                yield path, True
            else:
                yield from _found(value, (*path, key))
    elif isinstance(data, list):
        for n, value in enumerate(data):
            yield from _found(value, (*path, n))
