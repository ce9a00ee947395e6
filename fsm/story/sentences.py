"""Sentences with the rules they rest on; a number that a paragraph has cited is not cited in it again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import count, groupby

import msgspec

from ..words import ordinal

_PLURAL = {"is": "are", "has": "have"}

_MARKUP = re.compile(r"[\\`*~<\[\]]|&(?=#?\w+;)|(?<!\w)_|_(?!\w)")
"""What Markdown would not show as it stands, in the names of players and cards."""


class Piece(msgspec.Struct, frozen=True):
    """A part of a sentence, and the numbers of its rules, which follow it in brackets.

    ``subject`` is who or what it begins with, if clauses about the same in a row need to name it only once.
    """

    text: str
    rules: tuple[str, ...] = ()
    subject: str = ""


class Sentence(msgspec.Struct, frozen=True):
    """The parts of one sentence. ``ordinary``: it happens in most turns, so it is told only if nothing else is.

    ``begins`` is for the beginning of an added part: the part, and what added it. A ``free`` sentence does not say in
    which step it happens, as it names a place itself.
    """

    pieces: tuple[Piece, ...]
    ordinary: bool = False
    begins: tuple[str, str] = ("", "")
    free: bool = False

    @property
    def rules(self) -> set[str]:
        """The numbers of all its rules."""
        return {number for piece in self.pieces for number in piece.rules}


def sentence(text: str, rules: tuple[str, ...] = ()) -> Sentence:
    """A sentence with one part."""
    return Sentence((Piece(text, rules),))


def joined(pieces: Sequence[Piece], before: str = "") -> tuple[Piece, ...]:
    """Several clauses in a row: ``Ann draws a card and loses 1 life, and Bob gains 2 life``.

    Clauses about one subject name it once. There are semicolons if one of three or more has a comma or an ``and``.
    """
    clauses = [_about_one(tuple(group)) for _, group in groupby(pieces, _by_subject())]
    texts = ["".join(piece.text for piece in clause) for clause in clauses]
    heavy = any(", " in text or " and " in text for text in texts[:-1]) or any(
        len(clause) > 1 for clause in clauses[1:]
    )
    comma, last = ("; ", "; and ") if heavy and len(clauses) > 2 else (", ", ", and " if heavy else " and ")
    between = [before, *([comma] * (len(clauses) - 2)), last]
    return tuple(
        piece if number or not between[at] else Piece(between[at] + piece.text, piece.rules)
        for at, clause in enumerate(clauses)
        for number, piece in enumerate(clause)
    )


def _by_subject() -> Callable[[Piece], str | int]:
    """A key for ``groupby``: the subject of a clause; each clause without one stands alone."""
    alone = count()
    return lambda piece: piece.subject or next(alone)


def _about_one(clauses: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Clauses about one subject, which only the first one names."""
    first, *others = clauses
    between = [*([", "] * (len(others) - 1)), " and "]
    return first, *(
        Piece(between[at] + piece.text.removeprefix(f"{first.subject} "), piece.rules)
        for at, piece in enumerate(others)
    )


def paragraph(sentences: Iterable[Sentence], said: Counter[str] | None = None) -> str:
    """The text of some sentences; ``said`` counts what was said before, since nothing is said three times."""
    cited: set[str] = set()
    said = Counter() if said is None else said
    return " ".join(_written(one.pieces, cited, said) for one in sentences)


def _written(pieces: tuple[Piece, ...], cited: set[str], said: Counter[str]) -> str:
    plain = "".join(piece.text for piece in pieces)
    said[plain] += 1
    text = f"for the {ordinal(said[plain])} time, " if said[plain] > 2 else ""
    for piece in pieces:
        new = [number for number in dict.fromkeys(piece.rules) if number not in cited]
        cited.update(new)
        text += escaped(piece.text) + (f" [{', '.join(new)}]" if new else "")
    return f"{text[:1].upper()}{text[1:]}."


def escaped(text: str) -> str:
    r"""A text that Markdown shows as it stands.

    >>> escaped("*Ann* plays snake_case ~~[x]")
    '\\*Ann\\* plays snake_case \\~\\~\\[x\\]'
    """
    return _MARKUP.sub(r"\\\g<0>", text)


def plural(predicate: str) -> str:
    """What one thing does, said of several.

    >>> plural("leaves play and is put into Ann's graveyard"), plural("enters attacking")
    ("leave play and are put into Ann's graveyard", 'enter attacking')
    """
    verb, space, rest = predicate.partition(" ")
    return _PLURAL.get(verb, verb.removesuffix("s")) + space + rest.replace(" and is ", " and are ")
