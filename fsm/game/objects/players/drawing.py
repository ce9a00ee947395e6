"""A player draws, mills, discards and antes cards; each is a new object where it comes to (217.1c, 400.7; 217.9, 407).

Who discard at the same time choose in turn order, unseen by others, and then all of it happens (103.4, 101.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from ....cards.vocabulary import Effects
from ....edition import obeys
from ...state.agenda import Task, push, task
from ...state.decision import ChooseDiscards
from ...state.event import Log, emit, note
from ...state.piles.pile import NO_CARDS, UNKNOWN, CardId, alike, put, remove, run_of, size, take_top, top_run
from ...state.state import Player, StackObject, State, replace, set_player
from ...state.tally import once_more
from ..abilities import delayed
from ..abilities.recasting import AskMiracle, ask_mad, is_any_mad, is_miracle, mad, madness
from ..abilities.triggers import Happened, looks, on_counted
from ..cards.arranging import came_together
from ..cards.moving import (
    cover,
    is_stray,
    is_there,
    named_card,
    newest,
    pile_at,
    put_card,
    show_tops,
    top_card,
    top_stays,
)
from ..cards.replacing import (
    Redirects,
    arrive,
    ask_fates,
    card_moving,
    fates_met,
    is_replaced,
    move_card,
    redirects,
    topmost,
)


@obeys("draw", "drawn_waits")
def draw(state: State, log: Log, seat: int, topics: str = "draw", known: Redirects | None = None) -> State:
    """A player draws a card; a player who draws from an empty library loses at the next check.

    ``known``: the replacement effects that are in force, if that has been asked already.
    """
    player = state.players[seat]
    if not player.library.runs:
        state = set_player(state, seat, overdrew=True)
        emit(log, "card.draw", state, topics, seat, card="none: the library is empty")
        return state
    card = player.library.runs[-1].card
    if card is not None and top_stays(state, seat):
        return state
    if known := redirects(state) if known is None else known:
        (moving,) = topmost(state, seat, 1, "hand")
        if is_replaced(state, moving, known):  # it goes elsewhere, and so is not drawn
            state = set_player(state, seat, library=take_top(player.library)[1])
            return arrive(state, log, moving, topics, card, known)[0]
    name, library = take_top(player.library)
    player = replace(player, library=library, hand=put(player.hand, name, 1, card))
    state, number = _done(state, seat, player, "draw")
    first = (
        number == 1 and name is not UNKNOWN and is_miracle(state, str(name), card) and state.standing.playing is None
    )
    state = _told(state, log, seat, topics, name, number)
    return push(state, AskMiracle(newest(state, seat, "hand"), str(name))) if first else state


@obeys("drawn_waits")
def _told(state: State, log: Log, seat: int, topics: str, name: str, number: int) -> State:
    """A card that a player has drawn is seen by who may see it, and abilities trigger."""
    if not looks(state):
        if log is not None:
            note(log, "card.draw", state, topics, seat, _card(name))
        return state
    if state.standing.playing is not None:
        state, topics = cover(state, newest(state, seat, "hand"), ()), f"{topics} drawn_waits"
    if log is not None:
        note(log, "card.draw", state, topics, seat, _card(name))
    return on_counted(show_tops(state, log), log, "draw", seat, number)


def draw_several(state: State, log: Log, seat: int, amount: int, topics: str) -> State:
    """A player draws cards one after the other; whether they reveal the first one is asked before the next one."""
    for drawn in range(1, amount + 1):
        state = draw(state, log, seat, topics)
        match state.agenda:
            case (*below, AskMiracle() as ask) if drawn < amount:
                return replace(state, agenda=(*below, *[DrawNow(seat, topics)] * (amount - drawn), ask))
    return state


class DrawNow(Task, frozen=True):
    """A player is still to draw a card."""

    private = True
    seat: int
    topics: str


@obeys("draw")
def draw_in_turn(state: State, log: Log, seats: Iterable[int], topics: str = "draw") -> State:
    """Players draw a card each, one after the other; each is asked which of several replacement effects applies."""
    if redirects(state):
        return replace(state, agenda=(*state.agenda, *[DrawNow(seat, topics) for seat in reversed((*seats,))]))
    for seat in seats:
        state = draw(state, log, seat, topics, ())
    return state


def draw_card(state: State, log: Log) -> State:
    """The active player draws a card (cr2006 304.1, later 504.1)."""
    if state.game.options.teams:
        return _team_draws(state, log)
    return draw_in_turn(state, log, (state.active,)) if state.active in state.rotation.seats else state


@obeys("draw", "team_draw", "teams_first_draw")
def _team_draws(state: State, log: Log) -> State:
    """Each player of the active team draws (606.6e, later 805.4b), the primary player first.

    In the first draw step of the starting team of cr2006 only the secondary player does (606.6b).
    """
    team, topics = state.team(state.active), "draw team_draw"
    first = state.turn == state.rotation.first and state.at.stop == "beginning/draw"
    if first and state.edition.choices["teams_first_draw"] == ("secondary",):
        team, topics = team[1:2], "draw teams_first_draw"
    return draw_in_turn(state, log, tuple(seat for seat in team if seat in state.rotation.seats), topics)


@task(DrawNow)
def _draw_now(state: State, log: Log, now: DrawNow) -> State:
    if now.seat not in state.rotation.seats:
        return state
    asked = ask_fates(state, topmost(state, now.seat, 1, "hand"), now)
    return fates_met(draw(state, log, now.seat, now.topics)) if asked is None else asked


def _done(state: State, seat: int, player: Player, what: str) -> tuple[State, int]:
    """The state after a player has drawn or discarded a card, and how often they have this turn."""
    this_turn, number = once_more(state, what, seat)
    players = [*state.players]
    players[seat] = player
    return replace(state, players=(*players,), this_turn=this_turn), number


def _card(name: str) -> tuple[tuple[str, str], ...]:
    """The card of an event, by its name; unknown ones share one text."""
    return _UNKNOWN_CARD if name is UNKNOWN else (("card", str(name)),)


_UNKNOWN_CARD = (("card", str(UNKNOWN)),)


def mill(state: State, log: Log, seat: int, amount: int, topics: str) -> State:
    """A player puts cards from the top of their library into their graveyard, or all if there are fewer."""
    state, milled = milled_from(state, log, seat, amount, topics)
    return came_together(state, milled)


def milled_from(state: State, log: Log, seat: int, amount: int, topics: str) -> tuple[State, list[CardId]]:
    """As ``mill``, with what the cards became; ``came_together`` is still to ask how they lie."""
    milled: list[CardId] = []
    known = redirects(state)
    for _ in range(min(amount, size(state.players[seat].library))):
        if top_stays(state, seat):
            break
        id = top_card(state, seat) if known else None
        card = state.players[seat].library.runs[-1].card
        name, library = take_top(state.players[seat].library)
        state = set_player(state, seat, library=library)
        if id is None:
            state = put_card(state, log, seat, name, "graveyard", topics, card=card)
            milled.append(newest(state, seat, "graveyard"))
        else:
            state, new, _ = arrive(state, log, card_moving(state, id, name, "graveyard", card), topics, card, known)
            milled.append(new)
    return show_tops(state, log) if state.battlefield else state, milled


def choose_discards(state: State, log: Log, seat: int, count: int, topics: str) -> State:
    """A player discards; they are asked which cards, unless all choices are the same."""
    which = which_discards(state, seat, count)
    if not isinstance(which, tuple):
        return replace(state, decision=which)
    return discard(state, log, seat, which, topics) if which else state


def which_discards(state: State, seat: int, count: int) -> tuple[str, ...] | ChooseDiscards:
    """The cards that a player discards, if all choices are the same, or else what they are asked."""
    hand = state.players[seat].hand
    count = max(0, min(count, size(hand)))
    if count == 0:
        return ()
    if alike(hand):
        return (hand.runs[0].name,) * count
    if count == size(hand):
        return tuple(name for name, number in hand for _ in range(number))
    return ChooseDiscards(seat, count, tuple(n for n, c in hand for _ in range(min(c, count))))


def discard(state: State, log: Log, seat: int, names: tuple[str, ...], topics: str) -> State:
    """A player discards these cards; first it is asked which replacement effects put each of them elsewhere."""
    known = redirects(state)
    if not known and not is_any_mad(state, state.players[seat].hand, names):
        return _discard_now(state, log, seat, names, topics, known)
    cards, again = tuple(held(state, seat, names)), DiscardNow(seat, names, topics)
    if asked := ask_mad(state, cards, again):
        return asked
    known = (*mad(state, cards), *known)
    would = (card_moving(state, id, name, "graveyard") for id, name in cards)
    if asked := ask_fates(state, would, again, known):
        return asked
    return fates_met(_discard_now(state, log, seat, names, topics, known))


class DiscardNow(Task, frozen=True):
    """A player has chosen which cards they discard."""

    private = True
    seat: int
    names: tuple[str, ...]
    topics: str


@task(DiscardNow)
def _discard(state: State, log: Log, left: DiscardNow) -> State:
    return discard(state, log, left.seat, left.names, left.topics)


def held(state: State, seat: int, names: tuple[str, ...]) -> Iterator[tuple[CardId, str]]:
    """The cards of a hand that these names mean, one after the other; unknown ones may be any."""
    hand = state.players[seat].hand
    for name in names:
        run = top_run(hand, name) or top_run(hand, UNKNOWN)
        assert run is not None  # noqa: S101  # who discards or plays it has the card, or an unknown one that may be it
        yield CardId(seat, "hand", run.first + run.count - 1), name
        hand = remove(hand, run.name)


def _discard_now(state: State, log: Log, seat: int, names: tuple[str, ...], topics: str, known: Redirects) -> State:
    if known:
        return _discard_instead(state, log, seat, names, topics, known)
    for name in names:
        player = state.players[seat]
        run = top_run(player.hand, name) or top_run(player.hand, UNKNOWN)
        assert run is not None  # noqa: S101  # who discards has the card, or an unknown one that may be it
        if run.card is not None and is_stray(state, CardId(seat, "hand", run.first + run.count - 1)):
            continue
        hand, graveyard = remove(player.hand, run.name), put(player.graveyard, name, 1, run.card)
        state, number = _done(state, seat, replace(player, hand=hand, graveyard=graveyard), "discard")
        if log is not None:
            note(log, "card.discard", state, topics, seat, _card(name))
        if looks(state):
            state = on_counted(state, log, "discard", seat, number, Happened(found=newest(state, seat, "graveyard")))
    return state


def _discard_instead(state: State, log: Log, seat: int, names: tuple[str, ...], topics: str, known: Redirects) -> State:
    """A player discards these cards, and replacement effects may put each of them somewhere else, such as madness."""
    for id, name in tuple(held(state, seat, names)):
        player = state.players[seat]
        run = run_of(player.hand, id.number)
        if run is None or (run.card is not None and is_stray(state, id)):
            continue
        card, moving = run.card or named_card(state, name), card_moving(state, id, name, "graveyard")
        state, number = _done(state, seat, replace(player, hand=remove(player.hand, run.name)), "discard")
        emit(log, "card.discard", state, topics, seat, card=name, moved=True)
        state, new, used = arrive(state, log, moving, topics, run.card, known)
        if card is not None and new.zone == "exile" and any(redirect.affects == id for redirect in used):
            state = madness(state, log, seat, card, new)
        if looks(state):
            state = on_counted(state, log, "discard", seat, number, Happened(found=new))
    return state


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


@obeys("ante_start")
def ante_first(state: State, log: Log, seat: int) -> State:
    """A player antes one random card of their deck: the top one, since a deck lies in random order."""
    card = top_card(state, seat)
    return move_card(state, log, card, "ante", "ante_start")[0] if card is not None else state


@obeys("ante_start")
def win_ante(state: State, log: Log, winner: int) -> State:
    """The winner becomes the owner of all cards in the ante zone."""
    pile = state.players[winner].ante
    for seat, player in enumerate(state.players):
        if seat != winner:
            for run in chain.from_iterable(player.ante.blocks):
                pile = put(pile, run.name, run.count, run.card)
            state = set_player(state, seat, ante=NO_CARDS)
    state = set_player(state, winner, ante=pile)
    emit(log, "ante.win", state, "ante_start", winner, amount=size(pile))
    return state
