"""The turns that a diagram is of, for the formats that are made from turn graphs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...turn import TurnGraph


@dataclass(frozen=True, slots=True)
class Part:
    """One turn that a diagram is of: its graph, and what is said of it.

    Parts with a ``player`` are turns of a game, one after the other; parts without are
    turns as such, side by side: before and after a rewrite, one edition and another.
    ``extra`` says of an extra turn which one it is and by what: ``extra #2 by Time Walk``.
    ``skipped`` says by what a turn was skipped; it is empty if the turn took place.
    """

    name: str
    graph: TurnGraph
    player: str = ""
    extra: str = ""
    skipped: str = ""
