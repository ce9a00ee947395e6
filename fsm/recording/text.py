"""A recording as text: the play-by-play, each line with its rule numbers, and short forms of events for pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from ..errors import expect_type
from ..game import Event, Scheduled, State, schedule
from ..wording import event_label, event_sentence
from ..wording.parts import said_skips, winners
from ..wording.sentences import untap_together
from ..words import listed, shown
from .frames import Frame
from .recording import Recording

WIDTH = 72
"""The column of the rule numbers."""

QUIET = ("priority.get", "priority.pass", "step.end", "phase.end", "turn.end")
"""Events that only the full play-by-play shows."""

_CODES = {"turn": "1", "inserted": "33", "skipped": "2", "rule": "2"}


def play_by_play(recording: Recording, everything: bool = False, colour: bool = False) -> Iterator[str]:
    r"""The lines of a play-by-play; ``everything`` includes priority, passes and endings.

    ``ArgumentError`` if it is no recording.

    >>> from fsm import run_scenario
    >>> list(play_by_play(run_scenario("relentless-assault", "cr2026")))[7].split()
    ['Untap', 'step', '502']
    """
    expect_type(recording, Recording, "a recording, such as run_scenario(scenario)")
    edition = recording.edition
    title = recording.name or "a game"
    yield _paint(shown(title), "turn", colour)
    yield f"{edition.title} ({edition.id}) · {listed(shown(name) for name in recording.players)}"
    yield from (f"Simplified: {shown(card)}: {shown(note)}" for card, note in recording.simplified)
    yield from _with_attempts(recording, everything, colour)
    yield ""
    yield from ending(recording)


def _with_attempts(recording: Recording, everything: bool, colour: bool) -> Iterator[str]:
    """The lines of all events, and of the actions between them that were to be refused."""
    at, frames = 0, recording.frames
    for attempt in recording.attempts:
        yield from event_lines(frames[at : attempt.event], everything, colour)
        at = attempt.event
        tells = attempt.tells
        yield _line(f"      {tells[:1].upper()}{tells[1:]}", attempt.by, "skipped", colour, WIDTH)
    yield from event_lines(frames[at:], everything, colour)


def event_lines(
    frames: Iterable[Frame], everything: bool = False, colour: bool = False, wide: int = WIDTH
) -> Iterator[str]:
    """The lines of some events of a play-by-play, with the rule numbers at the column ``wide``."""
    for frame in frames:
        event = frame.event
        if not everything and (event.kind in QUIET or _is_told(event)):
            continue
        if event.kind == "turn.begin":
            yield ""
        yield _event_line(frame, colour, wide)


def _is_told(event: Event) -> bool:
    """Whether a step is skipped from the first: what inserted its phase did so without it, and its line says that."""
    nodes = event.state.graph.nodes
    skipped = nodes[event.node].skipped if event.kind == "step.skip" else None
    return skipped is not None and skipped == nodes[event.state.graph.phase_of(event.node)].inserted


def schedule_lines(state: State) -> Iterator[str]:
    """The schedule, one line each: ``+`` an effect put it there, ``-`` an effect will remove it."""
    yield f"Still to come at {state.address}:"
    for coming in schedule(state):
        depth = {"turn": 1, "phase": 2, "step": 3}[coming.level]
        mark = "- " if coming.removed_by else "+ " if coming.by else ""
        team = listed(shown(state.name(seat)) for seat in state.team(coming.player))
        whose = f" of {team}" if coming.level == "turn" else ""
        put = f", put there by {shown(coming.by)}" if coming.by else ""
        gone = f", will be skipped: {shown(coming.removed_by)}" if coming.removed_by else ""
        yield f"{'  ' * depth}{mark}{coming.address}{whose}{put}{_turned(coming)}{_controlled(state, coming)}{gone}"
    for skip in state.skips:
        said = said_skips(state.edition, skip.what, skip.left or "all")
        yield f"  {shown(state.name(skip.player))} is to skip {said}: {shown(skip.by)}"


def _turned(coming: Scheduled) -> str:
    """The effects that reverse the order of turns or phases."""
    order = f", in reverse order: {shown(coming.reversed_by)}" if coming.reversed_by else ""
    return order + (f", its phases in reverse: {shown(coming.phases_reversed_by)}" if coming.phases_reversed_by else "")


def _controlled(state: State, coming: Scheduled) -> str:
    if coming.controller is None:
        return ""
    return f", controlled by {shown(state.name(coming.controller))}: {shown(coming.controlled_by)}"


def _event_line(frame: Frame, colour: bool, wide: int) -> str:
    event = frame.event
    text = "  " * depth_of(event) + event_sentence(event)
    return _line(text, event.rules, "turn" if event.kind == "turn.begin" else mark_of(event), colour, wide)


def _line(text: str, numbers: tuple[str, ...], style: str, colour: bool, wide: int) -> str:
    rules = ", ".join(numbers)
    padded = text + " " * max(2, wide - len(text)) if rules else text
    return _paint(padded, style, colour) + _paint(rules, "rule", colour)


def mark_of(event: Event) -> str:
    """Whether a line is about what was ``inserted`` or ``skipped``; empty if it is about neither."""
    node = event.state.graph.nodes[event.node]
    if event.kind.endswith(".skip"):
        return "skipped"
    inserted = event.kind.endswith(".insert") or node.inserted or (event.kind == "turn.begin" and event.get("extra"))
    return "inserted" if inserted else ""


def depth_of(event: Event) -> int:
    """How far the line of an event is indented: 0 for a turn, 1 for a phase, 2 for a step, 3 for what happens in it."""
    level = {"turn": 0, "phase": 1, "step": 2}
    kind, _, _ = event.kind.partition(".")
    if kind == "game":
        return 0
    if kind in level:
        if event.kind.endswith((".insert", ".skip")):
            return 3 if event.kind.endswith(".insert") else level[kind]
        return level[kind]
    inside = event.state.graph.nodes[event.node].level
    return 2 if inside == "phase" else 3


def _paint(text: str, style: str, colour: bool) -> str:
    return f"\033[{_CODES[style]}m{text}\033[0m" if colour and style and text else text


def ending(recording: Recording) -> Iterator[str]:
    """The line that says how the game ended, if it did."""
    outcome = recording.final.outcome
    if outcome is None:
        return
    ends = winners(recording.final) or "The game is a draw"
    yield f"{ends}: {outcome.why} ({', '.join(outcome.rules)})."


def where_it_stops(recording: Recording) -> str:
    """That a run without an end of its own ends with its last turn."""
    return f"The run ends with T{recording.turns[-1][0]}; until: T9 in the file lets it go on."


_TOLD_BY = {"stack.push": "trigger", "stack.remove": "stack.resolve"}
"""Events that are left out if an earlier one is about the same object."""


def short_lines(frames: tuple[Frame, ...]) -> Iterator[tuple[str, str]]:
    """The short forms of the events that pictures show, each with the id of its stop.

    A triggered ability is shown as it triggers, not again as it is put on the stack. An object that
    removes itself from the stack as it resolves is not shown leaving it a second time. What an effect untaps
    together is one line.
    """
    told: dict[str, set[object]] = {"trigger": set(), "stack.resolve": set()}
    for together in _grouped(frame.event for frame in frames):
        event = together[0]
        told.get(event.kind, set()).add(event.get("object"))
        before = _TOLD_BY.get(event.kind)
        if before and event.get("object") in told[before]:
            continue
        text = untap_together(together) if event.kind == UNTAPS else event_label(event)
        if text:
            yield event.state.at.stop, text


UNTAPS = "permanent.untap"


def _grouped(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Each event alone, but what an effect untaps together; what untaps in an untap step by itself is left out."""
    for untaps, group in groupby(events, lambda event: event.kind == UNTAPS):
        if not untaps:
            yield from ([event] for event in group)
        elif made := [event for event in group if set(event.rules).isdisjoint(event.state.edition.cite("untap"))]:
            yield made
