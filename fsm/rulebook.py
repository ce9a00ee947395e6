"""The index of rules: each with its places in the code and the scenarios that show it, told in words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from pkgutil import walk_packages
from textwrap import wrap
from typing import NamedTuple

from .edition import Edition, Rule, edition_ids, load_edition
from .edition.topics import OBEYED
from .errors import FsmError, InputError
from .library import SUFFIX, scenario_folder, shown_path, used_rules
from .search import Findable, ranked
from .words import listed, nearest

ROOT = Path(__file__).parent
ROOMS = ("cards", "game", "turn")
"""The rooms that play; pictures and reports only cite what these do."""

Places = Mapping[str, tuple[str, ...]]
"""The places of each topic, as ``file:line``."""


@cache
def places() -> Places:
    """Where the package obeys each topic, by files and lines."""
    found: dict[str, set[tuple[str, int]]] = {}
    for room in ROOMS:
        for module in walk_packages([str(ROOT / room)], f"{ROOT.name}.{room}."):
            import_module(module.name)  # its functions say their topics as it is loaded
    obeyed = ((topic.name, one.__code__) for topic, functions in OBEYED.items() for one in functions)
    functions = ((topic, Path(code.co_filename), code.co_firstlineno) for topic, code in obeyed)
    for topic, file, line in (*functions, *_rewrites()):
        if file.is_relative_to(ROOT):
            found.setdefault(topic, set()).add((file.relative_to(ROOT.parent).as_posix(), line))
    return {topic: tuple(f"{file}:{line}" for file, line in sorted(there)) for topic, there in found.items()}


def _rewrites() -> Iterator[tuple[str, Path, int]]:
    from .turn import rotation, rules

    for name, rewrites in ((rules.__file__, rules.REWRITES), (rotation.__file__, rotation.TURN_REWRITES)):
        file = Path(name)
        rows = file.read_text(encoding="utf-8").splitlines()
        for rule in rewrites.values():
            yield rule.topic, file, next(n for n, row in enumerate(rows, 1) if f'name="{rule.name}"' in row)


WHY_UNTESTED = {
    "heading": "a heading",
    "definition": "says what a word means",
    "permission": "allows what nobody has to do",
    "reference": "points to other rules of this index",
    "outside": "about something that is no part of a game here",
    "unplayed": "no game can be played under this edition here",
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
    from .scenario import read_scenarios

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
        topics = () if edition.unplayed else rule.topics
        found = dict.fromkeys(place for topic in topics for place in where.get(topic, ()))
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


def findable(rule: Rule) -> Findable:
    """What a search finds a rule by: what it says, its number, and its topics; those that scenarios show come first."""
    return Findable(rule, ((3, rule.says), (2, rule.number), (1, " ".join(rule.topics))), used_rules()[rule.number])


FEW = 5
"""How many scenarios of a rule are named, if not all are asked for."""
_NUMBER = re.compile(r"(CR ?)?\d[\w.]*")


def list_rules(edition: Edition, only: Sequence[Rule] | None = None) -> Iterator[str]:
    """Rules of an edition, by default all of them, a line each."""
    rules = tuple(edition.rules.values()) if only is None else only
    yield f"{edition.title} ({edition.id}): {len(rules)} rule{'s' if len(rules) != 1 else ''}"
    yield from known_from(edition)
    width = max((len(rule.number) for rule in rules), default=0) + 2
    for rule in rules:
        yield f"{rule.number:<{width}}{rule.says}"


def known_from(edition: Edition) -> Iterator[str]:
    """What is said of an edition under which no game can be played: why not, and from where it is known."""
    if edition.unplayed:
        yield f"  not played here: {edition.unplayed}; its numbers are labels of ours"
        yield f"  known from: {edition.sources}"


def is_number(text: str, editions: Sequence[Edition]) -> bool:
    """Whether a text means the number of a rule, also of one that no edition has.

    >>> is_number("300.66", []), is_number("priority", [])
    (True, False)
    """
    return bool(_NUMBER.fullmatch(text)) or any(text in edition.rules for edition in editions)


def section(number: str, editions: Sequence[Edition]) -> Iterator[str]:
    """The rules of a section, by its number, if that is not the number of a rule, in each edition that has some."""
    number = _plain(number)
    for edition in editions:
        found = [r for n, r in edition.rules.items() if n.startswith(number) and not n[len(number) :][:1].isdigit()]
        if found and number not in edition.rules:
            yield from list_rules(edition, found)
            yield ""


def find(words: Sequence[str], editions: Sequence[Edition]) -> Iterator[str]:
    """The rules of each edition that have all of the words, the best first."""
    for edition in editions:
        found = [hit.what for hit in ranked(words, map(findable, edition.rules.values()))]
        if found:
            yield from list_rules(edition, found)
            yield ""


def explain(number: str, editions: Sequence[Edition], most: int | None = FEW) -> Iterator[str]:
    """One rule, in each of the editions that have it, each with at most so many scenarios.

    ``FsmError`` names the nearest number if no edition has it.
    """
    number, found = having(number, editions)
    shown = showing(number=number)
    for n, edition in enumerate(found):
        if n:
            yield ""
        yield f"{number}  {edition.title} ({edition.id})"
        yield from known_from(edition)
        yield from _told(edition, entry(edition, number, shown), most)


def having(number: str, editions: Sequence[Edition]) -> tuple[str, list[Edition]]:
    """A number as the index writes it, and the editions that have it; ``FsmError`` names the nearest if none has."""
    number = _plain(number)
    found = [edition for edition in editions if number in edition.rules]
    if not found:
        known = [known for edition in editions for known in edition.rules]
        where = listed(one.id for one in editions) if len(editions) <= len(edition_ids()) else "any edition"
        raise FsmError(f"no rule {number[:40]!r} in the index of {where}{nearest(number, known)}")
    return number, found


def _plain(number: str) -> str:
    return number.removeprefix("CR").strip()


def _told(edition: Edition, one: Entry, most: int | None) -> Iterator[str]:
    yield f"  {one.rule.says}"
    for other in map(load_edition, reversed(edition_ids())):
        found = counterparts(one.rule, other) if other.id != edition.id else ()
        if found:
            yield f"  also      {other.id}: {', '.join(rule.number for rule in found)}"
    if one.rule.untested:
        yield f"  no test   {WHY_UNTESTED[one.rule.untested]}"
    if one.rule.missing:
        yield f"  missing   not implemented: {one.rule.missing}"
    if one.rule.partly:
        yield f"  partly    not implemented: {one.rule.partly}"
    for place in one.places:
        yield f"  in code   {place}"
    for scenario in one.scenarios[:most]:
        yield f"  shown by  {shown_path(Path(scenario.file))}: {scenario.name}"
    left = len(one.scenarios[most:]) if most is not None else 0
    if left:
        yield f"            and {left} more; --all names them"


def uncovered(edition: Edition, shown: Showing) -> tuple[str, ...]:
    """The testable rules of an edition that lack a place, a scenario or a part, a line each under a summary."""
    known = [one for one in entries(edition, shown) if not one.rule.untested]
    lacking = [(one.rule, one.lacks()) for one in known if one.lacks()]
    width = max((len(rule.number) for rule, _ in lacking), default=0) + 2
    told = (f"{rule.number:<{width}}{rule.says} [{', '.join(lacks)}]" for rule, lacks in lacking)
    partly = sum(one.in_part for one in known)
    of = f"{len(known)} testable rules, of {len(edition.rules)} in all"
    return (
        f"{edition.title} ({edition.id}): {len(lacking) - partly} uncovered and {partly} covered in part of {of}",
        *told,
    )


def compare(one: Edition, other: Edition, number: str = "", width: int = 100) -> Iterator[str]:
    """The rules of two editions side by side, or one of them and its counterparts."""
    if number:
        number, _ = having(number, [one, other])
    half = max((width - 3) // 2, 20)
    yield from _row(f"{one.title} ({one.id})", f"{other.title} ({other.id})", half)
    for here, there in pairs(one, other):
        if not number or number in (here.number if here else "", there.number if there else ""):
            yield from _row(_cell(here), _cell(there), half)


def _cell(rule: Rule | None) -> str:
    return f"{rule.number}  {rule.says}" if rule else "–"


def _row(left: str, right: str, half: int) -> Iterator[str]:
    for one, other in zip_longest(wrap(left, half), wrap(right, half), fillvalue=""):
        yield f"{one:<{half}}   {other}".rstrip()
