"""Events of the game, its turns, phases and steps, and of what will change or skip them."""

from __future__ import annotations

from ...game.state.event import Event
from ...words import shown
from .kind import TEAM, count, kind, maybe, number_or_all
from .parts import at_the_beginning, does, place, said_skips, side, what, who

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
