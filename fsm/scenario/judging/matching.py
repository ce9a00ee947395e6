"""Finds the events that match an expectation; events are grouped once for each set of fields."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from ...game import Event
from ...recording import Recording
from ...recording.places import BEGINNINGS, key_of, keys_of
from ...turn import Address
from ...turn.graph import ROOT
from ..model import Happening

EXACT = ("name", "by", "amount", "card", "controller")
"""The facts of an event that an expectation gives literally."""

Values = tuple[Any, ...]


class Matches:
    """The positions of matching events in a recording; each set of fields is indexed once."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self._begins: dict[Address, list[int]] = {}
        self._groups: dict[tuple[str, tuple[str, ...]], dict[Values, list[int]]] = {}

    def of(self, item: Address | Happening) -> list[int]:
        """The positions where a place begins, or of such an event."""
        if isinstance(item, Address):
            if item not in self._begins:
                found = (at for begins in self.recording.places.by_turn(item).values() for at in begins)
                self._begins[item] = sorted(found)
            return self._begins[item]
        asked = dict(_asked(item))
        fields = tuple(asked)
        if (item.event, fields) not in self._groups:
            self._groups[item.event, fields] = self._grouped(item.event, fields)
        return self._groups[item.event, fields].get(tuple(asked.values()), [])

    def _grouped(self, kind: str, fields: tuple[str, ...]) -> dict[Values, list[int]]:
        groups: dict[Values, list[int]] = {}
        for position in self.recording.places.kinds.get(kind, ()):
            event = self.recording[position].event
            for values in product(*(_facts(event, field) for field in fields)):
                groups.setdefault(values, []).append(position)
        return groups


def matches(event: Event, item: Address | Happening) -> bool:
    """Whether an event is the beginning of a place, or such an event."""
    if isinstance(item, Address):
        here = event.kind in BEGINNINGS and item.turn in (None, event.state.turn)
        return here and key_of(item) in keys_of(event.state.graph, event.node)
    return event.kind == item.event and all(value in _facts(event, field) for field, value in _asked(item))


def _asked(item: Happening) -> Iterator[tuple[str, Any]]:
    """The fields of an expectation with their values."""
    if isinstance(item.at, Address):
        yield "at", key_of(item.at)
        if item.at.turn is not None:
            yield "turn", item.at.turn
    for field in ("player", "rule", *EXACT):
        value = getattr(item, field)
        if value is not None:
            yield field, value


def _facts(event: Event, field: str) -> tuple[Any, ...]:
    """The values of an event in a field; rules and places have several."""
    state = event.state
    if field == "turn":
        return (state.turn,)
    if field == "player":
        return (state.name(event.player),) if event.player is not None else ()
    if field == "rule":
        return tuple(dict.fromkeys(event.rules))
    if field == "at":
        nodes = dict.fromkeys((ROOT, event.node, state.at.stop, state.at.phase))
        return tuple(key for node in nodes for key in keys_of(state.graph, node))
    value = event.get(field)
    return (value,) if isinstance(value, str | int) else ()
