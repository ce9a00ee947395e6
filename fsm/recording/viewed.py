"""A recording as one player sees it, or as everybody does: the names of cards that they may not see are left out.

The script is not part of what is seen, so neither are its lines, nor what it tried in vain.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..errors import InputError, expect_type
from ..game import Event, State, view
from ..game.state.event import Detail
from ..game.state.piles.pile import HIDDEN, PILES, UNKNOWN, run_of
from ..game.state.view import seats_seen
from ..words import nearest, shown
from .frames import Frame
from .recording import Recording

NOBODY = "nobody"
"""The word for nobody in particular, who sees what everybody sees."""


def seen_by(recording: Recording, name: str) -> Recording:
    """The recording as a player sees it, by name, or as everybody does (``nobody``); ``InputError`` if nobody has it.

    All readers of recordings can read it: texts, traces, pages and the debugger tell no more than that player may know.

    >>> from fsm.scenario import parse_scenarios, run_scenario
    >>> (scenario,) = parse_scenarios("{players: {Ann: {top: [Opt]}, Bob: {}}, first: Bob, until: T2.draw}")
    >>> views = [seen_by(run_scenario(scenario), name) for name in ("Ann", "Bob")]
    >>> [frame.event.get("card") for view in views for frame in view if frame.event.kind == "card.draw"]
    ['Opt', 'a card']
    """
    seat = _seat(recording.players, name)
    frames = tuple(Frame(frame.seq, _event(frame.event, seat)) for frame in recording)
    told = {value for frame in frames for _, value in frame.event.detail if isinstance(value, str)}
    there = {permanent.card.name for permanent in frames[0].state.battlefield}
    notes = tuple(note for note in recording.simplified if note[0] in told | there)
    return Recording(frames, recording.name, recording.file, recording.status, simplified=notes)


def seen_state(state: State, name: str) -> State:
    """A state as a player sees it, by name, or as everybody does (``nobody``); ``InputError`` if nobody has it."""
    return view(state, _seat(state.game.names, name))


def check_viewer(names: tuple[str, ...], name: str) -> None:
    """Refuses a name that no player has, and that is not ``nobody``: ``InputError``."""
    _seat(names, name)


def _seat(names: tuple[str, ...], name: str) -> int | None:
    expect_type(name, str, "the name of a player, or 'nobody'", "name")
    if name in names:
        return names.index(name)
    if name == NOBODY:
        return None
    known = (*names, NOBODY)
    there = ", ".join(map(shown, known))
    raise InputError(f"no player {shown(name, 60)!r} who could see this{nearest(name, known)}; known here: {there}")


def _event(event: Event, seat: int | None) -> Event:
    state = _view(event.state, seat)
    detail = _detail(event, seat) if event.kind in _NAMED else event.detail
    return Event(event.kind, event.rules, state, event.node, event.player, detail)


_view = lru_cache(maxsize=2)(view)
"""Several events in a row often have one state."""


def _detail(event: Event, seat: int | None) -> Detail:
    """The further facts of an event of a card, with its name only if the card is seen where it was, or where it is."""
    facts, named = dict(event.detail), _NAMED[event.kind]
    if _was_seen(event, facts, seat) or (named == "card" and _is_seen(event, facts, seat)):
        return event.detail
    return tuple((key, str(UNKNOWN) if key == named else value) for key, value in event.detail)


def _was_seen(event: Event, facts: dict[str, Any], seat: int | None) -> bool:
    """Whether a card was seen where it came from; what says nothing of that comes from the stack, but for draws."""
    came = facts.get("out_of", _COME_FROM.get(event.kind, "stack"))
    if came in HIDDEN:
        return came == "hand" and event.player in seats_seen(event.state, seat)
    return came != "exile" or not facts.get("face_down")


def _is_seen(event: Event, facts: dict[str, Any], seat: int | None) -> bool:
    """Whether a card is seen where it has come to; the last that came to a zone has the highest number there."""
    if event.kind in ("card.discard", "deck.remove"):
        return event.kind == "card.discard" and not facts.get("moved")
    zone = facts.get("to", "hand")
    if zone not in PILES or event.player is None:
        return True
    pile = getattr(_view(event.state, seat).players[event.player], zone)
    run = run_of(pile, pile.arrived - 1)
    return run is not None and run.name is not UNKNOWN


_COME_FROM = {"card.draw": "library", "card.discard": "hand", "deck.remove": "hand"}
"""Where the cards of an event come from, if it does not say; who has a deck knows it as they know their hand."""

_NAMED = {
    "card.draw": "card",
    "card.discard": "card",
    "deck.remove": "card",
    "card.move": "card",
    "move.replace": "name",
    "choice": "name",
}
"""The events that name a card which may be hidden, and the fields that do."""
