"""Reads what a player begins with, and checks that its parts fit together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import shape
from ..cards.card import Card
from ..game.state.seating import first_seat
from ..shape import Path, ShapeError, describe
from ..words import listed
from .expecting import check_player
from .model import Setup

MOST_MULLIGANS = 8
"""With more than two players the first mulligan is free, and the eighth leaves no card in the hand."""


def read_setup(data: Any, path: Path) -> Setup:
    """What a player begins with: a deck, or a hand and a library."""
    setup: Setup = shape.read_struct(Setup, {} if data is None else data, path)
    for field in ("hand", "library", "top") if setup.deck is not None else ():
        if isinstance(data, dict) and field in data:
            why = f"deck: becomes the library, from which the hand is drawn; leave {field} out, or the deck"
            raise ShapeError(why, (*path, field))
    if setup.mulligans and setup.deck is None:
        raise ShapeError("mulligans: are for a player with a deck; add deck: 60", (*path, "mulligans"))
    if setup.mulligans > MOST_MULLIGANS:
        why = f"found {setup.mulligans}, expected at most {MOST_MULLIGANS}: a hand without cards is kept"
        raise ShapeError(why, (*path, "mulligans"))
    return setup


TYPES_IN = {"schemes": ("scheme",), "command": ("creature", "plane", "vanguard")}
"""The types of the cards that begin in the command zone, by the key that names them."""


def check_types(card: Card, field: str, path: Path) -> None:
    """Refuses a card that cannot begin there."""
    if not set(TYPES_IN[field]) & set(card.type):
        raise ShapeError(f"{describe(card.name)} is not a {listed(TYPES_IN[field], 'or')}", path)


def first_player(said: str | None, names: tuple[str, ...], setups: Sequence[Setup]) -> int:
    """The seat of the player who takes the first turn, as the file says or the rules."""
    return first_seat(setup.schemes for setup in setups) if said is None else check_player(said, ("first",), names)
