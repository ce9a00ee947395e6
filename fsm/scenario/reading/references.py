"""Checks that what a scenario names exists: players, cards and tokens; and that its editions know what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...cards.card import NAMED, catalogue_names, token_names
from ...cards.terms import CARDS, PLAYER_FIELDS, TOP, WHAT, WHO, each_player, parts
from ...cards.vocabulary import EFFECTS, Copy, Counter, Put, Skip
from ...document import Document
from ...edition import Edition
from ...errors import CardError
from ...game import Card, find_card
from ...shape import Faults, Path, ShapeError, describe
from ...words import listed, nearest
from ..model import Setup
from .expecting import check_player
from .setups import TYPES_IN, check_types


def written_at(document: Document, path: Path, part: object, field: str) -> Path:
    """The path of a field of a card's part, below the path of the card; the card's path if it is not found.

    If an effect is written as its bare first field, the value is under the effect's name.
    """
    keys = {field, *(name for name, type_ in EFFECTS.items() if type(part) is type_)}
    value = getattr(part, field)
    wanted = (list(value),) if isinstance(value, tuple) else (value, [value])
    known, data = _reached(document.data, path)
    return next((place for place, said in _below(data, known) if place[-1] in keys and said in wanted), path)


def key_at(document: Document, path: Path, key: str) -> Path:
    """The path of a key: directly below a path, or else its first place further below; the path if it is not there."""
    if (*path, key) in document.values:
        return (*path, key)
    known, data = _reached(document.data, path)
    return next((place for place, _ in _below(data, known) if place[-1] == key), path)


def _reached(data: Any, path: Path) -> tuple[Path, Any]:
    """How far a path leads into the data: a list of one may be written as the single value."""
    for n, step in enumerate(path):
        inside = dict(_items(data))
        if step not in inside:
            return path[:n], data
        data = inside[step]
    return path, data


def _items(data: Any) -> Iterable[tuple[str | int, Any]]:
    return data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()


def _below(data: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every value below a path, in the order of the file."""
    for key, value in _items(data):
        yield (*path, key), value
        yield from _below(value, (*path, key))


if TYPE_CHECKING:
    from .reader import Scenario


NEEDS = {
    "daytime": ("daytime", "day and night"),
    "schemes": ("scheme", "schemes"),
    "command": ("schemes_stay", "command zone"),
    "companion": ("companion", "companions"),
    "brings_day": ("daytime", "day and night"),
    "chapters": ("lore_enters", "Sagas"),
    "lights": ("attractions", "Attractions"),
}
"""What would do nothing without a rule, by its key: the topic of that rule, and what it is about.

An effect that an edition does not know says so as it happens: see ``known_here``.
"""


def check_needs(scenario: Scenario, editions: Sequence[Edition]) -> None:
    """Refuses each part of a scenario for which one of these editions has no rule; ``ShapeError`` with its place."""
    lacking = {key: tuple(e.name for e in editions if not e.cite(topic)) for key, (topic, _) in NEEDS.items()}
    faults = Faults()
    for part, path in _parts(scenario) if any(lacking.values()) else ():
        for key, ids in lacking.items():
            if ids and getattr(part, key, None):
                has = f"{listed(ids, 'and')} {'have' if len(ids) > 1 else 'has'} no {NEEDS[key][1]}"
                why = f"{key}: {has}; leave it out, or run it under an edition that has"
                faults.append(ShapeError(why, key_at(scenario.document, path, key)))
    faults.raise_any()


def _parts(scenario: Scenario) -> Iterator[tuple[Any, Path]]:
    """Everything that a scenario says of the game and of cards, each with the path below which it is written."""
    yield scenario.options, ()
    cards: list[tuple[Any, Path]] = [(card, ("cards", n)) for n, card in enumerate(scenario.cards.values())]
    for name, setup in zip(scenario.players, scenario.setups, strict=True):
        yield setup, ("players", name)
        for key in ("battlefield", "command"):
            cards += ((one, ("players", name, key, n)) for n, one in enumerate(getattr(setup, key)))
    for entry in scenario.script:
        cards += ((one, path) for _, act, path in entry.acts for one in (act.cast, act.play, act.suspend))
    for one, path in cards:
        if one is not None and one not in scenario.cards:
            yield from ((part, path) for part, _ in parts((one if isinstance(one, Card) else find_card(one, {}),)))


def check_players(card: Card, path: Path, names: tuple[str, ...], document: Document) -> None:
    """Checks that the players exist whom a card's effects name."""
    for part, _ in parts(card):
        for field in PLAYER_FIELDS:
            for who in each_player(getattr(part, field, None)):
                if who not in WHO and who not in names:
                    known = (*WHO, *names)
                    there = f"{nearest(who, known)}; there are {', '.join(known)}"
                    place = written_at(document, path, part, field)
                    raise ShapeError(f"{card.name}: no player {describe(who)}{there}", place)


def card_meant(reference: object, path: Path, own: dict[str, Card], names: tuple[str, ...], document: Document) -> Card:
    """The card that is defined here or named: one of the scenario, or of the catalogue."""
    if isinstance(reference, Card):
        check_players(reference, path, names, document)
        return reference
    try:
        return find_card(str(reference), own)
    except CardError as error:
        raise ShapeError(str(error), path) from None


