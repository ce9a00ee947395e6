"""The statements of a scenario, checked on each state and on the events of each action, until each is decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..game import Event, State
from ..scenario.judging import differences
from ..scenario.matching import matches
from ..scenario.openness import Condition, Statement
from ..turn import Address
from .options import is_at

Found = tuple[int, int]
"""A state by its number, and the number of one of its actions that leads further, or -1."""


class Checks:
    """The statements that are not decided yet, and where the others were decided.

    ``met`` are those conditions that spoke of some state.
    """

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.statements = statements
        self.decided: dict[int, Found] = {}
        self.met: set[int] = set()
        self.events = [(n, s.item) for n, s in enumerate(statements) if not isinstance(s.item, Condition)]
        self.states = [
            (n, s.item, s.kind != "always") for n, s in enumerate(statements) if isinstance(s.item, Condition)
        ]

    @property
    def all_decided(self) -> bool:
        """Whether nothing is left to check; without statements it never is."""
        return bool(self.statements) and not self.events and not self.states

    def see_events(self, events: Iterable[Event], found: Found) -> None:
        """Checks the events of an action."""
        for event in events:
            for n, item in self.events:
                if n not in self.decided and matches(event, item):
                    self.decided[n] = found
        self.events = [(n, item) for n, item in self.events if n not in self.decided]

    def see_state(self, state: State, found: Found) -> None:
        """Checks a state in which a player decides, or in which the game is over."""
        for n, condition, wanted in self.states:
            held = holds(condition, state)
            if held is not None:
                self.met.add(n)
            if held is wanted:
                self.decided[n] = found
        self.states = [one for one in self.states if one[0] not in self.decided]


def holds(condition: Condition, state: State) -> bool | None:
    """Whether a condition holds in a state; None if it speaks of another place."""
    if isinstance(condition.at, Address) and not is_at(state, condition.at):
        return None
    return next(iter(differences(state, condition.state)), None) is None
