"""The start of a game with decks: libraries, ante, opening hands and mulligans (cr2006 101, later 103)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

import msgspec

from ..objects.ante import ante_first
from ..objects.cards import named_card
from ..state.event import Log, emit
from ..state.pile import NO_CARDS, UNKNOWN, Pile, put, put_under, size, take_top
from ..state.state import State, set_player

HAND = 7
"""The number of cards in each starting hand (cr2006 101.3, cr2011 103.3, cr2026 103.5)."""


class Deck(msgspec.Struct, frozen=True):
    """A player's deck, as it lies after it has been shuffled, and how many mulligans the player takes."""

    cards: Pile
    mulligans: int = 0


def open_game(state: State, log: Log, decks: Sequence[Deck | None]) -> State:
    """Each deck becomes a library; then players ante, if they play for ante, draw their hands and take mulligans.

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
    return _mulligans(state, log, {seat: deck.mulligans for seat in order if (deck := decks[seat]) is not None})


def _library(state: State, log: Log, seat: int, deck: Deck) -> State:
    """A deck becomes a library, without the cards that are for ante only if nobody plays for ante.

    Rules: deck_library, ante_cards.
    """
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


def _mulligans(state: State, log: Log, wanted: dict[int, int]) -> State:
    """Players take mulligans: in turn order each all of theirs, or in rounds, one for everybody who wants one.

    Then, if the edition says so, they put one card on the bottom of their library for each mulligan that counts.
    """
    taken = [(number, seat) for seat, count in wanted.items() for number in range(1, count + 1)]
    if state.edition.choices["mulligans"] == ("in_rounds",):
        taken.sort(key=itemgetter(0))
    for number, seat in taken:
        state = _mulligan(state, log, seat, number)
    for seat, count in wanted.items():
        if _bottom(state) and (less := min(HAND, _cost(state, count))):
            state = _put_on_bottom(state, log, seat, less)
    return state


def _cost(state: State, number: int) -> int:
    """How many cards so many mulligans cost; with more than two players the first one is free.

    Rules: mulligan_free.
    """
    return max(0, number - (len(state.players) > 2))


def _bottom(state: State) -> bool:
    """Whether a new hand has seven cards, of which some are put on the bottom, instead of fewer cards."""
    return state.edition.choices["mulligan_hand"] == ("bottom",)


def _mulligan(state: State, log: Log, seat: int, number: int) -> State:
    """A player shuffles their hand into their library and draws a new one; a hand without cards is kept.

    Nobody knows the order of a shuffled library: its cards are unknown, and those of the new hand.

    Rules: mulligan.
    """
    cost, player = _cost(state, number), state.players[seat]
    if _cost(state, number - 1) >= HAND:
        return state
    cards = size(player.hand) + size(player.library)
    shuffled = Pile.of((UNKNOWN, cards), arrived=player.library.arrived)
    state = set_player(state, seat, hand=Pile.of(arrived=player.hand.arrived), library=shuffled)
    topics = "mulligan" if cost == number else "mulligan mulligan_free"
    return _draw_hand(state, log, seat, HAND if _bottom(state) else HAND - cost, "mulligan", topics)


def _put_on_bottom(state: State, log: Log, seat: int, count: int) -> State:
    """A player puts cards of the hand that they keep on the bottom of their library: unknown ones, so any.

    Rules: mulligan.
    """
    player = state.players[seat]
    count = min(count, size(player.hand))
    hand, library = player.hand, player.library
    for _ in range(count):
        name, hand = take_top(hand)
        library = put_under(library, name)
    state = set_player(state, seat, hand=hand, library=library)
    emit(log, "hand.bottom", state, "mulligan", seat, amount=count)
    return state
