"""The terms that effects and abilities share: players, durations, phases and steps, keywords."""

from __future__ import annotations

from typing import Literal, NewType

from ..turn.address import PHASE_OF, PHASES

Who = NewType("Who", str)
"""Players: ``you``, ``target``, ``each``, ``opponents``, ``active``, ``chosen``, ``chooser``, or one by name."""

WHO = ("you", "target", "each", "opponents", "active", "chosen", "chooser")

Until = NewType("Until", str)
"""How long: ``end_of_turn``, ``end_of_<step or phase>``, ``next_<...>``, ``your_next_<...>``, ``game``.

``end_of_your_next_turn`` ends in a cleanup step; ``while_tapped`` and ``while_there`` last for as long as
the permanent that the effect comes from is tapped, or there.
"""

PLACES = (*PHASES, *PHASE_OF)
"""Phases and steps, as an effect names them."""

Place = Literal[
    "beginning", "precombat_main", "combat", "postcombat_main", "ending",
    "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "end_of_combat", "end", "cleanup",
]  # fmt: skip
Step = Literal[
    "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "end_of_combat", "end", "cleanup",
]  # fmt: skip
DelayedTo = Literal[
    "beginning", "precombat_main", "combat", "postcombat_main", "main", "ending",
    "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "end_of_combat", "end", "cleanup",
]  # fmt: skip
"""What a delayed ability waits for; ``main`` is any main phase."""
Phase = Literal["beginning", "precombat_main", "combat", "postcombat_main", "main", "ending"]
Skippable = Literal[
    "turn", "extra_turn", "main", "beginning", "precombat_main", "combat", "postcombat_main", "ending",
    "untap", "upkeep", "draw", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "end_of_combat", "end", "cleanup",
]  # fmt: skip
Keyword = Literal[
    "first strike", "double strike", "vigilance", "haste", "defender", "phasing", "does not untap",
    "can't attack", "can't attack alone", "can't block", "attacks each turn if able", "attacks each combat if able",
]  # fmt: skip
