"""What cannot enter the battlefield, and the characteristics of tokens (cr2011 110.5, cr2026 111)."""

from __future__ import annotations

from ....cards.card import Card
from ....cards.kinds import fits
from ....cards.vocabulary import Token
from ....edition import obeys
from ...state.state import State
from .statuses import shown_as


@obeys("would_enter_as")
def may_enter(state: State, card: Card, face_down: bool = False, spell: int = 0) -> bool:
    """Whether nothing forbids that a permanent with the characteristics that it would have enters the battlefield.

    Those are of a card, or of a 2/2 creature if it would enter face down; effects that changed the ``spell`` with
    that number go on changing the permanent that it becomes (cr2026 614.17d).
    """
    refused = [static.cannot_enter for p in state.index.static for static in p.card.static if static.cannot_enter]
    if not refused:
        return True
    would_be = state.characteristics(spell, shown_as(card, False, True) if face_down else card)
    return not any(fits(kind, would_be) for among in refused for kind in among)


@obeys("token_name", "token_text")
def token_card(state: State, effect: Token) -> Card:
    """The characteristics of a token, as the effect says them; they count like those that are printed on a card."""
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
        supertypes=effect.supertypes,
        subtypes=effect.subtypes,
        colors=effect.colors,
    )
