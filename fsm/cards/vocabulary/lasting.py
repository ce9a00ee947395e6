"""Effects that last, and that players may end or ignore by special actions."""

from __future__ import annotations

from typing import Literal

from ...names import Name
from ..terms import Effect, Effects, Times, Until, effect


@effect("lasting")
class Lasting(Effect, frozen=True):
    """A named marker with a duration and no other effect: it shows when a duration ends."""

    name: Name
    until: Until = Until("end_of_turn")


@effect("stoppable")
class Stoppable(Effect, frozen=True):
    """Applies ``do``; players may end what lasts of it and what waits, as a special action, for so much mana."""

    name: Name
    do: Effects
    mana: Times = 0
    player: Literal["you", "opponents", "each"] = "you"


@effect("ignore")
class Ignore(Effect, frozen=True):
    """Lets its controller ignore the static abilities of this permanent that are about players, for a time."""

    until: Until = Until("end_of_turn")
