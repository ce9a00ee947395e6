"""Events of the game and its start, its turns, phases and steps, and of what will change or skip them."""

from __future__ import annotations

from ...game.state.event import Event
from ...words import shown
from ..parts import at_the_beginning, does, place, said_skips, side, what, who
from .kind import TEAM, count, kind, maybe, number_or_all

BY = "the name of the effect that does it"
MAYBE_BY = maybe("the name of the effect that did it; the rules themselves have none")
ACTIVE = "the active player"


def _begins(event: Event) -> str:
    """The edition's name of a phase or step, with the mark of an inserted one and which one it is."""
    inserted = event.state.graph.nodes[event.node].inserted
    by = f", inserted: {shown(inserted.by) or 'by the rules'}" if inserted else ""
    return f"{'+ ' if inserted else ''}{at_the_beginning(event)}{by}"


def _turn_begins(event: Event) -> str:
    extra = f" + extra turn, by {what(event, 'by')}" if event.get("extra") else ""
    return f"Turn {event.state.turn} · {side(event)}{extra}"


def _skipped(event: Event) -> str:
    node = event.state.graph.nodes[event.node]
    by = event.get("by") or (node.skipped.by if node.skipped else "")
    added = f", inserted by {shown(node.inserted.by) or 'the rules'}," if node.inserted else ""
    return f"- {at_the_beginning(event)}{added} is skipped" + (f": {shown(by)}" if by else "")


def _inserted(event: Event) -> str:
    by = what(event, "by")
    return f"+ A further {place(event)} is added" + (f", by {by}" if by else "")


def _inserted_by_an_effect(event: Event) -> str:
    """The short form: empty for a part that the rules themselves insert."""
    return f"+ {place(event)}" if event.get("by") else ""


def _controllable(event: Event) -> str:
    """What is controlled: the turn, or a phase by the edition's name."""
    phase = event.get("what")
    return event.state.edition.phase(phase).name if phase else "turn"


def _will_skip(event: Event) -> str:
    return f"{who(event)} is to skip {said_skips(event.state.edition, event.get('what'), event.get('count'))}"


PHASE = maybe("the kind of phase that is controlled; without it, it is a whole turn")

STRUCTURE = (
    kind(
        "game.begin",
        "the game begins",
        lambda e: f"The game begins; {does(e, 'takes', 'take')} the first turn",
        player="who takes the first turn",
        team=TEAM,
    ),
    kind(
        "game.end",
        "the game ends",
        lambda e: "The game ends: " + (does(e, "wins", "win") if e.player is not None else "a draw"),
        player=maybe("who wins; nobody in a draw"),
        why="why it ends",
        team=TEAM,
    ),
    kind(
        "game.restart",
        "the game ends without a winner and a new one begins",
        lambda e: f"The game is restarted, by {what(e, 'by')}; {does(e, 'takes', 'take')} the first turn",
        player="who takes the first turn of the new game",
        by=BY,
        team=TEAM,
    ),
    kind(
        "turn.begin",
        "a turn begins",
        _turn_begins,
        player="whose turn it is",
        extra=maybe(count("which extra turn it is: its number in order of creation")),
        by=maybe("the name of the effect that created the extra turn"),
        team=TEAM,
    ),
    kind("turn.end", "a turn ends", lambda e: f"Turn {e.state.turn} ends", player="whose turn it was"),
    kind(
        "turn.insert",
        "an extra turn is added",
        lambda e: f"+ {side(e)} will take an extra turn after this one, by {what(e, 'by')}",
        "extra turn #{extra} for {player}: {by}",
        player="who will take it",
        by=BY,
        extra=count("its number in order of creation"),
        team=TEAM,
    ),
    kind(
        "turn.skip",
        "a turn is skipped",
        lambda e: f"- {side(e)}'s turn is skipped: {what(e, 'by')}",
        player="whose turn it would have been",
        by=BY,
        extra=count("the number of the extra turn that is skipped; 0 for a regular one"),
        team=TEAM,
    ),
    kind(
        "turn.reverse",
        "a turn takes its phases in reverse order",
        "The phases of this turn come in reverse order, by {by}",
        player=ACTIVE,
        by=BY,
    ),
    kind("phase.begin", "a phase begins", _begins, player=ACTIVE),
    kind("phase.end", "a phase ends", lambda e: f"The {place(e)} ends"),
    kind("phase.insert", "an extra phase is added", _inserted, _inserted_by_an_effect, player=ACTIVE, by=MAYBE_BY),
    kind("phase.skip", "a phase is skipped", _skipped, player=ACTIVE, by=MAYBE_BY),
    kind("step.begin", "a step begins", _begins, player=ACTIVE),
    kind("step.end", "a step ends", lambda e: f"The {place(e)} ends"),
    kind("step.insert", "an extra step is added", _inserted, _inserted_by_an_effect, player=ACTIVE, by=MAYBE_BY),
    kind("step.skip", "a step is skipped", _skipped, player=ACTIVE, by=MAYBE_BY),
    kind(
        "order.reverse",
        "the turn order is reversed",
        "The turn order is reversed, by {by}",
        "as sentence",
        player="whose effect it is",
        by=BY,
    ),
    kind(
        "control.create",
        "an effect that will let a player control another's turn or phase is created",
        lambda e: f"{what(e, 'controller')} will control {who(e)}'s next {_controllable(e)}, by {what(e, 'by')}",
        "{controller} will control {player}: {by}",
        player="who will be controlled",
        by=BY,
        controller="who will control that player",
        what=PHASE,
    ),
    kind(
        "control.begin",
        "a player controls another's turn or phase",
        lambda e: f"{what(e, 'controller')} controls this {_controllable(e)} of {side(e)}, by {what(e, 'by')}",
        player="who is controlled: the active player",
        controller="who controls that player",
        by=BY,
        what=PHASE,
        team=TEAM,
    ),
    kind(
        "skip.create",
        "an effect that will skip something is created",
        lambda e: f"{_will_skip(e)}, by {what(e, 'by')}",
        lambda e: f"{_will_skip(e)}: {what(e, 'by')}",
        player="who will skip it",
        by=BY,
        what="the kind of turn, phase or step that will be skipped",
        count=number_or_all("how many of them"),
    ),
)
"""The kinds of events of this module."""


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
