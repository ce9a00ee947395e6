"""Linked abilities: one exiles cards, and another one of the same object speaks of these cards (217.7d, 406.5, 607).

A link belongs to an object and to the pair of abilities: the printed one, or one that the object has gained. So cards
that another pair exiled are not meant, though it may be called the same; and what has left exile is a new object. Cards
that may come back lie in piles, by what may return them (217.7c, 406.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....edition import obeys
from ...state.piles.pile import CardId
from ...state.standing import DelayedAbility, Link
from ...state.state import StackObject, State, set_standing
from .moving import card_name, is_there


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
    waiting: tuple[DelayedAbility | StackObject, ...] = (*state.delayed, *state.waiting, *state.stack)
    for waits in waiting:
        spoken = (card for card in waits.those if isinstance(card, CardId) and card.zone == "exile")
        yield from (((waits.name, waits.id, 0, ""), card) for card in spoken)
    for effect in state.lasting:
        if effect.permits is not None and effect.permits.card.zone == "exile":
            yield (effect.name, effect.source or 0, 0, effect.until), effect.permits.card
