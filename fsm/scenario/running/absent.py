"""What is not on the battlefield where a script names it: where it is, since when, and by which rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...errors import IllegalAction
from ...game import Event
from ...shape import describe
from ...wording.parts import goes_to
from ...words import listed, nearest, shown

_MOVES = ("permanent.enter", "permanent.leave", "permanent.phase")


class Absent(IllegalAction):
    """No permanent of a ``name`` is available for an act; the error names those that are."""

    def __init__(self, name: str, available: Iterable[str]) -> None:
        there = tuple(available)
        offered = f"; there is {listed(there)}" if there else " for this, and nothing else is"
        super().__init__(f"no {describe(name)} is available{nearest(name, there)}{offered}")
        self.name = name


def told(error: IllegalAction, events: Sequence[Event]) -> str:
    """The text of an error after some events; of what is absent also where it is."""
    where = _whereabouts(error.name.partition("#")[0], events) if isinstance(error, Absent) else ""
    return f"{error}; {where}" if where else str(error)


def _whereabouts(name: str, events: Sequence[Event]) -> str:
    """Where the permanent of a name is that left last or phased out; empty if none has, or if it came back."""
    moved = (event for event in reversed(events) if event.kind in _MOVES and event.get("name") == name)
    event = next(moved, None)
    if event is None or event.kind == "permanent.enter" or not (event.get("out") or event.get("to")):
        return ""
    at = f"{event.state.address} ({', '.join(event.rules)})"
    if event.kind == "permanent.phase":
        return f"{shown(name)} is phased out since {at}"
    now, owner, zone = events[-1].state, event.player or 0, str(event.get("to"))
    if not any(card == name for card, _ in getattr(now.players[owner], zone, ())):
        return f"{shown(name)} left the battlefield in {at}"
    where = goes_to(now.edition, zone, shown(now.name(owner))).replace("is put into", "is in")
    return f"{shown(name)} {where} since {at}"
