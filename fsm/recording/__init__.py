"""Recordings of runs, their trace files, and their play-by-play as text."""

from .frames import Answer, Attempt, Frame
from .recording import Recording
from .seen import Seen, seen_in
from .text import play_by_play, schedule_lines, short_lines
from .trace import Trace, TraceEvent, read_trace, trace_lines
from .trace_schema import trace_schema
from .turns import Made, RecordedTurn, pending_turns, recorded_turns

__all__ = [
    "Answer",
    "Attempt",
    "Frame",
    "Made",
    "RecordedTurn",
    "Recording",
    "Seen",
    "Trace",
    "TraceEvent",
    "pending_turns",
    "play_by_play",
    "read_trace",
    "recorded_turns",
    "schedule_lines",
    "seen_in",
    "short_lines",
    "trace_lines",
    "trace_schema",
]
