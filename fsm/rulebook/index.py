"""The index of an edition: each rule with its places in the code, the scenarios that show it, and what it lacks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..edition import Edition, Rule
from ..errors import InputError
from ..library import SUFFIX, scenario_folder
from .places import Places, places

WHY_UNTESTED = {
    "heading": "a heading",
    "definition": "says what a word means",
    "permission": "allows what nobody has to do",
    "reference": "points to other rules of this index",
    "outside": "about something that is no part of a game here",
}
"""The reasons why no scenario can show a rule, in words."""


class Shown(NamedTuple):
    """A scenario that shows a rule; ``among`` is how many rules it names under that edition."""

    file: str
    name: str
    among: int


class Entry(NamedTuple):
    """A rule with the places that implement it, and the scenarios that show it, the most specific ones first."""

    rule: Rule
    places: tuple[str, ...]
    scenarios: tuple[Shown, ...]

    @property
    def in_part(self) -> bool:
        """Whether a rule is covered, but for a part of it that is not implemented."""
        return bool(self.rule.partly and self.places and self.scenarios)

    def lacks(self) -> tuple[str, ...]:
        """What a testable rule lacks; empty if nothing."""
        if self.rule.untested:
            return ()
        if self.rule.missing:
            return (f"not implemented: {self.rule.missing}",)
        without = (("no place in the code", self.places), ("no scenario", self.scenarios))
        lacks = tuple(what for what, found in without if not found)
        return (*lacks, f"partly; not implemented: {self.rule.partly}") if self.rule.partly else lacks


Showing = Mapping[tuple[str, str], Sequence[Shown]]
"""The scenarios that show a rule, by edition and number."""


def showing(folder: Path | None = None, number: str = "") -> Showing:
    """The scenarios below a folder by the rules that they name; with a number, only files with that number are read.

    The default is the folder ``scenarios/``, or that of the package if there is none here. Files that
    cannot be read are left out: ``fsm test`` reports them.
    """
    from ..scenario import read_scenarios

    found: dict[tuple[str, str], list[Shown]] = defaultdict(list)
    folder = folder or scenario_folder()
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        if number.encode() not in path.read_bytes():
            continue
        try:
            scenarios = read_scenarios(path)
        except InputError:
            continue
        for scenario in scenarios:
            for id, numbers in scenario.rules.items():
                for one in dict.fromkeys(numbers):
                    found[id, one].append(Shown(path.as_posix(), scenario.name, len(numbers)))
    return {key: sorted(shown, key=lambda one: one.among) for key, shown in found.items()}


def entries(edition: Edition, shown: Showing, where: Places | None = None) -> Iterator[Entry]:
    """All rules of an edition, in order, each with its places and scenarios."""
    where = places() if where is None else where
    for rule in edition.rules.values():
        found = dict.fromkeys(place for topic in rule.topics for place in where.get(topic, ()))
        yield Entry(rule, tuple(found), tuple(shown.get((edition.id, rule.number), ())))


def entry(edition: Edition, number: str, shown: Showing) -> Entry:
    """One rule of an edition with its places and scenarios."""
    return next(one for one in entries(edition, shown) if one.rule.number == number)


def counterparts(rule: Rule, other: Edition) -> tuple[Rule, ...]:
    """The rules of another edition that govern the same topics, or say the same."""
    numbers = dict.fromkeys(number for topic in rule.topics for number in other.cite(topic))
    if not numbers:
        numbers = dict.fromkeys(one.number for one in other.rules.values() if one.says == rule.says)
    return tuple(other.rules[number] for number in numbers)


def pairs(one: Edition, other: Edition) -> Iterator[tuple[Rule | None, Rule | None]]:
    """The rules of two editions side by side; a rule without a counterpart stands alone."""
    seen: set[str] = set()
    for rule in one.rules.values():
        found = counterparts(rule, other)
        seen.update(match.number for match in found)
        yield from ((rule, match) for match in found or (None,))
    yield from ((None, rule) for rule in other.rules.values() if rule.number not in seen)


def search(words: Iterable[str], rules: Iterable[Rule], parts: bool = False) -> Iterator[Rule]:
    """The rules in which each of the words begins a word, in any case; or is any part of one."""
    wanted = [word.casefold() for word in words]
    for rule in rules:
        said = _words(f"{rule.number} {rule.says} {' '.join(rule.topics)}")
        if all(any(part in word if parts else word.startswith(part) for word in said) for part in wanted):
            yield rule


def _words(text: str) -> Collection[str]:
    letters = (letter if letter.isalnum() or letter in ".-" else " " for letter in text.casefold())
    return frozenset(word.strip(".") for word in "".join(letters).split())
