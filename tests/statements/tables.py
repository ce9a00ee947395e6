"""The tables of statements and of faults, as they are written."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

HERE = Path(__file__).parent


class Shown(NamedTuple):
    """A statement of an edition with one scenario or test that shows it, and the numbers of its rules."""

    edition: str
    place: str
    name: str
    rules: str

    @property
    def is_test(self) -> bool:
        """Whether a test shows it, and no scenario."""
        return "::" in self.name


class Fault(NamedTuple):
    """A text of a file that is replaced, and the statements that it breaks, each with its edition."""

    place: str
    find: str
    put: str
    breaks: frozenset[tuple[str, str]]

    @property
    def file(self) -> str:
        """The file, without the function in it."""
        return self.place.partition("::")[0]

    def put_into(self, text: str) -> str:
        """The text of the file with this fault; ``LookupError`` if the place does not have what is replaced once."""
        start, end = _span(text, self.place.partition("::")[2])
        if (count := text.count(self.find, start, end)) != 1:
            raise LookupError(f"found {count} times in {self.place}, expected once: {self.find!r}")
        return text[:start] + text[start:end].replace(self.find, self.put) + text[end:]


def _span(text: str, function: str) -> tuple[int, int]:
    """Where a function of a module begins and ends; the whole text without a name."""
    if not function:
        return 0, len(text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name == function:
            lines = text.splitlines(keepends=True)
            return len("".join(lines[: node.lineno - 1])), len("".join(lines[: node.end_lineno]))
    raise LookupError(f"there is no function {function}")


def broken(text: str) -> frozenset[tuple[str, str]]:
    """The statements that a text names: editions, then places; after a comma, others.

    >>> sorted(broken("cr2006 cr2008 217.5c/1, cr2011 l.94/1"))
    [('cr2006', '217.5c/1'), ('cr2008', '217.5c/1'), ('cr2011', 'l.94/1')]
    """
    found = set[tuple[str, str]]()
    for group in text.split(","):
        editions = [word for word in group.split() if word.startswith("cr")]
        found.update((edition, place) for edition in editions for place in group.split() if place not in editions)
    return frozenset(found)


def read_faults() -> list[Fault]:
    """The faults of all tables."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(HERE.glob("faults/*.toml")))
    return [
        Fault(place, find, put, broken(breaks))
        for text in texts
        for place, these in msgspec.convert(tomllib.loads(text), dict[str, dict[str, list[tuple[str, str]]]]).items()
        for find, puts in these.items()
        for put, breaks in puts
    ]


def read_shown() -> list[Shown]:
    """All that shows a statement, of all editions."""
    return list(_all_shown())


def _all_shown() -> Iterator[Shown]:
    for path in sorted(HERE.glob("cr*.toml")):
        for place, one in tomllib.loads(path.read_text(encoding="utf-8")).items():
            rules = ",".join(one.get("rules", (place.partition("/")[0],)))
            yield from (Shown(path.stem, place, name, rules) for name in one.get("shown", ()))


def read_partly() -> set[tuple[str, str]]:
    """The statements that hold only in part, each with its edition."""
    return {
        (path.stem, place)
        for path in HERE.glob("cr*.toml")
        for place, one in tomllib.loads(path.read_text(encoding="utf-8")).items()
        if "partly" in one
    }
