"""Reads what a player begins with, and checks that its parts fit together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ... import shape
from ...cards.card import Card
from ...game.state.piles.pile import UNKNOWN
from ...game.state.players.seating import first_seat
from ...shape import Path, ShapeError, describe
from ...words import listed, nearest
from ..model import Setup
from .expecting import check_player

MOST_MULLIGANS = 8
"""With more than two players the first mulligan is free, and the eighth leaves no card in the hand."""


def read_setup(data: Any, path: Path) -> Setup:
    """What a player begins with: a deck, or a hand and a library."""
    setup: Setup = shape.read_struct(Setup, {} if data is None else data, path)
    for field in ("hand", "library", "top") if setup.deck is not None else ():
        if isinstance(data, dict) and field in data:
            why = f"deck: becomes the library, from which the hand is drawn; leave {field} out, or the deck"
            raise ShapeError(why, (*path, field))
    if setup.mulligans:
        _check_mulligans(setup, (*path, "mulligans"))
    return setup


def _check_mulligans(setup: Setup, path: Path) -> None:
    """Refuses mulligans without a deck, too many of them, and cards that the deck does not have."""
    if setup.deck is None:
        raise ShapeError("mulligans: are for a player with a deck; add deck: 60", path)
    times = len(setup.mulligans) if isinstance(setup.mulligans, tuple) else setup.mulligans
    if times > MOST_MULLIGANS:
        raise ShapeError(f"found {times}, expected at most {MOST_MULLIGANS}: a hand without cards is kept", path)
    for n, top in enumerate(setup.shuffled()):
        _check_shuffled(top, setup.deck, (*path, n))


def _check_shuffled(top: tuple[str, ...], deck: int | tuple[str, ...], path: Path) -> None:
    """Refuses cards on top of a library that the deck does not have; an unknown card may be any."""
    held = deck if isinstance(deck, int) else len(deck)
    if len(top) > held:
        raise ShapeError(f"found {len(top)} cards, and the deck has {held}; leave some out", path)
    if isinstance(deck, int):
        return
    missing = Counter(top) - Counter(deck)
    if missing.total() > deck.count(str(UNKNOWN)):
        name = next(iter(missing))
        hint = "" if name in deck else nearest(name, deck)
        why = f"found {describe(name)} {top.count(name)} times, in the deck {deck.count(name)} times{hint}"
        raise ShapeError(f"{why}; after a mulligan the same cards lie in another order", (*path, top.index(name)))


TYPES_IN = {"schemes": ("scheme",), "command": ("creature", "plane", "vanguard")}
"""The types of the cards that begin in the command zone, by the key that names them."""


def check_types(card: Card, field: str, path: Path) -> None:
    """Refuses a card that cannot begin there."""
    if not set(TYPES_IN[field]) & set(card.type):
        raise ShapeError(f"{describe(card.name)} is not a {listed(TYPES_IN[field], 'or')}", path)


def first_player(said: str | None, names: tuple[str, ...], setups: Sequence[Setup]) -> int:
    """The seat of the player who takes the first turn, as the file says or the rules."""
    return first_seat(setup.schemes for setup in setups) if said is None else check_player(said, ("first",), names)
