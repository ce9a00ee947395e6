"""The statements of a scenario, checked on each state and on the events of each action, until each is decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..game import Event, State
from ..scenario.judging.events import matches
from ..scenario.judging.judge import differences
from ..scenario.reading.openness import Condition, Statement
from ..turn import Address
from .options import is_at

Found = tuple[int, int]
"""A state by its number, and the number of one of its actions that leads further, or -1."""

Verdicts = tuple[tuple[int, bool], ...]
"""The statements, by number, that speak of a state, and whether each holds in it."""


class Checks:
    """The statements that are not decided yet, and where the others were decided.

    ``met`` are those conditions that spoke of some state. ``undecided`` are the numbers to begin with, or None: all.
    """

    def __init__(self, statements: Sequence[Statement], undecided: Iterable[int] | None = None) -> None:
        self.statements = statements
        self.decided: dict[int, Found] = {}
        self.met: set[int] = set()
        begun = range(len(statements)) if undecided is None else undecided
        self.events = [(n, item) for n in begun if not isinstance(item := statements[n].item, Condition)]
        self.states = [(n, item) for n in begun if isinstance(item := statements[n].item, Condition)]

    @property
    def all_decided(self) -> bool:
        """Whether nothing is left to check; without statements it never is."""
        return bool(self.statements) and not self.events and not self.states

    @property
    def undecided(self) -> tuple[int, ...]:
        """The numbers of the statements that are not decided yet."""
        return tuple(n for n, _ in (*self.events, *self.states))

    def matched(self, events: Sequence[Event]) -> tuple[int, ...]:
        """The undecided statements that speak of one of these events."""
        return tuple(n for n, item in self.events if any(matches(event, item) for event in events))

    def verdicts(self, state: State) -> Verdicts:
        """Which undecided conditions speak of a state in which a player decides or the game is over, and hold in it."""
        held = ((n, holds(condition, state)) for n, condition in self.states)
        return tuple((n, here) for n, here in held if here is not None)

    def decide_events(self, matched: Iterable[int], found: Found) -> None:
        """Decides the statements that the events of an action match."""
        for n in matched:
            self.decided.setdefault(n, found)
        self.events = [one for one in self.events if one[0] not in self.decided]

    def decide_state(self, verdicts: Verdicts, found: Found) -> None:
        """Decides the conditions that a state shows to be reached, or not to hold always."""
        for n, held in verdicts:
            self.met.add(n)
            if held is not (self.statements[n].kind == "always"):
                self.decided.setdefault(n, found)
        self.states = [one for one in self.states if one[0] not in self.decided]


def holds(condition: Condition, state: State) -> bool | None:
    """Whether a condition holds in a state; None if it speaks of another place."""
    if isinstance(condition.at, Address) and not is_at(state, condition.at):
        return None
    return next(iter(differences(state, condition.state)), None) is None
