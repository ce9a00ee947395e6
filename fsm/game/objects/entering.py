"""What cannot enter the battlefield, and the characteristics of tokens (cr2011 110.5, cr2026 111)."""

from __future__ import annotations

from ...cards.card import Card
from ...cards.vocabulary import Token
from ..state.state import State


def may_enter(state: State, card: Card) -> bool:
    """Whether nothing forbids that a permanent with the characteristics of a card enters the battlefield."""
    for permanent in state.index.static:
        for static in permanent.card.static:
            if static.cannot_enter and set(static.cannot_enter) & set(card.characteristics):
                return False
    return True


def token_card(state: State, effect: Token) -> Card:
    """The characteristics of a token, as the effect says them; they count like those that are printed on a card.

    Rules: token_text, token_name.
    """
    named = effect.name or " ".join(effect.subtypes)
    if not effect.name and state.edition.choices["token_name"] == ("with_token",):
        named += " Token"
    return Card(
        named,
        effect.type,
        triggers=effect.triggers,
        abilities=effect.abilities,
        static=effect.static,
        power=effect.power,
        toughness=effect.toughness,
        keywords=effect.keywords,
        subtypes=effect.subtypes,
        colors=effect.colors,
    )
