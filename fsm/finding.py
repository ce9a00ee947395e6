"""One search over rules and their changes, scenarios, cards, arguments, words of the glossary and documents."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from textwrap import wrap
from typing import NamedTuple

from .cardbook import findable as findable_card
from .cardshapes import shapes
from .edition import edition_ids, load_edition, points
from .game import catalogue
from .library import document, lessons, readers, told_text
from .rulebook import findable as findable_rule
from .search import Findable, Index

MOST = 5
"""How many of each kind are told, if not all are asked for."""
WIDTH = 100
ARGUMENTS, GLOSSARY = "ARGUMENTS", "GLOSSARY"

_SECTION = re.compile(r"^## ", re.MULTILINE)
_WORD = re.compile(r"^- \*\*(.+?)\*\*: (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


class Found(NamedTuple):
    """Something that was found: its kind, how it is called, what it says, and the command that tells more."""

    kind: str
    name: str
    says: str
    command: str


def find(query: Sequence[str], kinds: tuple[str, ...] = ()) -> list[Found]:
    """All that has most of the words of a query, the best first: of three words or more, one may be missing.

    Only of these kinds, if any are named: arguments, rules, changes, scenarios, cards, words, documents.
    """
    hits = _index(kinds or tuple(KINDS)).ranked(query, part=True)
    least = hits[0].terms - (hits[0].terms > 2) if hits else 0
    return [hit.what for hit in hits if hit.terms >= least]


def find_in(name: str, query: Sequence[str]) -> list[Found]:
    """What one document has about some words, the best first."""
    return [one for one in find(query, WRITTEN) if one.command == f"fsm docs {name}"]


def told(found: Sequence[Found], query: str, most: int | None = MOST) -> Iterator[str]:
    """What was found, by kind, the kind with the best one first."""
    for kind in dict.fromkeys(one.kind for one in found):
        alike = [one for one in found if one.kind == kind]
        yield f"{kind}: {alike[0].command}" if len(alike) == 1 else f"{kind}, such as: {alike[0].command}"
        wide = max(len(one.name) for one in alike[:most])
        for one in alike[:most]:
            first, *rest = wrap(one.says, WIDTH - wide - 4) or [""]
            yield f"  {one.name:<{wide}}  {first}".rstrip()
            yield from (f"  {'':<{wide}}  {line}" for line in rest)
        if most is not None and len(alike) > most:
            yield f"  and {len(alike) - most} more: fsm find --all {query}"
        yield ""


@cache
def _index(kinds: tuple[str, ...]) -> Index:
    return Index(one for kind in kinds for one in KINDS[kind]())


def _scenarios() -> Iterator[Findable]:
    for lesson in lessons():
        what = Found("scenarios", lesson.short, "; ".join(lesson.titles), f"fsm run {lesson.short}")
        yield lesson.findable._replace(what=what)


def _cards() -> Iterator[Findable]:
    for card in catalogue().values():
        says = ", ".join((" ".join(card.type), *shapes(card)))
        yield findable_card(card)._replace(what=Found("cards", card.name, says, f"fsm cards {card.name}"))


def _rules() -> Iterator[Findable]:
    """The rules of the newest edition, then those of older ones about what the newer ones do not govern."""
    governed: set[str] = set()
    for edition in map(load_edition, reversed(edition_ids())):
        new = [rule for rule in edition.rules.values() if not rule.topics or not governed.issuperset(rule.topics)]
        for rule in new if not governed else [rule for rule in new if rule.topics]:
            command = f"fsm rules {rule.number} --edition {edition.id}"
            what = Found("rules", f"{rule.number} ({edition.id})", rule.says, command)
            yield findable_rule(rule)._replace(what=what)
        governed.update(topic for rule in edition.rules.values() for topic in rule.topics)


def _changes() -> Iterator[Findable]:
    """What changed in the turn, each with its day."""
    for point in points():
        what = Found("changes", point.day, point.says, f"fsm history {point.day}")
        yield Findable(what, ((3, point.says), (1, f"change {point.before} {point.came_with} {point.day}")))


def _sections(name: str) -> Iterator[tuple[str, str]]:
    """The sections of a document, each with its heading and its text."""
    path, text = document(name)
    for section in _SECTION.split(told_text(text, path, files=False))[1:]:
        heading, _, body = section.partition("\n")
        yield heading.strip(), body.strip()


def _arguments() -> Iterator[Findable]:
    """The questions that were settled, each with its answer."""
    for heading, body in _sections(ARGUMENTS):
        number, _, question = heading.partition(". ")
        if number.isdecimal():
            answer = " ".join(body.partition("\n\n")[0].split())
            what = Found("arguments", number, f"{question} {answer}", f"fsm docs {ARGUMENTS}")
            yield Findable(what, ((4, question), (1, body)))


def _words() -> Iterator[Findable]:
    """The words of the glossary."""
    path, text = document(GLOSSARY)
    for word, says in _WORD.findall(told_text(text, path, files=False)):
        yield Findable(Found("words", word, says, f"fsm docs {GLOSSARY}"), ((4, word), (1, says)))


def _documents() -> Iterator[Findable]:
    """All documents by their names, and the sections of those that are not told entry by entry."""
    for these in readers().values():
        for name, (_, about) in these.items():
            command = f"fsm docs {name}"
            yield Findable(Found("documents", name, about, command), ((4, name), (1, about)))
            if name not in (ARGUMENTS, GLOSSARY, "SCENARIOS"):
                for heading, body in _sections(name):
                    what = Found("documents", name, heading, command)
                    yield Findable(what, ((3, f"{heading} {name}"), (1, _BLOCK.sub("", body))))


KINDS: dict[str, Callable[[], Iterator[Findable]]] = {
    "arguments": _arguments,
    "rules": _rules,
    "changes": _changes,
    "scenarios": _scenarios,
    "cards": _cards,
    "words": _words,
    "documents": _documents,
}
"""What is looked for, each with all there is; of what fits equally well, the first kind comes first."""
WRITTEN = ("arguments", "words", "documents")
"""The kinds that are read in documents."""
