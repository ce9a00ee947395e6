"""The scenes of a recorded turn: what happened in each step, or in a main phase, and before the first of them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..game import Event
from ..recording import Frame
from ..turn import TurnGraph
from ..turn.graph import ROOT
from ..wording.places import numbered_place

OMITTED = frozenset(
    {
        *(
            "priority.get",
            "step.end",
            "phase.end",
            "turn.end",
            "turn.begin",
            "turn.skip",
            "game.begin",
            "combat.defender",
        ),
        *("mana.pay", "mana.activate", "permanent.wear_off", "card.reveal"),
    }
)
"""The kinds of events that no scene tells: they are ordinary, or what follows them tells it."""


class Scene(msgspec.Struct, frozen=True):
    """A step or a main phase as it was played: its node, the state's graph there, and its events.

    ``began`` are the events with which it began; the scene before the first step of a turn has none, and no ``node``.
    """

    node: str
    graph: TurnGraph
    began: tuple[Event, ...]
    frames: tuple[Frame, ...]

    @property
    def kind(self) -> str:
        """The kind of its step or phase; empty before the first one."""
        return self.graph.node(self.node).kind if self.node != ROOT else ""

    @property
    def place(self) -> str:
        """The edition's name of it, with its number in the turn: ``the second upkeep step``."""
        return numbered_place(self.graph, self.node)


def scenes(frames: Sequence[Frame]) -> list[Scene]:
    """The scenes of the events of a turn, in order; what a phase begins with belongs to its first step."""
    found: list[Scene] = []
    node, graph = ROOT, frames[0].state.graph
    began: list[Event] = []
    inside: list[Frame] = []

    def close() -> None:
        if node != ROOT or inside:
            found.append(Scene(node, graph, tuple(began), tuple(inside)))

    for frame in frames:
        event = frame.event
        if event.kind == "step.begin" and node == event.state.graph.parent(event.node):
            node, graph, began = event.node, event.state.graph, [*began, event]
        elif event.kind in ("phase.begin", "step.begin"):
            close()
            node, graph, began, inside = event.node, event.state.graph, [event], []
        else:
            inside.append(frame)
    close()
    return found
