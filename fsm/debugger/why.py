"""Why something happened: the rules behind an event in words, what put it there, and the script line it came from."""

from __future__ import annotations

import msgspec

from ..wording import event_sentence
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
    rules = tuple((number, frame.state.edition.line(number)) for number in frame.event.rules)
    facts = tuple(fact.text for fact in tape.recording.reasons.facts(at))
    return Reason(event_sentence(frame.event), rules, facts, frame.line)
