"""Sentences about effects on combat."""

from __future__ import annotations

from ...cards import vocabulary as v
from .phrases import SEVERAL, does, duration, objects, players
from .sentences import says


@says(v.MustAttack)
def _must_attack(effect: v.MustAttack) -> str:
    what = objects(effect.what) if effect.player is None else f"all creatures of {players(effect.player)}"
    attack = "attack" if effect.player is not None or effect.what in SEVERAL else "attacks"
    return f"{what} {attack} if able{duration(effect.until)}"


@says(v.LetBlock)
def _let_block(effect: v.LetBlock) -> str:
    blocks = "enters blocking" if effect.entering else "blocks"
    return f"{objects(effect.what)} {blocks} {objects(effect.attacker)}"


@says(v.LetAttack)
def _let_attack(effect: v.LetAttack) -> str:
    return f"{does(effect.what, 'attacks', 'attack')} {_attacked(effect)}, without being declared"


def _attacked(effect: v.LetAttack) -> str:
    if effect.whom is not None:
        several = {"opponents": "an opponent", "each": "a player"}
        return several.get(str(effect.whom)) or players(effect.whom)
    return objects(effect.attacked) if effect.attacked is not None else "what its controller chooses"


says(v.RemoveFromCombat)(lambda e: f"{objects(e.what)} is removed from combat")
says(v.AttackAnew)(lambda e: f"its controller chooses anew what {objects(e.what)} attacks")
