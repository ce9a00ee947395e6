"""What is left out of the cards that a scenario uses, so that whoever reads a run knows what it does not show."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards.vocabulary import Put, parts
from ..game import Card, find_card
from .reader import Scenario


def simplified(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """The cards a scenario uses of which something is left out, each once, with the note that says what."""
    return tuple({card.name: card.note for card in _used(scenario) if card.note}.items())


def _used(scenario: Scenario) -> Iterator[Card]:
    """The cards on the battlefield at first, the schemes, what is cast or played, and what their effects bring in."""
    written: list[object] = [card for setup in scenario.setups for card in (*setup.battlefield, *setup.schemes)]
    written += [card for entry in scenario.script for _, act, _ in entry.acts for card in (act.cast, act.play) if card]
    for reference in written:
        card = reference if isinstance(reference, Card) else find_card(str(reference), scenario.cards)
        yield card
        yield from (find_card(part.card, scenario.cards) for part, _ in parts(card) if isinstance(part, Put))
