"""Cards as data: their effects and abilities, and the catalogue of known cards."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any

import msgspec

from .. import shape
from ..edition import obeys
from ..errors import CardError, expect_type
from ..files import packaged
from ..names import Name
from ..shape import Natural, Signed
from ..words import nearest
from . import written  # noqa: F401  # teaches the reader effects
from .abilities import Activated, Static, Triggered
from .kinds import Target
from .meaning import check_meaning
from .terms import CardType, Color, Keyword, Supertype, Window, parts
from .vocabulary import Effects, Emblem, Rename, Token

COMMANDING = ("plane", "scheme", "vanguard")
"""The types of cards that begin the game in the command zone, and never leave it."""

_NO_PERMANENTS = frozenset({"instant", "sorcery", *COMMANDING})


class Side(msgspec.Struct, frozen=True):
    """What a card is once it has been flipped; its colors and its cost stay."""

    name: Name
    type: tuple[CardType, ...] = ("creature",)
    supertypes: tuple[Supertype, ...] = ()
    subtypes: tuple[Name, ...] = ()
    triggers: tuple[Triggered, ...] = ()
    abilities: tuple[Activated, ...] = ()
    static: tuple[Static, ...] = ()
    power: Signed = 0
    toughness: Signed = 0
    keywords: tuple[Keyword, ...] = ()


class Card(msgspec.Struct, frozen=True, cache_hash=True):
    """A card: its name, types, supertypes, subtypes (such as creature types), colors, effects and abilities.

    ``effects`` happen as the spell resolves, or as the ability of a scheme set in motion resolves;
    ``chapters`` are the effects of each chapter of a Saga. ``castable``: it may be cast only within all of these
    windows. With ``rebound`` it may be cast once more in its controller's next upkeep. While a spell with
    ``split_second`` is on the stack, no spell is cast and only mana abilities are activated. ``for_ante``: it is taken
    out of the deck if nobody plays for ante. ``suspend`` is how many time counters it gets as it is suspended, for
    ``suspend_cost``. ``flipped`` is what it is once it has been flipped; face down, it may be turned up for ``morph``.
    ``loyalty`` and ``defense`` are the first counters of a planeswalker and a battle; without them damage never
    makes either leave. As a card with ``madness`` is discarded it may be exiled, and then cast for that much mana.
    ``lights`` are the numbers with which an Attraction is visited. ``note`` says in our own words what is left out of
    the real card.

    >>> from fsm import catalogue
    >>> catalogue()["Grizzly Bears"].power
    2
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
    split_second: bool = False
    ongoing: bool = False
    enters_tapped: bool = False
    for_ante: bool = False
    castable: tuple[Window, ...] = ()
    targets: Target = Target("none")
    flipped: Side | None = None
    morph: Natural | None = None
    madness: Natural | None = None
    suspend: Natural = 0
    suspend_cost: Natural = 0
    supertypes: tuple[Supertype, ...] = ()
    subtypes: tuple[Name, ...] = ()
    lights: tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...] = ()
    colors: tuple[Color, ...] = ()
    note: str = ""

    @property
    @obeys("defines_itself")
    def own_colors(self) -> tuple[str, ...]:
        """Its colors in every zone: also those that an ability of its own defines (604.3)."""
        return (*self.colors, *(color for static in self.static for color in static.defines))

    @property
    def is_permanent(self) -> bool:
        """Whether it stays on the battlefield as it resolves."""
        return _NO_PERMANENTS.isdisjoint(self.type)

    @property
    @obeys("flash")
    def sorcery_timing(self) -> bool:
        """Whether a player may cast it only during a main phase of their own, with an empty stack."""
        return not self.flash and "instant" not in self.type


NAMED = (Card, Side, Token, Emblem, Rename)
"""What says what something in a game is called."""


@cache
def _written() -> dict[str, str]:
    """The catalogue as text, by name: a card is read on first use, since all of them take longer than a run."""
    _, *tables = packaged("cards/catalogue.toml").split('\n["')
    return {name: text for name, _, text in (table.partition('"]\n') for table in tables)}


@cache
def _known_card(name: str) -> Card:
    return read_card(written_card(name))


def written_card(name: str) -> dict[str, Any]:
    """A card of the catalogue as plain data; ``KeyError`` if there is none of that name."""
    return {"name": name, **tomllib.loads(_written()[name])}


@cache
def catalogue_names() -> frozenset[str]:
    """The names of all cards of the catalogue, without making the cards."""
    return frozenset(_written())


@cache
def catalogue() -> dict[str, Card]:
    """All cards known by name.

    >>> catalogue()["Time Walk"].type
    ('sorcery',)
    """
    return {name: _known_card(name) for name in _written()}


@cache
def token_names() -> frozenset[str]:
    """The names of all tokens that cards of the catalogue make."""
    return frozenset(part.name for card in catalogue().values() for part, _ in parts(card) if isinstance(part, Token))


def read_card(data: Any, path: shape.Path = ()) -> Card:
    """A card from plain data; ``ShapeError`` has the path to what is wrong.

    >>> read_card({"name": "Mine", "type": "sorcery", "effects": [{"extra_turn": "you"}]}).type
    ('sorcery',)
    """
    expect_type(path, tuple, "the path to the card in a document, or ()", "path")
    card: Card = shape.read_struct(Card, data, path)
    check_meaning(card, path)
    return card


def find_card(name: str, own: Mapping[str, Card] = MappingProxyType({})) -> Card:
    """A card by name, a scenario's ``own`` ones first; ``CardError`` with the nearest names if there is none.

    >>> find_card("Time Walk").type
    ('sorcery',)
    """
    expect_type(name, str, "the name of a card", "name")
    expect_type(own, Mapping, "the cards of a scenario by name, or {}", "own")
    if name in own:
        return own[name]
    if name not in _written():
        raise CardError(
            f"unknown card {shape.describe(name)}{nearest(name, {*own, *_written()})}; "
            "define it under cards:, or in place as {name: ..., type: ..., effects: [...]}"
        )
    return _known_card(name)
