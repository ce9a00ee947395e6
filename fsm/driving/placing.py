"""Where an act is told: in a step in which a player has priority, since only there an engine can be told to act."""

from __future__ import annotations

import msgspec

from .effects import Unsayable
from .watched import Watched
from .words import Act


class Placed(msgspec.Struct, frozen=True):
    """An act, the stop in which it is told, and the event after which it happens (-1: before all others there)."""

    stop: int
    position: int
    act: Act


def open_at(run: Watched, position: int) -> int:
    """The stop in which an event happened, if a player had priority there before; else ``Unsayable``."""
    stop = run.at(position)
    if stop < 0 or not run.stops[stop].opens or run.stops[stop].opens > position:
        raise Unsayable("an effect changes the turns where no player has priority")
    return stop


def open_or_idle(run: Watched, position: int) -> int:
    """Where something ends that may be told a little later: in the stop that has begun, if players get priority."""
    stop = run.at(position)
    return stop if stop >= 0 and run.stops[stop].opens else open_at(run, position)


def before(run: Watched, stop: int) -> int:
    """The last stop before another in which players had priority; else ``Unsayable``."""
    found = next((n for n in reversed(range(stop)) if run.stops[n].opens), None)
    if found is None:
        raise Unsayable("something has to be known before a player first has priority")
    return found
