"""Small helpers for messages: texts on one line, the nearest known word, lists and numbers in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

LINES = "\n\t"
"""What is kept in a text of several lines."""

COLOURS = f"{LINES}\x1b"
"""What is kept in lines that have our colours."""


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()


def shown(text: str, most: int = 0) -> str:
    r"""A text for printing on one line: unprintable characters become escapes; cut at ``most`` characters.

    >>> shown("Ann" + chr(10) + "Bob"), shown("A" * 30, 10)
    ('Ann\\nBob', 'AAAAAAAAA…')
    """
    text = text if not most or len(text) <= most else f"{text[: most - 1]}…"
    return safe(text, "")


def safe(text: str, kept: str = LINES, escape: Callable[[str], str] = _escape) -> str:
    r"""A text of several lines for a terminal: what could move the cursor or turn the writing round becomes an escape.

    >>> print(safe("Ann" + chr(27) + "[2J" + chr(10) + "Bob" + chr(0x202E)))
    Ann\x1b[2J
    Bob\u202e
    """
    rest = text
    for character in kept:
        rest = rest.replace(character, "")
    if rest.isprintable():
        return text
    return "".join(c if c.isprintable() or c in kept else escape(c) for c in text)


def raised(error: BaseException) -> str:
    """An exception of any code on one line; telling its text may raise another one."""
    try:
        return f"{type(error).__name__}: {shown(str(error), 200)}"
    except BaseException:
        return "an exception whose text cannot be told"


SHORT, NEAR = 5, (0.6, 0.75)
"""How many letters a short word has at most, and how alike a known word is at least to a short one, and to a longer."""


def nearest(word: str, known: Iterable[str], meaning: Mapping[str, str] | None = None) -> str:
    """A hint with the nearest known word, or with what it means; or an empty text.

    >>> nearest("upkep", ["upkeep", "draw"]), nearest("drw", ["draw"], {"draw": "draw step"})
    (' (did you mean "upkeep"?)', ' (did you mean "draw step"?)')
    >>> nearest("entered_this_turn", ["not_their_turn"])
    ''
    """
    from difflib import get_close_matches

    lowered = {k.lower(): meaning[k] if meaning else k for k in known}
    asked = word[:200].lower()
    close = get_close_matches(asked, lowered, n=1, cutoff=NEAR[len(word) > SHORT])
    close = close or sorted((part for part in asked.split("/") if part in lowered), key=len)[-1:]  # a path of a state
    return f' (did you mean "{lowered[close[0]]}"?)' if close else ""


def meant(text: str, known: Iterable[str]) -> list[str]:
    """The known names that a text means: the name in any case, or those that begin so, or have such words.

    >>> meant("aurelia", ["Aurelia, the Warleader", "Time Walk"]), meant("time wa", ["Time Walk", "Time Warp", "Time"])
    (['Aurelia, the Warleader'], ['Time Walk', 'Time Warp'])
    >>> meant("warleader", ["Aurelia, the Warleader", "Time Walk"]), meant("", ["Time Walk"])
    (['Aurelia, the Warleader'], [])
    >>> meant('"Time Walk"', ["Aurelia, the Warleader", "Time Walk"])
    ['Time Walk']
    """
    folded, asked = {name: name.casefold() for name in known}, text.casefold().strip()
    if asked[:1] in ('"', "'") and asked[0] == asked[-1]:
        asked = asked[1:-1].strip()
    parts = [rf"\b{re.escape(part)}" for part in asked.split()]
    ways: tuple[Callable[[str], bool], ...] = (
        lambda name: name == asked,
        lambda name: name.startswith(asked),
        lambda name: all(re.search(part, name) for part in parts),
    )
    found = ([name for name, known in folded.items() if parts and fits(known)] for fits in ways)
    return next(filter(None, found), [])


def listed(words: Iterable[str], last: str = "and") -> str:
    """A list in words.

    >>> listed(["Ann", "Bob", "Cat"])
    'Ann, Bob and Cat'
    """
    *rest, end = tuple(words) or ("",)
    return f"{', '.join(rest)} {last} {end}" if rest else end


def counted(names: Iterable[str]) -> str:
    """Names as a list, equal ones counted.

    >>> counted(["Bear", "Elf", "Bear"])
    'Bear (two of them) and Elf'
    """
    tally = Counter(iter(names))
    return listed(name if many == 1 else f"{name} ({in_words(many)} of them)" for name, many in tally.items())


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def in_words(number: int) -> str:
    """A small number as a word, and a larger one in digits."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else f"{number:,}"


def ordinal(place: int) -> str:
    """Which one of several, as a word.

    >>> ordinal(2), ordinal(12), ordinal(22), ordinal(111)
    ('second', '12th', '22nd', '111th')
    """
    if 0 < place < len(_ORDINALS):
        return _ORDINALS[place]
    ends = {} if place // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}
    return f"{place}{ends.get(place % 10, 'th')}"


def amount(number: int, one: str, many: str = "") -> str:
    """A number of objects: an article for one, otherwise the number as a word.

    >>> amount(1, "extra turn"), amount(3, "card"), amount(2, "card from the hand", "cards from the hand")
    ('an extra turn', 'three cards', 'two cards from the hand')
    """
    article = "an" if one[0] in "aeiou" else "a"
    return f"{article} {one}" if number == 1 else f"{in_words(number)} {many or one + 's'}"
