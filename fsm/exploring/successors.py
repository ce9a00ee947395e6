"""The successors of a state: where each action that is open in it leads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..game import Event, State
from ..game.engine import carry_out
from ..scenario.running.moments import is_past
from ..turn import Address, Configuration
from .options import Options


class Successor(NamedTuple):
    """A state after an action, how many acts of the script are done, and where that is.

    ``end`` is how the way ends, if it does. ``events`` are those before the horizon, or None if nobody asks for them.
    """

    state: State
    done: int
    address: str
    end: str
    events: list[Event] | None


class Successors:
    """Takes every action that is open in a state, as far as the horizon."""

    def __init__(self, options: Options, horizon: Address) -> None:
        self.options, self.horizon = options, horizon
        self._places: dict[tuple[int, Configuration], tuple[str, bool]] = {}

    def __call__(self, state: State, done: int, logged: bool) -> Iterator[Successor]:
        """Where each action in a state leads; with events, if it is ``logged``."""
        actions, done = self.options(state, done)
        for action in actions:
            events: list[Event] | None = [] if logged else None
            after = carry_out(state, action, events)
            address, beyond = self._places.get((after.turn, after.at)) or self._place(after)
            end = ("script" if self.options.left_over(done) else "horizon") if beyond else ""
            if beyond and events is not None:
                events = [event for event in events if not is_past(event.state, self.horizon)]
            yield Successor(after, done, address, end, events)

    def end(self, state: State, done: int) -> str:
        """How the way ends in a state in which the game is over, or nothing can be done."""
        return "over" if state.outcome is not None and not self.options.left_over(done) else "script"

    def _place(self, state: State) -> tuple[str, bool]:
        """The address of a state, and whether it is past the horizon."""
        found = self._places[state.turn, state.at] = (state.address, is_past(state, self.horizon))
        return found
