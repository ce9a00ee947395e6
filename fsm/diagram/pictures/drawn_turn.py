"""The turns that a diagram shows, for the formats that are made from turn graphs."""

from __future__ import annotations

from dataclasses import dataclass

from ...turn import TurnGraph


@dataclass(frozen=True, slots=True)
class DrawnTurn:
    """One turn that a diagram shows: its graph, and the facts about it.

    Turns with a ``player`` are turns of a game, one after the other. Turns without one stand
    side by side: before and after a rewrite, or one edition and another.
    ``extra`` is the number of an extra turn and its creator, ``extra #2 by Time Walk``.
    ``skipped`` is what skipped the turn; it is empty if the turn took place.
    """

    name: str
    graph: TurnGraph
    player: str = ""
    extra: str = ""
    skipped: str = ""
