"""What is told of the opening hands: how many mulligans each player takes, and how many cards they keep."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from ..recording import Recording
from ..wording.events.parts import who
from ..words import in_words
from .sentences import Piece, Sentence, joined


def opening_hands(recording: Recording) -> Iterator[Sentence]:
    """A sentence about the hands that players keep before the first turn, if one of them takes a mulligan."""
    taken: dict[str, int] = {}
    hands: dict[str, int] = {}
    rules: dict[str, tuple[str, ...]] = {}
    for frame in takewhile(lambda frame: frame.event.kind != "turn.begin", recording):
        event, amount = frame.event, frame.event.get("amount")
        if event.kind in ("hand.begin", "mulligan"):
            player = who(event)
            taken[player] = taken.get(player, -1) + 1
            hands[player], rules[player] = int(amount), (*rules.get(player, ()), *event.rules)
        elif event.kind == "hand.bottom":
            hands[who(event)] -= int(amount)
    if any(taken.values()):
        yield Sentence(joined([Piece(_kept(one, taken[one], hands[one]), rules[one]) for one in hands]))


def _kept(player: str, mulligans: int, cards: int) -> str:
    """One player's mulligans, and their hand.

    >>> _kept("Ann", 2, 5), _kept("Bob", 0, 7)
    ('Ann takes two mulligans and keeps five cards', 'Bob keeps seven cards')
    """
    takes = f"takes {in_words(mulligans)} mulligan{'s' * (mulligans != 1)} and " if mulligans else ""
    return f"{player} {takes}keeps {in_words(cards)} card{'s' * (cards != 1)}"
