"""Piles that nobody looks into, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterable

from ..cards.card import Card
from ..game.state.piles.blocks import Lot
from ..game.state.piles.pile import Pile
from .noted import LOW, Asked, Noted, Origin, refuse


class _Unread(str):
    """The name of cards that nobody has looked at."""

    __slots__ = ()
    __hash__ = str.__hash__


refuse(
    _Unread, (f"__{name}__" for name in ("eq", "ne", "lt", "le", "gt", "ge", "hash", "str", "format", "iter", "len"))
)

_CARD = Card("cards that nobody has looked at", ("artifact",))


class _Unopened(Pile, frozen=True, gc=False):
    """A pile that nobody has looked into."""


refuse(_Unopened, (f"__{name}__" for name in ("iter", "reversed", "eq", "ne")))

Run = tuple[str, Card | None, int]
"""The name of cards, what they are if the name does not tell, and how many there are."""

Runs = tuple[Run, ...]
"""The cards of a pile in their order, without their numbers."""

Moved = tuple[bool, str, Runs]
"""What became of a pile: whether its cards are still there, the name of one that left, and those put on top."""

UNMOVED: Moved = (True, "", ())


class UnreadPile:
    """A pile that nobody has looked into, but for one card on its top, if it is shown.

    Two unread names stand for its cards, since who looks at the names of a pile compares neighbours.
    """

    def __init__(self, count: Origin, shown: str = "") -> None:
        self.count, arrived, known = count, Origin(), bool(shown)
        self.marks = tuple(Lot(_Unread(), Noted.of(count, -known), Noted.of(arrived, LOW), _CARD) for _ in range(2))
        self.shown = Lot(shown, 1, Noted.of(arrived, -1)) if shown else None
        lots = self.marks if self.shown is None else (*self.marks, self.shown)
        self.pile = _Unopened(lots, Noted.of(arrived), Noted.of(count))

    def moved(self, pile: Pile) -> Moved:
        """What has become of the pile; ``Asked`` if that cannot be told."""
        if pile is self.pile:
            return UNMOVED
        lots, shown = pile.lots, self.shown
        if pile.below:
            raise Asked
        if len(lots) < 2 or lots[0] is not self.marks[0] or lots[1] is not self.marks[1]:
            return False, "", runs_of(lots)
        if shown is None or (len(lots) > 2 and lots[2] is shown):
            return True, "", runs_of(lots[2 if shown is None else 3 :])
        return True, shown.name, runs_of(lots[2:])


def runs_of(lots: Iterable[Lot]) -> Runs:
    """Cards in their order, without their numbers; ``Asked`` if some of them were never looked at."""
    return joined((), tuple((_read(lot.name), lot.card, lot.count) for lot in lots))


def _read(name: str) -> str:
    if isinstance(name, _Unread):
        raise Asked
    return name


def size_of(runs: Runs) -> int:
    """How many cards there are."""
    return sum(count for _, _, count in runs)


def joined(runs: Runs, more: Runs) -> Runs:
    """The cards with more of them on top; neighbours that are alike are told together."""
    if not more:
        return runs
    made = list(runs)
    for name, card, count in more:
        if made and made[-1][0] == name and made[-1][1] == card:
            made[-1] = (name, card, made[-1][2] + count)
        else:
            made.append((name, card, count))
    return tuple(made)


def after(runs: Runs, moved: Moved) -> Runs:
    """The cards of a pile after a move."""
    stays, left, more = moved
    if not stays:
        return more
    return joined(_without(runs, left) if left else runs, more)


def _without(runs: Runs, left: str) -> Runs:
    """The cards without the topmost of that name."""
    at = next(n for n in range(len(runs) - 1, -1, -1) if runs[n][0] == left)
    name, card, count = runs[at]
    rest = ((name, card, count - 1),) if count > 1 else ()
    return joined(runs[:at], (*rest, *runs[at + 1 :]))
