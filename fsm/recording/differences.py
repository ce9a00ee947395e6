"""Where two recordings differ first: the fields of their events are compared, but not the lines of their scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import msgspec

from ..words import shown
from .trace import event_fields

if TYPE_CHECKING:
    from .frames import Frame
    from .recording import Recording

Fields = Mapping[str, Any]

PLACED = ("type", "seq", "kind", "turn", "phase", "step", "node", "active", "rules", "line")
"""The fields that a line of an event has in its fixed part, or that its place already says."""
LONGEST = 300


class Difference(msgspec.Struct, frozen=True):
    """The first event at which two runs differ, by position from 0; a run that has ended before it has None."""

    at: int
    one: Fields | None
    other: Fields | None


def first_difference(one: Sequence[Fields], other: Sequence[Fields]) -> Difference | None:
    """The first difference of two lists of events, their lengths compared too; None if they are equal."""
    for at, (a, b) in enumerate(zip_longest(one, other)):
        if a is None or b is None or _plain(a) != _plain(b):
            return Difference(at, a, b)
    return None


def same_course(one: Recording, other: Recording) -> bool:
    """Whether a game goes the same way in two recordings: their events are equal but for the rules cited."""
    return len(one) == len(other) and all(happened(a) == happened(b) for a, b in zip(one, other, strict=True))


def happened(frame: Frame) -> dict[str, Any]:
    """The fields of an event without the rules it cites, by which editions always differ."""
    return {key: value for key, value in event_fields(frame).items() if key != "rules"}


def _plain(event: Fields) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key != "line"}


def difference_lines(difference: Difference, before: Sequence[Fields], context: int) -> Iterator[str]:
    """The events before a difference, and the two that differ: ``-`` of the first run, ``+`` of the other."""
    at = difference.at
    for event in before[max(at - context, 0) : at]:
        yield f"    {event_line(event)}"
    one, other = difference.one, difference.other
    only = _only_differing(one, other) if one and other and event_line(one) == event_line(other) else ()
    for mark, fields in (("-", one), ("+", other)):
        if fields is None:
            yield f"  {mark} {at + 1:>5}  (the run has ended)"
        else:
            more = "".join(f"  {key}: {_value(fields.get(key))}" for key in only)
            yield f"  {mark} {event_line(fields)}{more}"


def _only_differing(one: Fields, other: Fields) -> list[str]:
    keys = dict.fromkeys((*_plain(one), *_plain(other)))
    return [key for key in keys if key not in ("kind", "node", "rules") and one.get(key) != other.get(key)]


def event_line(event: Fields) -> str:
    """An event on one line: its number, where it happened, its kind, its other fields, and its rules."""
    details = [f"{key}: {_value(value)}" for key, value in event.items() if key not in PLACED]
    rules = event.get("rules") or ()
    cited = f"  ({', '.join(map(str, rules))})" if rules else ""
    parts = [f"{event.get('seq', ''):>5}", str(event.get("node", "")), str(event.get("kind", "")), ", ".join(details)]
    return shown("  ".join(filter(None, parts)) + cited, LONGEST)


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return str(value)
