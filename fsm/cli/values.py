"""The values that a user names on the command line: how they are found, and how a shell completes them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    _Type = click.ParamType[str]
    _Number = click.ParamType[int]
else:  # some versions of click have no [str]
    _Type = _Number = click.ParamType

FORMATS = ("svg", "png", "pdf", "dot", "mmd", "puml", "scxml", "json", "pml", "graphml", "markup.json")
"""The formats of diagrams; they stand here too, so that completing them loads no diagrams."""

MOST_TURNS = 10_000_000
"""No turn has this number."""

_CARD = re.compile(r'^\["([^"]+)"\]$', re.MULTILINE)

Known = Callable[[str], Iterable[tuple[str, str]]]
"""The values that begin with a text, each with a few words about it."""


class Value(_Type):
    """A text of which some values are known; it is checked by whoever uses it."""

    def __init__(self, name: str, known: Known, or_file: bool = False) -> None:
        """Take the values that are known; with ``or_file`` it may also be the path of a file."""
        self.name, self.known, self.or_file = name, known, or_file

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002  # click's signature
        """The values that begin like this; or files, if any here does, or no value."""
        file = [CompletionItem(incomplete, type="file")]
        if self.or_file and _is_here(incomplete):
            return file
        start = incomplete.casefold()
        found = [(value, about) for value, about in self.known(incomplete) if value.casefold().startswith(start)]
        return [CompletionItem(value, help=about) for value, about in found] or (file if self.or_file else [])


class TurnNumber(_Number):
    """The number of a turn, also as addresses have it: 3 or T3."""

    name = "turn"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; what is no number of a turn is refused."""
        said = str(value).upper().removeprefix("T")
        if not said.isdecimal() or not 0 < int(said) < MOST_TURNS:
            self.fail(f"{str(value)[:40]!r} is no turn: write 3 or T3", param, ctx)
        return int(said)


def one_of(name: str, *values: str) -> Value:
    """A text that is one of a few; they stand here, so that completing them loads nothing else."""
    return Value(name, lambda _: ((value, "") for value in values))


class ScenarioFile(Value):
    """A scenario file: one that is there, or one of the package, by its name, number or title."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002  # click's signature
        """The path of the file; ``InputError`` has names that are near."""
        from ..library import find_scenario

        return find_scenario(value)


class ScenarioFiles(ScenarioFile):
    """A scenario file, or a folder or a topic of them."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002  # click's signature
        """The path of the file or folder; ``InputError`` has names that are near."""
        from ..library import find_scenarios

        return find_scenarios(value)


def _is_here(start: str) -> bool:
    """Whether the path of any file begins like this."""
    folder, begin = os.path.split(start)
    try:
        return any(name.startswith(begin) for name in os.listdir(folder or "."))  # noqa: PTH208  # names are enough
    except OSError:
        return False


def _scenarios(start: str) -> Iterable[tuple[str, str]]:
    from ..library import lessons

    for lesson in lessons():
        name = lesson.number if start[:1].isdigit() else lesson.name
        if name.startswith(start.lower()):
            yield name, lesson.titles[0]


def _all_scenarios(start: str) -> Iterable[tuple[str, str]]:
    from ..library import lessons

    topics = dict.fromkeys(lesson.topic for lesson in lessons())
    return [*((topic, "all of them") for topic in topics if topic), *_scenarios(start)]


def _editions(start: str) -> Iterable[tuple[str, str]]:
    from ..edition import every_edition_id, other_names

    return [*((id, "") for id in every_edition_id()), *other_names().items()]


def _moments(start: str) -> Iterable[tuple[str, str]]:
    """The days on which something changed, each with its set, and the editions."""
    from ..edition import points

    return [*{point.day: point.came_with for point in points()}.items(), *_editions(start)]


def _cards(start: str) -> Iterable[tuple[str, str]]:
    return ((name, "") for name in sorted(_CARD.findall(_catalogue())))


def _catalogue() -> str:
    from ..files import packaged

    return packaged("cards/catalogue.toml")


def _shapes(start: str) -> Iterable[tuple[str, str]]:
    """The effects that a card of the catalogue has."""
    from ..cards.vocabulary import EFFECTS

    said = set(re.findall(r'{ (\w+) = (?!true\b)|"(\w+)"', _catalogue()))
    return ((name, "") for name in sorted({name for pair in said for name in pair} & set(EFFECTS)))


def _rules(start: str) -> Iterable[tuple[str, str]]:
    from ..edition import numbers

    return ((number, "") for number in numbers())


def _rewrites(start: str) -> Iterable[tuple[str, str]]:
    from ..edition import edition_ids, load_edition
    from ..turn.rules import REWRITES

    if start[:1].isdigit():
        rules = [load_edition(id) for id in edition_ids()]
        return ((number, rule.name) for one in rules for rule in REWRITES.values() for number in one.cite(rule.topic))
    return ((name, "") for name in REWRITES)


def _places(start: str) -> Iterable[tuple[str, str]]:
    from ..edition import load_edition
    from ..turn.address import addresses_like

    kinds = load_edition().kinds
    return [*((place, "") for place in addresses_like(start, kinds)), *((kind, "") for kind in kinds.places)]


def _documents(start: str) -> Iterable[tuple[str, str]]:  # all are listed
    from ..library import readers

    return ((name, about) for these in readers().values() for name, (_, about) in these.items())


SCENARIO = ScenarioFile("file", _scenarios, or_file=True)
TESTED = Value("path", _all_scenarios, or_file=True)
SCENARIOS = ScenarioFiles("path", _all_scenarios, or_file=True)
DOCUMENT = Value("name", _documents)
EDITION = Value("id", _editions, or_file=True)
MOMENT = Value("day", _moments)
CHANGED = Value("name", lambda start: [*_moments(start), *_scenarios(start)], or_file=True)
DAY = Value("day", _editions)
CARD = Value("name", _cards)
SHAPE = Value("word", _shapes)
RULE = Value("number", _rules)
REWRITE = Value("number", _rewrites)
PLACE = Value("address", _places)
TURN = TurnNumber()
VIEWER = Value("player", lambda _: [("nobody", "what everybody sees")])
COMPARED = one_of("word", "all", "turns", "steps", "state", "events", "expect")
LEVEL = one_of("level", "phase", "step", "machine")
DETAIL = one_of("detail", "names", "actions", "rules")
THEME = one_of("theme", "auto", "light", "dark", "print")
DIRECTION = one_of("way", "down", "right")
ASPECT = one_of("shape", "16:9", "4:3", "1:1", "page")
PAPER = one_of("sheet", "a4", "a3", "a2")
FORMAT = one_of("name", *FORMATS)
FILE = Value("file", lambda _: (), or_file=True)
"""The path of any file; the shell completes it."""
