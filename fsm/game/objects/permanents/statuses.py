"""The statuses of permanents, besides tapped and phased out (110.5, 110.6), and what enters with which characteristics.

A permanent is flipped or not, and face up or face down. Some cannot enter; a token is what its effect says (111).
"""

from __future__ import annotations

from msgspec.structs import asdict

from ....cards.abilities import Activated, Ward
from ....cards.card import Card
from ....cards.kinds import fits
from ....cards.terms import Keyword
from ....cards.vocabulary import Effects, Token, TurnFaceUp
from ....edition import obeys
from ...state.event import Log, emit
from ...state.state import Permanent, State, replace, set_permanent
from ...state.view import FACE_DOWN
from .changes import settle

UP: Effects = (TurnFaceUp(),)  # type: ignore[assignment]


@obeys("status")
def statuses(permanent: Permanent) -> tuple[str, str, str, str]:
    """The four statuses of a permanent, each with one of two values."""
    return (
        "tapped" if permanent.tapped else "untapped",
        "flipped" if permanent.flipped else "unflipped",
        "face down" if permanent.face_down else "face up",
        "phased out" if permanent.phased_out else "phased in",
    )


@obeys("face_down_values")
def shown_as(card: Card, flipped: bool, face_down: bool, ward: int | Ward | None = None) -> Card:
    """What a permanent with a card is: face down a 2/2 creature without name and abilities, or its flipped side.

    Its controller may turn a face-down permanent up for its morph or disguise cost, as a special action. It has
    ``ward`` only if disguise made it what it is.
    """
    if face_down:
        down, cost = replace(FACE_DOWN, ward=ward), card.turned_up_for
        return down if cost is None else replace(down, abilities=(Activated(UP, mana=cost, special=True),))
    return replace(card, **asdict(card.flipped)) if flipped and card.flipped is not None else card


@obeys("status_kept")
def set_status(
    state: State, log: Log, permanent: Permanent, kind: str, topics: str, flipped: bool, face_down: bool
) -> State:
    """A permanent is flipped, or turned face up or down, if it is not already; nothing else about it changes."""
    if (flipped, face_down) == (permanent.flipped, permanent.face_down):
        return state
    printed = permanent.printed or permanent.card
    card = shown_as(printed, flipped, face_down, permanent.card.ward if permanent.face_down else None)
    under = None if card == printed else printed
    state = set_permanent(state, permanent.id, flipped=flipped, face_down=face_down, card=card, printed=under)
    if "world" in card.supertypes and "world" not in permanent.card.supertypes:  # none is so new (world_rule)
        state = replace(state, serial=state.serial + 1)
        state = set_permanent(state, permanent.id, since=state.serial)
    name = permanent.card.name if face_down or not permanent.face_down else card.name
    emit(log, kind, state, topics, permanent.controller, name=name)
    return settle(state, log, (permanent.id,), topics)


@obeys("face_down_revealed")
def real_card(permanent: Permanent) -> Card:
    """The card of a permanent, whatever it is now; in any other zone it is this card."""
    return permanent.printed or permanent.card


@obeys("copy_except")
def excepted(card: Card, without: tuple[str, ...], keywords: tuple[Keyword, ...] = ()) -> Card:
    """A card as a copy effect with exceptions copies it: without some supertypes, and with more keywords."""
    if not without and not keywords:
        return card
    kept = tuple(one for one in card.supertypes if one not in without)
    new = tuple(one for one in keywords if one not in card.keywords)
    return replace(card, supertypes=kept, keywords=(*card.keywords, *new))


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
        loyalty=effect.loyalty,
        ward=effect.ward,
    )
