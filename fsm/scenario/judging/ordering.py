"""Orders of places, ``untap < upkeep < draw``, and the event at which a run leaves what was expected."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from ...recording import Recording
from ...turn import Address, parse_address
from ...turn.graph import ROOT
from ..running.never import what_was

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
