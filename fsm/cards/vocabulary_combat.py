"""The vocabulary of effects, continued: effects on combat."""

from __future__ import annotations

from .effect import Effect
from .terms import Players, Until


class MustAttack(Effect, frozen=True):
    """Creatures (by name, ``target``, ``self``, ``creatures``; or all of a player) attack this turn if able."""

    what: str = "target"
    player: Players | None = None
    until: Until = Until("end_of_turn")


class RemoveFromCombat(Effect, frozen=True):
    """Removes a creature from combat."""

    what: str = "target"


class LetBlock(Effect, frozen=True):
    """Lets a creature block an attacking one (by name, ``target``, ``that``), or enter blocking it (a token)."""

    attacker: str
    what: str = "self"
    entering: bool = False
