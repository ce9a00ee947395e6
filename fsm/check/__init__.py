"""Checks whether a trace of any engine is a possible game under an edition, and compares traces."""

from .judge import check_trace
from .verdict import Finding, Verdict

__all__ = ["Finding", "Verdict", "check_trace"]
