"""Cards that abilities speak of: those that a linked one exiled, and those that effects let players cast or play.

A link belongs to an object and to the pair of abilities: the printed one, or one that the object has gained. So cards
that another pair exiled are not meant, though it may be called the same (217.7d, 406.5, 607). Cards that may come back
lie in piles, by what may return them (217.7c, 406.4). A card is a new object as it is cast or played; the effect that
lets a player do so finds it all the same (cr2011 400.7f; cr2026 400.7g-400.7i).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....cards.abilities import Instead
from ....edition import obeys
from ...state.action import Cast, PlayLand
from ...state.agenda import push_effects
from ...state.enduring import Permit
from ...state.event import Log, emit
from ...state.piles.pile import CardId
from ...state.standing import DelayedAbility, Link
from ...state.state import LastingEffect, StackObject, State, replace, set_standing
from .moving import card_at, card_name, is_there


def link(state: State, source: StackObject, name: str, cards: Iterable[CardId]) -> State:
    """The state in which the exiled cards are known to the linked abilities of that name on the same object."""
    kept = tuple(one for one in state.standing.links if is_there(state, one.card))
    new = tuple(Link(card, _object(source), source.gained, name, source.name) for card in cards)
    return set_standing(state, links=kept + new)


@obeys("linked")
def linked(state: State, source: StackObject, name: str) -> Iterator[CardId]:
    """The cards that the linked ability of that name on the same object has exiled, and that are still there."""
    meant = (_object(source), source.gained, name)
    return (one.card for one in state.standing.links if (one.object, one.gained, one.name) == meant)


def _object(source: StackObject) -> int:
    return source.id if source.source is None else source.source


@obeys("exile_piles")
def piles(state: State) -> dict[str, tuple[str, ...]]:
    """The exiled cards that something speaks of, may return, or lets a player play: a pile for each, by its name."""
    found: dict[Way, list[CardId]] = {}
    for way, card in _ways(state):
        found.setdefault(way, []).append(card)
    named: dict[str, tuple[str, ...]] = {}
    for (by, *_), cards in found.items():
        there = tuple(str(card_name(state, card)) for card in dict.fromkeys(cards) if is_there(state, card))
        same = sum(1 for name in named if name.partition("#")[0] == by)
        if there:
            named[f"{by}#{same + 1}" if same else by] = there
    return named


Way = tuple[str, int, int, str]
"""A way in which cards may return: the name of what does it, what it belongs to, and which of several it is."""


def _ways(state: State) -> Iterator[tuple[Way, CardId]]:
    """The exiled cards of linked abilities, of what waits or is on the stack, and of effects that let play them."""
    for one in state.standing.links:
        yield (one.by, one.object, one.gained, one.name), one.card
    again = {(one.name, one.those) for one in state.delayed if one.each}  # on the stack they are the same pile
    stacked = (one for one in (*state.waiting, *state.stack) if (one.name, one.those) not in again)
    waiting: tuple[DelayedAbility | StackObject, ...] = (*state.delayed, *stacked)
    for waits in waiting:
        spoken = (card for card in waits.those if isinstance(card, CardId) and card.zone == "exile")
        yield from (((waits.name, waits.id, 0, ""), card) for card in spoken)
    for effect in state.lasting:
        if effect.permits is not None and effect.permits.card.zone == "exile":
            yield (effect.name, effect.source or 0, 0, effect.until), effect.permits.card


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
def permitted(state: State, log: Log, permit: Permit, source: StackObject, became: int) -> State:
    """What an effect does to the spell or the permanent that the card has become which it let a player cast or play."""
    spell = next((thing for thing in state.stack if thing.id == became), None)
    if permit.exiled and spell is not None and spell.card is not None and not spell.card.is_permanent:
        new = LastingEffect(state.serial + 1, source.name, source.controller, "game", became, instead=Instead())
        state = set_standing(replace(state, serial=new.id), lasting=(*state.lasting, new))
        detail = {"name": new.name, "until": new.until, "on": spell.name}
        emit(log, "effect.begin", state, "cast_ability_stays instructions", new.controller, **detail)
    return push_effects(state, permit.then, replace(source, those=(became,)))
