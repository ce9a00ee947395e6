"""Steps seen: the beginnings of turns, phases and steps, in words that any program can tell."""

from __future__ import annotations

from typing import Literal

import msgspec

from .frames import Frame


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn, phase or step that begins, or an effect with a duration that ends.

    What is empty is not told. ``turn`` counts from 1, ``active`` is the player whose turn it is, ``by`` is the effect
    that made the extra turn, or the phase or step that was added. A main phase has no steps, so only the phase begins.
    ``controller`` is the player who controls the turn, or the phase whose first step begins. If ``begins`` is empty,
    ``ends`` is the name of the effect.
    """

    begins: Literal["turn", "phase", "step", ""] = ""
    turn: int = 0
    active: str = ""
    phase: str = ""
    step: str = ""
    by: str = ""
    controller: str = ""
    ends: str = ""

    def __str__(self) -> str:
        """In words: ``T2 Ann: combat, declare_attackers (War Cry)``."""
        if self.ends:
            return f"the end of {self.ends}"
        turn = f"T{self.turn} {self.active}".strip() if self.turn else self.active
        place = ", ".join(part for part in (self.phase, self.step) if part)
        told = f"{turn}: {place}" if turn and place else turn or place
        return f"{told} ({self.by})" if self.by else told


def seen_in(frame: Frame) -> Seen | None:
    """What begins with an event, if anything does.

    >>> from fsm.scenario import parse_scenarios, run_scenario
    >>> (scenario,) = parse_scenarios("{players: [Ann, Bob], until: T1.upkeep}")
    >>> [str(one) for one in map(seen_in, run_scenario(scenario)) if one]
    ['T1 Ann', 'T1 Ann: beginning', 'T1 Ann: beginning, untap', 'T1 Ann: beginning, upkeep']
    """
    event = frame.event
    level, _, verb = event.kind.partition(".")
    if verb != "begin" or level not in ("turn", "phase", "step"):
        return None
    state, graph = event.state, event.state.graph
    turn, active = state.turn, state.name(state.active)
    if level == "turn":
        return Seen("turn", turn, active, by=str(event.get("by") or ""))
    node = graph.node(event.node)
    phase = graph.node(graph.parent(event.node)) if level == "step" else node
    made = (part.inserted.by for part in (node, phase) if part.inserted)
    step = node.kind if level == "step" else ""
    return Seen("step" if step else "phase", turn, active, phase.kind, step, next(filter(None, made), ""))
