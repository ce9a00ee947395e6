"""Why something happened: the rules behind an event in words, what put it there, and the script line it came from."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..recording import Frame, tell
from ..words import shown
from .tape import Tape


class Reason(msgspec.Struct, frozen=True):
    """Why an event happened: what it is in words, rules with what each says, further facts, line of the script."""

    event: str
    rules: tuple[tuple[str, str], ...]
    facts: tuple[str, ...]
    line: int


def why(tape: Tape, at: int) -> Reason:
    """Why the event of a stop happened."""
    frame = tape[at]
    known = frame.state.edition.rules
    rules = tuple((number, known[number].says if number in known else "") for number in frame.event.rules)
    return Reason(tell(frame.event), rules, tuple(_facts(tape, at)), frame.line)


def _facts(tape: Tape, at: int) -> Iterator[str]:
    """What put the turn, phase or step of an event there."""
    frame = tape[at]
    state = frame.state
    if state.extra is not None and state.turn:
        made = _made(tape, at, "turn.insert", "extra", state.extra.number)
        yield f"turn {state.turn} is an extra turn, created by {shown(state.extra.by)}{made}"
    for id in dict.fromkeys((state.at.phase, state.at.stop, frame.event.node)):
        node = state.graph.nodes[id]
        if node.inserted is not None:
            name = state.graph.addresses.get(id, "")
            by = shown(node.inserted.by) or "the rules"
            made = _made(tape, at, f"{node.level}.insert", "", id)
            yield f"{name} was inserted by {by} ({node.inserted.rule}){made}"
        if node.skipped is not None:
            by = shown(node.skipped.by) or "the rules"
            yield f"{state.graph.addresses.get(id, '')} is skipped: {by} ({node.skipped.rule})"


def _made(tape: Tape, at: int, kind: str, key: str, value: object) -> str:
    """At which event, and by which line of the script, something was made."""
    for position in range(at, -1, -1):
        frame: Frame = tape[position]
        event = frame.event
        if event.kind == kind and (event.get(key) == value if key else event.node == value):
            line = f", line {frame.line}" if frame.line else ""
            return f", at {frame.address}, event {frame.seq}{line}"
    return ""
