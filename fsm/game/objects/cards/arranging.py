"""Cards that are put into one graveyard or library at the same time: their owner may arrange them.

cr2006 217.2d and 217.4c, later 401.4 and 404.3. They are put there in the order in which they came, and the owner is
asked at once, before anything else happens; cards that are alike need no order.
"""

from __future__ import annotations

from collections.abc import Iterable

from ....edition import obeys
from ...state.agenda import Task, push, task
from ...state.decision import ArrangeCards
from ...state.event import Log, emit
from ...state.piles.pile import CardId, rearranged, run_of
from ...state.state import State, replace, set_player
from .moving import is_stray, pile_at, show_tops

ORDERED = {"graveyard": "arranged_graveyard", "library": "arranged_library"}
"""The zones with an order, each with the topic of the rule that lets owners arrange what comes there together."""


class AskArrangement(Task, frozen=True):
    """The owner of cards that came to a zone together, or ``by``, is still to be asked how they lie there."""

    owner: int
    zone: str
    numbers: tuple[int, ...]
    bottom: bool = False
    by: int | None = None


@obeys("arranged_by_other", *ORDERED.values())
def came_together(state: State, cards: Iterable[CardId], bottom: bool = False, by: int | None = None) -> State:
    """Lets each owner of several of these cards arrange them, in turn order; they are on top, or on the ``bottom``.

    An effect may let another player do that: ``by``. Tokens cease to exist before anybody could look at their order.
    """
    piles: dict[tuple[int, str], list[int]] = {}
    for card in cards:
        if card.zone in ORDERED and not is_stray(state, card):
            piles.setdefault((card.owner, card.zone), []).append(card.number)
    order = {seat: place for place, seat in enumerate(state.apnap())}
    for owner, zone in sorted(piles, key=lambda pile: order.get(pile[0], 0), reverse=True):
        numbers = piles[owner, zone][:: -1 if bottom else 1]  # the last one came below the others
        if len(numbers) > 1:
            state = push(state, AskArrangement(owner, zone, tuple(numbers), bottom, by))
    return state


@task(AskArrangement)
def _ask_arrangement(state: State, log: Log, asked: AskArrangement) -> State:
    """Asks only where the order makes a difference; a player who has left is not asked."""
    pile = pile_at(state, asked.owner, asked.zone)
    there = [(number, run.name) for number in asked.numbers if (run := run_of(pile, number)) is not None]
    seat = asked.owner if asked.by is None else asked.by
    if len({name for _, name in there}) < 2 or not {seat, asked.owner} <= set(state.rotation.seats):
        return state
    numbers, names = tuple(number for number, _ in there), tuple(name for _, name in there)
    owner = None if seat == asked.owner else asked.owner
    return replace(state, decision=ArrangeCards(seat, asked.zone, names, numbers, asked.bottom, owner))


def arrange(state: State, log: Log, asked: ArrangeCards, order: tuple[int, ...]) -> State:
    """Puts the cards into an order, the first one lowest; nobody is told the order in a library."""
    seat, zone = asked.player if asked.owner is None else asked.owner, asked.zone
    if order == tuple(range(len(order))):
        return state
    pile = rearranged(pile_at(state, seat, zone), tuple(asked.numbers[at] for at in order), asked.bottom)
    state = set_player(state, seat, **{zone: pile})
    detail: dict[str, object] = {}
    if zone == "graveyard":
        detail["cards"] = [str(asked.names[at]) for at in reversed(order)]
    if asked.owner is not None:
        detail["owner"] = state.name(seat)
    emit(log, "cards.arrange", state, ORDERED[zone], asked.player, to=zone, **detail)
    return show_tops(state, log) if zone == "library" and state.battlefield else state
