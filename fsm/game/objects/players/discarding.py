"""Players discard at the same time: they choose in turn order, and then all of it happens (103.4, 101.4).

Nobody sees what another player has chosen until then: the task that remembers it is private.
"""

from __future__ import annotations

from ....cards.vocabulary import Effects
from ....edition import obeys
from ...state.agenda import Task, push, task
from ...state.event import Log
from ...state.piles.pile import CardId
from ...state.state import StackObject, State, replace
from ..abilities import delayed
from ..cards.moving import is_there, pile_at
from .drawing import DiscardNow, which_discards


class Discarding(Task, frozen=True):
    """One or more players are still to choose; ``chosen`` has the cards of those who have, ``asked`` is who is asked.

    ``left`` are pairs of a player and how many cards that player discards; ``topics`` are of the rule that says so.
    """

    private = True
    left: tuple[tuple[int, int], ...]
    topics: str
    chosen: tuple[tuple[int, tuple[str, ...]], ...] = ()
    asked: int | None = None


@task(Discarding)
@obeys("apnap")
def discard_together(state: State, log: Log, now: Discarding) -> State:
    """Asks the next player who has a choice; once all have chosen, they discard."""
    left = tuple(pair for pair in now.left if pair[0] in state.rotation.seats)
    if left:
        (seat, count), *others = left
        which = which_discards(state, seat, count)
        if isinstance(which, tuple):
            return push(state, replace(now, left=tuple(others), chosen=(*now.chosen, (seat, which)), asked=None))
        return replace(push(state, replace(now, left=tuple(others), asked=seat)), decision=which)
    for seat, names in reversed(now.chosen):
        if names and seat in state.rotation.seats:
            state = push(state, DiscardNow(seat, names, now.topics))
    return state


def chosen_with_others(state: State, seat: int, names: tuple[str, ...]) -> State | None:
    """The state in which a player has chosen what they discard together with others; None if they do so alone."""
    *below, newest = state.agenda or (None,)
    if not isinstance(newest, Discarding) or newest.asked != seat:
        return None
    told = replace(newest, chosen=(*newest.chosen, (seat, names)), asked=None)
    return replace(state, decision=None, agenda=(*below, told))


class AfterDiscards(Task, frozen=True):
    """Effects on the cards that players discard are still to come; ``marks`` are what lay in their zones before."""

    then: Effects
    source: StackObject
    marks: tuple[tuple[int, int, int], ...]


def then_with_those(state: State, then: Effects, source: StackObject, seats: tuple[int, ...]) -> State:
    """The state in which effects follow the discards of these players; in them ``those`` are the cards."""
    players = ((seat, state.players[seat]) for seat in seats)
    marks = tuple((seat, player.graveyard.arrived, player.exile.arrived) for seat, player in players)
    return push(state, AfterDiscards(then, source, marks))


@task(AfterDiscards)
def _after_discards(state: State, log: Log, after: AfterDiscards) -> State:
    those = tuple(
        CardId(seat, zone, number)
        for seat, buried, exiled in after.marks
        for zone, first in (("graveyard", buried), ("exile", exiled))
        for number in range(first, pile_at(state, seat, zone).arrived)
        if is_there(state, CardId(seat, zone, number))
    )
    return delayed.then(state, after.then, after.source, those)
