"""Cards as data: their effects and abilities, and the catalogue of known cards."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, get_args

import msgspec

from .. import shape
from ..edition import obeys
from ..errors import CardError, expect_type
from ..files import packaged
from ..names import Name
from ..shape import Natural, Signed
from ..words import nearest
from . import written  # noqa: F401  # teaches the reader effects
from .abilities import TARGETED, Activated, Static, Triggered, Ward
from .costs import COLORLESS, Cost, types_of
from .kinds import Target
from .meaning import check_meaning
from .terms import CardType, Color, If, Keyword, Supertype, Who, Window, parts
from .vocabulary import EFFECTS, Counter, Counters, Effects, Emblem, Move, OnlyIf, Pay, Rename, Token

COMMANDING = ("plane", "scheme", "vanguard")
"""The types of cards that begin the game in the command zone, and never leave it."""

_NO_PERMANENTS = frozenset({"instant", "sorcery", *COMMANDING})


TIME, FADE = "time", "fade"
"""The kinds of counters of vanishing and suspend, and of fading."""

_LOSE: Any = {kind: Counters(-1, kind=kind) for kind in (TIME, FADE)}
_FADE: Any = OnlyIf((If(f"counters_1_{FADE}"),), (_LOSE[FADE],), (Move("self"),))  # type: ignore[arg-type]
VANISHING = (Triggered("upkeep", (_LOSE[TIME],), "you", name="vanishing", if_=(If(f"counters_1_{TIME}"),)),)
FADING = (Triggered("upkeep", (_FADE,), "you", name="fading"),)


@cache
def ward_ability(cost: int | Ward) -> Triggered:
    """The triggered ability that ward with a cost is (702.21a)."""
    asked = Ward(cost) if isinstance(cost, int) else cost
    countered: Any = (Counter("that"),)
    pay: Any = Pay((), countered, asked.mana, asked.life, asked.discard, Who("chosen"))
    return Triggered(TARGETED, (pay,), "opponents", name="ward")


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

    ``effects`` happen as the spell resolves, or as the ability of a scheme set in motion resolves; ``chapters`` are the
    effects of each chapter of a Saga. ``castable``: it may be cast only within all of these windows. With ``rebound``
    it may be cast once more in its controller's next upkeep. While a spell with ``split_second`` is on the stack, no
    spell is cast and only mana abilities are activated. ``for_ante``: it is taken out of the deck if nobody plays for
    ante. ``vanishing`` and ``fading`` are how many time or fade counters it enters with, of which it loses one in each
    upkeep; 0 is vanishing without a number. ``suspend`` is how many time counters it gets as it is suspended, for
    ``suspend_cost``. ``flipped`` is what it is once it has been flipped; face down, it may be turned up for ``morph``,
    or for ``disguise``. What is cast face down with ``disguise`` has ward, for two mana. A spell or ability of an
    opponent that targets a permanent with ``ward`` is countered unless that player pays for it: mana, or what it says.
    ``loyalty`` and ``defense`` are the first counters of a planeswalker and a battle; without them damage never makes
    either leave. As a card with ``madness`` is discarded it may be exiled, and then cast for that much mana. One with
    ``miracle`` may be revealed as the first card that its owner draws in a turn, and then cast for that much.
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
    cost: Cost = 0
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
    disguise: Natural | None = None
    ward: Natural | Ward | None = None
    madness: Natural | None = None
    miracle: Natural | None = None
    vanishing: Natural | None = None
    fading: Natural = 0
    suspend: Natural = 0
    suspend_cost: Natural = 0
    supertypes: tuple[Supertype, ...] = ()
    subtypes: tuple[Name, ...] = ()
    lights: tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...] = ()
    colors: tuple[Color, ...] = ()
    note: str = ""

    @property
    @obeys("defines_itself", "mana_color")
    def own_colors(self) -> tuple[str, ...]:
        """Its colors in every zone: also those of its cost (105.2), and that an ability of its own defines (604.3)."""
        of_cost = (one for one in types_of(self.cost) if one != COLORLESS)
        return (*self.colors, *of_cost, *(color for static in self.static for color in static.defines))

    @property
    def turned_up_for(self) -> int | None:
        """The mana for which it is turned face up, if it may be cast face down at all: by morph or by disguise."""
        return self.morph if self.disguise is None else self.disguise

    @property
    @obeys("vanishing", "fading")
    def all_triggers(self) -> tuple[Triggered, ...]:
        """Its triggered abilities, also those by which it loses counters in upkeeps (cr2006 502.20, 502.60)."""
        return self.triggers + VANISHING * (self.vanishing is not None) + FADING * bool(self.fading)

    @property
    @obeys("vanishing", "fading")
    def first_counters(self) -> tuple[tuple[str, int], ...]:
        """The counters that it enters with, by kind, besides loyalty, defense and lore."""
        held = ((FADE, self.fading), (TIME, self.vanishing or 0))
        return tuple(one for one in held if one[1])

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
def catalogue_types() -> dict[str, tuple[str, ...]]:
    """The types and subtypes of the catalogue's cards by name, without making the cards."""
    known = ((name, written_card(name)) for name in _written())
    return {name: (*_each(card.get("type")), *_each(card.get("subtypes"))) for name, card in known}


def _each(said: Any) -> list[str]:
    return [said] if isinstance(said, str) else list(said or ())


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


EFFECT = "it is an effect, and stands in effects: of a spell, or do: of an ability or a trigger"
_KEYWORDS: dict[str, str] = {word: f"it is a keyword; write keywords: [{word}]" for word in get_args(Keyword)}
_SAID_HERE = {
    "text": "what a card does is said by effects:, triggers:, abilities: and static:",
    "pt": "write power: and toughness:",
    "mana_cost": "write cost:",
}
for _part in (Activated, Triggered, Static):
    shape.ELSEWHERE[_part] = dict.fromkeys(EFFECTS, EFFECT)
shape.ELSEWHERE[Card] = dict.fromkeys(EFFECTS, EFFECT) | _KEYWORDS | _SAID_HERE


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
