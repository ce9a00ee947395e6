"""The start of a game with decks: libraries, ante, opening hands and mulligans (cr2006 101, later 103)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...edition import Edition, obeys
from ..objects.cards.moving import named_card, show_tops
from ..objects.players.drawing import ante_first
from ..state.agenda import Choice, Task, push, task
from ..state.decision import ChooseBottom, ChooseMulligan
from ..state.event import Log, emit
from ..state.game import Teams
from ..state.piles.pile import NO_CARDS, UNKNOWN, Pile, alike, on_top, put, put_under, remove, size, take_top
from ..state.players.teams import if_teams
from ..state.state import State, replace, set_player

HAND = 7
"""The number of cards in each starting hand (cr2006 101.3, cr2011 103.3, cr2026 103.5)."""


MULLIGAN = ("keep", "mulligan")
"""The options of a player who looks at a hand before the first turn."""

OPENING_HAND = "the opening hand"
"""What such a choice is about, in its event."""


class Deck(msgspec.Struct, frozen=True):
    """A player's deck, as it lies after it has been shuffled, and the mulligans of the player.

    ``mulligans``: how many they take, if nobody says otherwise. ``shuffled``: the cards that lie on top of the library
    after each of them, the last one uppermost; all others are unknown then.
    """

    cards: Pile
    mulligans: int = 0
    shuffled: tuple[tuple[str, ...], ...] = ()


@obeys("starting_hand")
def open_game(state: State, log: Log, decks: Sequence[Deck | None]) -> State:
    """Each deck becomes a library; then players ante, if they play for ante, draw their hands and may take mulligans.

    Who has no deck keeps the hand and the library that they have. In all editions ante comes before the hands
    (cr2011 407.2); cr2006 says only that it is done as the game begins.
    """
    order = [seat for seat in state.rotation.from_seat(state.active) if seat < len(decks) and decks[seat] is not None]
    for seat in order:
        state = _library(state, log, seat, decks[seat] or Deck(NO_CARDS))
    for seat in state.rotation.from_seat(state.active) if state.game.options.ante else ():
        state = ante_first(state, log, seat)
    for seat in order:
        state = _draw_hand(state, log, seat, HAND, "hand.begin", "starting_hand")
    groups = deciding_together(state.edition, order, state.game.options.teams)
    return push(state, Mulligans(groups, tuple(decks), (0,) * len(state.players)))


@obeys("ante_cards", "deck_library")
def _library(state: State, log: Log, seat: int, deck: Deck) -> State:
    """A deck becomes a library, without the cards that are for ante only if nobody plays for ante."""
    library, out = NO_CARDS, NO_CARDS
    for name, count in deck.cards:
        card = named_card(state, name)
        if card is not None and card.for_ante and not state.game.options.ante:
            out = put(out, name, count)
            emit(log, "deck.remove", state, "ante_cards", seat, card=name, amount=count)
        else:
            library = put(library, name, count)
    outside = state.players[seat].outside
    for name, count in out:
        outside = put(outside, name, count)
    state = set_player(state, seat, library=library, outside=outside, hand=NO_CARDS)
    emit(log, "library.begin", state, "deck_library", seat, amount=size(library))
    return state


def _draw_hand(state: State, log: Log, seat: int, count: int, kind: str, topics: str) -> State:
    """A player draws a whole hand; who cannot draw that many cards loses at the first check."""
    player = state.players[seat]
    hand, library, there = player.hand, player.library, min(count, size(player.library))
    for _ in range(there):
        name, library = take_top(library)
        hand = put(hand, name)
    state = set_player(state, seat, hand=hand, library=library, overdrew=there < count)
    emit(log, kind, state, topics, seat, amount=there)
    return state


class Mulligans(Task, frozen=True):
    """Players are still to say whether they take mulligans: the first group, those of it who are ``left``, in rounds.

    In each round those who want one take it together. ``taken`` is how many each player has taken, by seat.
    """

    private = True
    groups: tuple[tuple[int, ...], ...]
    decks: tuple[Deck | None, ...]
    taken: tuple[int, ...]
    left: tuple[int, ...] | None = None
    taking: tuple[int, ...] = ()

    def wants(self, seat: int) -> bool:
        """Whether a player takes another mulligan, if nobody says otherwise."""
        deck = self.decks[seat]
        return deck is not None and self.taken[seat] < deck.mulligans


@task(Mulligans)
def _ask_mulligan(state: State, log: Log, now: Mulligans) -> State:
    """Asks the next player who may take one; once all have said, those who want one take it, and are asked again."""
    if not now.groups:
        return show_tops(state, log)
    those = now.groups[0] if now.left is None else now.left
    left = tuple(seat for seat in those if _is_asked(state, seat, now.taken[seat]))
    if left:
        seat, *others = left
        asked = push(state, MulliganChosen(seat, replace(now, left=tuple(others))))
        return replace(asked, decision=ChooseMulligan(seat, now.taken[seat]))
    taking = tuple(seat for seat in now.taking if seat in state.rotation.seats)
    if not taking:
        return push(state, replace(now, groups=now.groups[1:], left=None))
    return _take_together(state, log, now, taking)


def _is_asked(state: State, seat: int, taken: int) -> bool:
    """Whether a player may take another mulligan; a hand without cards is kept."""
    return seat in state.rotation.seats and taken - _free(state) < HAND


class MulliganChosen(Choice, frozen=True):
    """A player keeps their hand, or takes a mulligan as soon as the others have said what they do."""

    private = True
    seat: int
    then: Mulligans


@task(MulliganChosen)
@obeys("mulligan")
def _mulligan_chosen(state: State, log: Log, chosen: MulliganChosen) -> State:
    now, seat, option = chosen.then, chosen.seat, chosen.option
    if seat in state.rotation.seats:
        emit(log, "choice", state, "mulligan", seat, name=OPENING_HAND, option=MULLIGAN[option])
    return push(state, replace(now, taking=(*now.taking, seat)) if option else now)


def _take_together(state: State, log: Log, now: Mulligans, taking: tuple[int, ...]) -> State:
    """Players take a mulligan each; if the edition says so, they then put cards on the bottom of their libraries."""
    taken = tuple(number + (seat in taking) for seat, number in enumerate(now.taken))
    for seat in taking:
        state = _mulligan(state, log, seat, taken[seat], now.decks[seat] or Deck(NO_CARDS))
    state = push(state, Mulligans(now.groups, now.decks, taken, left=taking))
    for seat in reversed(taking) if to_bottom(state.edition) else ():
        state = push(state, ToBottom(seat, max(0, taken[seat] - _free(state))))
    return state


@obeys("team_mulligan")
def deciding_together(edition: Edition, order: Sequence[int], teams: Teams) -> tuple[tuple[int, ...], ...]:
    """The groups of players who say in rounds whether they take a mulligan: all, or each player or team alone."""
    if edition.choices["mulligans"] == ("in_rounds",):
        return (tuple(order),)
    mates = {seat: tuple(other for other in order if other in team) for team in teams for seat in team}
    return tuple(dict.fromkeys(mates.get(seat, (seat,)) for seat in order))


@obeys("mulligan_free")
def free_mulligans(edition: Edition, players: int, teams: Teams) -> int:
    """How many mulligans of a player cost no card: the first one, with more than two players or in teams, or none."""
    (when,) = edition.choices["free_mulligan"]
    return int({"never": False, "in_teams": bool(teams), "with_many": players > 2}[when])


def _free(state: State) -> int:
    return free_mulligans(state.edition, len(state.players), state.game.options.teams)


def to_bottom(edition: Edition) -> bool:
    """Whether a new hand has seven cards, of which some are put on the bottom, instead of fewer cards."""
    return edition.choices["mulligan_hand"] == ("bottom",)


@obeys("mulligan", "mulligan_free", "team_mulligan")
def _mulligan(state: State, log: Log, seat: int, number: int, deck: Deck) -> State:
    """A player shuffles their hand into their library and draws a new one.

    Nobody knows the order of a shuffled library: its cards are unknown, and those of the new hand, but for those that
    are said to lie on top.
    """
    free, player = _free(state), state.players[seat]
    cost = max(0, number - free)
    cards = size(player.hand) + size(player.library)
    known = deck.shuffled[number - 1][-cards:] if number <= len(deck.shuffled) else ()
    shuffled = Pile.of((UNKNOWN, cards - len(known)), arrived=player.library.arrived)
    state = set_player(state, seat, hand=Pile.of(arrived=player.hand.arrived), library=on_top(shuffled, known))
    topics = ("mulligan mulligan_free" if free else "mulligan") + if_teams(state, "team_mulligan")
    return _draw_hand(state, log, seat, HAND if to_bottom(state.edition) else HAND - cost, "mulligan", topics)


class ToBottom(Task, frozen=True):
    """A player is still to put cards of their hand on the bottom of their library."""

    seat: int
    count: int


@task(ToBottom)
def _ask_bottom(state: State, log: Log, now: ToBottom) -> State:
    """Asks only where the choice makes a difference; a player who has left is not asked."""
    hand = state.players[now.seat].hand
    cards, count = tuple(name for name, number in hand for _ in range(number)), min(now.count, size(hand))
    if not count or now.seat not in state.rotation.seats:
        return state
    if alike(hand):
        return put_on_bottom(state, log, now.seat, cards[:count])
    return replace(state, decision=ChooseBottom(now.seat, count, cards))


@obeys("mulligan")
def put_on_bottom(state: State, log: Log, seat: int, cards: Sequence[str]) -> State:
    """A player puts cards of their hand on the bottom of their library, the first one lowest."""
    player = state.players[seat]
    hand, library = player.hand, player.library
    for name in reversed(cards):
        hand, library = remove(hand, name), put_under(library, name)
    state = set_player(state, seat, hand=hand, library=library)
    emit(log, "hand.bottom", state, "mulligan", seat, amount=len(cards))
    return state
