"""The catalogue listed, and one card of it explained, with the scenarios that use it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ..errors import CardError, InputError
from ..game import Card, catalogue
from ..library import SUFFIX, scenario_folder, shown_path
from ..words import nearest
from .shapes import shapes
from .telling import told


def list_cards() -> Iterator[str]:
    """All cards of the catalogue, a line each: name, type, and what they change in the turn."""
    cards = catalogue()
    wide = max(len(name) for name in cards)
    yield f"{len(cards)} cards; fsm cards NAME explains one"
    for card in sorted(cards.values(), key=lambda card: card.name):
        yield f"{card.name:<{wide}}  {' '.join(card.type):<17}  {', '.join(shapes(card))}".rstrip()


def explain_card(name: str) -> Iterator[str]:
    """What a card does, in our own words, and the scenarios that use it; ``CardError`` if there is no such card."""
    known = {known.lower(): card for known, card in catalogue().items()}
    card = known.get(name.strip().lower())
    if card is None:
        raise CardError(f"unknown card {name[:60]!r}{nearest(name, catalogue())}; fsm cards lists the catalogue")
    yield f"{card.name} · {_kind(card)}"
    for line in told(card):
        yield f"  {line}"
    if card.note:
        yield f"  Note: {card.note}"
    yield from (f"  in scenario  {place}" for place in scenarios_with(card.name))


def _kind(card: Card) -> str:
    parts = [" ".join(card.type)]
    if "creature" in card.type:
        parts.append(f"{card.power}/{card.toughness}")
    parts += [*card.keywords, *(("cast at any time",) if card.flash else ())]
    parts += [f"costs {card.cost} mana"] if card.cost else []
    return ", ".join(parts)


def scenarios_with(name: str) -> Iterator[str]:
    """The scenario files, here or in the package, that name a card, with the names of the scenarios."""
    from ..scenario import read_scenarios

    words = re.findall(r"\w+", name)
    for path in sorted(scenario_folder().rglob(f"*{SUFFIX}")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if not all(word in text for word in words):
            continue  # reading a file as a scenario takes a hundred times longer
        try:
            scenarios = read_scenarios(path)
        except InputError:
            continue
        for scenario in scenarios:
            if _names((scenario.setups, scenario.cards, scenario.script), name):
                yield f"{shown_path(path)}: {scenario.name}"


def _names(value: Any, name: str) -> bool:
    """Whether a value is or holds a card of that name, or the name itself."""
    if isinstance(value, str):
        return value == name
    if isinstance(value, msgspec.Struct):
        return any(_names(getattr(value, field), name) for field in value.__struct_fields__)
    if isinstance(value, dict):
        return any(_names(part, name) for pair in value.items() for part in pair)
    return isinstance(value, list | tuple | set | frozenset) and any(_names(part, name) for part in value)
