"""Effects that let a player cast or play a certain card that is not in their hand, and what they do to what it becomes.

The card is a new object as it is cast or played; such an effect finds it all the same, and an ability by which it may
be cast stays with it on the stack (cr2011 400.7f; cr2026 400.7g-400.7i).
"""

from __future__ import annotations

from ....cards.abilities import Instead
from ....edition import obeys
from ...state.agenda import push_effects
from ...state.decision import Cast, PlayLand
from ...state.event import Log, emit
from ...state.piles.pile import CardId
from ...state.state import LastingEffect, StackObject, State, replace, set_standing
from .moving import card_at

Played = Cast | PlayLand


def permit(state: State, seat: int, card: CardId | None) -> LastingEffect | None:
    """The oldest effect that lets a player cast or play that card, while it is where it was."""
    if card is None or card_at(state, card) is None:
        return None
    return next((e for e in permits(state, seat) if e.permits is not None and e.permits.card == card), None)


def permits(state: State, seat: int) -> tuple[LastingEffect, ...]:
    """The effects that let a player cast or play certain cards."""
    return tuple(e for e in state.lasting if e.permits is not None and e.controller == seat)


@obeys("cast_ability_stays", "cast_found", "played_found")
def permitted(state: State, log: Log, effect: LastingEffect, became: int) -> State:
    """What an effect does to the spell or the permanent that the card has become."""
    permit = effect.permits
    if permit is None:
        return state
    spell = next((thing for thing in state.stack if thing.id == became), None)
    if permit.exiled and spell is not None and spell.card is not None and not spell.card.is_permanent:
        new = LastingEffect(state.serial + 1, effect.name, effect.controller, "game", became, instead=Instead())
        state = set_standing(replace(state, serial=new.id), lasting=(*state.lasting, new))
        detail = {"name": new.name, "until": new.until, "on": spell.name}
        emit(log, "effect.begin", state, "cast_ability_stays", new.controller, **detail)
    source = StackObject(0, "ability", effect.name, effect.controller, source=effect.source, those=(became,))
    return push_effects(state, permit.then, source)
