"""The parts of a turn, for the reference engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

PHASES: dict[str, list[str]] = {
    "beginning": ["untap", "upkeep", "draw"],
    "precombat_main": [""],
    "combat": ["beginning_of_combat", "declare_attackers", "declare_blockers", "combat_damage", "end_of_combat"],
    "postcombat_main": [""],
    "ending": ["end", "cleanup"],
}
TURN = ("precombat_main", "combat", "postcombat_main", "ending")
REVERSED = ("ending", "precombat_main", "combat", "postcombat_main")
SILENT = ("untap", "cleanup")
Said = dict[str, Any]


@dataclass(eq=False)
class Phase:
    """A phase of a turn, and the effect that added it."""

    kind: str
    by: str = ""
    begun: bool = False


@dataclass(eq=False)
class Stop:
    """A step, or a main phase (then the step is empty), that is still to come."""

    phase: Phase
    step: str
    by: str = ""


def stops(kind: str, by: str = "") -> list[Stop]:
    """The stops of a phase."""
    phase = Phase(kind, by)
    return [Stop(phase, step, by) for step in PHASES[kind]]


@dataclass
class Combat:
    """Who fights in this combat phase."""

    attacked: bool = False
    fighting: dict[str, str] = field(default_factory=dict)
