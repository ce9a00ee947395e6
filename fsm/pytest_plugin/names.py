"""The names of tests, and of the files that belong to a test."""

from __future__ import annotations

import re
from hashlib import sha256

from ..words import shown

_MARKS = str.maketrans("[]", "()")
_SIMPLE = re.compile(r"\w+( \w+)* \(\w+\)( #\d+)?\Z", re.ASCII)
LONGEST = 100


def item_name(scenario: str, edition: str) -> str:
    r"""The name of a test, in a form that pytest can find again by its id.

    Pytest splits an id at ``::`` and ``[`` (its ``--lf``, ``--ff`` and ``--sw`` compare the parts);
    a name that holds either would be another one when it comes back.

    >>> item_name("a [long] turn:\n::untap", "cr2026")
    'a (long) turn:\\n:untap (cr2026)'
    """
    plain = scenario.translate(_MARKS)
    while "::" in plain:
        plain = plain.replace("::", ":")
    return f"{shown(plain)} ({edition})"


def file_stem(name: str) -> str:
    """A name as part of a file name; names that would be equal or too long get a number of their own.

    >>> file_stem("a lesson (cr2026)"), file_stem("a/lesson: (cr2026)")
    ('a-lesson-cr2026', 'a-lesson-cr2026-15dc66')
    """
    stem = re.sub(r"\W+", "-", name, flags=re.ASCII).strip("-")
    if _SIMPLE.match(name) and len(stem) <= LONGEST:
        return stem
    return f"{stem[:LONGEST]}-{sha256(name.encode()).hexdigest()[:6]}".lstrip("-")
