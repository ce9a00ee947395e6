"""Short forms of events, for pictures, where a sentence with its rules is too long."""

from __future__ import annotations

from collections.abc import Iterator

from ..wording import event_label
from .recording import Frame

_TOLD_BY = {"stack.push": "trigger", "stack.remove": "stack.resolve"}
"""Events that are left out if an earlier one is about the same object."""


def short_lines(frames: tuple[Frame, ...]) -> Iterator[tuple[str, str]]:
    """The short forms of the events that pictures show, each with the id of its stop.

    A triggered ability is shown as it triggers, not again as it is put on the stack. An object that
    removes itself from the stack as it resolves is not shown leaving it a second time.
    """
    told: dict[str, set[object]] = {"trigger": set(), "stack.resolve": set()}
    for frame in frames:
        event = frame.event
        told.get(event.kind, set()).add(event.get("object"))
        before = _TOLD_BY.get(event.kind)
        if before and event.get("object") in told[before]:
            continue
        text = event_label(event)
        if text:
            yield event.state.at.stop, text
