"""Small helpers for messages: texts on one line, the nearest known word, and lists in words."""

from __future__ import annotations

from collections.abc import Iterable


def shown(text: str, most: int = 0) -> str:
    r"""A text for printing on one line: unprintable characters become escapes; cut at ``most`` characters.

    >>> shown("Ann" + chr(10) + "Bob"), shown("A" * 30, 10)
    ('Ann\\nBob', 'AAAAAAAAA…')
    """
    text = text if not most or len(text) <= most else f"{text[: most - 1]}…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint with the nearest known word, or an empty text.

    >>> nearest("upkep", ["upkeep", "draw"])
    ' (did you mean "upkeep"?)'
    """
    from difflib import get_close_matches

    lowered = {k.lower(): k for k in known}
    close = get_close_matches(word[:200].lower(), lowered, n=1, cutoff=0.6)
    return f' (did you mean "{lowered[close[0]]}"?)' if close else ""


def listed(words: Iterable[str], last: str = "and") -> str:
    """A list in words.

    >>> listed(["Ann", "Bob", "Cat"])
    'Ann, Bob and Cat'
    """
    *rest, end = tuple(words) or ("",)
    return f"{', '.join(rest)} {last} {end}" if rest else end
