"""What a recording is made of: its frames, the answers of players, and what a script expects to be refused."""

from __future__ import annotations

import msgspec

from ..game import Action, Event, Scheduled, State, schedule
from ..words import shown

_INSERTIONS = ("phase.insert", "step.insert")


class Frame(msgspec.Struct, frozen=True, gc=False):
    """One event of a recording: its number from 1, and the line of the script that caused it (0: none)."""

    seq: int
    event: Event
    line: int = 0

    @property
    def state(self) -> State:
        """The state after the event."""
        return self.event.state

    @property
    def address(self) -> str:
        """The address of where it happened: ``T1.combat.declare_attackers``; of an insertion, where play is."""
        return self.event.state.address if self.event.kind in _INSERTIONS else self.part

    @property
    def part(self) -> str:
        """The address of the turn, phase or step that it is about; of an insertion, what was inserted."""
        state = self.event.state
        inside = state.graph.addresses.get(self.event.node, "")
        return f"T{state.turn}.{inside}" if inside else f"T{state.turn}"

    @property
    def schedule(self) -> tuple[Scheduled, ...]:
        """The schedule after the event, with the effects that changed it; made on first use."""
        return schedule(self.event.state)


class Attempt(msgspec.Struct, frozen=True):
    """An action that a script expects to be refused: its path, its place, and the game's reason (empty: it is legal).

    ``by`` are the rules that refused it, ``rules`` the expected ones; ``event`` is the last event before it.
    """

    path: tuple[str | int, ...]
    address: str
    said: str
    by: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    event: int = 0

    @property
    def tells(self) -> str:
        """In words: who tries it, and the reason without the number of its rule; or that it was legal."""
        tries = f"what {shown(str(self.path[2]))} tries is"
        if not self.said:
            return f"{tries} legal, although the script expects a refusal; it is not done"
        return f"{tries} not allowed: {self.said.rpartition(' (')[0] if self.by else self.said}"


class Answer(msgspec.Struct, frozen=True, gc=False):
    """An action of a player: the state before it, the action, and the number of events before it.

    ``path`` is its place in the script; empty if the script was silent.
    """

    before: State
    action: Action
    seq: int
    path: tuple[str | int, ...] = ()
