"""Piles of cards: ordered, the top last, equal neighbours counted together.

A pile is a tuple of ``(name, how many)``. Unknown cards are all alike, so that an
endless library and the graveyard of a long game take no room.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import groupby

Pile = tuple[tuple[str, int], ...]


class _Unknown(str):
    """Looks like a name, but equals no name, not even that of a card with this name."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __reduce__(self) -> str:
        return "UNKNOWN"


UNKNOWN = _Unknown("a card")
"""An unknown card: it may become any card."""

ENDLESS = 1 << 40
"""The size of an endless library."""


def pile_of(names: Iterable[str]) -> Pile:
    """A pile from names, the last of them on top.

    >>> pile_of([UNKNOWN, UNKNOWN, "Opt", "a card"])
    (('a card', 2), ('Opt', 1), ('a card', 1))
    """
    return tuple((name, sum(1 for _ in alike)) for name, alike in groupby(names))


def card_meant(text: str, known: Container[str]) -> str:
    """The card for a text: the unknown card for its text, unless a known card has that name.

    >>> card_meant("a card", ()) is UNKNOWN, card_meant("a card", ("a card",)) is UNKNOWN, card_meant("Opt", ())
    (True, False, 'Opt')
    """
    return UNKNOWN if text == str(UNKNOWN) and text not in known else text


def put(pile: Pile, name: str, count: int = 1) -> Pile:
    """The pile with cards put on top.

    Rules: zone_order.
    """
    if pile:
        top, there = pile[-1]
        if top is name or top == name:
            return (*pile[:-1], (name, there + count))
    return (*pile, (name, count))


def on_top(pile: Pile, names: Iterable[str]) -> Pile:
    """The pile with cards put on top, the last of them uppermost."""
    (lowest, count), *others = pile_of(names) or ((UNKNOWN, 0),)
    return (*put(pile, lowest, count), *others) if count else pile


def take_top(pile: Pile) -> tuple[str, Pile]:
    """The top card and the rest; ``IndexError`` if there is none."""
    name, count = pile[-1]
    return name, ((*pile[:-1], (name, count - 1)) if count > 1 else pile[:-1])


def remove(pile: Pile, name: str) -> Pile:
    """The pile without the topmost card of that name; ``KeyError`` if there is none."""
    if pile:
        top, count = pile[-1]
        if top is name or top == name:
            return (*pile[:-1], (name, count - 1)) if count > 1 else pile[:-1]
    for at in range(len(pile) - 2, -1, -1):
        if pile[at][0] == name:
            count = pile[at][1]
            kept: Pile = ((name, count - 1),) if count > 1 else ()
            below, above = pile[:at] + kept, pile[at + 1 :]
            if below and above and below[-1][0] == above[0][0]:
                return (*below[:-1], (above[0][0], below[-1][1] + above[0][1]), *above[1:])
            return below + above
    raise KeyError(name)


def size(pile: Pile) -> int:
    """How many cards a pile holds.

    >>> size(((UNKNOWN, 3), ("Opt", 1)))
    4
    """
    if len(pile) == 1:
        return pile[0][1]
    return sum(count for _, count in pile)


def names(pile: Pile) -> tuple[str, ...]:
    """The named cards of a pile, bottom to top; unknown ones are left out."""
    return tuple(name for name, count in pile if name != UNKNOWN for _ in range(count))


def holds(pile: Pile, name: str) -> bool:
    """Whether a pile has a card of that name, or an unknown card that may become it."""
    return any(known in (name, UNKNOWN) for known, _ in pile)
