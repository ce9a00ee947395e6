"""Compares two traces event by event: the first difference, with what came before it, and the lengths of both."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from ..errors import TraceError
from ..shape import UNREADABLE
from ..words import shown
from .reading import TraceReader

CONTEXT = 3
"""How many events before and after the first difference are shown."""

ASIDE = frozenset(("type", "seq", "line", "schedule"))
"""The fields that are not compared: numbers of lines and events, and what others tell of the schedule."""

Row = tuple[int, dict[str, Any]]
"""The line of an event in its file, and its fields."""


class Difference(msgspec.Struct, frozen=True):
    """The first difference of two traces; an event is None where a trace is over.

    ``at`` is its number among the events that were compared; ``lengths`` are the numbers of those of both traces.
    """

    at: int
    fields: tuple[str, ...]
    before: tuple[str, ...]
    left: tuple[tuple[int, str], ...]
    right: tuple[tuple[int, str], ...]
    lengths: tuple[int, int]


class Comparison(msgspec.Struct, frozen=True):
    """Which kinds of events and which fields are compared; None: all, and of fields those that both events have."""

    kinds: frozenset[str] | None = None
    fields: frozenset[str] | None = None

    def rows(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The events that are compared."""
        kinds = self.kinds
        return ((line, row) for line, row in rows if kinds is None or row.get("kind") in kinds)

    def different(self, one: dict[str, Any], other: dict[str, Any]) -> tuple[str, ...]:
        """The fields in which two events differ, the kind first."""
        if one.get("kind") != other.get("kind"):
            return ("kind",)
        names = (one.keys() & other.keys()) - ASIDE
        if self.fields is not None:
            names &= self.fields
        return tuple(sorted(name for name in names if one[name] != other[name]))


def compare(left: Iterable[Row], right: Iterable[Row], comparison: Comparison | None = None) -> Difference | int:
    """The first difference of two traces, or the number of events if there is none; constant memory."""
    comparison = comparison or Comparison()
    ones, others = comparison.rows(left), comparison.rows(right)
    before: deque[str] = deque(maxlen=CONTEXT)
    at = 0
    while True:
        one, other = next(ones, None), next(others, None)
        if one is None and other is None:
            return at
        at += 1
        fields = comparison.different(one[1], other[1]) if one and other else ("length",)
        if one and not fields:
            before.append(event_line(one[1]))
            continue
        lefts, rights = _rest(one, ones), _rest(other, others)
        lengths = (at - 1 + lefts[1], at - 1 + rights[1])
        return Difference(at, fields, tuple(before), lefts[0], rights[0], lengths)


def _rest(row: Row | None, rows: Iterator[Row]) -> tuple[tuple[tuple[int, str], ...], int]:
    """The next events from a difference on, and how many are left."""
    if row is None:
        return (), 0
    shown_ones = [row, *islice(rows, CONTEXT)]
    count = len(shown_ones) + sum(1 for _ in rows)
    return tuple((line, event_line(fields)) for line, fields in shown_ones), count


def event_line(fields: dict[str, Any]) -> str:
    """An event on one short line."""
    where = fields.get("node") or ".".join(str(fields[key]) for key in ("turn", "phase", "step") if fields.get(key))
    rest = {k: v for k, v in fields.items() if k not in _SHOWN and v not in (None, [])}
    more = " ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in rest.items())
    return shown(" ".join(filter(None, (str(fields.get("kind")), str(where), more))), 160)


_SHOWN = ASIDE | {"kind", "node", "turn", "phase", "step", "rules"}


def rows_of(reader: TraceReader) -> Iterator[Row]:
    """The events of a trace with all their fields."""
    for line in reader.rows:
        if not line.strip():
            continue
        try:
            fields = msgspec.json.decode(line)
        except UNREADABLE as error:
            raise reader.error(error, line) from None
        if not isinstance(fields, dict):
            raise TraceError('expected an object with a "type": event or end', reader.file, reader.lines.number, 1)
        if fields.get("type") == "event":
            yield reader.lines.number, fields


def lines(difference: Difference, left: str, right: str) -> Iterator[str]:
    """A difference in words: the events before it, then those of both traces from it on."""
    found = difference
    one = f"{left}:{found.left[0][0]}" if found.left else f"{left} (its end)"
    other = f"{right}:{found.right[0][0]}" if found.right else f"{right} (its end)"
    yield f"{one} and {other}: event {found.at} differs in {', '.join(found.fields)}"
    yield from (f"    {event}" for event in found.before)
    yield from (f"  - {event}" for _, event in found.left[:1])
    yield from (f"  + {event}" for _, event in found.right[:1])
    if found.left[1:] or found.right[1:]:
        yield f"    then in {left}: {'; '.join(event for _, event in found.left[1:]) or 'the end'}"
        yield f"    then in {right}: {'; '.join(event for _, event in found.right[1:]) or 'the end'}"
    same = "the same number" if found.lengths[0] == found.lengths[1] else "different numbers"
    yield f"  lengths: {found.lengths[0]:,} and {found.lengths[1]:,} events, {same}"
