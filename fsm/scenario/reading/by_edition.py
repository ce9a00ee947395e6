"""What a scenario says for each of its editions: the numbers of rules, and how tests treat it.

One number is often another rule in another edition: 509.3 is about the end step of an ended turn in 2006, about the
order of attackers in 2011, and about triggers today. A list of numbers is read under each edition that has them, so a
number may stand in it only if it is the same rule in all of them; otherwise a mapping says which edition is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from ...document import Document
from ...edition import Edition, load_edition, meant
from ...shape import Faults, Path, ShapeError, describe
from ...words import listed, nearest
from ..model import Expect, Happening, Numbers, Sight, WrittenScenario

ByEdition = dict[str, tuple[str, ...]]


def numbers_by_edition(numbers: Numbers, ids: tuple[str, ...], path: Path) -> ByEdition:
    """The numbers for each edition of a scenario.

    ``ShapeError`` for a number that no edition has, and for a listed number that is a different rule in another
    edition.
    """
    editions, faults = [load_edition(id) for id in ids], Faults()
    if not isinstance(numbers, dict):
        for n, number in enumerate(numbers):
            faults.of(check_known, number, editions, (*path, n))
            faults.of(_check_one_rule, number, editions, path, (*path, n))
        faults.raise_any()
        return {edition.id: tuple(n for n in numbers if n in edition.rules) for edition in editions}
    for id, own in numbers.items():
        if id not in ids:
            faults.append(not_run_under(id, ids, (*path, id)))
            continue
        for n, number in enumerate(own):
            faults.of(check_known, number, [load_edition(id)], (*path, id, n))
    faults.raise_any()
    return {id: numbers.get(id, ()) for id in ids}


def not_run_under(id: str, ids: tuple[str, ...], path: Path) -> ShapeError:
    """The error of a key that is none of the editions of a scenario."""
    why = f"the scenario does not run under {describe(id)}{nearest(id, ids)}; name it under edition:"
    return ShapeError(why, path, True)


def check_known(number: str, editions: Iterable[Edition], path: Path) -> None:
    """Checks that at least one of the editions has a rule with that number."""
    having = list(editions)
    if not any(number in edition.rules for edition in having):
        hint = nearest(number, [known for edition in having for known in edition.rules])
        where = listed((edition.id for edition in having), "or")
        raise ShapeError(f"no rule {describe(number)} in {where}{hint}; fsm rules lists them", path)


def check_events(expect: Expect | Sight, ids: tuple[str, ...], path: Path) -> None:
    """Checks the rules of events: an expected event's under every edition, a forbidden one's under at least one."""
    faults = Faults()
    for name, sight in expect.sees.items() if isinstance(expect, Expect) and expect.sees else ():
        faults.of(check_events, sight, ids, (*path, "sees", name))
    editions = [load_edition(id) for id in ids]
    for field in ("happens", "never"):
        for n, item in enumerate(getattr(expect, field) or ()):
            if isinstance(item, Happening) and item.rule is not None:
                faults.of(_check_rule, item.rule, editions, field, (*path, field, n, "rule"))
    faults.raise_any()


def _check_rule(number: str, editions: list[Edition], field: str, path: Path) -> None:
    check_known(number, editions, path)
    without = [edition.id for edition in editions if number not in edition.rules]
    if field == "happens" and without:
        raise ShapeError(f"no rule {describe(number)} in {listed(without)}; expect it under expect_in:", path)


def is_same_rule(number: str, one: Edition, other: Edition) -> bool:
    """Whether a number is the same rule in two editions: one governs all topics of the other, or says the same."""
    here, there = one.rules[number], other.rules[number]
    topics, others = set(here.topics), set(there.topics)
    if topics and others:
        return topics <= others or others <= topics
    return here.says == there.says


def _check_one_rule(number: str, editions: list[Edition], whole: Path, path: Path) -> None:
    having = [edition for edition in editions if number in edition.rules]
    for other in having[1:]:
        if not is_same_rule(number, having[0], other):
            key = str(whole[-1])
            which = f'say which is meant: {key}: {{{having[0].id}: ["{number}"], {other.id}: [...]}}'
            why = f"{describe(number)} is one rule in {having[0].id} and another in {other.id}; {which}"
            raise ShapeError(why, path)


def check_rulings(numbers: tuple[str, ...], document: Document) -> tuple[str, ...]:
    """The numbers of the rulings that a scenario shows, each checked, and each named once."""
    seen: set[str] = set()
    for n, number in enumerate(numbers):
        path: Path = ("rulings", n) if ("rulings", n) in document.values else ("rulings",)
        if not re.fullmatch(r"[A-Z]+-[1-9][0-9]{0,5}", number):
            raise ShapeError(f"found {describe(number)}, expected the number of a ruling, such as I-15", path)
        if number in seen:
            raise ShapeError(f"duplicate ruling {describe(number)}; leave one out", path)
        seen.add(number)
    return numbers


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,99}\Z")
TAKEN = {
    "skip": "write skip: and the reason",
    "skipif": "write skip: and the reason, by edition",
    "xfail": "write xfail: and the reason",
    "parametrize": "name several editions",
    "usefixtures": "a scenario has no fixtures",
    "filterwarnings": "a scenario has no warnings",
}
"""The marks of pytest that a scenario cannot have, each with what to do instead."""


class Marks(msgspec.Struct, frozen=True):
    """The marks of a scenario, and by edition the reasons to skip it and to expect that it fails.

    ``golden``: its runs are compared with golden traces.
    """

    names: tuple[str, ...] = ()
    skip: dict[str, str] = {}
    xfail: dict[str, str] = {}
    golden: bool = False


def read_marks(raw: WrittenScenario, ids: tuple[str, ...], file: str) -> Marks:
    """The checked marks of a scenario that runs under these editions; ``ShapeError`` says what is wrong."""
    for n, name in enumerate(raw.marks):
        if not _NAME.match(name):
            raise ShapeError(f"found {describe(name)}, expected the name of a mark, such as slow", ("marks", n))
        if name in TAKEN:
            raise ShapeError(f"{name} is no mark of a scenario; {TAKEN[name]}", ("marks", n))
        if name in raw.marks[:n]:
            raise ShapeError(f"duplicate mark {describe(name)}; leave one out", ("marks", n))
    skip, xfail = (
        texts_by_edition(said, ids, file, (key,)) for key, said in (("skip", raw.skip), ("xfail", raw.xfail))
    )
    return Marks(raw.marks, skip, xfail, raw.golden)


def texts_by_edition(said: str | dict[str, str] | None, ids: tuple[str, ...], file: str, path: Path) -> dict[str, str]:
    """Texts by edition, such as reasons: one text counts under each."""
    if said is None:
        return {}
    reasons = said if isinstance(said, dict) else dict.fromkeys(ids, said)
    found: dict[str, str] = {}
    for id, reason in reasons.items():
        here = (*path, id) if isinstance(said, dict) else path
        named = (id,) if id in ids else meant(id, file)
        if not set(named) <= set(ids):
            raise not_run_under(id, ids, here)
        if not reason.strip():
            raise ShapeError(f"{path[0]}: is empty; write a text", here)
        found |= dict.fromkeys(named, " ".join(reason.split()))
    if not found:
        raise ShapeError(f"{path[0]}: is empty; write a text, or leave it out", path)
    return found
