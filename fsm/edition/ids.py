"""What editions are called: their ids, the names that mean one of them, and the paths of files."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path as FilePath

from ..words import nearest

DATA = FilePath(__file__).parent / "data"
SUFFIX = ".toml"
TODAY = "today"
"""The name of the newest edition of the package."""

BETWEEN = " .. "
"""Stands between the first and the last day of a range of editions."""

_EFFECTIVE = re.compile(r'^effective = "(\d{4}-\d\d-\d\d)"', re.MULTILINE)
_UNPLAYED = re.compile(r"^unplayed = ", re.MULTILINE)


def _is_day(text: str) -> bool:
    """Whether a text is a day of the calendar, written as in 2004-12-25."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


@cache
def days() -> dict[str, str]:
    """All editions that come with this package, oldest first, each with the day from which it counts.

    To add one, add a file. Most are called by their day; of the others the texts are searched, which is quick.
    """
    found = {}
    for file in DATA.glob(f"cr*{SUFFIX}"):
        id = file.name.removesuffix(SUFFIX)
        said = None if _is_day(id[2:]) else _EFFECTIVE.search(file.read_text(encoding="utf-8"))
        found[id] = said[1] if said else id[2:]
    return dict(sorted(found.items(), key=lambda one: one[::-1]))


def every_edition_id() -> tuple[str, ...]:
    """All editions that come with this package, oldest first, also those under which no game can be played here.

    >>> every_edition_id()[:2]
    ('cr1993-08-05', 'cr1994-04-01')
    """
    return tuple(days())


@cache
def played_ids() -> tuple[str, ...]:
    """The editions of this package under which games can be played, oldest first: their files do not say why not.

    >>> played_ids()[:2]
    ('cr1999-04-23', 'cr1999-11-01')
    """
    return tuple(id for id in days() if not _UNPLAYED.search((DATA / f"{id}{SUFFIX}").read_text(encoding="utf-8")))


@cache
def edition_ids() -> tuple[str, ...]:
    """The editions of this package that are called by a year, oldest first: those that its pages show side by side.

    >>> edition_ids()
    ('cr2006', 'cr2008', 'cr2011', 'cr2026')
    """
    return tuple(id for id in days() if not _is_day(id[2:]))


@cache
def other_names() -> Mapping[str, str]:
    """What else the editions of this package are called: by the year in which they count; the newest, ``today``.

    If several count in the same year, it means the one that is called by it, or else the newest.
    """
    first, last = (int(day[:4]) for day in (min(days().values()), max(days().values())))
    named = {days()[id][:4]: id for id in edition_ids()}
    return (
        {str(year): in_force(f"{year}-12-31") for year in range(first, last + 1)} | named | {TODAY: edition_ids()[-1]}
    )


def in_force(day: str) -> str:
    """The id of the edition in force on a day; empty if none was.

    >>> in_force("2004-12-25"), in_force("1993-08-04")
    ('cr2004-10-01', '')
    """
    return next((id for id, first in reversed(days().items()) if first <= day), "")


HOLES = (("2022-11-18", "2023-06-16"), ("2026-04-17", "2026-09-25"))
"""The days between two texts between which others came out that are not at hand."""


def hole(day: str) -> str:
    """What is not known about the rules of a day; empty if all is.

    >>> hole("2023-02-03")
    'no text of the rules between 2022-11-18 and 2023-06-16 is at hand; what came then counts here only from the second'
    """
    for first, last in HOLES:
        if first < day < last and _is_day(day):
            what = f"no text of the rules between {first} and {last} is at hand"
            return f"{what}; what came then counts here only from the second"
    return ""


def edition_id(name: str) -> str:
    """The id of the edition that a name or a day means; any other text, and the path of a file, as it is.

    >>> edition_id("2011"), edition_id("2004-12-25"), edition_id("house/short.toml")
    ('cr2011', 'cr2004-10-01', 'house/short.toml')
    """
    return other_names().get(name) or (_is_day(name) and in_force(name)) or name


def no_edition(name: str) -> str:
    """The message about a name that no edition has."""
    if BETWEEN in name:
        return f"{name[:60]!r} is no edition: name one, or in a scenario a range that begins with its earlier day"
    first = min(days().values())
    if _is_day(name) and name < first:
        return f"no edition was in force on {name}: the first rules of the game count from {first}"
    known = ", ".join(edition_ids())
    near = nearest(name, (*every_edition_id(), *other_names()))
    return f"there is no edition {name[:60]!r}{near}; there are: {known}, a day: 2004-12-25, or a file: mine.toml"


def is_file(id: str) -> bool:
    """Whether the id of an edition is the path of a file.

    >>> is_file("house/short.toml"), is_file("cr2026")
    (True, False)
    """
    return id.endswith(SUFFIX) or "/" in id or os.sep in id


def beside(name: str, file: str) -> str:
    """The id of an edition that a file names: a path is relative to the file's folder.

    >>> beside("mine.toml", "scenarios/house/one.turn.yaml"), beside("2026", "scenarios/one.turn.yaml")
    ('scenarios/house/mine.toml', 'cr2026')
    """
    return str(FilePath(file).parent / name) if is_file(name) else edition_id(name)


def meant(name: str, file: str) -> tuple[str, ...]:
    """The ids of the editions that a file means by a name, or by a range: each in force from its first day to its last.

    A range is of those that can be played; if it begins or ends with another, it means that one alone. What means no
    edition stands for itself, as one id that none has.

    >>> meant("2006-10-01 .. 2007-05-01", "one.turn.yaml")
    ('cr2006', 'cr2007-02-01', 'cr2007-05-01')
    """
    first, between, last = name.partition(BETWEEN)
    if not between or is_file(name):
        return (beside(name, file),)
    ids, ends = played_ids(), (edition_id(first.strip()), edition_id(last.strip()))
    if wrong := next((end for end in ends if end not in ids), ""):
        return (wrong,)
    return ids[ids.index(ends[0]) : ids.index(ends[1]) + 1] or (name,)


DEFAULT = edition_ids()[-1]
"""The newest edition, which counts where none is named."""
