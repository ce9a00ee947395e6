"""Kinds of objects, as cards name them: types, supertypes, subtypes, colors and names, all of which an object has.

One text says a kind: ``legendary creature``, ``nonblack nonartifact creature``, ``artifact or creature or land``,
``non-Goblin creature``, ``Time Vault``. What an object is compared with is the set of all its characteristics.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NewType, get_args

import msgspec

from .. import shape
from ..names import check_name
from ..shape import Custom, Path, ShapeError, describe
from ..words import listed, nearest
from .terms import CardType, Color, Supertype

Kind = NewType("Kind", str)
"""A kind of object in words: all of them have to fit; ``or`` stands between alternatives."""

WORDS: tuple[str, ...] = (*get_args(Supertype), *get_args(Color), *get_args(CardType))
"""The words of a kind that stand for themselves; any other begins with a capital letter: a subtype or a name."""


class Part(msgspec.Struct, frozen=True):
    """One alternative of a kind: what an object has, and what it must not have."""

    has: tuple[str, ...]
    lacks: tuple[str, ...]

    def fits(self, of: frozenset[str]) -> bool:
        """Whether an object with these characteristics is of this kind."""
        return all(_is(one, of) for one in self.has) and not any(_is(one, of) for one in self.lacks)


def _is(word: str, of: frozenset[str]) -> bool:
    """Whether an object has a characteristic; ``Goblin Elf`` are two subtypes, if it is not one name."""
    return word in of or (" " in word and of.issuperset(word.split()))


def fits(kind: str, characteristics: frozenset[str]) -> bool:
    """Whether an object with these characteristics, its name among them, is of a kind.

    >>> fits("legendary creature", frozenset({"creature", "legendary", "Karn"})), fits("nonblack", frozenset({"black"}))
    (True, False)
    >>> fits("Elf or Time Lord", frozenset({"creature", "Time Lord"})), fits("Bear", frozenset({"creature"}))
    (True, False)
    """
    return kind in characteristics or any(part.fits(characteristics) for part in parts_of(kind))


@cache
def parts_of(kind: str) -> tuple[Part, ...]:
    """The alternatives of a kind."""
    return tuple(_part(list(_words(said))) for said in kind.split(" or "))


def _part(words: list[tuple[bool, str]]) -> Part:
    return Part(tuple(word for non, word in words if not non), tuple(word for non, word in words if non))


def _words(said: str) -> Iterator[tuple[bool, str]]:
    """The words of an alternative, each with whether it has ``non`` before it; a name of several words is one."""
    run = ""
    for word in said.split():
        plain = word.removeprefix("non")
        if word in WORDS or plain in WORDS:
            if run:
                yield _without_non(run)
            yield word not in WORDS, plain
            run = ""
        else:
            run = f"{run} {word}".strip()
    if run:
        yield _without_non(run)


def _without_non(name: str) -> tuple[bool, str]:
    return name.startswith("non-"), name.removeprefix("non-")


def a_kind(kind: str) -> str:
    """A kind with an article, as a sentence names it.

    >>> a_kind("nonblack creature"), a_kind("artifact or Elf")
    ('a nonblack creature', 'an artifact or an Elf')
    """
    return listed((f"{'an' if one[0] in 'aeiouAEIOU' else 'a'} {one}" for one in kind.split(" or ")), "or")


def _read_kind(data: Any, path: Path) -> Kind:
    said = check_name(shape.read(str, data, path), path)
    for part in said.split(" or "):
        words = tuple(_words(part))
        if not words:
            raise ShapeError(f"found {describe(said)}; or stands between two kinds: artifact or creature", path)
        for _, word in words:
            _check_word(word, said, path)
    return Kind(said)


def _check_word(word: str, said: str, path: Path) -> None:
    """Refuses a word that no object can have: not one of ``WORDS``, and neither a subtype nor a name."""
    if word in WORDS or not (word[:1].islower() or word.lower() in WORDS):
        return
    first = word.split(maxsplit=1)[0]
    hint = f" (did you mean {word.lower()}?)" if word.lower() in WORDS else nearest(first.removeprefix("non"), WORDS)
    found = describe(said) if said == word else f"{describe(first)} in {describe(said)}"
    why = f"found {found}{hint}, expected a kind of object: {listed(WORDS, 'or')}, the same with non before it, "
    raise ShapeError(f"{why}or a subtype or a name, which begins with a capital letter", path)


def _schema() -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": 200, "examples": [*WORDS, "nonblack creature", "Goblin"]}


shape.CUSTOM[Kind] = Custom(_read_kind, _schema)
