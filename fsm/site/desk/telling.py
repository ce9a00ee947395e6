"""A run for the page: its turns, play-by-play and story, the verdict, and a picture of one turn."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec.structs import asdict

from ...edition import Edition
from ...errors import AddressError, FsmError
from ...recording import Frame, RecordedTurn, Recording, recorded_turns
from ...recording.text import QUIET, depth_of, ending, mark_of, where_it_stops
from ...scenario import Scenario, judge
from ...scenario.model import Expect
from ...story import game_story
from ...turn import parse_address
from ...webpage.pictures import MOST_PHASES, data_id
from ...wording import event_sentence
from ...words import shown
from .requests import FILE, Look, Run
from .runs import run_of, scenarios_of


def told(request: Run) -> dict[str, Any]:
    """The whole answer about a run."""
    scenario, recording = run_of(request)
    names = [one.name for one in scenarios_of(request.text, recording.edition.id)]
    quiet = () if request.everything else QUIET
    return told_of(scenario, recording, request.place, request.look, quiet) | {"scenarios": names}


def told_of(
    scenario: Scenario, recording: Recording, place: str | None, look: Look, quiet: Collection[str] = QUIET
) -> dict[str, Any]:
    """All about a run, but events of the quiet kinds."""
    edition, frames = recording.edition, recording.frames
    said = [frame for frame in frames if frame.event.kind not in quiet]
    cited = dict.fromkeys(number for frame in frames for number in frame.event.rules)
    cited |= dict.fromkeys(number for tried in recording.attempts for number in tried.by)
    return {
        **_names(scenario, edition),
        **_judged(scenario, recording),
        "notes": [f"Simplified: {shown(card)}: {shown(note)}" for card, note in recording.simplified],
        "turns": [_turn(turn) for turn in recorded_turns(recording)],
        "events": [_event(frame) for frame in said],
        "story": [line for line in game_story(recording) if line and not line.startswith("# ")],
        "end": _end(scenario, recording),
        "rules": {number: line for number in cited if (line := edition.line(number))},
        **_pictured(recording, place, look),
    }


def _names(scenario: Scenario, edition: Edition) -> dict[str, Any]:
    """What it is: a scenario under one edition of several."""
    return {
        "title": scenario.name,
        "players": scenario.players,
        "editions": scenario.editions,
        "edition": edition.id,
        "also": [id for id in scenario.editions if id != edition.id],
        "conclusion": scenario.conclusion.get(edition.id, ""),
    }


def _judged(scenario: Scenario, recording: Recording) -> dict[str, Any]:
    """What does not hold, if anything is expected under the edition of the run."""
    edition = scenario.stands_for(recording.edition)
    expected = any(expect != Expect() for expect, _ in scenario.expected(edition)) or recording.attempts
    failures = judge(scenario, recording) if edition else []
    return {"verdict": [str(one).removeprefix(f"{FILE}:") for one in failures], "asked": bool(edition and expected)}


def _turn(turn: RecordedTurn) -> dict[str, Any]:
    """A turn; a skipped one has the number 0 and no address."""
    taken = bool(turn.number)
    return {
        "number": turn.number,
        "player": turn.player,
        "notation": turn.graph.notation() if taken else "",
        "address": f"T{turn.number}" if taken else "",
        "by": turn.by,
        "extra": bool(turn.extra),
        "skipped": turn.skipped,
        "controller": turn.controller,
        "changes": turn.changes if taken else 0,
        "first": turn.frames[0].seq,
    }


def _event(frame: Frame) -> dict[str, Any]:
    event = frame.event
    return {
        "seq": frame.seq,
        "kind": event.kind,
        "address": frame.address,
        "node": data_id(event.node),
        "text": event_sentence(event),
        "rules": event.rules,
        "line": frame.line,
        "depth": depth_of(event),
        "mark": mark_of(event),
    }


def _end(scenario: Scenario, recording: Recording) -> str:
    """How the game ended, or that it only stopped."""
    open = recording.final.outcome is None and not scenario.expects
    return next(ending(recording), where_it_stops(recording) if open else "")


def _pictured(recording: Recording, place: str | None, look: Look) -> dict[str, Any]:
    """The picture of the turn of a place, which is marked; else of the first turn that something changed.

    The place is None if it never begins in this run. No picture stops the rest of an answer: then it says why.
    """
    if not recording.turns:
        return {"place": None, "picture": {"turn": 0, "svg": "", "why": "the game ends before its first turn"}}
    turn, marked = _turn_of(recording, place)
    if len(turn.graph.children()) > MOST_PHASES:
        return {"place": marked, "picture": {"turn": turn.number, "svg": "", "why": "the turn is too long to be drawn"}}
    try:
        svg = turn.diagram(at=marked if marked and "." in marked else None).with_look(**asdict(look)).svg()
    except FsmError as error:
        return {"place": marked, "picture": {"turn": turn.number, "svg": "", "why": str(error)}}
    return {"place": marked, "picture": {"turn": turn.number, "svg": svg, "why": ""}}


def _turn_of(recording: Recording, place: str | None) -> tuple[RecordedTurn, str | None]:
    """The turn of a place, and the place if it begins there."""
    taken = {turn.number: turn for turn in recorded_turns(recording) if turn.number}
    first = next((turn for turn in taken.values() if turn.changes), next(iter(taken.values())))
    try:
        address = parse_address(place, recording.edition.kinds) if place else None
        if address and address.turn in taken:
            return taken[address.turn], place if recording.begins(address) else None
    except AddressError:
        pass
    return first, None
