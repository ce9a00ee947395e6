"""Effects on the command zone: emblems, and schemes."""

from __future__ import annotations

from ...names import Name
from ..abilities import Triggered
from ..terms import Effect, Players, Until, Who, effect


@effect("emblem")
class Emblem(Effect, frozen=True):
    """Creates an emblem with triggered abilities, in the command zone, for the rest of the game."""

    name: Name
    triggers: tuple[Triggered, ...] = ()
    player: Players = Who("you")


@effect("abandon")
class Abandon(Effect, frozen=True):
    """Abandons an ongoing scheme (by name, or ``self``): it is turned face down, on the bottom of its deck."""

    what: str = "self"


@effect("no_schemes")
class NoSchemes(Effect, frozen=True):
    """No scheme can be set in motion for a time."""

    until: Until = Until("end_of_turn")
