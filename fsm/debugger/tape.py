"""The tape: a recording with the depth of each event, and motions forwards and backwards.

A stop is an event, by its position from 0. The frames at a stop are game, turn, phase and step, and what
resolves. A motion is a function of a position; at either end of the tape it stays there.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from ..recording import Frame, Recording
from ..turn.graph import ROOT
from ..wording import event_sentence
from ..wording.parts import place_name

LEVELS = {"game": 0, "turn": 1, "phase": 2, "step": 3}


class Level(msgspec.Struct, frozen=True):
    """One frame at a stop: the game, a turn, a phase, a step, or what resolves; and the position where it began."""

    kind: str
    name: str
    address: str
    began: int


class Tape:
    """A recording with a cursor's motions; ``first_line`` is the line for events before the script."""

    def __init__(self, recording: Recording, first_line: int = 0) -> None:
        self.recording, self.first_line = recording, first_line
        self.last = len(recording) - 1

    def __len__(self) -> int:
        return len(self.recording)

    def __getitem__(self, position: int) -> Frame:
        return self.recording[position]

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """The depth of each event: a turn or the beginning 1, a phase 2, a step 3, an event inside one more."""
        return tuple(map(_depth, self.recording))

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The line of the script that caused each event, or the last such line before it."""
        found, last = [], self.first_line
        for frame in self.recording:
            last = frame.line or last
            found.append(last)
        return tuple(found)

    def address(self, at: int) -> str:
        """The address of where an event happened; before the first turn there is none."""
        frame = self[at]
        return frame.address if frame.state.turn else "before the first turn"

    def into(self, at: int) -> int:
        """The next event, however deep."""
        return min(at + 1, self.last)

    def over(self, at: int) -> int:
        """The next event that is no deeper: past a step, a phase or a turn, if one begins here."""
        return self._next(at, self.depths[at])

    def out(self, at: int) -> int:
        """The next event outside what play is in: the step, the phase, the turn."""
        begins = self[at].event.kind.endswith(".begin")
        return self._next(at, self.depths[at] - (not begins))

    def back(self, at: int) -> int:
        """The event before."""
        return max(at - 1, 0)

    def back_over(self, at: int) -> int:
        """The last event before that is no deeper."""
        return self._previous(at, self.depths[at])

    def back_out(self, at: int) -> int:
        """The beginning of what play is in: the step, the phase, the turn."""
        return self._previous(at, self.depths[at] - 1)

    def _next(self, at: int, depth: int) -> int:
        return next((p for p in range(at + 1, len(self)) if self.depths[p] <= depth), self.last)

    def _previous(self, at: int, depth: int) -> int:
        return next((p for p in range(at - 1, -1, -1) if self.depths[p] <= depth), 0)

    def levels(self, at: int) -> tuple[Level, ...]:
        """The frames at a stop, the game first."""
        frame = self[at]
        state, event = frame.state, frame.event
        found = [Level("game", self.recording.name, "", 0)]
        if not state.turn:
            return tuple(found)
        found.append(self._level(at, "turn", f"turn {state.turn}, {state.name(state.active)}", ROOT))
        node = event.node if event.kind.endswith((".begin", ".end")) else state.at.stop
        if node == ROOT:
            return tuple(found)
        phase = state.graph.phase_of(node)
        found.append(self._level(at, "phase", place_name(state.graph, phase), phase))
        if state.graph.node(node).level == "step":
            found.append(self._level(at, "step", place_name(state.graph, node), node))
        if state.at.substate == "resolving" and event.kind != "stack.resolve":
            began = next((p for p in range(at, -1, -1) if self[p].event.kind == "stack.resolve"), at)
            found.append(Level("object", event_sentence(self[began].event), state.address, began))
        return tuple(found)

    def _level(self, at: int, kind: str, name: str, node: str) -> Level:
        state = self[at].state
        inside = state.graph.addresses.get(node, "")
        address = f"T{state.turn}.{inside}" if inside else f"T{state.turn}"
        return Level(kind, name, address, self._began(at, kind, node))

    def _began(self, at: int, kind: str, node: str) -> int:
        """The position where a turn, phase or step began: the last such event up to here."""
        turn = self[at].state.turn
        for position in range(at, -1, -1):
            frame = self[position]
            if frame.state.turn != turn:
                break
            if frame.event.kind == f"{kind}.begin" and frame.event.node == node:
                return position
        return at


def _depth(frame: Frame) -> int:
    event, state = frame.event, frame.state
    level, _, what = event.kind.partition(".")
    if level in LEVELS and what in ("begin", "skip", "restart"):
        return max(LEVELS[level], 1)
    if level in LEVELS and what == "end":
        return LEVELS[level] + 1 if level != "game" else 0
    if not state.turn:
        return 1
    inside = 2 + (state.at.stop != ROOT) + (state.graph.node(state.at.stop).level == "step")
    return inside + (state.at.substate == "resolving" and event.kind != "stack.resolve")
