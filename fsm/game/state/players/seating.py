"""Who plays, and with what: looked at before a game begins, so that no seat and no number is impossible later."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from ....cards.card import Card, catalogue_names
from ....edition import obeys
from ....errors import SetupError, found
from ....words import nearest, shown
from ..piles.pile import PILES, UNKNOWN, Pile
from ..state import Permanent, Player

T = TypeVar("T")

MOST_PLAYERS = 8

_NUMBERS = ("mana", "hand_size", "lands_played")


def check_names(names: Sequence[str]) -> None:
    """Two to eight players with names of their own; else ``SetupError``."""
    if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise SetupError(f"names: found {found(names)}, expected a list of names, such as ['Ann', 'Bob']")
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise SetupError(f"found {len(names)} player{'s'[: len(names) != 1]}, expected two to {MOST_PLAYERS}")
    if len(set(names)) != len(names):
        raise SetupError("two players have the same name")


def given(what: str, items: Iterable[T], kind: type | tuple[type, ...], expected: str) -> tuple[T, ...]:
    """Things that a game begins with; ``SetupError`` if they are of another type."""
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise SetupError(f"{what}: found {found(items)}, expected a list of {expected}")
    every = tuple(items)
    for item in every:
        if not isinstance(item, kind) or _is_no_pair(item):
            raise SetupError(f"{what}: found {found(item)}, expected {expected}")
    return every


def _is_no_pair(item: object) -> bool:
    """Whether it is a tuple, but not of a seat and a card."""
    return isinstance(item, tuple) and not (len(item) == 2 and isinstance(item[0], int) and isinstance(item[1], Card))


def check_number(number: object, what: str) -> None:
    """A whole number; else ``SetupError``."""
    if not isinstance(number, int):
        raise SetupError(f"{what}: found {found(number)}, expected a whole number")


@obeys("archenemy_first")
def first_seat(scheme_decks: Iterable[object]) -> int:
    """The player who takes the first turn if nobody is named: the first with a scheme deck, or else the first."""
    return next((seat for seat, deck in enumerate(scheme_decks) if deck), 0)


def check_seats(
    names: Sequence[str], players: Sequence[Player] | None, battlefield: Sequence[Permanent], first: int
) -> None:
    """A player for each name, and everything at a seat that is there; else ``SetupError``."""
    check_number(first, "first")
    if players is not None and len(players) != len(names):
        raise SetupError(f"{len(names)} names and {len(players)} players; give one Player for each name, or none")
    for seat, what in (
        (first, "first"),
        *((seat, f"the battlefield ({p.card.name})") for p in battlefield for seat in {p.owner, p.controller}),
    ):
        if not 0 <= seat < len(names):
            raise SetupError(f"{what}: there is no seat {seat}; seats are 0 to {len(names) - 1}")


def check_holdings(names: Sequence[str], players: Sequence[Player]) -> None:
    """No player has less than nothing of anything; else ``SetupError``."""
    for name, player in zip(names, players, strict=True):
        for field in _NUMBERS:
            check_number(getattr(player, field), f"{name}: {field}")
            if getattr(player, field) < 0:
                raise SetupError(f"{name}: {field} is {getattr(player, field)}, expected a number from 0")
        for field in PILES:
            pile = getattr(player, field)
            if not isinstance(pile, Pile):
                raise SetupError(
                    f"{name}: {field} is {shown(repr(pile), 60)}, expected a pile; write Pile.of((card, how many), ...)"
                )


def check_known(names: Sequence[str], players: Iterable[Player], own: Collection[str]) -> None:
    """Every card of a player is of the catalogue or one of the game's own, or ``UNKNOWN``; else ``SetupError``."""
    for name, player in zip(names, players, strict=False):
        for field in PILES:
            pile = getattr(player, field)
            for card, _ in pile if isinstance(pile, Pile) else ():
                if card is not UNKNOWN and card not in own and card not in catalogue_names():
                    near = nearest(card, {*own, *catalogue_names()})
                    raise SetupError(
                        f"{name}: {field}: unknown card {shown(card, 60)!r}{near}; expected a card of catalogue(),"
                        " or one of cards="
                    )


def check_hand(count: int) -> None:
    """A hand of no fewer cards than none; else ``SetupError``."""
    check_number(count, "hand")
    if count < 0:
        raise SetupError(f"a hand of {count} cards; expected a number from 0")
