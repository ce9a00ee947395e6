"""What editions are called: their ids, the names that mean one of them, and the paths of files."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path as FilePath

from ..words import nearest

DATA = FilePath(__file__).parent / "data"
SUFFIX = ".toml"
TODAY = "today"
"""The name of the newest edition of the package."""

_EFFECTIVE = re.compile(r'^effective = "(\d{4}-\d\d-\d\d)"', re.MULTILINE)


@cache
def days() -> Mapping[str, str]:
    """All editions that come with this package, oldest first, each with the day from which it counts.

    To add one, add a file; only the texts of the files are searched, which is quick.
    """
    texts = {file.name.removesuffix(SUFFIX): file.read_text(encoding="utf-8") for file in DATA.glob(f"cr*{SUFFIX}")}
    found = {id: day[1] for id, text in texts.items() if (day := _EFFECTIVE.search(text))}
    return dict(sorted(found.items(), key=lambda one: one[::-1]))


def edition_ids() -> tuple[str, ...]:
    """All editions that come with this package, oldest first.

    >>> edition_ids()
    ('cr2006', 'cr2008', 'cr2011', 'cr2026')
    """
    return tuple(days())


@cache
def other_names() -> Mapping[str, str]:
    """What else the editions of this package are called: by the year from which they count; the newest, ``today``.

    If two count from the same year, it means the newer one.
    """
    return {day[:4]: id for id, day in days().items()} | {TODAY: edition_ids()[-1]}


def edition_id(name: str) -> str:
    """The id of the edition that a name means; any other text, and the path of a file, as it is.

    >>> edition_id("2011"), edition_id("cr2011"), edition_id("house/short.toml")
    ('cr2011', 'cr2011', 'house/short.toml')
    """
    return other_names().get(name, name)


def no_edition(name: str) -> str:
    """The message about a name that no edition has."""
    known = ", ".join(edition_ids())
    near = nearest(name, (*edition_ids(), *other_names()))
    return f"there is no edition {name[:60]!r}{near}; there are: {known}, or name a file: mine.toml"


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


DEFAULT = edition_ids()[-1]
"""The newest edition, which counts where none is named."""
