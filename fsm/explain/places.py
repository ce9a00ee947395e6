"""Finds where the code implements the topics of rules.

A place cites a topic in an event or a refusal, or names it: ``Rules: draw, discard.`` in a docstring or a comment says
that what stands there obeys the rules of these topics.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from operator import itemgetter

from .citing import ROOT, Word, cited_words

ROOMS = ("cards", "edition", "game", "turn")
"""The rooms that play; pictures and reports only cite what these do."""
_NAMED = re.compile(r"\bRules: ((?:[a-z_]+, )*[a-z_]+)\.")

Places = Mapping[str, tuple[str, ...]]
"""The places of each topic, as ``file:line``."""


@cache
def places() -> Places:
    """Where the code and the data of the package implement each topic."""
    found: dict[str, list[str]] = {}
    for word, file, line in sorted((*cited_words(*ROOMS), *named_words()), key=itemgetter(1, 2)):
        found.setdefault(word, []).append(f"{file}:{line}")
    return {word: tuple(dict.fromkeys(lines)) for word, lines in found.items()}


def named_words() -> Iterator[Word]:
    """The topics that docstrings and comments name."""
    files = (path for room in ROOMS for suffix in ("py", "toml") for path in (ROOT / room).rglob(f"*.{suffix}"))
    for path in sorted(files):
        text = path.read_text(encoding="utf-8")
        for named in _NAMED.finditer(text):
            line = text.count("\n", 0, named.start()) + 1
            yield from ((word, str(path.relative_to(ROOT.parent)), line) for word in named[1].split(", "))
