"""Cards: data that name the effects and abilities they consist of, and the catalogue of known ones."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from .. import shape
from ..errors import CardError
from ..names import Name
from ..shape import Natural, Signed
from ..words import nearest
from . import written  # noqa: F401  # teaches the reader effects
from .abilities import Activated, Static, Triggered
from .meaning import check_meaning
from .terms import Keyword, Target
from .vocabulary import Effects, Token, parts

CardType = Literal[
    "artifact", "battle", "creature", "enchantment", "instant", "land", "planeswalker", "scheme", "sorcery"
]

Window = Literal[
    "during_combat", "before_attackers", "before_blockers", "before_damage",
    "after_attackers", "after_blockers", "after_upkeep",
]  # fmt: skip

SORCERY_TIMED = ("artifact", "battle", "creature", "enchantment", "planeswalker", "sorcery")


class Card(msgspec.Struct, frozen=True):
    """A card: its name, types, what it does as it resolves, and its abilities.

    ``effects`` happen as a spell resolves, or as the ability of a scheme set in motion does;
    ``chapters`` are a Saga's, the effects of each. ``castable``: only within all of these windows.
    With ``rebound`` it may be cast once more in its controller's next upkeep.
    ``loyalty`` is a planeswalker's at first, ``defense`` a battle's; without it neither ever dies of damage.
    ``note`` says in own words what of the real card is left out.
    """

    name: Name
    type: tuple[CardType, ...] = ("sorcery",)
    effects: Effects = ()
    triggers: tuple[Triggered, ...] = ()
    abilities: tuple[Activated, ...] = ()
    static: tuple[Static, ...] = ()
    on_cast: Effects = ()
    chapters: tuple[Effects, ...] = ()
    power: Signed = 0
    toughness: Signed = 0
    loyalty: Natural | None = None
    defense: Natural | None = None
    keywords: tuple[Keyword, ...] = ()
    cost: Natural = 0
    flash: bool = False
    rebound: bool = False
    ongoing: bool = False
    enters_tapped: bool = False
    castable: tuple[Window, ...] = ()
    targets: Target = "none"
    note: str = ""

    @property
    def is_permanent(self) -> bool:
        """Whether it stays on the battlefield as it resolves."""
        return not {"instant", "sorcery", "scheme"} & set(self.type)

    @property
    def sorcery_timing(self) -> bool:
        """Whether it may be cast only in a main phase of one's own, with an empty stack."""
        return not self.flash and "instant" not in self.type


@cache
def _written() -> dict[str, Any]:
    """The catalogue as it is written; a card is made of it when somebody asks for it."""
    return tomllib.loads((files("fsm.cards") / "catalogue.toml").read_text(encoding="utf-8"))


@cache
def _known_card(name: str) -> Card:
    return read_card({"name": name, **_written()[name]})


def catalogue_names() -> frozenset[str]:
    """The names of all cards known by name; none of them is made."""
    return frozenset(_written())


@cache
def catalogue() -> dict[str, Card]:
    """All cards known by name."""
    return {name: _known_card(name) for name in _written()}


@cache
def token_names() -> frozenset[str]:
    """The names of all tokens that cards of the catalogue make."""
    return frozenset(part.name for card in catalogue().values() for part, _ in parts(card) if isinstance(part, Token))


def read_card(data: Any, path: shape.Path = ()) -> Card:
    """A card from plain data; ``ShapeError`` leads to what is wrong."""
    card: Card = shape.read_struct(Card, data, path)
    check_meaning(card, path)
    return card


def find_card(name: str, own: dict[str, Card]) -> Card:
    """A card by name, a scenario's own ones first; ``CardError`` with the nearest names if there is none."""
    if name in own:
        return own[name]
    if name not in _written():
        raise CardError(
            f"unknown card {shape.describe(name)}{nearest(name, {*own, *_written()})}; "
            "define it under cards:, or in place as {name: ..., type: ..., effects: [...]}"
        )
    return _known_card(name)
