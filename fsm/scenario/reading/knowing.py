"""What an edition has no rule for is refused where a scenario says it: it is never ignored without a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...cards.parts import parts
from ...edition import Edition
from ...game import Card, find_card
from ...shape import Faults, Path, ShapeError
from ...words import listed
from .places import key_at

if TYPE_CHECKING:
    from .reader import Scenario

NEEDS = {
    "daytime": ("daytime", "day and night"),
    "schemes": ("scheme", "schemes"),
    "command": ("schemes_stay", "command zone"),
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
