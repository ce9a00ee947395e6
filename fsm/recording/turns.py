"""The turns of a recording, one value each: those that were taken, and those that were skipped."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from ..errors import InputError
from ..showing import Showing, diagram_of
from ..turn import TurnGraph, base_turn
from .recording import Frame, Recording

if TYPE_CHECKING:
    from ..showing import Diagram


class Made(msgspec.Struct, frozen=True):
    """An extra turn as an effect created it: its number, whose, by which effect, and where that happened.

    ``turn`` is the turn, by its place among all turns, in which it was created, and ``seq`` the event.
    """

    number: int
    seat: int
    by: str
    turn: int
    seq: int
    rules: tuple[str, ...]


class RecordedTurn(Showing, msgspec.Struct, frozen=True, eq=False, dict=True):
    """A turn as it went: whose, how it came to be, and all that happened in it.

    ``at`` is its place among all turns, those that were skipped included, from 0; ``number`` is the one that
    addresses use, 0 if it was skipped. ``made`` is the effect's deed behind an extra turn, ``skipped`` and
    ``controller`` are names; ``frames`` are the events from its beginning to the next turn's.
    """

    recording: Recording
    at: int
    number: int
    seat: int
    frames: tuple[Frame, ...]
    extra: int = 0
    made: Made | None = None
    skipped: str = ""
    controller: str = ""

    @property
    def player(self) -> str:
        """The name of the player whose turn it was."""
        return self.recording.players[self.seat]

    @property
    def by(self) -> str:
        """The name of the effect that created it, if it was an extra turn."""
        return self.made.by if self.made else str(self.frames[0].event.get("by", "")) if self.number else ""

    @property
    def rules(self) -> tuple[str, ...]:
        """The numbers of the rules by which it began or was skipped."""
        return self.frames[0].event.rules

    @property
    def graph(self) -> TurnGraph:
        """The turn as it was in the end; a turn that was skipped is a regular one."""
        last = next((f.state for f in reversed(self.frames) if f.state.turn == self.number), None)
        return last.graph if last and self.number else base_turn(self.recording.edition)

    @cached_property
    def begun(self) -> frozenset[str]:
        """The ids of the phases and steps that began."""
        kinds = ("phase.begin", "step.begin")
        return frozenset(frame.event.node for frame in self.frames if frame.event.kind in kinds)

    @property
    def changes(self) -> int:
        """How many of its parts an effect or a rule inserted, or an effect skipped."""
        return sum(1 for node in self.graph if node.inserted or (node.skipped and node.skipped.by))

    def diagram(self, *, events: bool = False, level: str = "step", at: str | None = None) -> Diagram:
        """The picture of the turn as it was rewritten; ``events`` adds what happened in each step.

        ``level`` is phase, step or machine; ``at`` is an address: it is marked, and what comes after it is dimmed.
        """
        return diagram_of(self, events=events, level=level, at=at)

    def __repr__(self) -> str:
        which = f"turn {self.number}" if self.number else f"skipped turn, by {self.skipped}"
        return f"<RecordedTurn {which} of {self.player}: {self.graph.notation()}>"


def recorded_turns(recording: Recording) -> tuple[RecordedTurn, ...]:
    """All turns of a recording in their order; what is unknown of later kinds of events does no harm."""
    starts = [at for at, frame in enumerate(recording) if frame.event.kind in ("turn.begin", "turn.skip")]
    made: dict[int, Made] = {}
    turns: list[RecordedTurn] = []
    for place, start in enumerate(starts):
        end = starts[place + 1] if place + 1 < len(starts) else len(recording)
        frames = recording.frames[start:end]
        event = frames[0].event
        extra = int(event.get("extra", 0) or 0)
        turns.append(_turn(recording, place, frames, extra, made.pop(extra, None)))
        made |= {created.number: created for created in _created(frames, place)}
    return tuple(turns)


def pending_turns(recording: Recording) -> tuple[Made, ...]:
    """The extra turns that were created and neither taken nor skipped as far as the recording goes."""
    turns = recorded_turns(recording)
    come = {turn.made for turn in turns if turn.made}
    return tuple(m for turn in turns for m in _created(turn.frames, turn.at) if m not in come)


def find_turn(recording: Recording, number: int | None = None) -> RecordedTurn:
    """The turn with that number, or the one that was rewritten most; ``InputError`` if there is none."""
    turns = {turn.number: turn for turn in recorded_turns(recording) if turn.number}
    if number is None and turns:
        return max(turns.values(), key=lambda turn: (turn.changes, -turn.at))
    if number not in turns:
        raise InputError(f"there is no turn {number}; the run has {len(turns)}", recording.file)
    return turns[number]


def _turn(recording: Recording, at: int, frames: tuple[Frame, ...], extra: int, made: Made | None) -> RecordedTurn:
    event = frames[0].event
    taken = event.kind == "turn.begin"
    controls = [str(f.event.get("controller", "")) for f in frames if f.event.kind == "control.begin"]
    return RecordedTurn(
        recording,
        at,
        number=frames[0].state.turn if taken else 0,
        seat=event.player if event.player is not None else event.state.active,
        frames=frames,
        extra=extra,
        made=made,
        skipped="" if taken else str(event.get("by", "")) or "an effect",
        controller=controls[-1] if controls else "",
    )


def _created(frames: tuple[Frame, ...], at: int) -> list[Made]:
    return [
        Made(
            number=int(frame.event.get("extra", 0)),
            seat=frame.event.player if frame.event.player is not None else frame.state.active,
            by=str(frame.event.get("by", "")),
            turn=at,
            seq=frame.seq,
            rules=frame.event.rules,
        )
        for frame in frames
        if frame.event.kind == "turn.insert"
    ]
