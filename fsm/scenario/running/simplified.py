"""Lists what is left out of the cards that a scenario uses, so that readers know what a run does not show."""

from __future__ import annotations

from collections.abc import Iterator

from ...cards.terms import CARDS, parts
from ...cards.vocabulary import Put
from ...game import Card, find_card
from ..reading.reader import Scenario


def simplified(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """The simplified cards of a scenario, each once, with its note."""
    return tuple({card.name: card.note for card in _used(scenario) if card.note}.items())


def _used(scenario: Scenario) -> Iterator[Card]:
    """The cards of a scenario: where they are at first, schemes, cast or played, and those that effects add."""
    written: list[object] = [card for setup in scenario.setups for card in (*setup.placed(), *setup.schemes)]
    written += [card for entry in scenario.script for _, act, _ in entry.acts for card in (act.cast, act.play) if card]
    for reference in written:
        card = reference if isinstance(reference, Card) else find_card(str(reference), scenario.cards)
        yield card
        put = (part.card for part, _ in parts(card) if isinstance(part, Put) and part.card not in CARDS)
        yield from (find_card(name, scenario.cards) for name in put)
