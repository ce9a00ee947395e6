"""What the YAML parser misreads: what its errors mean, and names with a comma that it reads as two texts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any

import yaml

from ...document import Place
from ...errors import InputError
from ...shape import Path, ShapeError
from ...words import shown

LONGEST = 60


_SAME_COLUMN = "the keys of a mapping, and the items of a list, begin in the same column"
_CLOSES = {"{": "}", "[": "]"}


def not_yaml(error: yaml.MarkedYAMLError, text: str, file: str) -> InputError:
    """The parser's error at its place, which may be one line after the last."""
    said = " ".join(str(part) for part in (error.context, error.problem) if part).replace("\n", " ").strip()
    opened = error.context_mark
    mark = error.problem_mark or opened
    if mark is None:
        return InputError(f"this is not YAML: {said}", file, 1, 1)
    if opened is not None and (meant := _unclosed(said, text, opened, mark)):
        return InputError(f"this is not YAML: {meant}", file, opened.line + 1, opened.column + 1)
    line, column = mark.line + 1, mark.column + 1
    if mark.index >= len(text) and not text.endswith(("\n", "\r")):
        line, column = place_of(text, len(text))
    said = _meant(text, line, column) or _with_hint(said) or "the text cannot be understood"
    return InputError(f"this is not YAML: {said}", file, line, column)


def _unclosed(said: str, text: str, opened: Any, mark: Any) -> str:
    """What is wrong where a part begins that does not end as it should; empty if that is not the error."""
    lines = _lines(text)
    first = lines[opened.line] if opened.line < len(lines) else ""
    begin = first[opened.column : opened.column + 1]
    if "Unicode character escape" in said:
        return "a \\u escape that is half of a character, or no character; write the whole character"
    if "quoted scalar" in said:
        return f"the quote {begin} that begins here is not closed; put another one at the end of the text"
    if "simple key" in said:
        found = shown(first.strip(), LONGEST)
        return f'found no colon with a space after it in "{found}"; a key and its value are written key: value'
    if begin in _CLOSES and mark.line > opened.line:
        close, rest, comment = _CLOSES[begin], text[opened.index :], " #" in first[opened.column :]
        if comment or rest.count(begin) > rest.count(close):
            why = '; what stands after " #" is a comment' if comment else ""
            return f"the {begin} that begins here is not closed; put a {close} at the end of what belongs to it{why}"
    return ""


def _with_hint(said: str) -> str:
    """The parser's words, with what helps against the error."""
    if "expected key" in said or "<block end>" in said or "'-' indicator" in said:
        return f"{said}; {_SAME_COLUMN}"
    return said


def place_of(text: str, at: int) -> Place:
    """The line and column of a position in a text."""
    lines = re.split(r"\r\n?|\n", text[:at])
    return len(lines), len(lines[-1].removeprefix("\ufeff")) + 1


def _meant(text: str, line: int, column: int) -> str:
    """What is probably wrong at a place that the parser does not understand; empty if that is open."""
    lines = _lines(text)
    said = lines[line - 1] if line <= len(lines) else ""
    at, before = said[column - 1 : column], said[: column - 1].rstrip()
    if at == "\t" or "\t" in said[: len(said) - len(said.lstrip())]:
        return "found a tab at the beginning of the line; indent with spaces"
    if at == ":" and (whole := _with_colon(said[: column - 1], said[column - 1 :])):
        return f'found a second ": " in one text; put the text in quotes: "{shown(whole, LONGEST)}"'
    above = lines[line - 2].strip() if 1 < line <= len(lines) + 1 else ""
    if at == ":" and re.match(r"[\w ]+:\S", above):
        return f'found a key after the text "{shown(above, LONGEST)}"; write a space after the colon there'
    if at and at in "@`%":
        return f"a text cannot begin with {at}; put it in quotes"
    if at == "-" and before.endswith(":"):
        return "a list cannot begin in the line of its key; put each item in a line of its own, or the text in quotes"
    if at and at in "[{" and before and before[-1] not in ":,[{-":
        return f"found {at} in a text that is not in quotes; put the text in quotes"
    if at and before.endswith(("]", "}", '"', "'")):
        return f"found more text after {before[-1]} than belongs to it; put the whole text in quotes, or leave this out"
    return ""


def _lines(text: str) -> list[str]:
    """The lines of a text as editors count them."""
    return re.split(r"\r\n?|\n", text.removeprefix("\ufeff"))


def _with_colon(before: str, after: str) -> str:
    """The whole text that a colon divides: to the end of the line, or within brackets to the next comma or bracket."""
    if "{" in before or "[" in before:
        return re.split(r"[\[{,:]", before)[-1].lstrip() + re.split(r"[\]},]", after)[0].rstrip()
    entry = re.match(r"[\s-]*[\w ]+: +(.+)", before)
    return f"{entry[1]}{after}".rstrip().replace('"', "'") if entry else ""


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
