"""Sentences about effects on combat."""

from __future__ import annotations

from ...cards import vocabulary as v
from .phrases import SEVERAL, duration, players, thing
from .sentences import says


@says(v.MustAttack)
def _must_attack(effect: v.MustAttack) -> str:
    what = thing(effect.what) if effect.player is None else f"all creatures of {players(effect.player)}"
    attack = "attack" if effect.player is not None or effect.what in SEVERAL else "attacks"
    return f"{what} {attack} if able{duration(effect.until)}"


@says(v.RemoveFromCombat)
def _remove_from_combat(effect: v.RemoveFromCombat) -> str:
    return f"{thing(effect.what)} is removed from combat"


@says(v.LetBlock)
def _let_block(effect: v.LetBlock) -> str:
    blocks = "enters blocking" if effect.entering else "blocks"
    return f"{thing(effect.what)} {blocks} {thing(effect.attacker)}"


@says(v.LetAttack)
def _let_attack(effect: v.LetAttack) -> str:
    attacks = "attack" if effect.what in SEVERAL else "attacks"
    return f"{thing(effect.what)} {attacks} {_attacked(effect)}, without being declared"


def _attacked(effect: v.LetAttack) -> str:
    if effect.whom is not None:
        several = {"opponents": "an opponent", "each": "a player"}
        return several.get(str(effect.whom)) or players(effect.whom)
    return thing(effect.attacked) if effect.attacked is not None else "what its controller chooses"


@says(v.AttackAnew)
def _attack_anew(effect: v.AttackAnew) -> str:
    return f"its controller chooses anew what {thing(effect.what)} attacks"
