"""Why a turn, phase or step is there: what inserted it, and what removes it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

import msgspec

from ..game import Event
from ..words import shown
from .frames import Frame

Insertion = tuple[str, object]


class Fact(msgspec.Struct, frozen=True):
    """One sentence about the place of an event; ``seq`` is the event at which it was made so, 0 if none is known."""

    text: str
    seq: int = 0


class Reasons:
    """The insertions of a recording by what they made; asked at positions from 0, in any order."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self.frames = frames
        self.made: dict[Insertion, list[int]] = {}
        for position, frame in enumerate(frames):
            if frame.event.kind.endswith(".insert"):
                self.made.setdefault(_made(frame.event), []).append(position)

    def facts(self, at: int) -> Iterator[Fact]:
        """What put the turn, phase or step of an event there, and what removes it."""
        frame = self.frames[at]
        state, graph = frame.state, frame.state.graph
        if state.extra is not None and state.turn:
            where, seq = self._where(("turn.insert", state.extra.number), at)
            yield Fact(f"turn {state.turn} is an extra turn, created by {shown(state.extra.by)}{where}", seq)
        for id in dict.fromkeys((state.at.phase, state.at.stop, frame.event.node)):
            node = graph.nodes[id]
            if node.inserted is not None:
                by = shown(node.inserted.by) or "the rules"
                where, seq = self._where((f"{node.level}.insert", id), at)
                yield Fact(f"{graph.addresses.get(id, '')} was inserted by {by} ({node.inserted.rule}){where}", seq)
            if node.skipped is not None:
                by = shown(node.skipped.by) or "the rules"
                yield Fact(f"{graph.addresses.get(id, '')} is skipped: {by} ({node.skipped.rule})")

    def _where(self, key: Insertion, at: int) -> tuple[str, int]:
        """At which event, and by which line of the script, something was made last before a position."""
        positions = self.made.get(key, [])
        last = bisect_right(positions, at) - 1
        if last < 0:
            return "", 0
        frame = self.frames[positions[last]]
        line = f", line {frame.line}" if frame.line else ""
        return f", at {frame.address}, event {frame.seq}{line}", frame.seq


def _made(event: Event) -> Insertion:
    return event.kind, event.get("extra") if event.kind == "turn.insert" else event.node
