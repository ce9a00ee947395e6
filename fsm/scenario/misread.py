"""What the YAML parser's errors mean, in words for those who wrote the file."""

from __future__ import annotations

import re

import yaml

from ..document import Place
from ..errors import InputError
from ..words import shown

LONGEST = 60


def not_yaml(error: yaml.MarkedYAMLError, text: str, file: str) -> InputError:
    """The parser's error at its place, which may be one line after the last."""
    said = " ".join(str(part) for part in (error.context, error.problem) if part).replace("\n", " ").strip()
    mark = error.problem_mark or error.context_mark
    if "Unicode character escape" in said and error.context_mark is not None:
        mark = error.context_mark
        said = "a \\u escape that is half of a character, or no character; write the whole character"
    if mark is None:
        return InputError(f"this is not YAML: {said}", file, 1, 1)
    line, column = mark.line + 1, mark.column + 1
    if mark.index >= len(text) and not text.endswith(("\n", "\r")):
        line, column = place_of(text, len(text))
    if "expected key" in said or "<block end>" in said:
        said += "; the keys of a mapping, and the items of a list, begin in the same column"
    said = _meant(text, line, column) or said or "the text cannot be understood"
    return InputError(f"this is not YAML: {said}", file, line, column)


def place_of(text: str, at: int) -> Place:
    """The line and column of a position in a text."""
    lines = re.split(r"\r\n?|\n", text[:at])
    return len(lines), len(lines[-1].removeprefix("\ufeff")) + 1


def _meant(text: str, line: int, column: int) -> str:
    """What is probably wrong at a place that the parser does not understand; empty if that is open."""
    lines = re.split(r"\r\n?|\n", text.removeprefix("\ufeff"))
    said = lines[line - 1] if line <= len(lines) else ""
    at = said[column - 1 : column]
    if at == "\t" or "\t" in said[: len(said) - len(said.lstrip())]:
        return "found a tab at the beginning of the line; indent with spaces"
    if at == ":" and (whole := _with_colon(said[: column - 1], said[column - 1 :])):
        return f'found a second ": " in one text; put the text in quotes: "{shown(whole, LONGEST)}"'
    return ""


def _with_colon(before: str, after: str) -> str:
    """The whole text that a colon divides: to the end of the line, or within brackets to the next comma or bracket."""
    if "{" in before or "[" in before:
        return re.split(r"[\[{,:]", before)[-1].lstrip() + re.split(r"[\]},]", after)[0].rstrip()
    entry = re.match(r"[\s-]*[\w ]+: +(.+)", before)
    return f"{entry[1]}{after}".rstrip().replace('"', "'") if entry else ""
