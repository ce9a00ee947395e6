"""Recordings of runs, the trace files made of them, and their play-by-play as text."""

from .recording import Attempt, Frame, Recording
from .text import play_by_play, told_schedule
from .trace import Trace, TraceEvent, read_trace, trace_lines, trace_schema

__all__ = [
    "Attempt",
    "Frame",
    "Recording",
    "Trace",
    "TraceEvent",
    "play_by_play",
    "read_trace",
    "told_schedule",
    "trace_lines",
    "trace_schema",
]
