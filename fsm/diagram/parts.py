"""What a diagram is of: the turn graphs behind a picture, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..turn import TurnGraph


@dataclass(frozen=True, slots=True)
class Part:
    """One turn that a diagram is of: its graph, and what is said of it."""

    name: str
    graph: TurnGraph
    player: str = ""
    extra: str = ""
    """``extra #2 by Time Walk``, empty for a normal turn."""
    skipped: str = ""
    """By what it was skipped, empty if it took place."""