def check_references(scenario: Scenario, faults: Faults) -> None:
    """Checks that what the parts of a scenario name exists: permanents, cards, tokens, and who is attacked.

    What is checked adds to the faults. Nothing is checked that builds on a part in which something is wrong already.
    """
    whole = not (faults.under("players") or faults.under("cards"))
    checks = (_check_permanents, _check_named, _check_attacked)
    for check in checks if whole and not faults.under("script") else checks[:whole]:
        faults.of(check, scenario)


def _card(scenario: Scenario, reference: object, path: Path) -> Card:
    return card_meant(reference, path, scenario.cards, scenario.players, scenario.document)


def _check_named(scenario: Scenario) -> None:
    """Checks that the cards exist that effects name."""
    places: list[tuple[object, Path]] = [
        *((card, ("cards", n)) for n, card in enumerate(scenario.cards.values())),
        *((s.placed(), ("players", name)) for name, s in zip(scenario.players, scenario.setups, strict=True)),
        *((entry.acts, entry.path) for entry in scenario.script),
    ]
    said = [(part, path) for place, path in places for part, _ in parts(place)]
    made = {*scenario.cards, *(part.name for part, _ in said if isinstance(part, NAMED))}
    made |= {name for setup in scenario.setups for name in setup.names()}
    faults = Faults()
    for part, path in said:
        if isinstance(part, Put) and part.card not in CARDS:
            try:
                find_card(part.card, scenario.cards)
            except CardError as error:
                faults.append(ShapeError(str(error), written_at(scenario.document, path, part, "card")))
        for field in ("what", "dealt_by", "attacker", "attacked"):
            what = getattr(part, field, "")
            if what and what not in (*WHAT, *CARDS, TOP) and not isinstance(part, Skip | Counter | Copy):
                faults.of(_check_thing, scenario, part, field, made, path)
    faults.raise_any()


def _check_thing(scenario: Scenario, part: Any, field: str, made: set[str], path: Path) -> None:
    """Checks that a name in an effect is a card or a token, of the scenario or of the catalogue."""
    name = getattr(part, field)
    if name not in made and name not in catalogue_names() and name not in token_names():
        hint = nearest(name, (*WHAT, *made, *catalogue_names(), *token_names()))
        known = f"; it is {listed(WHAT, 'or')}, or such a name"
        place = written_at(scenario.document, path, part, field)
        raise ShapeError(f"no card or token is called {describe(name)}{hint}{known}", place)


def _check_permanents(scenario: Scenario) -> None:
    """Checks that what begins in a place may be there, and that what is tapped or has counters is there."""
    faults = Faults()
    for name, setup in zip(scenario.players, scenario.setups, strict=True):
        begin = (faults.of(_beginning, scenario, n, name, card) for n, card in enumerate(setup.battlefield))
        placed = [card.name for card in begin if card is not None]
        for n, tapped in enumerate(setup.tapped if len(placed) == len(setup.battlefield) else ()):
            if tapped not in placed:
                why = f"{describe(tapped)} is not among {name}'s permanents"
                faults.append(ShapeError(why, ("players", name, "tapped", n)))
        if setup.companion:
            faults.of(_card, scenario, setup.companion, ("players", name, "companion"))
        faults.of(_check_loyalty, name, setup, placed)
        faults.of(_check_chosen, name, setup, placed)
        for field in TYPES_IN:
            for n, said in enumerate(getattr(setup, field)):
                here: Path = ("players", name, field, n)
                card = faults.of(_card, scenario, said, here)
                if card is not None:
                    faults.of(check_types, card, field, here)
    faults.raise_any()


def _beginning(scenario: Scenario, n: int, player: str, reference: object) -> Card:
    """The card of a permanent that a player begins with."""
    here: Path = ("players", player, "battlefield", n)
    card = _card(scenario, reference, here)
    if not card.is_permanent:
        raise ShapeError(f"{card.name} is not a permanent and cannot be on the battlefield", here)
    if "Aura" in card.subtypes:
        why = f"{card.name} is an Aura, which has to be attached to something; cast it instead"
        raise ShapeError(why, here)
    return card


def _check_loyalty(name: str, setup: Setup, placed: list[str]) -> None:
    for counted, number in setup.loyalty.items():
        here = ("players", name, "loyalty", counted)
        if counted not in placed:
            raise ShapeError(f"{describe(counted)} is not among {name}'s permanents", here, True)
        if not 0 <= number <= 1_000_000:
            raise ShapeError(f"found {number}, expected 0 to 1000000 counters", here)


def _check_chosen(name: str, setup: Setup, placed: list[str]) -> None:
    for one in setup.chosen:
        if one not in placed:
            raise ShapeError(
                f"{describe(one)} is not among {name}'s permanents", ("players", name, "chosen", one), True
            )


def _check_attacked(scenario: Scenario) -> None:
    """Checks that attacks name a player, or a card of the scenario or the catalogue."""
    faults = Faults()
    there = {part.name for part, _ in parts((*scenario.script, *scenario.setups)) if isinstance(part, Card)}
    for entry in scenario.script:
        for _, act, path in entry.acts:
            for attacker, name in act.attack.items() if isinstance(act.attack, dict) else ():
                if name.partition("#")[0] not in there | scenario.cards.keys() | catalogue_names():
                    faults.of(check_player, name, (*path, "attack", attacker), scenario.players)
    faults.raise_any()
