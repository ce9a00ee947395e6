"""A question about a run: what was shown, what is asked, and choices of which one is right."""

from __future__ import annotations

import msgspec

from ..recording import Recording


class Choice(msgspec.Struct, frozen=True):
    """An answer to choose: why it is right or wrong, and the numbers of the rules that say so."""

    text: str
    why: str
    rules: tuple[str, ...]


class Question(msgspec.Struct, frozen=True, eq=False):
    """A question at a position of a recording: the frames before it are shown.

    ``wrong`` are false for sure, each other and the ``right`` one, since each text says something else of the same
    thing. ``told``: the answer is not what happens in most turns.
    """

    recording: Recording
    at: int
    asks: str
    right: Choice
    wrong: tuple[Choice, ...]
    told: bool = True


FEWEST, MOST = 3, 4
"""How many choices a question has."""


def question(
    recording: Recording, at: int, asks: str, right: Choice, wrong: list[Choice], told: bool = True
) -> list[Question]:
    """The question with the first of the wrong choices; none, if too few differ from the right one and each other."""
    texts = {right.text: right}
    for one in wrong:
        texts.setdefault(one.text, one)
    kept = tuple(texts.values())[1:MOST]
    return [Question(recording, at, asks, right, kept, told)] if len(kept) >= FEWEST - 1 else []
