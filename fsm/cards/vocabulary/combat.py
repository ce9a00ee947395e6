"""Effects on combat: what has to attack, attacks or blocks without a declaration, or leaves combat."""

from __future__ import annotations

from ..terms import Effect, Players, Until, Who, effect
from .permanents import OnMany


@effect("must_attack")
class MustAttack(OnMany, frozen=True):
    """Creatures (by name, ``target``, ``creatures``; or all of a player, of a kind) attack (``whom``) if able.

    They attack the player ``whom``, or the planeswalker or battle ``attacked``, if that is said. ``next_turn``: in the
    next turn of their ``player`` only.
    """

    until: Until = Until("end_of_turn")
    whom: Who | None = None
    attacked: str | None = None
    next_turn: bool = False


@effect("goad")
class Goad(OnMany, frozen=True):
    """Goads creatures, as ``must_attack`` names them: each combat they attack if able, and if able a player but you."""

    until: Until = Until("your_next_turn")


@effect("remove_from_combat")
class RemoveFromCombat(OnMany, frozen=True):
    """Removes creatures from combat."""


@effect("let_block")
class LetBlock(Effect, frozen=True):
    """Lets a creature block an attacking one (by name, ``target``, ``that``), or enter blocking it (a token)."""

    attacker: str
    what: str = "self"
    entering: bool = False


@effect("let_attack")
class LetAttack(Effect, frozen=True):
    """Lets creatures of an attacking player attack, though they were not declared; they do not become tapped.

    They attack the player ``whom``, or the planeswalker or battle ``attacked``; without these their controller chooses.
    """

    what: str = "target"
    whom: Players | None = None
    attacked: str | None = None


@effect("attack_anew")
class AttackAnew(Effect, frozen=True):
    """Its controller chooses anew what an attacking creature (by name, ``target``, ``that``) attacks."""

    what: str = "target"
