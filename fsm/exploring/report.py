"""What an exploration found, as lines to read and as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from .explored import Explored, Finding
from .search import Progress

CUTS = {
    "states": "not complete: the bound of states was reached",
    "depth": "not complete: the bound of actions was reached",
    "seconds": "not complete: the time was up",
    "decided": "not complete: every statement was decided before the end",
}
"""Why a search is not complete, by what stopped it."""

ENDS = {
    "horizon": "actions that lead past the end of what is explored",
    "over": "states in which the game is over",
    "script": "ends before the script was done",
}


def explored_lines(explored: Explored) -> Iterator[str]:
    """What was found, in lines: the size of what was explored, then each statement."""
    yield f"{explored.name} ({explored.edition})"
    deep = len(explored.counts) - 1
    yield f"  {explored.states:,} states, {explored.transitions:,} actions, up to {deep} deep"
    yield from (f"  {ENDS[kind]}: {count:,}" for kind, count in explored.ends.items() if count)
    yield f"  {'complete: every way was walked to its end' if explored.complete else CUTS[explored.cut]}"
    for finding in explored.findings:
        yield f"{finding}: {verdict(explored, finding)}"


def verdict(explored: Explored, finding: Finding) -> str:
    """What became of a statement, in words."""
    if finding.way:
        found = "is reached" if finding.holds else "does not hold"
        return f"{found} after {finding.actions} actions, at {finding.at}"
    if finding.holds:
        return "holds" if explored.complete else "holds as far as was explored"
    if finding.kind == "always":
        return "says nothing: no player decides there in any way"
    return "cannot be reached" if explored.complete else "was not reached within the bounds"


def explored_json(explored: Explored) -> dict[str, Any]:
    """What was found as plain data; ``complete`` and ``holds`` are said too."""
    data: dict[str, Any] = msgspec.to_builtins(explored)
    return {**data, "complete": explored.complete, "holds": explored.holds}


def progress_line(progress: Progress) -> str:
    """How far a search is, on one line."""
    rate = progress.states / progress.seconds
    return (
        f"{progress.states:,} states, {progress.frontier:,} to continue, {progress.depth} actions deep, "
        f"{rate:,.0f} states a second"
    )
