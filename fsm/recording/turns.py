"""The turns of a recording as values, skipped ones included."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from ..errors import InputError, expect_type
from ..showing import Showing, diagram_of
from ..turn import TurnGraph, base_turn, parse_address
from .frames import Frame
from .recording import Recording

if TYPE_CHECKING:
    from ..showing import Diagram


class Made(msgspec.Struct, frozen=True):
    """The creation of an extra turn: its number, its player, the effect, and the place.

    ``turn`` is the index, among all turns, of the turn in which it was created, and ``seq`` the event.
    """

    number: int
    seat: int
    by: str
    turn: int
    seq: int
    rules: tuple[str, ...]


class RecordedTurn(Showing, msgspec.Struct, frozen=True, eq=False, dict=True):
    """A turn of a recording: its player, its origin, and its events.

    ``at`` is its index among all turns, skipped ones included, from 0; ``number`` is the number in addresses,
    0 if it was skipped. ``made`` is the creation of an extra turn; ``skipped`` and ``controller`` are names;
    ``frames`` are the events from its beginning to the next turn's.
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
        """The numbers of the rules of its beginning, or of its skip."""
        return self.frames[0].event.rules

    @property
    def graph(self) -> TurnGraph:
        """The final graph of the turn; a skipped turn has the regular one."""
        last = next((f.state for f in reversed(self.frames) if f.state.turn == self.number), None)
        return last.graph if last and self.number else base_turn(self.recording.edition)

    @cached_property
    def begun(self) -> frozenset[str]:
        """The ids of the phases and steps that began."""
        kinds = ("phase.begin", "step.begin")
        return frozenset(frame.event.node for frame in self.frames if frame.event.kind in kinds)

    @property
    def changes(self) -> int:
        """The number of parts that an effect or a rule inserted, or an effect skipped."""
        return sum(1 for node in self.graph if node.inserted or (node.skipped and node.skipped.by))

    def diagram(self, *, events: bool = False, level: str = "step", at: str | None = None) -> Diagram:
        """The picture of the rewritten turn; ``events`` adds the events of each step.

        ``level`` is phase, step or machine; the address ``at`` is marked, and everything after it is dimmed.
        ``InputError`` if that is an address in another turn.
        """
        named = parse_address(at).turn if at else None
        if named not in (None, self.number):
            raise InputError(f"{at} is in turn {named}, and this is the picture of turn {self.number}")
        return diagram_of(self, events=events, level=level, at=at)

    def __repr__(self) -> str:
        which = f"turn {self.number}" if self.number else f"skipped turn, by {self.skipped}"
        return f"<RecordedTurn {which} of {self.player}: {self.graph.notation()}>"


def recorded_turns(recording: Recording) -> tuple[RecordedTurn, ...]:
    """All turns of a recording, in order; unknown kinds of events are ignored."""
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
    """The extra turns that were created, but neither taken nor skipped in the recording."""
    turns = recorded_turns(recording)
    come = {turn.made for turn in turns if turn.made}
    return tuple(m for turn in turns for m in _created(turn.frames, turn.at) if m not in come)


def find_turn(recording: Recording, number: int | None = None) -> RecordedTurn:
    """The turn with a number, or the most rewritten one; ``InputError`` if there is none."""
    if number is not None:
        expect_type(number, int, "the number of a turn, from 1", "number")
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
