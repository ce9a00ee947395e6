"""Sentences with the rules they rest on; a number that a paragraph has cited is not cited in it again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from ..words import listed

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


_MARKUP = re.compile(r"[\\`*<\[\]]|&(?=#?\w+;)|(?<!\w)_|_(?!\w)")
"""What Markdown would not show as it stands, in the names of players and cards."""


class Piece(msgspec.Struct, frozen=True):
    """A part of a sentence, and the numbers of its rules, which follow it in brackets."""

    text: str
    rules: tuple[str, ...] = ()


class Sentence(msgspec.Struct, frozen=True):
    """The parts of one sentence. ``ordinary``: it happens in most turns, so it is told only if nothing else is.

    ``begins`` is for the beginning of an added part: the part, and what added it. A ``free`` sentence does not say in
    which step it happens, as it names a place itself.
    """

    pieces: tuple[Piece, ...]
    ordinary: bool = False
    begins: tuple[str, str] = ("", "")
    free: bool = False


def sentence(text: str, rules: tuple[str, ...] = (), ordinary: bool = False) -> Sentence:
    """A sentence with one part."""
    return Sentence((Piece(text, rules),), ordinary)


def joined(pieces: Sequence[Piece], before: str = "") -> tuple[Piece, ...]:
    """Several clauses in a row: ``a, b and c``; with semicolons if one of three or more has a comma."""
    comma = "; " if len(pieces) > 2 and any("," in piece.text for piece in pieces[:-1]) else ", "
    last = "; and " if comma == "; " else " and "
    between = [before, *([comma] * (len(pieces) - 2)), last]
    return tuple(Piece(between[at] + piece.text, piece.rules) for at, piece in enumerate(pieces))


def paragraph(sentences: Iterable[Sentence]) -> str:
    """The text of some sentences."""
    cited: set[str] = set()
    return " ".join(_written(one.pieces, cited) for one in sentences)


def _written(pieces: tuple[Piece, ...], cited: set[str]) -> str:
    text = ""
    for piece in pieces:
        new = [number for number in dict.fromkeys(piece.rules) if number not in cited]
        cited.update(new)
        text += escaped(piece.text) + (f" [{', '.join(new)}]" if new else "")
    return f"{text[:1].upper()}{text[1:]}."


def escaped(text: str) -> str:
    r"""A text that Markdown shows as it stands.

    >>> escaped("*Ann* plays snake_case [x]")
    '\\*Ann\\* plays snake_case \\[x\\]'
    """
    return _MARKUP.sub(r"\\\g<0>", text)


def number(count: int) -> str:
    """A small number as a word."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else f"{count:,}"


def ordinal(count: int) -> str:
    """Which one of several, as a word.

    >>> ordinal(2), ordinal(12), ordinal(22), ordinal(111)
    ('second', '12th', '22nd', '111th')
    """
    if 0 < count < len(_ORDINALS):
        return _ORDINALS[count]
    ends = {} if count // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}
    return f"{count}{ends.get(count % 10, 'th')}"


def several(count: int, one: str) -> str:
    """A further thing, or several.

    >>> several(1, "combat phase"), several(2, "upkeep step")
    ('a further combat phase', 'two further upkeep steps')
    """
    return f"a further {one}" if count == 1 else f"{number(count)} further {one}s"


def counted(names: Iterable[str]) -> str:
    """Names as a list, equal ones counted.

    >>> counted(["Bear", "Elf", "Bear"])
    'Bear (two of them) and Elf'
    """
    tally: dict[str, int] = {}
    for name in names:
        tally[name] = tally.get(name, 0) + 1
    return listed(name if count == 1 else f"{name} ({number(count)} of them)" for name, count in tally.items())
