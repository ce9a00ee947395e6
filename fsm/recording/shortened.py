"""What happened, in a few words each: for pictures, where a sentence with its rules is too long."""

from __future__ import annotations

from collections.abc import Iterator

from ..game import short
from .recording import Frame

_TOLD_BY = {"stack.push": "trigger", "stack.remove": "stack.resolve"}
"""Events that say nothing new where another one has told of the same object."""


def short_lines(frames: tuple[Frame, ...]) -> Iterator[tuple[str, str]]:
    """The id of the stop where something happened, and what; for all that a picture tells of.

    An ability that triggered is told of when it triggers, not again when it is put on the stack; nor does
    what removes itself from the stack as it resolves leave it a second time.
    """
    told: dict[str, set[object]] = {"trigger": set(), "stack.resolve": set()}
    for frame in frames:
        event = frame.event
        told.get(event.kind, set()).add(event.get("object"))
        before = _TOLD_BY.get(event.kind)
        if before and event.get("object") in told[before]:
            continue
        text = short(event)
        if text:
            yield event.state.at.stop, text
