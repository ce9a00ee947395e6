"""Finds the events that expectations are about: those that match, orders of places, and where a run leaves them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import msgspec

from ...game import Event
from ...recording import Recording
from ...recording.places import BEGINNINGS, key_of, keys_of
from ...turn import Address, parse_address
from ...turn.graph import ROOT
from ..model import Happening
from ..running.moments import what_was

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


FEW = 3
"""How many turns are shown where no turn was as expected."""


class Disorder(msgspec.Struct, frozen=True):
    """An order that does not hold: what is wrong, what was found and expected, and the event that came too early."""

    what: str
    found: str
    expected: str
    event: int


def cost_of(recording: Recording, text: str) -> int:
    """How many places an order looks for: each in each turn, if it names none."""
    addresses = [parse_address(part.strip()) for part in text.split("<")]
    free = [len(recording.places.by_turn(address)) for address in addresses if address.turn is None]
    return len(addresses) * min(free, default=1)


def check_order(recording: Recording, text: str) -> Disorder | None:
    """Why an order of places does not hold in a recording, or None if it does.

    Its phases and steps are those in use (see ``naming``). Without a turn it has to hold in each turn that has all
    the places, and in at least one. ``AddressError`` if a part is no address.
    """
    addresses = [parse_address(part.strip()) for part in text.split("<")]
    begins = [recording.places.by_turn(address) for address in addresses]
    free = [turns for address, turns in zip(addresses, begins, strict=True) if address.turn is None]
    if not free:
        firsts = [next((at[:1] for at in turns.values()), []) for turns in begins]
        return _in_order(recording, text, addresses, firsts)
    seen = False
    for turn in min(free, key=len):
        firsts = [
            turns.get(turn if address.turn is None else address.turn, [])[:1]
            for address, turns in zip(addresses, begins, strict=True)
        ]
        if all(firsts):
            seen = True
            disorder = _in_order(recording, text, [_in_turn(address, turn) for address in addresses], firsts)
            if disorder:
                return disorder
    return None if seen else Disorder("no turn had all of these", _all_turns(recording), text, len(recording))


def _in_order(recording: Recording, text: str, places: list[Address], begins: list[list[int]]) -> Disorder | None:
    for place, begin in zip(places, begins, strict=True):
        if not begin:
            found = what_was(recording, place)
            return Disorder(f"{place} never began", found, text, where_missing(recording, place))
    positions = [begin[0] for begin in begins]
    early = next((b for a, b in pairwise(positions) if a >= b), None)
    if early is None:
        return None
    by_time = sorted(range(len(places)), key=lambda n: positions[n])
    found = " < ".join(str(places[n]) for n in by_time)
    return Disorder("the order differs", found, " < ".join(map(str, places)), early + 1)


def _in_turn(address: Address, turn: int) -> Address:
    return address if address.turn is not None else msgspec.structs.replace(address, turn=turn)


def where_missing(recording: Recording, address: Address) -> int:
    """The event at which a place that never began was to come: where it was skipped, or where its turn ended."""
    turn = address.turn
    graph = recording.graphs.get(turn or 0)
    if turn is None or graph is None:
        return len(recording)
    phase = msgspec.structs.replace(address, step=None, step_number=None) if address.phase else address
    return where_stop(recording, turn, address.locate(graph) or phase.locate(graph) or ROOT)


def where_stop(recording: Recording, turn: int, node: str) -> int:
    """The event with which a part of a turn began or was skipped; the last of the turn if there is none."""
    inside = recording.inside(Address(turn=turn))
    for position in inside:
        event = recording[position].event
        if node != ROOT and event.node == node and event.kind.endswith((".begin", ".skip")):
            return position + 1
    return inside[-1] + 1 if inside else len(recording)


def _all_turns(recording: Recording) -> str:
    """The notation of the first turns of a run."""
    turns = [f"T{number} {graph.notation()}" for number, graph in recording.graphs.items()]
    return "; ".join([*turns[:FEW], *(["..."] if turns[FEW:] else [])])
