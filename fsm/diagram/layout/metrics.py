"""The widths of texts, as the widest of several fonts would draw them.

A picture is laid out once. PNG and PDF have the fonts of the package, which are Inter; an SVG has
those of the reader's machine. So the width of each character is its largest width in Inter,
DejaVu Sans, Helvetica and Arial.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Literal

import msgspec

Tone = Literal["ink", "muted", "accent", "ghost", "dim", "beginning", "main", "combat", "ending", "other"]

PHASE, STEP, SMALL = 14.0, 12.0, 10.0
"""The three font sizes, in points."""

# Hundredths of an em, from the space to the tilde: the largest of the fonts named above.
_PLAIN = (
    "32 41 46 84 64 96 78 28 40 40 50 84 32 47 32 36 64 64 64 64 65 64 64 64 64 64 34 34 84 84 84 56 "
    "102 69 69 73 78 67 62 78 76 30 55 67 57 89 76 79 67 79 73 67 65 75 69 99 69 67 69 40 36 40 84 56 "
    "50 62 64 56 64 62 37 64 64 28 28 58 28 98 64 62 64 64 42 53 40 64 60 82 60 60 55 64 34 64 84"
)
_BOLD = (
    "35 46 53 84 70 101 88 31 46 46 57 84 38 47 38 39 70 70 70 70 70 70 70 70 70 70 40 40 84 84 84 62 "
    "104 78 77 76 84 69 69 83 84 38 57 78 64 100 84 86 74 86 78 73 69 82 78 111 78 73 73 46 39 46 84 56 "
    "50 68 72 60 72 68 44 72 72 35 35 67 35 105 72 69 72 72 50 60 48 72 66 93 65 66 59 72 38 72 84"
)
_TABLES = {bold: [int(w) / 100 for w in text.split()] for bold, text in ((False, _PLAIN), (True, _BOLD))}
_SMALL_LETTER, _OTHER, _WIDE = 0.95, 1.15, 1.25
_ODD = {"ď": 0.68, "ľ": 0.32, "Ĩ": 0.45, "Ư": 0.87, "Ѭ": 1.2, "℃": 1.2, "Ⅶ": 1.25, "Ⅻ": 1.2, "Ⅷ": 1.5, "⬜": 1.4}
_ODD |= dict.fromkeys("œʤѭⅻ", 1.0) | dict.fromkeys("ǆǳʣʥѹⅶ", 1.15) | dict.fromkeys("‱ǅǊǱǲѸⅷ₯↔⇔⌦⌫◯➀➁➂➃➄➅➆➇➈", 1.4)
"""Wider than others of their kind in Inter."""


class Run(msgspec.Struct, frozen=True):
    """A piece of a line in one size, weight and tone."""

    text: str
    size: float = SMALL
    tone: Tone = "muted"
    bold: bool = False
    strike: bool = False

    @property
    def width(self) -> float:
        """Its largest width, in points."""
        return text_width(self.text, self.size, self.bold)


Line = tuple[Run, ...]


class TileLine(msgspec.Struct, frozen=True):
    """A line on a tile: its height, its text, and its distance from the left."""

    height: float
    line: Line
    indent: float = 0.0


@cache
def _em(character: str, bold: bool) -> float:
    if character == "\u00a0":
        character = " "
    if " " <= character <= "~":
        return _TABLES[bold][ord(character) - 32]
    if character in _ODD:
        return _ODD[character] * (1.2 if bold else 1.0)
    if unicodedata.combining(character) or character in "\u200c\u200d\u2060":
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return _WIDE
    base = unicodedata.normalize("NFD", character)[0]
    if base != character:
        return _em("Ư" if character in "ỨỪỬỮỰ" else base, bold)
    small = character.islower() or character in "·–"
    return (_SMALL_LETTER if small else _OTHER) * (1.2 if bold else 1.0)


@lru_cache(maxsize=1 << 14)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """The largest width of a text, in points."""
    return size * sum(_em(character, bold) for character in text)


def cut(text: str, width: float, size: float, bold: bool = False) -> str:
    """Cut a text to a width, with an ellipsis if something is cut off.

    >>> cut("Upkeep", 100, STEP), cut("An endless name", 50, STEP)
    ('Upkeep', 'An en…')
    """
    if text_width(text, size, bold) <= width:
        return text
    room = width - text_width("…", size, bold)
    return text[: _fitting(Run(text, size, bold=bold), room)].rstrip() + "…" if room > 0 else "…"


def wrap(runs: Line, width: float, lines: int) -> tuple[Line, ...]:
    """Break runs into at most ``lines`` lines; the last one ends in an ellipsis if the rest does not fit."""
    wrapped: list[list[Run]] = [[]]
    used = 0.0
    for unit, room in _units(_words(runs, width), width):
        if wrapped[-1] and used + room > width:
            if len(wrapped) == lines:
                wrapped[-1] = _ended(wrapped[-1], width)
                break
            wrapped.append([])
        if wrapped[-1]:
            wrapped[-1] += unit
            used += room
        elif text := unit[0].text.lstrip(" "):
            wrapped[-1] += (_but(unit[0], text), *unit[1:])
            used = line_width(tuple(wrapped[-1]))
    return tuple(_joined(line) for line in wrapped if line)


def balanced(runs: Line, width: float, lines: int) -> tuple[Line, ...]:
    """Break runs into as few lines as a width allows, all of about the same length."""
    best = wrap(runs, width, lines)
    for room in range(int(width), int(width / 3), -8) if len(best) > 1 else ():
        narrower = wrap(runs, room, lines + 1)
        if len(narrower) > len(best):
            break
        best = narrower
    return best


def line_width(line: Line) -> float:
    """The largest width of a line, in points."""
    return sum(run.width for run in line)


def _but(run: Run, text: str) -> Run:
    """A run with another text; ``replace`` takes three times as long."""
    return Run(text, run.size, run.tone, run.bold, run.strike)


def _units(words: Iterable[tuple[Run, float]], width: float) -> Iterator[tuple[list[Run], float]]:
    """Words that stay together: what has no space before it stays with the word that it follows, if both fit."""
    unit: list[Run] = []
    used = 0.0
    for word, room in words:
        if unit and (word.text[0] == " " or used + room > width):
            yield unit, used
            unit, used = [], 0.0
        unit.append(word)
        used += room
    if unit:
        yield unit, used


def _words(runs: Line, width: float) -> Iterator[tuple[Run, float]]:
    """Each word with the space before it, and its width; a word that is longer than a line is broken."""
    for run in runs:
        for word, room in _split(run):
            if room > width:
                yield from ((piece, piece.width) for piece in _pieces(word, width))
            else:
                yield word, room


@lru_cache(maxsize=1 << 12)
def _split(run: Run) -> tuple[tuple[Run, float], ...]:
    """Each word of a run with the space before it, and its width: the same for every line width that is tried."""
    texts = (f" {word}" if number else word for number, word in enumerate(run.text.split(" ")))
    return tuple((word, word.width) for word in (_but(run, text) for text in texts if text))


def _pieces(word: Run, width: float) -> list[Run]:
    pieces = [word]
    while pieces[-1].width > width and len(pieces[-1].text) > 1:
        last = pieces.pop()
        end = _fitting(last, width)
        pieces += [_but(last, last.text[:end]), _but(last, last.text[end:])]
    return pieces


def _fitting(run: Run, width: float) -> int:
    """The number of its characters that fit; at least one."""
    used, size = 0.0, run.size
    for count, character in enumerate(run.text):
        used += size * _em(character, run.bold)
        if used > width:
            return max(count, 1)
    return len(run.text)


def _ended(line: list[Run], width: float) -> list[Run]:
    """Put an ellipsis at the end of a full line, which is cut to make room for it."""
    *before, last = line
    room = width - line_width(tuple(before))
    while before and room < text_width("…", last.size, last.bold):
        *before, last = before
        room = width - line_width(tuple(before))
    return [*before, _but(last, cut(last.text + "…", room, last.size, last.bold))]


_LOOK = attrgetter("size", "tone", "bold", "strike")


def _joined(line: list[Run]) -> Line:
    """Join neighbouring runs that look alike."""
    return tuple(Run("".join(run.text for run in alike), *look) for look, alike in groupby(line, _LOOK))
