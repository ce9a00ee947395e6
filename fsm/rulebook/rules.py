"""Rules in words: listed, explained, searched, compared, and which of them nothing shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap

from ..edition import Edition, Rule, edition_ids, load_edition
from ..errors import FsmError
from ..library import shown_path
from ..words import listed, nearest
from .index import WHY_UNTESTED, Entry, Showing, counterparts, entries, entry, pairs, search, showing

FEW = 5
"""How many scenarios of a rule are named, if not all are asked for."""
_NUMBER = re.compile(r"(CR ?)?\d[\w.]*")


def list_rules(edition: Edition, only: Sequence[Rule] | None = None) -> Iterator[str]:
    """Rules of an edition, by default all of them, a line each."""
    rules = tuple(edition.rules.values()) if only is None else only
    yield f"{edition.title} ({edition.id}): {len(rules)} rule{'s' if len(rules) != 1 else ''}"
    width = max((len(rule.number) for rule in rules), default=0) + 2
    for rule in rules:
        yield f"{rule.number:<{width}}{rule.says}"


def is_number(text: str, editions: Sequence[Edition]) -> bool:
    """Whether a text means the number of a rule, also of one that no edition has.

    >>> is_number("300.66", []), is_number("priority", [])
    (True, False)
    """
    return bool(_NUMBER.fullmatch(text)) or any(text in edition.rules for edition in editions)


def find(words: Sequence[str], editions: Sequence[Edition]) -> Iterator[str]:
    """The rules of each edition in which each of the words begins a word; if there are none, or is a part of one."""
    for parts in (False, True):
        found = [(edition, tuple(search(words, edition.rules.values(), parts))) for edition in editions]
        for edition, rules in found:
            if rules:
                yield from list_rules(edition, rules)
                yield ""
        if any(rules for _, rules in found):
            return


def explain(number: str, editions: Sequence[Edition], most: int | None = FEW) -> Iterator[str]:
    """One rule, in each of the editions that have it, each with at most so many scenarios.

    ``FsmError`` names the nearest number if no edition has it.
    """
    number, having = _having(number, editions)
    shown = showing(number=number)
    for n, edition in enumerate(having):
        if n:
            yield ""
        yield f"{number}  {edition.title} ({edition.id})"
        yield from _told(edition, entry(edition, number, shown), most)


def _having(number: str, editions: Sequence[Edition]) -> tuple[str, list[Edition]]:
    """A number as the index writes it, and the editions that have it."""
    number = number.removeprefix("CR").strip()
    having = [edition for edition in editions if number in edition.rules]
    if not having:
        known = [known for edition in editions for known in edition.rules]
        where = listed(edition.id for edition in editions)
        raise FsmError(f"no rule {number[:40]!r} in the index of {where}{nearest(number, known)}")
    return number, having


def _told(edition: Edition, one: Entry, most: int | None) -> Iterator[str]:
    yield f"  {one.rule.says}"
    for other in map(load_edition, edition_ids()):
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
        number, _ = _having(number, [one, other])
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
