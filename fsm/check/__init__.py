"""Checks whether a trace of any engine is a possible game under an edition, and compares traces."""

from .judge import EFFECTS, Setup, check_trace
from .mapping import LineRule, Mapping, read_mapping
from .verdict import Finding, Verdict

__all__ = [
    "EFFECTS",
    "Finding",
    "LineRule",
    "Mapping",
    "Setup",
    "Verdict",
    "check_trace",
    "read_mapping",
]
