"""A game under way, for tests: what is not said passes, does not attack, does not block."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fsm.game import (
    ENDLESS,
    NO_OPTIONS,
    UNKNOWN,
    Action,
    Card,
    Cast,
    Event,
    Options,
    Pass,
    Pile,
    Player,
    Priority,
    State,
    read_card,
    start_game,
    step,
)
from fsm.scenario import default_action

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
PATIENCE = 5_000


def card(name: str = "Test", **data: Any) -> Card:
    """A card as a scenario writes it; an instant unless it says otherwise."""
    return read_card({"name": name, "type": "instant", **data})


def spell(*effects: Any, name: str = "Test", **data: Any) -> Card:
    """An instant with these effects."""
    return card(name, effects=list(effects), **data)


class Playing:
    """The state now, and everything that has happened; ``do`` goes on."""

    def __init__(
        self,
        edition: str = "cr2026",
        players: int = 2,
        battlefield: Iterable[tuple[int, Card]] = (),
        setups: Sequence[Player] | None = None,
        first: int = 0,
        options: Options = NO_OPTIONS,
    ) -> None:
        self.state, events = start_game(
            edition, NAMES[:players], setups, battlefield, first, options=options, known=False
        )
        self.events: list[Event] = list(events)

    def do(self, *actions: Action) -> State:
        """Does these actions, one after the other."""
        for action in actions:
            self.state, events = step(self.state, action)
            self.events += events
        return self.state

    def cast(self, seat: int, *effects: Any, name: str = "Test", target: int | None = None, **data: Any) -> State:
        """Lets a player with priority cast an instant with these effects."""
        return self.do(Cast(seat, spell(*effects, name=name, **data), target))

    def resolve(self) -> State:
        """Everybody passes until the top of the stack is gone, and what it asks is answered by default."""
        height = len(self.state.stack)
        assert height, "nothing to resolve"
        return self.until(lambda state: len(state.stack) < height and state.decision is not None)

    def happen(self, seat: int, *effects: Any, name: str = "Test", **data: Any) -> State:
        """Casts an instant with these effects and lets it resolve."""
        self.cast(seat, *effects, name=name, **data)
        return self.resolve()

    def to(self, address: str) -> State:
        """Goes on by default until somebody has priority at a place."""
        return self.until(lambda state: state.address == address and type(state.decision) is Priority)

    def until(self, reached: Any) -> State:
        """Goes on by default until something holds; it is an error if it never does."""
        for _ in range(PATIENCE):
            if reached(self.state):
                return self.state
            assert self.state.outcome is None, f"the game ended: {self.state.outcome}"
            self.do(default_action(self.state))
        raise AssertionError(f"not reached; play is at {self.state.address}")

    def kinds(self) -> list[str]:
        """The kinds of everything that has happened."""
        return [event.kind for event in self.events]

    def begun(self, kind: str = "step.begin") -> list[str]:
        """The addresses of what has begun, in order."""
        return [f"T{e.state.turn}.{e.state.graph.addresses[e.node]}" for e in self.events if e.kind == kind]

    def of_kind(self, kind: str) -> list[Event]:
        """What has happened of a kind."""
        return [event for event in self.events if event.kind == kind]

    def turns(self) -> list[str]:
        """Whose turns have begun."""
        return [event.state.name(event.state.active) for event in self.of_kind("turn.begin")]


def unknown(hand: int = 7, life: int = 20, library: int = ENDLESS) -> Player:
    """A player with cards that nobody has named."""
    return Player(life, hand=Pile.of((UNKNOWN, hand)), library=Pile.of((UNKNOWN, library)))


__all__ = ["NAMES", "Pass", "Playing", "card", "spell", "unknown"]
