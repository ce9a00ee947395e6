"""Events of the start of a game with decks, of what is played for, and of the command zone."""

from __future__ import annotations

from ...game.state.event import Event
from .kind import count, kind
from .parts import what, who


def _cards(event: Event) -> str:
    number = event.get("amount")
    return "1 card" if number == 1 else f"{number} cards"


def _counters(event: Event) -> str:
    number = event.get("amount")
    return "1 time counter" if number == 1 else f"{number} time counters"


AMOUNT = count("how many cards")

OPENING = (
    kind(
        "library.begin",
        "a deck becomes a library as the game begins",
        lambda e: f"{who(e)}'s deck of {_cards(e)} becomes a library",
        player="whose deck it is",
        amount=AMOUNT,
    ),
    kind(
        "deck.remove",
        "a card is taken out of a deck, since nobody plays for ante",
        "{player} takes {card} out of the deck: nobody plays for ante",
        player="whose deck it is",
        card="the name of the card",
        amount=count("how many of them"),
    ),
    kind(
        "hand.begin",
        "a player draws an opening hand",
        lambda e: f"{who(e)} draws a hand of {_cards(e)}",
        player="who draws",
        amount=AMOUNT,
    ),
    kind(
        "mulligan",
        "a player takes a mulligan",
        lambda e: f"{who(e)} takes a mulligan and draws a hand of {_cards(e)}",
        player="who takes it",
        amount=count("how many cards the new hand has"),
    ),
    kind(
        "hand.bottom",
        "a player puts cards of an opening hand on the bottom of the library, for mulligans",
        lambda e: f"{who(e)} puts {_cards(e)} on the bottom of the library",
        player="who puts them there",
        amount=AMOUNT,
    ),
    kind(
        "ante.win",
        "the winner of a game for ante becomes the owner of all cards in the ante zone",
        lambda e: f"{who(e)} owns the ante: {_cards(e)}",
        player="who wins",
        amount=count("how many cards are in the ante zone"),
    ),
    kind(
        "card.suspend",
        "a player suspends a card: it is exiled with time counters",
        lambda e: f"{who(e)} suspends {what(e, 'card')} with {_counters(e)}",
        "as sentence",
        player="who suspends it",
        card="the name of the card",
        amount=count("how many time counters it gets"),
    ),
    kind(
        "card.time",
        "a time counter is removed from a suspended card",
        "a time counter is removed from {card}: {left} left",
        player="its owner",
        card="the name of the card",
        left=count("how many it has afterwards"),
    ),
    kind(
        "permanent.face_down",
        "a permanent is turned face down",
        "{name} is turned face down",
        player="its controller",
        name="the name that it had",
    ),
    kind(
        "permanent.flip",
        "a permanent is flipped",
        "{name} is flipped",
        player="its controller",
        name="the name that it has now",
    ),
    kind(
        "permanent.rename",
        "a permanent gets another name",
        "{name} is called {new}",
        player="its controller",
        name="the name that it had",
        new="the name that it has now",
        object=count("the number of the permanent: no other object of the game has it"),
    ),
    kind(
        "emblem.create",
        "an emblem is created in the command zone",
        "{player} gets the emblem {name}",
        player="its owner",
        name="the name of the emblem",
    ),
    kind(
        "permanent.owner",
        "the owner of a permanent changes",
        "{player} becomes the owner of {name}",
        player="its new owner",
        name="the name of the permanent",
        object=count("the number of the permanent: no other object of the game has it"),
    ),
)
