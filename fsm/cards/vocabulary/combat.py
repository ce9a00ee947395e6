"""Effects on combat: what has to attack, attacks or blocks without a declaration, or leaves combat."""

from __future__ import annotations

from ..terms import Effect, Players, Until, effect


@effect("must_attack")
class MustAttack(Effect, frozen=True):
    """Creatures (by name, ``target``, ``self``, ``creatures``; or all of a player) attack this turn if able."""

    what: str = "target"
    player: Players | None = None
    until: Until = Until("end_of_turn")


@effect("remove_from_combat")
class RemoveFromCombat(Effect, frozen=True):
    """Removes a creature from combat."""

    what: str = "target"


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
